package onboarding

import (
	"github.com/partnerline/partnerline/internal/emailaddress"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/field"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/message"
)

// An ApplicantType decides what is asked of a merchant. Empty: not known yet.
type ApplicantType string

// The applicant types.
const (
	NaturalPerson    ApplicantType = "natural_person"
	SoleTrader       ApplicantType = "sole_trader"
	CompanyApplicant ApplicantType = "company"
)

// ApplicantTypes lists all types.
var ApplicantTypes = []ApplicantType{NaturalPerson, SoleTrader, CompanyApplicant}

// Applicant is the person who opens the account.
type Applicant struct {
	GivenNames string `json:"given_names,omitempty"`
	FamilyName string `json:"family_name,omitempty"`
	Email      string `json:"email,omitempty"`
	Phone      string `json:"phone,omitempty"`
	Locale     string `json:"locale,omitempty"`
}

func (a *Applicant) check(v *field.Violations, at string) {
	v.Text(at+"/given_names", a.GivenNames, 1, 100)
	v.Text(at+"/family_name", a.FamilyName, 1, 100)
	v.Valid(at+"/email", a.Email, emailaddress.Valid, "invalid_email",
		"must be an e-mail address of at most 254 characters")
	v.Phone(at+"/phone", &a.Phone)
	v.Valid(at+"/locale", a.Locale, field.LanguageTag.MatchString, "invalid_locale",
		"must be a language tag like pl or en-GB")
}

// LinkMessage brings the merchant a new link.
func LinkMessage(o *Onboarding) message.Message {
	return message.New(message.ByEmail, message.LinkTemplate, o.Data.Applicant.Email, o.Data.Applicant.Locale)
}
