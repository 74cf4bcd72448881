package pages

import (
	"crypto/hmac"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/partnerline/partnerline/services/partnerconnect/field"
	"github.com/partnerline/partnerline/services/partnerconnect/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/representation"
	"github.com/partnerline/partnerline/services/partnerconnect/signing"
)

// A fact is a line of the data that the merchant confirms or declares: what the page shows, and the whole value, which a mask may hide.
type fact struct{ Key, Value, whole string }

// facts lists all that a confirmation locks, in the order of the page; what is empty is left out. Numbers by which a person could be
// impersonated are masked so far that their owner still recognises them. Where the contact is only the holder's word, all that the partner
// provided of a person stays hidden until the identity is verified. What a register publishes of a company is no secret.
func (x *exchange) facts(o *onboarding.Onboarding) []fact {
	s := sheet{page: x.page, hidden: hidden(o)}
	s.company = o.Data.ApplicantType == onboarding.CompanyApplicant
	s.applicant(o.Data)
	s.companyFacts(o.Data.Company)
	s.business(o.Data.Business)
	s.identity(o.Identity)
	s.payout(o.Data.PayoutAccount)
	return s.facts
}

// hidden reports whether what tells of a person is not shown yet.
func hidden(o *onboarding.Onboarding) bool {
	return o.Flow.ContactByHolder && signing.IdentityVerdict(o) != onboarding.IdentityVerified
}

// A sheet is where facts are written down.
type sheet struct {
	page    page
	hidden  bool // what tells of a person
	company bool
	facts   []fact
}

// add writes a value down as it is shown; whole is all that the merchant confirms with it, in whatever language the page is.
func (s *sheet) add(key, shown string, whole any) {
	if shown != "" {
		s.facts = append(s.facts, fact{key, shown, fmt.Sprintf("%+v", whole)})
	}
}

// private shows a value unless it is hidden, and that there is one if it is.
func (s *sheet) private(key, shown string, whole any) {
	if s.hidden && shown != "" {
		shown = s.page.T("provided")
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
	s.add("fact_type", s.page.T("type_"+string(d.ApplicantType)), d.ApplicantType)
	s.person(a)
	email, phone := a.Email, a.Phone
	if s.hidden { // one of the two may be the partner's
		email, phone = field.MaskEmail(email), masked(hostedflow.CodeForPhone, phone)
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

// business is a company's public face, and a person's own affair otherwise.
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
	number := joined(" ", s.page.T("document_"+d.Type), tail(d.Number), d.IssuingCountry)
	s.private("fact_document", joined(", ", number, s.dated("issued", d.IssuedOn), s.dated("expires", d.ExpiresOn)), d)
	s.private("fact_birth", i.DateOfBirth, i.DateOfBirth)
	s.private("fact_birthplace", joined(", ", i.PlaceOfBirth.City, i.PlaceOfBirth.Country), i.PlaceOfBirth)
	s.private("fact_citizenships", strings.Join(i.Citizenships, ", "), i.Citizenships)
	s.private("fact_residence", written(i.Residence), i.Residence)
}

func (s *sheet) dated(word, day string) string {
	if day == "" {
		return ""
	}
	return s.page.T(word) + " " + day
}

// payout shows the account in full, unless it is hidden: who confirms four digits confirms nothing.
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

// wholes are the values of facts by their keys, in the order of the page.
func wholes(facts []fact) map[string]string {
	out := map[string]string{}
	for _, f := range facts {
		out[f.Key] += f.whole + "\n"
	}
	return out
}

// digests is what a form carries of the facts that its page showed: a keyed digest of each, so that a form tells which of them changed
// since, and nobody finds a masked number by trying.
func (x *exchange) digests(facts []fact) string {
	values := wholes(facts)
	parts := []string{x.h.keys.Primary()}
	for _, key := range slices.Sorted(maps.Keys(values)) {
		parts = append(parts, key, x.digest(x.h.keys.Primary(), key, values[key]))
	}
	return strings.Join(parts, " ")
}

func (x *exchange) digest(kid, key, value string) string {
	return x.h.keys.Digest(kid, strings.Join([]string{"shown", string(x.session.Merchant), key, value}, "|"))
}

// unchanged returns formOld unless a form shows facts, and changedFacts when they are others by now.
func (x *exchange) unchanged(facts []fact) error {
	sent := strings.Fields(x.field("hash"))
	if len(sent)%2 == 0 || !x.h.keys.Known(sent[0]) {
		return formOld
	}
	shown := map[string]string{}
	for i := 1; i+1 < len(sent); i += 2 {
		shown[sent[i]] = sent[i+1]
	}
	var changed changedFacts
	values := wholes(facts)
	for _, f := range facts {
		if !hmac.Equal([]byte(shown[f.Key]), []byte(x.digest(sent[0], f.Key, values[f.Key]))) && !slices.Contains(changed, f.Key) {
			changed = append(changed, f.Key)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(shown)) {
		if _, there := values[key]; !there && x.page.T(key) != "" {
			changed = append(changed, key)
		}
	}
	if len(changed) > 0 {
		return changed
	}
	return nil
}

// changedFacts are keys of facts that are not as the page showed them.
type changedFacts []string

func (c changedFacts) Error() string { return "the data changed: " + strings.Join(c, ", ") }

// say names the fields in the page's language.
func (c changedFacts) say(p page) string {
	names := make([]string, len(c))
	for i, key := range c {
		names[i] = p.T(key)
	}
	return strings.ReplaceAll(p.T("review_changed"), "{fields}", strings.Join(names, ", "))
}
