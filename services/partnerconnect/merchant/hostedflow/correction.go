package hostedflow

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/requirements"
)

// An InputGroup holds the inputs of one segment.
type InputGroup struct {
	Segment onboarding.Segment
	Inputs  []Input
}

// An Input is one text of the data. Its name is the JSON pointer of what it holds, with dots.
type Input struct {
	Name    string
	Label   string // key of its text
	Kind    string // of the HTML input, or one of those below
	Value   string
	Hint    string   // the end of a number that is not shown
	Options []string // of a choice, each with a text of its own
	set     func(d *draft, value string)
}

// Kinds of inputs that are no kinds of HTML.
const (
	CountryKind  = "country"  // a code of ISO 3166-1 alpha-2
	CategoryKind = "category" // a code of ISO 18245, alone or before the name of the category
	LinesKind    = "lines"
)

// A draft is the data while it is being corrected.
type draft struct {
	data     onboarding.Data
	identity onboarding.Identity
}

func draftOf(o *onboarding.Onboarding) *draft {
	d := &draft{o.Data, o.Identity}
	d.data.Company.BeneficialOwners = slices.Clone(o.Data.Company.BeneficialOwners)
	for i := range d.data.Company.BeneficialOwners {
		owner := &d.data.Company.BeneficialOwners[i]
		owner.Citizenships = slices.Clone(owner.Citizenships)
	}
	d.identity.Citizenships = slices.Clone(o.Identity.Citizenships)
	return d
}

func textInput(name, label string, d *draft, field func(*draft) *string) Input {
	return Input{Name: name, Label: label, Kind: "text", Value: *field(d), set: func(d *draft, v string) { *field(d) = v }}
}

func dateInput(name, label string, d *draft, field func(*draft) *string) Input {
	i := textInput(name, label, d, field)
	i.Kind = "date"
	return i
}

// secretInput is not shown; left empty, it stays as it is.
func secretInput(name, label string, d *draft, field func(*draft) *string) Input {
	i := textInput(name, label, d, field)
	i.Value, i.Hint = "", tail(*field(d))
	i.set = func(d *draft, v string) {
		if v != "" {
			*field(d) = v
		}
	}
	return i
}

// countryInput is a choice of all countries, whose codes the draft has.
func countryInput(name, label string, d *draft, field func(*draft) *string) Input {
	i := textInput(name, label, d, field)
	i.Kind = CountryKind
	return i
}

// citizenshipInputs are a choice for each citizenship and one more; those that are empty are left out in the end.
func citizenshipInputs(name string, d *draft, field func(*draft) *[]string) []Input {
	var out []Input
	for i := range len(*field(d)) + 1 {
		label := "citizenship"
		if i > 0 {
			label = "citizenship_more"
		}
		out = append(out, countryInput(name+"."+strconv.Itoa(i), label, d, func(d *draft) *string {
			for len(*field(d)) <= i {
				*field(d) = append(*field(d), "")
			}
			return &(*field(d))[i]
		}))
	}
	return out
}

// withoutEmpty leaves out what is empty; nil for nothing.
func withoutEmpty(list []string) []string {
	list = slices.DeleteFunc(list, func(s string) bool { return s == "" })
	if len(list) == 0 {
		return nil
	}
	return list
}

func addressInputs(name string, d *draft, of func(*draft) *onboarding.Address) []Input {
	part := func(last, label string, field func(*onboarding.Address) *string) Input {
		return textInput(name+"."+last, label, d, func(d *draft) *string { return field(of(d)) })
	}
	return []Input{
		part("street", "address_street", func(a *onboarding.Address) *string { return &a.Street }),
		part("building_number", "address_building", func(a *onboarding.Address) *string { return &a.BuildingNumber }),
		part("unit_number", "address_unit", func(a *onboarding.Address) *string { return &a.UnitNumber }),
		part("postal_code", "address_postcode", func(a *onboarding.Address) *string { return &a.PostalCode }),
		part("city", "address_city", func(a *onboarding.Address) *string { return &a.City }),
		part("region", "address_region", func(a *onboarding.Address) *string { return &a.Region }),
		countryInput(name+".country", "address_country", d, func(d *draft) *string { return &of(d).Country }),
	}
}

