package field

import (
	"regexp"
	"strings"
)

// ValidNIP checks a Polish tax number: ten digits, the last one the weighted sum of the others mod 11. No number has
// the sum 10.
func ValidNIP(s string) bool {
	if !digits(s, 10) {
		return false
	}
	sum := 0
	for i, weight := range []int{6, 5, 7, 2, 3, 4, 5, 6, 7} {
		sum += weight * int(s[i]-'0')
	}
	return sum%11 == int(s[9]-'0') && s != "0000000000"
}

// ValidKRS checks the form of a number of the Polish court register; it has no check digit.
func ValidKRS(s string) bool { return digits(s, 10) && s != "0000000000" }

var (
	CompaniesHouse = regexp.MustCompile(`^([0-9]{8}|[A-Z]{2}[0-9]{6})$`)
	OtherNumber    = regexp.MustCompile(`^[A-Za-z0-9-]{1,32}$`)
	CategoryCode   = regexp.MustCompile(`^[0-9]{4}$`)
	LanguageTag    = regexp.MustCompile(`^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,4}$`)
	PolishPostcode = regexp.MustCompile(`^[0-9]{2}-[0-9]{3}$`)
)

func digits(s string, n int) bool {
	return len(s) == n && !strings.ContainsFunc(s, func(r rune) bool { return r < '0' || r > '9' })
}
