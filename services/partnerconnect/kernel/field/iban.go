package field

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

var bic = regexp.MustCompile(`^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$`)

// ValidBIC reports whether s has the form of a bank's code (ISO 9362).
func ValidBIC(s string) bool { return bic.MatchString(s) }

// ibanLengths is the length of an IBAN by country (ISO 13616 registry). A country that is not here has no IBANs.
var ibanLengths = map[string]int{
	"AD": 24, "AE": 23, "AL": 28, "AT": 20, "AZ": 28, "BA": 20, "BE": 16, "BG": 22, "BH": 22, "BI": 27, "BR": 29, "BY": 28,
	"CH": 21, "CR": 22, "CY": 28, "CZ": 24, "DE": 22, "DJ": 27, "DK": 18, "DO": 28, "EE": 20, "EG": 29, "ES": 24, "FI": 18,
	"FK": 18, "FO": 18, "FR": 27, "GB": 22, "GE": 22, "GI": 23, "GL": 18, "GR": 27, "GT": 28, "HN": 28, "HR": 21, "HU": 28,
	"IE": 22, "IL": 23, "IQ": 23, "IS": 26, "IT": 27, "JO": 30, "KW": 30, "KZ": 20, "LB": 28, "LC": 32, "LI": 21, "LT": 20,
	"LU": 20, "LV": 21, "LY": 25, "MC": 27, "MD": 24, "ME": 22, "MK": 19, "MN": 20, "MR": 27, "MT": 31, "MU": 30, "NI": 28,
	"NL": 18, "NO": 15, "OM": 23, "PK": 24, "PL": 28, "PS": 29, "PT": 25, "QA": 29, "RO": 24, "RS": 22, "RU": 33, "SA": 24,
	"SC": 31, "SD": 18, "SE": 24, "SI": 19, "SK": 24, "SM": 27, "SO": 23, "ST": 25, "SV": 28, "TL": 23, "TN": 24, "TR": 26,
	"UA": 29, "VA": 22, "VG": 24, "XK": 20, "YE": 30,
}

// maxNumber bounds the bytes of a typed account number, with its separators.
const maxNumber = 128

// IBANGroups parts an IBAN into groups of four, as people read it.
func IBANGroups(iban string) []string {
	var groups []string
	for group := range slices.Chunk([]byte(iban), 4) {
		groups = append(groups, string(group))
	}
	return groups
}

// AccountNumber returns the IBAN of an account number as people and banks write it: an IBAN, or the 26 digits of a
// Polish account without its country. False when it is not valid.
func AccountNumber(s string) (string, bool) {
	if iban, ok := NormalIBAN(s); ok {
		return iban, true
	}
	if s = ungrouped(s); digits(s, ibanLengths["PL"]-len("PL")) {
		return NormalIBAN("PL" + s)
	}
	return "", false
}

// ungrouped removes what people put between the groups of a number: blanks of all kinds, and hyphens.
func ungrouped(s string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsSpace(c) || unicode.Is(unicode.Cf, c) || unicode.Is(unicode.Pd, c) {
			return -1
		}
		return c
	}, s)
}

// NormalIBAN returns an IBAN without the blanks and hyphens between its groups and in upper case; false when it is not
// valid.
func NormalIBAN(s string) (string, bool) {
	if len(s) > maxNumber {
		return "", false
	}
	s = strings.ToUpper(ungrouped(s))
	if len(s) < 5 || ibanLengths[s[:2]] != len(s) || !digits(s[2:4], 2) || s[2:4] < "02" || s[2:4] > "98" {
		return "", false
	}
	// Country and check digits go to the end; letters count from A = 10; the whole is 1 mod 97.
	rest := 0
	for _, c := range s[4:] + s[:4] {
		switch {
		case c >= '0' && c <= '9':
			rest = (rest*10 + int(c-'0')) % 97
		case c >= 'A' && c <= 'Z':
			rest = (rest*100 + int(c-'A') + 10) % 97
		default:
			return "", false
		}
	}
	return s, rest == 1
}
