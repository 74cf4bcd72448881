package field

import (
	"time"
)

// peselWeights are repeated over the first ten digits; the eleventh makes the sum a multiple of ten.
var peselWeights = [10]int{1, 3, 7, 9, 1, 3, 7, 9, 1, 3}

// peselCenturies is the century by what is added to the month (Act on population registration, art. 16).
var peselCenturies = [5]int{1900, 2000, 2100, 2200, 1800}

// ParsePESEL returns the date of birth that a Polish national number contains; false when the number is not valid.
func ParsePESEL(s string) (birth time.Time, ok bool) {
	if !digits(s, 11) {
		return birth, false
	}
	sum := 0
	for i, w := range peselWeights {
		sum += w * int(s[i]-'0')
	}
	if (10-sum%10)%10 != int(s[10]-'0') {
		return birth, false
	}
	two := func(i int) int { return int(s[i]-'0')*10 + int(s[i+1]-'0') }
	coded := two(2)
	year, month, day := peselCenturies[coded/20]+two(0), time.Month(coded%20), two(4)
	birth = time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
	// A date that does not exist comes out as another one.
	return birth, birth.Month() == month && birth.Day() == day
}
