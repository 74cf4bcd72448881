package partnerconnect

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

func (a Applicant) check(v *violations, at string) {
	v.text(at+"/given_names", a.GivenNames, 1, 100)
	v.text(at+"/family_name", a.FamilyName, 1, 100)
	v.valid(at+"/email", a.Email, validEmail, "invalid_email", "must be an e-mail address of at most 254 characters")
	v.valid(at+"/phone", a.Phone, phoneNumber.MatchString, "invalid_phone", "must be in E.164 form: + and 7 to 15 digits")
	v.valid(at+"/locale", a.Locale, languageTag.MatchString, "invalid_locale", "must be a language tag like pl or en-GB")
}
