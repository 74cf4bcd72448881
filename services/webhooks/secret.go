package webhooks

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/partnerline/partnerline/internal/endpointfault"
	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/ids"
)

// SecretPrefix begins a signing secret (Standard Webhooks).
const SecretPrefix = "whsec_"

// A SigningKey is the raw key of an endpoint's signatures: 32 random bytes, or those of a secret that was imported. It
// is stored encrypted and shown once.
type SigningKey struct {
	Raw       []byte
	ExpiresAt *time.Time // when a rotated key stops signing; nil for the current one
}

// NewSigningKey returns a fresh key.
func NewSigningKey() SigningKey {
	raw := make([]byte, 32)
	_, _ = rand.Read(raw) // never fails
	return SigningKey{Raw: raw}
}

// Lengths of a key that another system made, in bytes: Standard Webhooks asks for 24 at least, and no system that we
// import from makes more than 75.
const (
	MinSigningKey = 24
	MaxSigningKey = 75
)

// NewSigningKeyOf returns the key of bytes that receivers know already.
func NewSigningKeyOf(raw []byte) (SigningKey, error) {
	if len(raw) < MinSigningKey || len(raw) > MaxSigningKey {
		return SigningKey{}, fmt.Errorf("has %d bytes; a secret has %d to %d", len(raw), MinSigningKey, MaxSigningKey)
	}
	return SigningKey{Raw: raw}, nil
}

// ParseSigningKey reads a secret as Encode writes it.
func ParseSigningKey(secret string) (SigningKey, error) {
	text, ours := strings.CutPrefix(secret, SecretPrefix)
	raw, err := base64.StdEncoding.DecodeString(text)
	if !ours || err != nil {
		return SigningKey{}, errors.New("is not " + SecretPrefix + " and base64")
	}
	return NewSigningKeyOf(raw)
}

// Encode is the secret as the tenant is shown it: SecretPrefix and base64.
func (k SigningKey) Encode() string { return SecretPrefix + base64.StdEncoding.EncodeToString(k.Raw) }

// MaxSigningKeys is how many keys of an endpoint may be valid at once. Every request carries a signature of each.
const MaxSigningKeys = 3

// CheckRotation decides whether an endpoint with valid keys may get one more; the first of their overlaps ends at
// freed. A rotation too many is refused instead of ending the oldest key early: receivers may know no other, and would
// refuse every delivery. In an emergency a rotation without an overlap always works, since it ends all keys before it.
func CheckRotation(valid int, freed *time.Time, now time.Time) error {
	if valid < MaxSigningKeys {
		return nil
	}
	e := &fault.Error{Reason: endpointfault.SecretLimitReached, Message: fmt.Sprintf(
		"%d secrets of the endpoint are valid; wait until the overlap of one ends, or rotate with overlap_seconds 0, "+
			"which ends all of them at once", valid)}
	if freed != nil {
		e.RetryAfter = freed.Sub(now)
	}
	return e
}

// A SignatureForm is a way in which the requests to an endpoint are signed.
type SignatureForm string

// The forms of signatures.
const (
	SignHMAC        SignatureForm = "hmac"         // X-Signature, and `v1` of Standard Webhooks, with secrets
	SignEd25519     SignatureForm = "ed25519"      // `v1a` of Standard Webhooks, with the key pair
	SignHTTPMessage SignatureForm = "http_message" // RFC 9421, with the key pair
)

// SignatureForms are all forms, in the order in which an endpoint shows them.
var SignatureForms = []SignatureForm{SignHMAC, SignEd25519, SignHTTPMessage}

// NeedsKeyPair reports whether one of the forms signs with the key pair of the tenant and mode.
func NeedsKeyPair(forms []SignatureForm) bool {
	return slices.ContainsFunc(forms, func(f SignatureForm) bool { return f != SignHMAC })
}

// NeedsKeyPair reports whether a change asks for a form that signs with the key pair of the tenant and mode.
func (c EndpointChanges) NeedsKeyPair() bool {
	return c.Signatures != nil && slices.ContainsFunc(*c.Signatures, func(s string) bool { return s != string(SignHMAC) })
}

// checkSignatures returns the forms of a list in their order, or what is wrong with it.
func checkSignatures(list []string) (forms []SignatureForm, bad []fault.Violation) {
	if len(list) == 0 {
		return nil, []fault.Violation{{Field: "/signatures", Code: "required",
			Message: `must list at least one form of signature; leave it out for ["hmac"]`}}
	}
	if len(list) > len(SignatureForms) {
		return nil, []fault.Violation{{Field: "/signatures", Code: "too_many",
			Message: fmt.Sprintf("must list at most %d forms", len(SignatureForms))}}
	}
	for i, s := range list {
		form, at := SignatureForm(s), "/signatures/"+strconv.Itoa(i)
		switch {
		case !slices.Contains(SignatureForms, form):
			bad = append(bad, fault.Violation{Field: at, Code: "unknown_kind", Message: fault.OneOf(SignatureForms)})
		case slices.Contains(forms, form):
			bad = append(bad, fault.Violation{Field: at, Code: "duplicate", Message: "must not repeat a form"})
		default:
			forms = append(forms, form)
		}
	}
	slices.SortFunc(forms, func(a, b SignatureForm) int {
		return slices.Index(SignatureForms, a) - slices.Index(SignatureForms, b)
	})
	return forms, bad
}

