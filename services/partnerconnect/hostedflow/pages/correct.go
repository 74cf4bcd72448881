package pages

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/requirements"
)

// correctView is the form in which the merchant corrects what the partner provided.
type correctView struct {
	Groups []inputGroup
	Hash   string // digests of what is stored
}

// An inputGroup holds the inputs of one segment.
type inputGroup struct {
	Segment onboarding.Segment
	Inputs  []input
}

// An input is one text of the data. Its name is the JSON pointer of what it holds, with dots.
type input struct {
	Name    string
	Label   string // key of the words
	Kind    string // of the HTML input
	Value   string
	Hint    string   // the end of a number that is not shown
	Options []string // of a choice, each with the key of its words
	set     func(d *draft, value string)
}

// A draft is the data while it is being corrected.
type draft struct {
	data     onboarding.Data
	identity onboarding.Identity
}

func draftOf(o *onboarding.Onboarding) *draft {
	d := &draft{o.Data, o.Identity}
	d.data.Company.BeneficialOwners = slices.Clone(o.Data.Company.BeneficialOwners)
	return d
}

func text(name, label string, d *draft, field func(*draft) *string) input {
	return input{Name: name, Label: label, Kind: "text", Value: *field(d), set: func(d *draft, v string) { *field(d) = v }}
}

func date(name, label string, d *draft, field func(*draft) *string) input {
	i := text(name, label, d, field)
	i.Kind = "date"
	return i
}

// secret is not shown; left empty, it stays as it is.
func secret(name, label string, d *draft, field func(*draft) *string) input {
	i := text(name, label, d, field)
	i.Value, i.Hint = "", tail(*field(d))
	i.set = func(d *draft, v string) {
		if v != "" {
			*field(d) = v
		}
	}
	return i
}

// countries are codes with blanks or commas between.
func countries(name, label string, d *draft, field func(*draft) *[]string) input {
	return input{Name: name, Label: label, Kind: "text", Value: strings.Join(*field(d), ", "), set: func(d *draft, v string) {
		*field(d) = strings.Fields(strings.ToUpper(strings.ReplaceAll(v, ",", " ")))
		if len(*field(d)) == 0 {
			*field(d) = nil
		}
	}}
}

func addressInputs(name string, d *draft, of func(*draft) *onboarding.Address) []input {
	part := func(last, label string, field func(*onboarding.Address) *string) input {
		return text(name+"."+last, label, d, func(d *draft) *string { return field(of(d)) })
	}
	return []input{
		part("street", "address_street", func(a *onboarding.Address) *string { return &a.Street }),
		part("building_number", "address_building", func(a *onboarding.Address) *string { return &a.BuildingNumber }),
		part("unit_number", "address_unit", func(a *onboarding.Address) *string { return &a.UnitNumber }),
		part("postal_code", "address_postcode", func(a *onboarding.Address) *string { return &a.PostalCode }),
		part("city", "address_city", func(a *onboarding.Address) *string { return &a.City }),
		part("region", "address_region", func(a *onboarding.Address) *string { return &a.Region }),
		part("country", "address_country", func(a *onboarding.Address) *string { return &a.Country }),
	}
}

func applicantInputs(d *draft) []input {
	return []input{
		text("applicant.given_names", "given_names", d, func(d *draft) *string { return &d.data.Applicant.GivenNames }),
		text("applicant.family_name", "family_name", d, func(d *draft) *string { return &d.data.Applicant.FamilyName }),
	}
}

func businessInputs(d *draft) []input {
	tax := text("business.tax_id.value", "fact_tax", d, func(d *draft) *string { return &d.data.Business.TaxID.Value })
	tax.set = func(d *draft, v string) {
		t := &d.data.Business.TaxID
		switch t.Value = v; {
		case v == "":
			t.Scheme = ""
		case t.Scheme == "":
			t.Scheme = onboarding.SchemeNIP
		}
	}
	// Browsers write the ends of lines as forms do.
	about := text("business.description", "fact_description", d, func(d *draft) *string { return &d.data.Business.Description })
	about.Kind, about.set = "lines", func(d *draft, v string) { d.data.Business.Description = strings.ReplaceAll(v, "\r\n", "\n") }
	return append([]input{
		text("business.name", "fact_business", d, func(d *draft) *string { return &d.data.Business.Name }),
		text("business.website", "fact_website", d, func(d *draft) *string { return &d.data.Business.Website }),
		about,
		text("business.category_code", "fact_category", d, func(d *draft) *string { return &d.data.Business.CategoryCode }),
		tax,
	}, addressInputs("business.address", d, func(d *draft) *onboarding.Address { return &d.data.Business.Address })...)
}

// maxOwners is how many rows the form has at most; the last ones are for more owners.
const maxOwners = 20

// ownerInputs are rows for the owners and one more. The company's name and number are the register's, and stay.
func ownerInputs(d *draft) []input {
	var out []input
	for i := range min(len(d.data.Company.BeneficialOwners)+1, maxOwners) {
		owner := func(d *draft) *onboarding.BeneficialOwner {
			for len(d.data.Company.BeneficialOwners) <= i {
				d.data.Company.BeneficialOwners = append(d.data.Company.BeneficialOwners, onboarding.BeneficialOwner{})
			}
			return &d.data.Company.BeneficialOwners[i]
		}
		row := "company.beneficial_owners." + strconv.Itoa(i)
		out = append(out,
			text(row+".given_names", "owner_given_names", d, func(d *draft) *string { return &owner(d).GivenNames }),
			text(row+".family_name", "owner_family_name", d, func(d *draft) *string { return &owner(d).FamilyName }),
			date(row+".date_of_birth", "fact_birth", d, func(d *draft) *string { return &owner(d).DateOfBirth }),
			countries(row+".citizenships", "fact_citizenships", d, func(d *draft) *[]string { return &owner(d).Citizenships }))
	}
	return out
}

