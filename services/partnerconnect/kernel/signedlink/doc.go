// Package signedlink makes and verifies links that cannot be forged: each names an onboarding, a purpose, an epoch and
// its end.
package signedlink