// PublicKeyPrefix begins a public key (Standard Webhooks).
const PublicKeyPrefix = "whpk_"

// KeyPairPrefix begins the id of a key pair.
const KeyPairPrefix = "sgk_"

// MaxKeyPairs is how many key pairs of a tenant and mode may be published at once.
const MaxKeyPairs = 5

// How long a rotation publishes the new key pair before that signs, unless it is 0. A shorter time than MinKeyOverlap
// would leave verifiers without the key that have just cached what is published.
const (
	MinKeyOverlap = 10 * time.Minute
	MaxKeyOverlap = 7 * 24 * time.Hour
)

// A KeyPair is an Ed25519 key pair of a tenant and mode. Its state follows from its times:
//
//	published  from PublishedAt     receivers learn the public key; it does not sign yet
//	signing    from SignsFrom       it signs all requests; one key pair does at a time
//	retiring   from SignsUntil      it is published for requests that receivers verify late
//	(gone)     from PublishedUntil  it is no longer published; its row is deleted within two hours
type KeyPair struct {
	ID string
	Scope
	PublicKey      []byte
	Seed           []byte `db:"-"` // of the private key (RFC 8032), where it was read
	PublishedAt    time.Time
	SignsFrom      time.Time
	SignsUntil     *time.Time // nil for the newest key pair
	PublishedUntil *time.Time // nil for the newest key pair
}

// A KeyPairState is what a key pair is for at a time.
type KeyPairState string

// The states of a key pair that is published.
const (
	KeyPairPublished KeyPairState = "published"
	KeyPairSigning   KeyPairState = "signing"
	KeyPairRetiring  KeyPairState = "retiring"
)

// NewKeyPair returns a fresh key pair, published at a time and signing from another one on.
func NewKeyPair(sc Scope, publishedAt, signsFrom time.Time) KeyPair {
	seed := make([]byte, ed25519.SeedSize)
	_, _ = rand.Read(seed) // never fails
	return KeyPair{
		ID: ids.New(KeyPairPrefix), Scope: sc, Seed: seed,
		PublicKey:   ed25519.NewKeyFromSeed(seed).Public().(ed25519.PublicKey),
		PublishedAt: publishedAt, SignsFrom: signsFrom,
	}
}

// State is what a key pair that is published is for at a time.
func (k KeyPair) State(at time.Time) KeyPairState {
	switch {
	case at.Before(k.SignsFrom):
		return KeyPairPublished
	case k.SignsUntil != nil && !at.Before(*k.SignsUntil):
		return KeyPairRetiring
	}
	return KeyPairSigning
}

// Encode is the public key as Standard Webhooks writes it: PublicKeyPrefix and base64.
func (k KeyPair) Encode() string {
	return PublicKeyPrefix + base64.StdEncoding.EncodeToString(k.PublicKey)
}

// Retire ends the newest key pair when the one after it begins to sign. It stays published for as long again as the one
// after it is published before.
func (k *KeyPair) Retire(next KeyPair) {
	until := next.SignsFrom
	gone := until.Add(next.SignsFrom.Sub(next.PublishedAt))
	k.SignsUntil, k.PublishedUntil = &until, &gone
}

// CheckKeyRotation decides whether a key pair may follow those of a tenant and mode that are published, the newest
// first. A rotation without an overlap is always possible, since it ends all of them.
func CheckKeyRotation(published []KeyPair, overlap time.Duration, now time.Time) error {
	if overlap != 0 && (overlap < MinKeyOverlap || overlap > MaxKeyOverlap) {
		return fault.Field("/overlap_seconds", "out_of_range", fmt.Sprintf("must be 0, or %d to %d",
			int(MinKeyOverlap.Seconds()), int(MaxKeyOverlap.Seconds())))
	}
	const instead = ", or rotate with overlap_seconds 0, which ends all keys so far at once"
	switch {
	case overlap == 0 || len(published) == 0:
		return nil
	case published[0].State(now) == KeyPairPublished:
		e := fault.New(fault.InvalidState, "the key of an earlier rotation does not sign yet; wait until it does"+instead)
		e.RetryAfter = published[0].SignsFrom.Sub(now)
		return e
	case len(published) >= MaxKeyPairs:
		e := fault.New(fault.InvalidState,
			fmt.Sprintf("%d keys are published; wait until one is no longer", len(published))+instead)
		for _, k := range published {
			if left := k.PublishedUntil; left != nil && (e.RetryAfter == 0 || left.Sub(now) < e.RetryAfter) {
				e.RetryAfter = left.Sub(now)
			}
		}
		return e
	}
	return nil
}

// Where key pairs are published: KeyPairsPath, the tenant, a slash, the mode, KeyPairsFile.
const (
	KeyPairsPath = "/.well-known/webhooks/"
	KeyPairsFile = "/jwks.json"
	LiveMode     = "live"
	TestMode     = "test"
)