func payoutInputs(d *draft) []input {
	return []input{
		text("payout_account.iban", "fact_iban", d, func(d *draft) *string { return &d.data.PayoutAccount.IBAN }),
		text("payout_account.holder_name", "fact_holder", d, func(d *draft) *string { return &d.data.PayoutAccount.HolderName }),
	}
}

func identityInputs(d *draft) []input {
	id := secret("national_id.value", "fact_national_id", d, func(d *draft) *string { return &d.identity.NationalID.Value })
	store := id.set
	id.set = func(d *draft, v string) {
		if store(d, v); v != "" && d.identity.NationalID.Scheme == "" {
			d.identity.NationalID.Scheme = onboarding.SchemePESEL
		}
	}
	kind := text("identity_document.type", "fact_document", d, func(d *draft) *string { return &d.identity.Document.Type })
	kind.Options = []string{"identity_card", "passport", "residence_card", "driving_licence"}
	out := []input{
		id, kind,
		secret("identity_document.number", "document_number", d, func(d *draft) *string { return &d.identity.Document.Number }),
		text("identity_document.issuing_country", "document_country", d, func(d *draft) *string { return &d.identity.Document.IssuingCountry }),
		date("identity_document.issued_on", "document_issued", d, func(d *draft) *string { return &d.identity.Document.IssuedOn }),
		date("identity_document.expires_on", "document_expires", d, func(d *draft) *string { return &d.identity.Document.ExpiresOn }),
		date("date_of_birth", "fact_birth", d, func(d *draft) *string { return &d.identity.DateOfBirth }),
		text("place_of_birth.city", "birth_city", d, func(d *draft) *string { return &d.identity.PlaceOfBirth.City }),
		text("place_of_birth.country", "birth_country", d, func(d *draft) *string { return &d.identity.PlaceOfBirth.Country }),
		countries("citizenships", "fact_citizenships", d, func(d *draft) *[]string { return &d.identity.Citizenships }),
	}
	return append(out, addressInputs("residential_address", d, func(d *draft) *onboarding.Address { return &d.identity.Residence })...)
}

// correctable are the inputs of what the merchant may correct now: segments that are not confirmed, and the identity where it is the
// applicant's to give. What is hidden until the identity is verified cannot be corrected either.
func correctable(o *onboarding.Onboarding) []inputGroup {
	if !o.Status.Editable() || hidden(o) {
		return nil
	}
	d := draftOf(o)
	groups := []inputGroup{{onboarding.ApplicantSegment, applicantInputs(d)}, {onboarding.BusinessSegment, businessInputs(d)}}
	if o.Data.ApplicantType == onboarding.CompanyApplicant {
		groups = append(groups, inputGroup{onboarding.CompanySegment, ownerInputs(d)})
	}
	if o.CheckPrefill() == nil {
		groups = append(groups, inputGroup{onboarding.IdentitySegment, identityInputs(d)})
	}
	groups = append(groups, inputGroup{onboarding.PayoutAccountSegment, payoutInputs(d)})
	return slices.DeleteFunc(groups, func(g inputGroup) bool { return slices.Contains(o.Locked, g.Segment) })
}

func (x *exchange) viewCorrect() error {
	v := correctView{Groups: correctable(&x.o), Hash: x.digests(x.facts(&x.o))}
	for _, g := range v.Groups {
		for i := range g.Inputs {
			if in := &g.Inputs[i]; x.page.sent != nil {
				in.Value = x.page.Was(in.Name)
			}
		}
	}
	x.page.Data = v
	return nil
}

// actCorrect stores the corrections; the review shows them.
func (x *exchange) actCorrect() error {
	err := x.change("Correct", func(o *onboarding.Onboarding) error {
		if err := x.unchanged(x.facts(o)); err != nil {
			return err
		}
		d := draftOf(o)
		for _, g := range correctable(o) {
			for _, in := range g.Inputs {
				if _, sent := x.R.PostForm[in.Name]; sent {
					in.set(d, strings.TrimSpace(x.field(in.Name)))
				}
			}
		}
		d.data.Company.BeneficialOwners = slices.DeleteFunc(d.data.Company.BeneficialOwners, func(b onboarding.BeneficialOwner) bool {
			return b.GivenNames == "" && b.FamilyName == "" && b.DateOfBirth == "" && len(b.Citizenships) == 0
		})
		if len(d.data.Company.BeneficialOwners) == 0 {
			d.data.Company.BeneficialOwners = o.Data.Company.BeneficialOwners[:0]
		}
		return requirements.Correct(o, d.data, d.identity, x.now)
	})
	var f *fault.Error
	if errors.As(err, &f) && len(f.Violations) > 0 && f.Reason != fault.SegmentLocked {
		v := f.Violations[0]
		at := strings.ReplaceAll(strings.TrimPrefix(v.Field, "/"), "/", ".")
		for _, key := range []string{"field_" + v.Code, "field_wrong"} {
			if x.page.T(key) != "" {
				return mistake{key, at}
			}
		}
	}
	return err
}
