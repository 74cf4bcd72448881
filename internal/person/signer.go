package person

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/json"
	"github.com/go-jose/go-jose/v4/jwt"

	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/ids"
)

const (
	// Lifetime of a token: a call is made immediately, and clocks differ by less.
	Lifetime = 60 * time.Second
	// MaxKept is the longest that services remember the id of a token.
	MaxKept = 7 * 24 * time.Hour
	// JWKSPath is where an issuer publishes its keys.
	JWKSPath = "/.well-known/jwks.json"

	algorithm = jose.EdDSA
	tokenType = "person+jwt" // no token of another purpose that the issuer signs passes for one
)

// claims are the payload of a token.
type claims struct {
	jwt.Claims
	Name   string   `json:"name,omitempty"`
	Email  string   `json:"email,omitempty"`
	Roles  []string `json:"roles"`
	Method string   `json:"method"`

	Kept *jwt.NumericDate `json:"kept,omitempty"` // until when the id is remembered; unset: until the token expires
}

// A Key signs tokens.
type Key struct {
	ID      string // `kid`
	private ed25519.PrivateKey
}

var keyID = regexp.MustCompile(`^[A-Za-z0-9_-]{1,32}$`)

// ParseKeys reads a setting: id:base64 of 32 bytes[,older keys...]. The first signs, all are published. To replace a
// key, put the new one in front, and remove the old one once its last token has expired. Its error shows nothing of the
// setting.
func ParseKeys(s envconfig.Secret) ([]Key, error) {
	var keys []Key
	for entry := range strings.SplitSeq(s.Reveal(), ",") {
		id, encoded, _ := strings.Cut(strings.TrimSpace(entry), ":")
		seed, err := base64.StdEncoding.DecodeString(encoded)
		if !keyID.MatchString(id) || err != nil || len(seed) != ed25519.SeedSize {
			return nil,
				errors.New(
					"want id:base64 of 32 bytes, or several such, comma-separated; an id has 1 to 32 letters, digits, _ or -",
				)
		}
		for _, k := range keys {
			if k.ID == id {
				return nil, fmt.Errorf("the id %s is given twice", id)
			}
		}
		keys = append(keys, Key{id, ed25519.NewKeyFromSeed(seed)})
	}
	if len(keys) > maxKeys {
		return nil, fmt.Errorf("want at most %d keys", maxKeys)
	}
	return keys, nil
}

// NewKey returns a new key in the format that ParseKeys reads.
func NewKey(id string) string {
	var seed [ed25519.SeedSize]byte
	_, _ = rand.Read(seed[:]) // never fails
	return id + ":" + base64.StdEncoding.EncodeToString(seed[:])
}

// A Signer makes tokens. It is safe for concurrent use.
type Signer struct {
	issuer string
	signer jose.Signer
	jwks   []byte
}

// NewSigner returns a Signer of the issuer with this URL. The first key signs, all are published.
func NewSigner(issuer string, keys []Key) (*Signer, error) {
	if len(keys) == 0 {
		return nil, errors.New("want at least one key")
	}
	var set jose.JSONWebKeySet
	for _, k := range keys {
		set.Keys = append(set.Keys,
			jose.JSONWebKey{Key: k.private.Public(), KeyID: k.ID, Algorithm: string(algorithm), Use: "sig"})
	}
	document, err := json.Marshal(set)
	if err != nil {
		return nil, fmt.Errorf("write JWKS: %w", err)
	}
	signer, err := jose.NewSigner(
		jose.SigningKey{Algorithm: algorithm, Key: jose.JSONWebKey{Key: keys[0].private, KeyID: keys[0].ID}},
		(&jose.SignerOptions{}).WithType(tokenType))
	if err != nil {
		return nil, fmt.Errorf("signer: %w", err)
	}
	return &Signer{issuer: strings.TrimRight(issuer, "/"), signer: signer, jwks: document}, nil
}

// Sign makes the token by which p calls method, like /webhooks.v1.OperatorService/CreateTenant, once at the service
// audience.
func (s *Signer) Sign(p Person, audience, method string, now time.Time) (token string, expires time.Time, err error) {
	return s.SignOnce(p, audience, method, Once{ID: ids.New("jti_")}, now)
}

// Once names something that is done once: of all tokens with its id that are made until a time, a service takes one.
type Once struct {
	ID    string
	Until time.Time
}

// SignOnce is Sign for a call that is made once.
func (s *Signer) SignOnce(p Person, audience, method string, once Once, now time.Time) (token string,
	expires time.Time, err error) {
	expires = now.Add(Lifetime)
	c := claims{
		Claims: jwt.Claims{
			Issuer: s.issuer, Subject: p.Subject, Audience: jwt.Audience{audience}, ID: once.ID,
			IssuedAt: jwt.NewNumericDate(now), Expiry: jwt.NewNumericDate(expires),
		},
		Name: p.Name, Email: p.Email, Roles: RoleNames(p.Roles), Method: method,
	}
	if once.Until.After(expires) {
		c.Kept = jwt.NewNumericDate(once.Until)
	}
	if err := c.bounded(); err != nil {
		return "", time.Time{}, err
	}
	token, err = jwt.Signed(s.signer).Claims(c).Serialize()
	if err != nil {
		return "", time.Time{}, fmt.Errorf("sign: %w", err)
	}
	return token, c.Expiry.Time(), nil
}

// JWKS serves the public keys.
func (s *Signer) JWKS() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/jwk-set+json")
		w.Header().Set("Cache-Control", "public, max-age=300")
		_, _ = w.Write(s.jwks)
	})
}
