package field

// identityCardWeights are those of the three letters (A = 10), the check digit (0) and the five digits behind it.
var identityCardWeights = [9]int{7, 3, 1, 0, 7, 3, 1, 7, 3}

// ValidPolishIdentityCard checks series and number of a Polish identity card: three letters and six digits, of which
// the first is the weighted sum of all others mod ten.
func ValidPolishIdentityCard(s string) bool {
	if len(s) != 9 || !digits(s[3:], 6) {
		return false
	}
	sum := 0
	for i, w := range identityCardWeights {
		c := s[i]
		switch {
		case i >= 3:
			sum += w * int(c-'0')
		case c >= 'A' && c <= 'Z':
			sum += w * int(c-'A'+10)
		default:
			return false
		}
	}
	return sum%10 == int(s[3]-'0')
}
