package field

import (
	"strings"
	"testing"
)

// Examples of the ISO 13616 registry, not of anybody's account.
var registryIBANs = []string{
	"PL61109010140000071219812874", "DE89370400440532013000", "GB29NWBK60161331926819", "FR1420041010050500013M02606",
	"NO9386011117947", "MT84MALT011000012345MTLCAST001S", "NL91ABNA0417164300", "CH9300762011623852957",
}

func TestIBAN(t *testing.T) {
	for _, s := range registryIBANs {
		if got, ok := NormalIBAN(s); !ok || got != s {
			t.Errorf("%s must be valid as it is", s)
		}
		grouped := strings.ToLower(s[:4] + " " + s[4:8] + " " + s[8:])
		if got, ok := NormalIBAN(grouped); !ok || got != s {
			t.Errorf("%s must become %s", grouped, s)
		}
	}
	for s, why := range map[string]string{
		"":                                 "empty",
		"PL":                               "only a country",
		"PL62109010140000071219812874":     "check digits",
		"PL6110901014000007121981287":      "too short for PL",
		"DE8937040044053201300":            "too short for DE",
		"ZZ61109010140000071219812874":     "no such country",
		"61109010140000071219812874":       "no country",
		"PL61-1090-1014-0000-0712-1981":    "dashes",
		"PL61109010140000071219812874\x00": "NUL",
		"PLé1109010140000071219812874":     "not ASCII",
	} {
		t.Run(s, func(t *testing.T) {
			if _, ok := NormalIBAN(s); ok {
				t.Errorf("%q must not be valid: %s", s, why)
			}
		})
	}
}

// People paste what their bank shows.
func TestAccountNumber(t *testing.T) {
	const want = "PL61109010140000071219812874"
	for _, s := range []string{
		want, "61109010140000071219812874", "61 1090 1014 0000 0712 1981 2874",
		"PL61\u00a01090\u00a01014\u00a00000\u00a00712\u00a01981\u00a02874",
		"61-1090-1014-0000-0712-1981-2874",
		"pl61\u20111090\u20111014\u20110000\u20110712\u20111981\u20112874",
		"\u202a61 1090 1014 0000 0712 1981 2874\u202c\n",
	} {
		if got, ok := AccountNumber(s); !ok || got != want {
			t.Errorf("%q is %q", s, got)
		}
	}
	for _, s := range []string{
		"", "62109010140000071219812874", "6110901014000007121981287", "89370400440532013000",
		"PL 62109010140000071219812874",
	} {
		if got, ok := AccountNumber(s); ok {
			t.Errorf("%q is %q", s, got)
		}
	}
}

// Neighbours that change places are what people mistype; mod 97 finds all of them.
func TestIBANFindsTransposition(t *testing.T) {
	const s = "PL61109010140000071219812874"
	for i := 4; i+1 < len(s); i++ {
		swapped := s[:i] + string(s[i+1]) + string(s[i]) + s[i+2:]
		if _, ok := NormalIBAN(swapped); ok && swapped != s {
			t.Errorf("%s passes", swapped)
		}
	}
}

func FuzzIBAN(f *testing.F) {
	for _, s := range registryIBANs {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		n, ok := NormalIBAN(s)
		if !ok {
			return
		}
		if again, ok := NormalIBAN(n); !ok || again != n {
			t.Errorf("the normal form %q of %q is not normal", n, s)
		}
	})
}
