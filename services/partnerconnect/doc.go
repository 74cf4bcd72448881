// Package partnerconnect is the domain of partner connect: partners and their channels and keys, the onboarding of
// merchants, what is missing of it, and the links that hand a merchant over to the hosted flow. It holds the rules as pure
// code; what stores and serves lies in internal packages and is put together in app.
//
// It does not promise more than a partner may do: nothing here moves an onboarding forward on a partner's word.
package partnerconnect
