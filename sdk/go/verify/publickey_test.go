package verify

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"
)

type publicVectors struct {
	PublicSignatures []struct {
		publicKeys
		ID               string `json:"id"`
		Timestamp        string `json:"timestamp"`
		WebhookSignature string `json:"webhook_signature"`
		outcome
	} `json:"public_signatures"`
	Messages []struct {
		publicKeys
		Covered []string `json:"covered"`
		Request struct {
			Method, URL string
			Headers     map[string]string
		} `json:"request"`
		outcome
	} `json:"messages"`
	PublicKeys []string `json:"public_keys"`
}

type publicKeys struct {
	Keys []string        `json:"keys"`
	JWKS json.RawMessage `json:"jwks"`
}

type outcome struct {
	Name   string  `json:"name"`
	Valid  bool    `json:"valid"`
	Body   string  `json:"body"`
	Now    int64   `json:"now"`
	Reason *string `json:"reason"`
}

func (c outcome) check(t *testing.T, err error) {
	t.Helper()
	if (err == nil) != c.Valid || err != nil && (c.Reason == nil || err.Error() != *c.Reason) {
		t.Errorf("got %v", err)
	}
}

func (k publicKeys) verifier(t testing.TB, now int64) *PublicVerifier {
	t.Helper()
	var keys []PublicKey
	for _, text := range k.Keys {
		key, err := ParsePublicKey(text)
		if err != nil {
			t.Fatal(err)
		}
		keys = append(keys, key)
	}
	if k.JWKS != nil {
		var err error
		if keys, err = ParseJWKS(k.JWKS); err != nil {
			t.Fatal(err)
		}
	}
	v, err := NewPublic(keys...)
	if err != nil {
		t.Fatal(err)
	}
	v.now = func() time.Time { return time.Unix(now, 0) }
	return v
}

func loadPublic(t testing.TB) (v publicVectors) {
	t.Helper()
	_ = os.Getenv("REPOSITORY_STATE") // the test cache knows no files outside of the module: see testkit/repository
	b, err := os.ReadFile("../../testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &v); err != nil {
		t.Fatal(err)
	}
	if len(v.PublicSignatures) < 20 || len(v.Messages) < 50 || len(v.PublicKeys) == 0 {
		t.Fatal("cases are missing")
	}
	return v
}

func TestPublicVectors(t *testing.T) {
	vectors := loadPublic(t)
	for _, c := range vectors.PublicSignatures {
		t.Run(c.Name, func(t *testing.T) {
			h := http.Header{}
			h.Set("webhook-id", c.ID)
			h.Set("webhook-timestamp", c.Timestamp)
			h.Set("webhook-signature", c.WebhookSignature)
			c.check(t, c.verifier(t, c.Now).Request(h, []byte(c.Body)))
		})
	}
	for _, c := range vectors.Messages {
		t.Run(c.Name, func(t *testing.T) {
			r, err := http.NewRequestWithContext(t.Context(), c.Request.Method, c.Request.URL, http.NoBody)
			if err != nil {
				t.Fatal(err)
			}
			for name, value := range c.Request.Headers {
				r.Header.Set(name, value)
			}
			c.check(t, c.verifier(t, c.Now).Message(r, []byte(c.Body), c.Covered...))
		})
	}
	for _, text := range vectors.PublicKeys {
		if _, err := ParsePublicKey(text); err == nil {
			t.Errorf("%q passes", text)
		}
	}
}

func TestKeysAreRequired(t *testing.T) {
	for name, keys := range map[string][]PublicKey{"none": nil, "a short one": {{Key: make([]byte, 31)}}} {
		if _, err := NewPublic(keys...); err == nil {
			t.Errorf("%s passes", name)
		}
	}
	for _, document := range []string{"", "x", `{"keys":[{"kty":"OKP","crv":"Ed25519","x":"AA"}]}`} {
		if _, err := ParseJWKS([]byte(document)); err == nil {
			t.Errorf("%q passes", document)
		}
	}
}

// Nothing but a signature of the request with the key passes, whatever the headers hold.
func FuzzMessage(f *testing.F) {
	for _, c := range loadPublic(f).Messages {
		f.Add(c.Request.Headers["Signature-Input"], c.Request.Headers["Signature"], c.Request.Headers["Content-Digest"])
	}
	seed := []byte(strings.Repeat("k", ed25519.SeedSize)) // of a key that no case was signed with
	key := PublicKey{Key: ed25519.NewKeyFromSeed(seed).Public().(ed25519.PublicKey)}
	f.Fuzz(func(t *testing.T, input, signature, digest string) {
		v, err := NewPublic(key)
		if err != nil {
			t.Fatal(err)
		}
		v.now = func() time.Time { return time.Unix(1795168530, 0) }
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "https://shop.example.com/hooks", http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		r.Header = http.Header{
			"Signature-Input": {input}, "Signature": {signature}, "Content-Digest": {digest}, "Webhook-Id": {"dlv_1"},
			"Webhook-Timestamp": {"1795168530"}, "Webhook-Signature": {signature},
		}
		if v.Message(r, []byte("{}"), "@method") == nil || v.Request(r.Header, []byte("{}")) == nil {
			t.Fatalf("%q, %q passes", input, signature)
		}
	})
}

// The base64 of a JWKS has no padding.
func TestJWKSIsReadStrictly(t *testing.T) {
	raw := make([]byte, ed25519.PublicKeySize)
	document := `{"keys":[{"kty":"OKP","crv":"Ed25519","kid":"a","x":"` + base64.URLEncoding.EncodeToString(raw) + `"}]}`
	if _, err := ParseJWKS([]byte(document)); err == nil {
		t.Error("padding passes")
	}
}
