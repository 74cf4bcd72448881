package field

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"testing"
	"time"
)

type identifierVectors struct {
	PESEL struct{ Valid, Invalid map[string]string } `json:"PL_PESEL"`
	Card  struct{ Valid []string }                   `json:"PL_identity_card"`
}

func readVectors(t testing.TB) (v identifierVectors) {
	t.Helper()
	raw, err := os.ReadFile("testdata/identifiers.json")
	if err == nil {
		err = json.Unmarshal(raw, &v)
	}
	if err != nil || len(v.PESEL.Valid) == 0 || len(v.PESEL.Invalid) == 0 || len(v.Card.Valid) == 0 {
		t.Fatal("no vectors", err)
	}
	return v
}

func TestPESEL(t *testing.T) {
	v := readVectors(t)
	for s, want := range v.PESEL.Valid {
		birth, ok := ParsePESEL(s)
		if !ok || birth.Format(time.DateOnly) != want {
			t.Errorf("%s: %s, %t, want %s", s, birth.Format(time.DateOnly), ok, want)
		}
		// Every weight is prime to ten, so one wrong digit never goes unnoticed.
		for i := range s {
			for d := byte('0'); d <= '9'; d++ {
				if wrong := s[:i] + string(d) + s[i+1:]; wrong != s {
					if _, ok := ParsePESEL(wrong); ok {
						t.Errorf("%s must not be valid: digit %d of %s was changed", wrong, i, s)
					}
				}
			}
		}
	}
	for s, why := range map[string]string{
		"": "empty", "4405140135": "ten digits", "440514013590": "twelve digits", "44051401３59": "a digit of another script",
		"4405140135x":   "a letter",
		"44051401359\n": "a line break", " 4405140135": "a blank",
	} {
		v.PESEL.Invalid[s] = why
	}
	for s, why := range v.PESEL.Invalid {
		if birth, ok := ParsePESEL(s); ok {
			t.Errorf("%q must not be valid: %s; it contains %s", s, why, birth)
		}
	}
}

// peselOf writes the number of a birthday.
func peselOf(birth time.Time, serial int) string {
	month := int(birth.Month()) + map[int]int{18: 80, 19: 0, 20: 20, 21: 40, 22: 60}[birth.Year()/100]
	s := fmt.Sprintf("%02d%02d%02d%04d", birth.Year()%100, month, birth.Day(), serial)
	sum := 0
	for i, w := range []int{1, 3, 7, 9, 1, 3, 7, 9, 1, 3} {
		sum += w * int(s[i]-'0')
	}
	return s + fmt.Sprint((10-sum%10)%10)
}

// Every day of five centuries has numbers, and they contain it.
func TestPESELOfEveryDay(t *testing.T) {
	for d := time.Date(1800, 1, 1, 0, 0, 0, 0, time.UTC); d.Year() < 2300; d = d.AddDate(0, 0, 1) {
		if got, ok := ParsePESEL(peselOf(d, d.YearDay())); !ok || !got.Equal(d) {
			t.Fatalf("%s: %s, %t", d, got, ok)
		}
	}
}

// What is valid is eleven digits that come back from the birthday that they contain.
func FuzzPESEL(f *testing.F) {
	for s := range readVectors(f).PESEL.Valid {
		f.Add(s)
	}
	f.Add("99023000003")
	f.Fuzz(func(t *testing.T, s string) {
		birth, ok := ParsePESEL(s)
		if !ok {
			return
		}
		var serial int
		if n, err := fmt.Sscanf(s[6:10], "%d", &serial); n != 1 || err != nil || peselOf(birth, serial) != s {
			t.Errorf("%q contains %s", s, birth)
		}
	})
}

func TestPolishIdentityCard(t *testing.T) {
	for _, s := range readVectors(t).Card.Valid {
		if !ValidPolishIdentityCard(s) {
			t.Errorf("%s must be valid", s)
		}
		for d := byte('0'); d <= '9'; d++ {
			if wrong := s[:3] + string(d) + s[4:]; wrong != s && ValidPolishIdentityCard(wrong) {
				t.Errorf("%s must not be valid: its check digit was changed", wrong)
			}
		}
	}
	for _, s := range []string{"", "ABA30000", "ABA3000000", "aba300000", "ABĄ30000", "AB1300000", "ABA30000x",
		"ABA 300000", "ABA30000\n", "300000ABA"} {
		if ValidPolishIdentityCard(s) {
			t.Errorf("%q must not be valid", s)
		}
	}
}

// documentNumber is what every identity document's number looks like.
var documentNumber = regexp.MustCompile(`^[A-Z0-9]{4,20}$`)

func FuzzPolishIdentityCard(f *testing.F) {
	f.Add("ABA300000")
	f.Fuzz(func(t *testing.T, s string) {
		if ValidPolishIdentityCard(s) && !documentNumber.MatchString(s) {
			t.Errorf("%q is no document number", s)
		}
	})
}
