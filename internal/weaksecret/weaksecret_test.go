package weaksecret

import (
	"encoding/base64"
	"encoding/hex"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/partnerline/partnerline/internal/envconfig"
)

func key(raw string) string { return "k1:" + base64.StdEncoding.EncodeToString([]byte(raw)) }

func TestWeakSecretsAreNamed(t *testing.T) {
	counted := make([]byte, 32)
	for i := range counted {
		counted[i] = byte(i)
	}
	for _, c := range []struct {
		name, value string
		check       func(string, envconfig.Secret) error
		want        string
	}{
		{"zeros", key(strings.Repeat("\x00", 32)), Keys, "key k1 has only 1 different bytes"},
		{"zeros without an id", strings.TrimPrefix(key(strings.Repeat("\x00", 32)), "k1:"), Keys,
			"the key has only 1 different bytes"},
		{"an old one is weak", "k2:q83vEjRWeJCrze8SNFZ4kA7n3kz8m1YwZ0u5xTtJb0c=," + key(strings.Repeat("ab", 16)), Keys,
			"key k1 has only 2"},
		{"counting", key(string(counted)), Keys, "is a sequence"},
		{"twice the same", key("0a1b2c3d4e5f6g7h0a1b2c3d4e5f6g7h"), Keys, "repeats its first half"},
		{"a placeholder as a key", key("changemechangemechangemechangeme"), Keys, "is a placeholder"},
		{"a placeholder", "changemechangeme", Tokens, "is a placeholder"},
		{"a short placeholder at the beginning", "<your-token-of-16>", Tokens, "is a placeholder"},
		{"a placeholder behind a token", "gF3kQ9vT2mXw7LzB, Replace-Me-With-A-Token", Tokens, "is a placeholder"},
		{"one character", strings.Repeat("t", 32), Tokens, "has only 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := c.check("SETTING", envconfig.Secret(c.value))
			if err == nil || !strings.HasPrefix(err.Error(), "SETTING: ") || !strings.Contains(err.Error(), c.want) ||
				!strings.Contains(err.Error(), "DEVELOPMENT=true") {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}

// A random secret passes in any encoding; one that cannot be read or is not set is checked elsewhere. The seed is
// fixed, so that each run checks the same secrets: one of them has only 8 different hexadecimal digits.
func TestRandomSecretsPass(t *testing.T) {
	random := rand.NewChaCha8([32]byte{'b'})
	for range 25_000 {
		raw := make([]byte, 32)
		_, _ = random.Read(raw)
		for _, err := range []error{
			Keys("K", envconfig.Secret(key(string(raw)))), Keys("K", envconfig.Secret(key(hex.EncodeToString(raw)[:32]))),
			Tokens("T", envconfig.Secret(base64.RawURLEncoding.EncodeToString(raw))),
			Tokens("T", envconfig.Secret(hex.EncodeToString(raw))),
		} {
			if err != nil {
				t.Fatalf("%x: %v", raw, err)
			}
		}
	}
	if err := Tokens("T", "lrSkS2rqPyrv_YOUR_I_lrQEkRZZmq_0klWXaeGVbe5"); err != nil {
		t.Errorf("a short word within a random token: %v", err)
	}
	for _, value := range []envconfig.Secret{"", "none", "k1:no base64", "k1:"} {
		if err := Keys("K", value); err != nil {
			t.Errorf("%q: %v", value.Reveal(), err)
		}
	}
	if err := Tokens("T", ""); err != nil {
		t.Error(err)
	}
}
