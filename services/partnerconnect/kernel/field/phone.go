package field

import (
	"regexp"
	"strings"

	"github.com/nyaruka/phonenumbers"
)

// typedPhone is a number as people type it, without separators.
var typedPhone = regexp.MustCompile(`^\+?[0-9]{7,17}$`)

// homeRegion is the country of numbers without a country code. A person's number has nine digits there; those of pagers
// and machines have other lengths.
const (
	homeRegion = "PL"
	homeCode   = 48
	homeDigits = 9
)

// PhoneNumber returns a phone number as people type it in E.164: a number without country code is Polish, and 00 is a
// plus. False when there is no such country code, or when numbers of the country have another length.
func PhoneNumber(s string) (string, bool) {
	if len(s) > maxNumber {
		return "", false
	}
	s = strings.NewReplacer("(", "", ")", "", "/", "", ".", "").Replace(ungrouped(s))
	if rest, ok := strings.CutPrefix(s, "00"); ok {
		s = "+" + rest
	}
	if !typedPhone.MatchString(s) {
		return "", false
	}
	n, err := phonenumbers.Parse(s, homeRegion)
	if err != nil || phonenumbers.IsPossibleNumberWithReason(n) != phonenumbers.IS_POSSIBLE {
		return "", false
	}
	if n.GetCountryCode() == homeCode && len(phonenumbers.GetNationalSignificantNumber(n)) != homeDigits {
		return "", false
	}
	return phonenumbers.Format(n, phonenumbers.E164), true
}

// Phone checks an optional phone number and brings it into E.164.
func (v *Violations) Phone(field string, s *string) {
	if *s == "" {
		return
	}
	n, ok := PhoneNumber(*s)
	if !ok {
		v.Add(field, "invalid_phone", "must be in E.164 form: + and 7 to 15 digits")
		return
	}
	*s = n
}
