package verification

import (
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// A Person is whom the identity provider verifies, as far as known.
type Person struct {
	GivenNames string
	FamilyName string
	Email      string
	Phone      string
	Locale     string
	Identity   onboarding.Identity // only of the applicant
}

// PersonOf returns the person of a session; false when the onboarding names another session of the person by now. The
// names are those that the session was begun for.
func PersonOf(o *onboarding.Onboarding, s IdentitySession) (Person, bool) {
	v, named := o.Flow.AllVerifications()[s.Invitation]
	if !named || v.SessionID != s.ID {
		return Person{}, false
	}
	p := Person{GivenNames: v.GivenNames, FamilyName: v.FamilyName}
	if s.Invitation == "" {
		a := o.Data.Applicant
		p.Email, p.Phone, p.Locale, p.Identity = a.Email, a.Phone, a.Locale, o.Identity
		return p, true
	}
	i, err := o.Invitation(s.Invitation)
	if err != nil {
		return Person{}, false
	}
	p.Email, p.Phone, p.Locale = i.Person.Email, i.Person.Phone, i.Locale
	return p, true
}
