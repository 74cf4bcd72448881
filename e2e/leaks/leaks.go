// Package leaks finds secrets and personal data in texts that must not have any: values that a test knows, and whatever
// has the form of such.
package leaks

import (
	"math/big"
	"net/url"
	"regexp"
	"strconv"
	"strings"
)

// Known are values that must be in no text, and what each is.
type Known map[string]string

// alone is a pattern that is no part of a longer word, number or fraction: six digits are in many of them by chance.
func alone(pattern string) *regexp.Regexp {
	return regexp.MustCompile(`(?:^|[^0-9A-Za-z_.])(` + pattern + `)(?:$|[^0-9A-Za-z_])`)
}

var forms = []struct {
	what  string
	form  *regexp.Regexp
	valid func(string) bool // nil: what has the form is one
}{
	{"an e-mail address", regexp.MustCompile(`([\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[A-Za-z]{2,})`), nil},
	{"a phone number", alone(`\+[1-9][0-9]{8,14}`), nil},
	{"a national id", alone(`[0-9]{11}`), pesel},
	{"a card number", alone(`[0-9]{13,19}|[0-9]{4}(?: [0-9]{4}){3}`), luhn},
	{"an account number", alone(`[A-Z]{2}[0-9]{2}[0-9A-Z]{11,30}`), iban},
	{"an API key", regexp.MustCompile(`\b((?:pk|mk|vk)_(?:live|test)_\w+)`), nil},
	{"a signing secret", regexp.MustCompile(`\b(whsec_\w+)`), nil},
	{"a token of our programs", regexp.MustCompile(`\b((?:internal|dispatcher|partnerconnect|provider|reports)_[0-9A-Za-z]{20,})`), nil},
	{"a link", regexp.MustCompile(`/(?:connect|pay|statements)/([\w-]{16,}\.[\w-]{16,})`), nil},
}

// unescaped is a text as it is and, where that differs, as one that was escaped for a URL.
func unescaped(text string) string {
	if plain, err := url.QueryUnescape(text); err == nil && plain != text {
		text += "\n" + plain
	}
	return text
}

// In returns what the values are that a text has.
func (k Known) In(text string) (found []string) {
	text = unescaped(text)
	lower := strings.ToLower(text)
	for value, what := range k {
		if value == "" {
			found = append(found, what+" is not known")
		} else if strings.Contains(lower, strings.ToLower(value)) &&
			(len(value) > 6 || alone(regexp.QuoteMeta(value)).MatchString(text)) {
			found = append(found, what)
		}
	}
	return found
}

// Like returns what a text seems to have, by its form.
func Like(text string) (found []string) {
	text = unescaped(text)
	for _, f := range forms {
		for _, m := range f.form.FindAllStringSubmatch(text, -1) {
			if f.valid == nil || f.valid(m[1]) {
				found = append(found, f.what)
				break
			}
		}
	}
	return found
}

func pesel(digits string) bool {
	sum := 0
	for i, weight := range []int{1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1} {
		sum += weight * int(digits[i]-'0')
	}
	month := int(digits[2]-'0')%2*10 + int(digits[3]-'0')
	return sum%10 == 0 && month >= 1 && month <= 12
}

func luhn(number string) bool {
	digits, sum := strings.ReplaceAll(number, " ", ""), 0
	for i := range len(digits) {
		d := int(digits[len(digits)-1-i] - '0')
		if i%2 == 1 {
			d = d*2/10 + d*2%10
		}
		sum += d
	}
	return sum%10 == 0
}

func iban(number string) bool {
	var digits strings.Builder
	for _, r := range number[4:] + number[:4] {
		if r >= 'A' {
			digits.WriteString(strconv.Itoa(int(r - 'A' + 10)))
		} else {
			digits.WriteRune(r)
		}
	}
	n, ok := new(big.Int).SetString(digits.String(), 10)
	return ok && n.Mod(n, big.NewInt(97)).Int64() == 1
}
