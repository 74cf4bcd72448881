package hostedflow

import (
	"slices"
	"strings"

	"github.com/partnerline/partnerline/internal/fingerprint"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/field"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/representation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/signing"
)

// A Fact is a line of the data that the merchant confirms or declares: what the page shows, and the whole value, which
// a mask may hide.
type Fact struct{ Key, Value, whole string }

// A Text returns the text of a key in the language of a page.
type Text func(key string) string

// Untranslated serves where it does not matter what a page shows.
func Untranslated(key string) string { return key }

// Facts lists all that a confirmation locks, in the order of the page, without what is empty. Numbers by which a
// person could be impersonated are masked so far that their owner still recognises them. If only the word of the
// link's holder vouches for the contact, what the partner provided of a person stays hidden until the identity is
// verified. What a register publishes of a company is no secret.
func Facts(o *onboarding.Onboarding, text Text) []Fact {
	s := newSheet(o, text)
	s.applicant(o.Data)
	s.companyFacts(o.Data.Company)
	s.business(o.Data.Business)
	s.identity(o.Identity)
	s.payout(o.Data.PayoutAccount)
	return s.facts
}

// DeclaredFacts lists whom the declarations name: on whose behalf the person acts, and the beneficial owners.
func DeclaredFacts(o *onboarding.Onboarding, text Text) []Fact {
	s := newSheet(o, text)
	s.person(o.Data.Applicant)
	if s.company {
		s.companyFacts(o.Data.Company)
	}
	return s.facts
}

// hidden reports whether personal data is not shown yet.
func hidden(o *onboarding.Onboarding) bool {
	return o.Flow.ContactByHolder && signing.IdentityVerdict(o) != onboarding.IdentityVerified
}

// A sheet collects facts.
type sheet struct {
	text    Text
	hidden  bool // personal data is
	company bool
	facts   []Fact
}

func newSheet(o *onboarding.Onboarding, text Text) *sheet {
	return &sheet{text: text, hidden: hidden(o), company: o.Data.ApplicantType == onboarding.CompanyApplicant}
}

// add adds a value as it is shown; whole is all that the merchant confirms with it, in whatever language the page is.
func (s *sheet) add(key, shown string, whole any) {
	if shown != "" {
		s.facts = append(s.facts, Fact{key, shown, string(fingerprint.Encode(key, whole))})
	}
}

// private shows a value, or, if it is hidden, only that there is one.
func (s *sheet) private(key, shown string, whole any) {
	if s.hidden && shown != "" {
		shown = s.text("provided")
	}
	s.add(key, shown, whole)
}

// name shows a name and what else is known of its bearer, or its first letters.
func (s *sheet) name(key, name, rest string, whole any) {
	shown := joined(", ", name, rest)
	if s.hidden {
		shown = representation.MaskName(name)
	}
	s.add(key, shown, whole)
}

func (s *sheet) applicant(d onboarding.Data) {
	a := d.Applicant
	s.add("fact_type", s.named("type_", string(d.ApplicantType)), d.ApplicantType)
	s.person(a)
	email, phone := a.Email, a.Phone
	if s.hidden { // one of the two may be the partner's
		email, phone = field.MaskEmail(email), MaskPhone(phone)
	}
	s.add("fact_email", email, a.Email)
	s.add("fact_phone", phone, a.Phone)
	s.add("fact_locale", a.Locale, a.Locale)
}

func (s *sheet) person(a onboarding.Applicant) {
	name := joined(" ", a.GivenNames, a.FamilyName)
	s.name("fact_name", name, "", [2]string{a.GivenNames, a.FamilyName})
}

func (s *sheet) companyFacts(c onboarding.Company) {
	s.add("fact_company", c.LegalName, c.LegalName)
	s.add("fact_register", joined(" ", strings.TrimPrefix(c.Register.Scheme, "PL_"), c.Register.Number), c.Register)
	for _, o := range c.BeneficialOwners {
		s.name("fact_owner", joined(" ", o.GivenNames, o.FamilyName),
			joined(", ", s.dated("born", o.DateOfBirth), strings.Join(o.Citizenships, " ")), o)
	}
}

// business is public for a company, and private otherwise.
func (s *sheet) business(b onboarding.Business) {
	show := s.private
	if s.company {
		show = s.add
		s.add("fact_business", b.Name, b.Name)
	} else {
		s.name("fact_business", b.Name, "", b.Name)
	}
	show("fact_website", b.Website, b.Website)
	show("fact_description", b.Description, b.Description)
	show("fact_category", b.CategoryCode, b.CategoryCode)
	show("fact_tax", joined(" ", strings.TrimPrefix(b.TaxID.Scheme, "PL_"), b.TaxID.Value), b.TaxID)
	show("fact_address", written(b.Address), b.Address)
}

func (s *sheet) identity(i onboarding.Identity) {
	n, d := i.NationalID, i.Document
	s.private("fact_national_id", joined(" ", strings.TrimPrefix(n.Scheme, "PL_"), tail(n.Value), n.Country), n)
	number := joined(" ", s.named("document_", d.Type), tail(d.Number), d.IssuingCountry)
	s.private("fact_document", joined(", ", number, s.dated("issued", d.IssuedOn), s.dated("expires", d.ExpiresOn)), d)
	s.private("fact_birth", i.DateOfBirth, i.DateOfBirth)
	s.private("fact_birthplace", joined(", ", i.PlaceOfBirth.City, i.PlaceOfBirth.Country), i.PlaceOfBirth)
	s.private("fact_citizenships", strings.Join(i.Citizenships, ", "), i.Citizenships)
	s.private("fact_residence", written(i.Residence), i.Residence)
}

// named is the text of a value; empty for none.
func (s *sheet) named(prefix, value string) string {
	if value == "" {
		return ""
	}
	return s.text(prefix + value)
}

func (s *sheet) dated(key, day string) string {
	if day == "" {
		return ""
	}
	return s.text(key) + " " + day
}

// payout shows the account in full, unless it is hidden: a confirmation of four digits confirms nothing.
func (s *sheet) payout(p onboarding.PayoutAccount) {
	shown := grouped(p.IBAN)
	if s.hidden && shown != "" {
		shown = field.MaskIBAN(p.IBAN)
	}
	s.add("fact_iban", shown, p.IBAN)
	s.name("fact_holder", p.HolderName, "", p.HolderName)
}

// tail masks a number but for its end: a third of it, four characters at most.
func tail(number string) string {
	n := min(4, len(number)/3)
	return strings.Repeat("*", len(number)-n) + number[len(number)-n:]
}

// written is an address on one line.
func written(a onboarding.Address) string {
	house := a.BuildingNumber
	if a.UnitNumber != "" {
		house += "/" + a.UnitNumber
	}
	return joined(", ", joined(" ", a.Street, house), joined(" ", a.PostalCode, a.City), a.Region, a.Country)
}

// joined leaves out what is empty.
func joined(by string, parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), by)
}

// grouped writes a number in groups of four, as people compare it.
func grouped(iban string) string {
	var b strings.Builder
	for i, c := range iban {
		if i > 0 && i%4 == 0 {
			b.WriteByte(' ')
		}
		b.WriteRune(c)
	}
	return b.String()
}

// MaskPhone leaves the end of a phone number.
func MaskPhone(phone string) string { return "*** *** " + phone[max(0, len(phone)-3):] }