func applicantInputs(d *draft) []Input {
	return []Input{
		textInput("applicant.given_names", "given_names", d, func(d *draft) *string { return &d.data.Applicant.GivenNames }),
		textInput("applicant.family_name", "family_name", d, func(d *draft) *string { return &d.data.Applicant.FamilyName }),
	}
}

func businessInputs(d *draft) []Input {
	tax := textInput("business.tax_id.value", "fact_tax", d,
		func(d *draft) *string { return &d.data.Business.TaxID.Value })
	tax.set = func(d *draft, v string) {
		t := &d.data.Business.TaxID
		switch t.Value = v; {
		case v == "":
			t.Scheme = ""
		case t.Scheme == "":
			t.Scheme = onboarding.SchemeNIP
		}
	}
	category := textInput("business.category_code", "fact_category", d,
		func(d *draft) *string { return &d.data.Business.CategoryCode })
	category.Kind, category.set = CategoryKind, func(d *draft, v string) {
		d.data.Business.CategoryCode, _, _ = strings.Cut(v, " ")
	}
	// Browsers send line ends as CRLF.
	about := textInput("business.description", "fact_description", d,
		func(d *draft) *string { return &d.data.Business.Description })
	about.Kind, about.set = LinesKind, func(d *draft,
		v string) {
		d.data.Business.Description = strings.ReplaceAll(v, "\r\n", "\n")
	}
	return append([]Input{
		textInput("business.name", "fact_business", d, func(d *draft) *string { return &d.data.Business.Name }),
		textInput("business.website", "fact_website", d, func(d *draft) *string { return &d.data.Business.Website }),
		about,
		category, tax,
	}, addressInputs("business.address", d, func(d *draft) *onboarding.Address { return &d.data.Business.Address })...)
}

// maxOwners is how many rows the form has at most; the last ones are for more owners.
const maxOwners = 20

// ownerInputs are rows for the owners and one more. The company's name and number are the register's, and stay.
func ownerInputs(d *draft) []Input {
	var out []Input
	for i := range min(len(d.data.Company.BeneficialOwners)+1, maxOwners) {
		owner := func(d *draft) *onboarding.BeneficialOwner {
			for len(d.data.Company.BeneficialOwners) <= i {
				d.data.Company.BeneficialOwners = append(d.data.Company.BeneficialOwners, onboarding.BeneficialOwner{})
			}
			return &d.data.Company.BeneficialOwners[i]
		}
		row := "company.beneficial_owners." + strconv.Itoa(i)
		out = append(out,
			textInput(row+".given_names", "owner_given_names", d, func(d *draft) *string { return &owner(d).GivenNames }),
			textInput(row+".family_name", "owner_family_name", d, func(d *draft) *string { return &owner(d).FamilyName }),
			dateInput(row+".date_of_birth", "fact_birth", d, func(d *draft) *string { return &owner(d).DateOfBirth }))
		out = append(out, citizenshipInputs(row+".citizenships", d,
			func(d *draft) *[]string { return &owner(d).Citizenships })...)
	}
	return out
}

func payoutInputs(d *draft) []Input {
	return []Input{
		textInput("payout_account.iban", "fact_iban", d, func(d *draft) *string { return &d.data.PayoutAccount.IBAN }),
		textInput("payout_account.holder_name", "fact_holder", d,
			func(d *draft) *string { return &d.data.PayoutAccount.HolderName }),
	}
}

