package access

import (
	"errors"
	"strings"
	"testing"

	"github.com/partnerline/partnerline/internal/branding"
	"github.com/partnerline/partnerline/internal/fault"
)

func TestBrandingCheck(t *testing.T) {
	for name, c := range map[string]struct {
		b    Branding
		want string // field and code; empty: it is right
	}{
		"nothing": {Branding{}, ""},
		"everything": {Branding{
			Name: "Kanarek", Look: branding.Look{Colour: "#0b5cad"}, Help: "https://a.example/help",
			Privacy: "https://a.example/p", Terms: "https://a.example/t",
		}, ""},
		"a long name":               {Branding{Name: strings.Repeat("a", 61)}, "/name too_long"},
		"a look that is refused":    {Branding{Look: branding.Look{Colour: "blue"}}, "/colour invalid_colour"},
		"a script as a link":        {Branding{Help: "javascript:alert(1)"}, "/help_url invalid_url"},
		"a link without encryption": {Branding{Privacy: "http://a.example"}, "/privacy_url invalid_url"},
		"a relative link":           {Branding{Terms: "/terms"}, "/terms_url invalid_url"},
	} {
		t.Run(name, func(t *testing.T) {
			err := c.b.Check()
			f, _ := errors.AsType[*fault.Error](err)
			switch {
			case c.want == "" && err == nil:
			case c.want == "" || f == nil || len(f.Violations) != 1 || f.Violations[0].Field+" "+f.Violations[0].Code != c.want:
				t.Errorf("%+v", err)
			}
		})
	}
}
