package internaltoken

import (
	"strings"
	"testing"

	"github.com/partnerline/partnerline/internal/envconfig"
)

func TestTokens(t *testing.T) {
	for name, c := range map[string]struct {
		setting         envconfig.Secret
		present         string
		accept, refused []string
	}{
		"one": {"token-of-16-chars", "token-of-16-chars", []string{"token-of-16-chars"},
			[]string{"", "token-of-16-char", "token-of-16-chars "}},
		"a rotation": {"the-first-of-two-tokens, the-second-of-two-tokens", "the-first-of-two-tokens",
			[]string{"the-first-of-two-tokens", "the-second-of-two-tokens"},
			[]string{"the-first-of-two-tokens, the-second-of-two-tokens"}},
		"the same": {"token-of-16-chars,token-of-16-chars", "token-of-16-chars", []string{"token-of-16-chars"},
			[]string{","}},
	} {
		t.Run(name, func(t *testing.T) {
			tokens, err := Parse(c.setting)
			if err != nil || tokens.Present() != c.present {
				t.Fatalf("%s: %q, %v", name, tokens.Present(), err)
			}
			for _, x := range c.accept {
				if !tokens.Accept(x) {
					t.Errorf("%s: %q is refused", name, x)
				}
			}
			for _, x := range c.refused {
				if tokens.Accept(x) {
					t.Errorf("%s: %q is accepted", name, x)
				}
			}
		})
	}
	for _, bad := range []envconfig.Secret{"", "short", "token-of-16-chars,", "token-of-16-chars,short"} {
		if _, err := Parse(bad); err == nil || strings.Contains(err.Error(), "token-of") {
			t.Errorf("%q: %v", bad.Reveal(), err)
		}
	}
	if (Tokens{}).Accept("") {
		t.Error("no tokens accept an empty one")
	}
}
