// Package signing is what people do in person: they verify contacts and identities, confirm data, sign the agreement,
// and grant or take back access.
package signing
