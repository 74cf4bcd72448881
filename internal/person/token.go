package person

import (
	"crypto/ed25519"
	"errors"
	"slices"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/json"
)

// Why a token is refused. The texts are for the caller: they show nothing of the token.
var (
	ErrMalformed   = errors.New("the credential is not a person token")
	ErrSignature   = errors.New("the person token is not signed by a key of the issuer")
	ErrIssuer      = errors.New("the person token is of another issuer")
	ErrAudience    = errors.New("the person token is for another service")
	ErrMethod      = errors.New("the person token is for another method")
	ErrExpired     = errors.New("the person token has expired; make one for each call")
	ErrNotYetValid = errors.New("the person token is not valid yet; compare the clocks of the two programs")
	ErrLifetime    = errors.New("the person token lives for more than a minute, or its id for more than a week")
)

const (
	// maxToken bounds a token, which shares the metadata of a call with other headers.
	maxToken = 4 << 10
	// Leeway for clocks that differ.
	Leeway = 5 * time.Second
)

// A Token is one that was accepted.
type Token struct {
	Person
	ID string
	// until then no other token with the ID is accepted: at least until this one is refused, the leeway included
	Kept time.Time
}

// parse reads a token whose signature is not checked yet, and the id of the key that should have signed it.
func parse(token string) (*jose.JSONWebSignature, string, error) {
	if len(token) > maxToken {
		return nil, "", ErrMalformed
	}
	t, err := jose.ParseSignedCompact(token, []jose.SignatureAlgorithm{algorithm})
	if err != nil || len(t.Signatures) != 1 {
		return nil, "", ErrMalformed
	}
	h := t.Signatures[0].Protected
	if h.Algorithm != string(algorithm) || h.KeyID == "" || h.ExtraHeaders[jose.HeaderType] != tokenType {
		return nil, "", ErrMalformed
	}
	return t, h.KeyID, nil
}

// open checks the signature and reads the claims.
func open(t *jose.JSONWebSignature, key ed25519.PublicKey) (c claims, err error) {
	payload, err := t.Verify(key)
	if err != nil {
		return c, ErrSignature
	}
	if err := json.Unmarshal(payload, &c); err != nil || c.bounded() != nil {
		return c, ErrMalformed
	}
	return c, nil
}

// check compares the claims with the call.
func (c claims) check(issuer, audience, method string, now time.Time) (Token, error) {
	issued, expires := c.IssuedAt.Time(), c.Expiry.Time()
	switch {
	case c.Issuer != issuer:
		return Token{}, ErrIssuer
	case !slices.Equal(c.Audience, []string{audience}):
		return Token{}, ErrAudience
	case c.Method != method:
		return Token{}, ErrMethod
	case expires.Sub(issued) > Lifetime, c.Kept != nil && c.Kept.Time().Sub(issued) > MaxKept:
		return Token{}, ErrLifetime
	case issued.After(now.Add(Leeway)), c.NotBefore != nil && c.NotBefore.Time().After(now.Add(Leeway)):
		return Token{}, ErrNotYetValid
	case !now.Before(expires.Add(Leeway)):
		return Token{}, ErrExpired
	}
	kept := expires
	if c.Kept != nil && c.Kept.Time().After(kept) {
		kept = c.Kept.Time()
	}
	return Token{
		Person: Person{Subject: c.Subject, Name: c.Name, Email: c.Email, Roles: ParseRoles(c.Roles)},
		ID:     c.ID, Kept: kept.Add(Leeway),
	}, nil
}

// bounded reports what is missing or too long.
func (c claims) bounded() error {
	switch {
	case c.Subject == "" || len(c.Subject) > maxSubject:
		return errors.New("subject: want 1 to 255 bytes")
	case len(c.Name) > maxText, len(c.Email) > maxText:
		return errors.New("name, email: want at most 320 bytes")
	case len(c.Roles) > maxRoles:
		return errors.New("roles: want at most 16")
	case c.ID == "" || len(c.ID) > maxSubject:
		return errors.New("jti: want 1 to 255 bytes")
	case c.Expiry == nil || c.IssuedAt == nil:
		return errors.New("exp, iat: want times")
	}
	return nil
}
