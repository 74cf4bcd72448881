package field

import (
	"encoding/json"
	"os"
	"testing"
)

func TestNIP(t *testing.T) {
	raw, err := os.ReadFile("testdata/identifiers.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors struct {
		NIP struct{ Valid []string } `json:"PL_NIP"`
	}
	if err := json.Unmarshal(raw, &vectors); err != nil {
		t.Fatal(err)
	}
	if len(vectors.NIP.Valid) == 0 {
		t.Fatal("no vectors")
	}
	for _, n := range vectors.NIP.Valid {
		if !ValidNIP(n) {
			t.Errorf("%s must be valid", n)
		}
		// Every weight is prime to 11, so one wrong digit never goes unnoticed.
		for i := range n {
			for d := byte('0'); d <= '9'; d++ {
				wrong := n[:i] + string(d) + n[i+1:]
				if wrong != n && ValidNIP(wrong) {
					t.Errorf("%s must not be valid: digit %d of %s was changed", wrong, i, n)
				}
			}
		}
	}
	for s, why := range map[string]string{
		"":              "empty",
		"123456321":     "nine digits",
		"12345632180":   "eleven digits",
		"123-456-32-18": "dashes are not sent",
		"PL1234563218":  "the country is not sent",
		"0000000000":    "the check digit is right, but it is not assigned",
		"123456321x":    "a letter",
		"1234563２18":    "a digit of another script",
		"0000000010":    "wrong check digit",
		"1000000030":    "sum 6, not 0",
		"0000001900":    "the sum is 10 mod 11 for some prefixes; no digit fits then",
	} {
		t.Run(s, func(t *testing.T) {
			if ValidNIP(s) {
				t.Errorf("%q must not be valid: %s", s, why)
			}
		})
	}
	// 2*5 = 10: whatever the last digit, there is no such number.
	for d := byte('0'); d <= '9'; d++ {
		if s := "020000000" + string(d); ValidNIP(s) {
			t.Errorf("%s must not be valid: its sum is 10 mod 11", s)
		}
	}
}

func TestRegisterNumbers(t *testing.T) {
	for s, want := range map[string]bool{
		"0000123456": true, "0000000000": false, "123456": false, "000012345a": false, "00001234567": false,
	} {
		t.Run(s, func(t *testing.T) {
			if ValidKRS(s) != want {
				t.Errorf("KRS %q: want %t", s, want)
			}
		})
	}
	for s, want := range map[string]bool{
		"01234567": true, "SC123456": true, "sc123456": false, "1234567": false, "S1234567": false,
	} {
		t.Run(s, func(t *testing.T) {
			if CompaniesHouse.MatchString(s) != want {
				t.Errorf("Companies House %q: want %t", s, want)
			}
		})
	}
}
