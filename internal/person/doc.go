// Package person lets people act under their own name: the token that the console makes for one call of one person,
// and its check.
//
// A token is a compact JWS of type person+jwt, signed only by Ed25519. It names the person (subject at the identity
// provider, name, roles), the service, the one method that it opens, and ends within a minute. What the package
// promises: Verify accepts nothing that a Signer with a key of the issuer's JWKS did not make for this service and
// method, and nothing that has expired. What it does not promise: that a token is used once, for which a service
// stores the ids.
package person