func identityInputs(d *draft) []Input {
	id := secretInput("national_id.value", "fact_national_id", d,
		func(d *draft) *string { return &d.identity.NationalID.Value })
	store := id.set
	id.set = func(d *draft, v string) {
		if store(d, v); v != "" && d.identity.NationalID.Scheme == "" {
			d.identity.NationalID.Scheme = onboarding.SchemePESEL
		}
	}
	kind := textInput("identity_document.type", "fact_document", d,
		func(d *draft) *string { return &d.identity.Document.Type })
	kind.Options = []string{"identity_card", "passport", "residence_card", "driving_licence"}
	out := []Input{
		id, kind,
		secretInput("identity_document.number", "document_number", d,
			func(d *draft) *string { return &d.identity.Document.Number }),
		countryInput("identity_document.issuing_country", "document_country", d,
			func(d *draft) *string { return &d.identity.Document.IssuingCountry }),
		dateInput("identity_document.issued_on", "document_issued", d,
			func(d *draft) *string { return &d.identity.Document.IssuedOn }),
		dateInput("identity_document.expires_on", "document_expires", d,
			func(d *draft) *string { return &d.identity.Document.ExpiresOn }),
		dateInput("date_of_birth", "fact_birth", d, func(d *draft) *string { return &d.identity.DateOfBirth }),
		textInput("place_of_birth.city", "birth_city", d, func(d *draft) *string { return &d.identity.PlaceOfBirth.City }),
		countryInput("place_of_birth.country", "birth_country", d,
			func(d *draft) *string { return &d.identity.PlaceOfBirth.Country }),
	}
	out = append(out,
		citizenshipInputs("citizenships", d, func(d *draft) *[]string { return &d.identity.Citizenships })...)
	return append(out,
		addressInputs("residential_address", d, func(d *draft) *onboarding.Address { return &d.identity.Residence })...)
}

// Correctable returns the inputs of the data that the merchant may correct now: segments that are not confirmed, and
// the identity where the applicant gives it. Data that is hidden until the identity is verified cannot be corrected
// either.
func Correctable(o *onboarding.Onboarding) []InputGroup {
	if !o.Status.Editable() || hidden(o) {
		return nil
	}
	d := draftOf(o)
	groups := []InputGroup{
		{onboarding.ApplicantSegment, applicantInputs(d)}, {onboarding.BusinessSegment, businessInputs(d)},
	}
	if o.Data.ApplicantType == onboarding.CompanyApplicant {
		groups = append(groups, InputGroup{onboarding.CompanySegment, ownerInputs(d)})
	}
	if o.CheckPrefill() == nil {
		groups = append(groups, InputGroup{onboarding.IdentitySegment, identityInputs(d)})
	}
	groups = append(groups, InputGroup{onboarding.PayoutAccountSegment, payoutInputs(d)})
	return slices.DeleteFunc(groups, func(g InputGroup) bool { return slices.Contains(o.Locked, g.Segment) })
}

// Correct stores the corrections that a merchant sent, by the names of inputs. A row of an owner that is empty is left
// out.
func Correct(o *onboarding.Onboarding, sent map[string]string, now time.Time) error {
	d := draftOf(o)
	for _, g := range Correctable(o) {
		for _, in := range g.Inputs {
			if value, ok := sent[in.Name]; ok {
				in.set(d, value)
			}
		}
	}
	d.identity.Citizenships = withoutEmpty(d.identity.Citizenships)
	owners := &d.data.Company.BeneficialOwners
	for i := range *owners {
		(*owners)[i].Citizenships = withoutEmpty((*owners)[i].Citizenships)
	}
	*owners = slices.DeleteFunc(*owners, func(b onboarding.BeneficialOwner) bool {
		return b.GivenNames == "" && b.FamilyName == "" && b.DateOfBirth == "" && len(b.Citizenships) == 0
	})
	if len(*owners) == 0 {
		*owners = o.Data.Company.BeneficialOwners[:0]
	}
	return requirements.Correct(o, d.data, d.identity, now)
}
