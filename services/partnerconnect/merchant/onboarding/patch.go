package onboarding

import (
	"slices"
	"strings"

	"github.com/partnerline/partnerline/internal/fault"
)

// Fields are those that a partial change names, like `applicant.email`. A named field gets the value of the change,
// and is cleared where the change has none; all others stay as they are. A name of several fields, like `applicant`,
// means each of them; an unknown name is ignored.
type Fields []string

// Pointers returns the fields, and the members that they are in, as JSON pointers.
func (f Fields) Pointers() []string {
	var out []string
	for _, path := range f {
		name, member, nested := strings.Cut(path, ".")
		out = append(out, "/"+name)
		if nested {
			out = append(out, "/"+name+"/"+member)
		}
	}
	return out
}

// Violations returns those that concern the fields. Stored data was checked when it came; it may have become invalid
// with time, but that is not the fault of this change.
func (f Fields) Violations(list []fault.Violation) []fault.Violation {
	return slices.DeleteFunc(list, func(v fault.Violation) bool {
		return !slices.ContainsFunc(f, func(path string) bool {
			at := "/" + strings.ReplaceAll(path, ".", "/")
			return v.Field == at || strings.HasPrefix(v.Field, at+"/")
		})
	})
}

// members are the first parts of the fields.
func (f Fields) members() Fields {
	var out Fields
	for _, path := range f {
		name, _, _ := strings.Cut(path, ".")
		out = append(out, name)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// concern reports whether a field is among them.
func (f Fields) concern(field string) bool {
	return slices.ContainsFunc(f, func(path string) bool { return field == path || strings.HasPrefix(field, path+".") })
}

// A patchField is a field that a partial change of a T may name.
type patchField[T any] struct {
	path string
	copy func(to, from *T)
}

func patchable[T, V any](path string, of func(*T) *V) patchField[T] {
	return patchField[T]{path, func(to, from *T) { *of(to) = *of(from) }}
}

func apply[T any](to, values *T, fields Fields, all []patchField[T]) {
	for _, f := range all {
		if fields.concern(f.path) {
			f.copy(to, values)
		}
	}
}

// dataFields are those of Data. A tax number, an address, a register entry and the lists are replaced whole.
var dataFields = []patchField[Data]{
	patchable("applicant_type", func(d *Data) *ApplicantType { return &d.ApplicantType }),
	patchable("applicant.given_names", func(d *Data) *string { return &d.Applicant.GivenNames }),
	patchable("applicant.family_name", func(d *Data) *string { return &d.Applicant.FamilyName }),
	patchable("applicant.email", func(d *Data) *string { return &d.Applicant.Email }),
	patchable("applicant.phone", func(d *Data) *string { return &d.Applicant.Phone }),
	patchable("applicant.locale", func(d *Data) *string { return &d.Applicant.Locale }),
	patchable("business.name", func(d *Data) *string { return &d.Business.Name }),
	patchable("business.website", func(d *Data) *string { return &d.Business.Website }),
	patchable("business.description", func(d *Data) *string { return &d.Business.Description }),
	patchable("business.category_code", func(d *Data) *string { return &d.Business.CategoryCode }),
	patchable("business.tax_id", func(d *Data) *TaxID { return &d.Business.TaxID }),
	patchable("business.address", func(d *Data) *Address { return &d.Business.Address }),
	patchable("company.register", func(d *Data) *CompanyRegister { return &d.Company.Register }),
	patchable("company.legal_name", func(d *Data) *string { return &d.Company.LegalName }),
	patchable("company.beneficial_owners", func(d *Data) *[]BeneficialOwner { return &d.Company.BeneficialOwners }),
	patchable("payout_account.iban", func(d *Data) *string { return &d.PayoutAccount.IBAN }),
	patchable("payout_account.holder_name", func(d *Data) *string { return &d.PayoutAccount.HolderName }),
	patchable("return_url", func(d *Data) *string { return &d.ReturnURL }),
	patchable("metadata", func(d *Data) *map[string]string { return &d.Metadata }),
}

// dataSegments are the segments of the members of Data.
var dataSegments = map[string]Segment{
	"applicant_type": ApplicantSegment, "applicant": ApplicantSegment, "business": BusinessSegment,
	"company":        CompanySegment,
	"payout_account": PayoutAccountSegment,
}

// A DataPatch is a partial change of Data.
type DataPatch struct {
	Fields Fields
	Values Data
}

// Apply returns data after the change.
func (p DataPatch) Apply(d Data) Data {
	apply(&d, &p.Values, p.Fields, dataFields)
	return d
}

// Segments returns the segments of the members that the change names, by the members' JSON pointers.
func (p DataPatch) Segments() map[string]Segment {
	out := map[string]Segment{}
	for _, name := range p.Fields.members() {
		if s, ok := dataSegments[name]; ok {
			out["/"+name] = s
		}
	}
	return out
}

// DropInapplicable drops what no longer fits the data after the partner changed it: what the register said of another
// entry, decisions of applicants that need none, and a prefilled identity where each representative identifies in the
// hosted flow.
func (o *Onboarding) DropInapplicable() {
	if o.Register != nil && o.Register.Register != o.Data.Entry() {
		o.Register, o.Decision = nil, nil
	}
	if t := o.Data.ApplicantType; t != "" && t != CompanyApplicant {
		o.Decision = nil
	}
	if o.Structure() == MultiPerson {
		o.Identity = Identity{}
	}
}
