package onboarding

import (
	"github.com/partnerline/partnerline/internal/fault"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

// Why identity data is not accepted.
var (
	ErrPrefillNotApplicable = fault.New(pc.PrefillNotApplicable,
		"the company has several representatives; each identifies in the hosted flow")
	ErrStructureUnknown = fault.New(pc.CompanyStructureUnknown,
		"the register has not answered yet how many people represent the company; set company.register first")
)

// CheckPrefill returns why identity data of the main applicant is not accepted: ErrPrefillNotApplicable for a company
// of several people, ErrStructureUnknown while the register has not answered. A draft without a type is checked when it
// gets one.
func (o *Onboarding) CheckPrefill() error {
	switch {
	case o.Data.ApplicantType != CompanyApplicant, o.Structure() == SinglePerson:
		return nil
	case o.Structure() == MultiPerson:
		return ErrPrefillNotApplicable
	}
	return ErrStructureUnknown
}

// identityFields are the members of an identity. Each is replaced whole.
var identityFields = []patchField[Identity]{
	patchable("national_id", func(x *Identity) *NationalID { return &x.NationalID }),
	patchable("identity_document", func(x *Identity) *IdentityDocument { return &x.Document }),
	patchable("residential_address", func(x *Identity) *Address { return &x.Residence }),
	patchable("place_of_birth", func(x *Identity) *PlaceOfBirth { return &x.PlaceOfBirth }),
	patchable("citizenships", func(x *Identity) *[]string { return &x.Citizenships }),
	patchable("date_of_birth", func(x *Identity) *string { return &x.DateOfBirth }),
}

// An IdentityPatch is a partial change of an Identity.
type IdentityPatch struct {
	Fields Fields
	Values Identity
}

// NewIdentityPatch returns the change of the members that fields belong to.
func NewIdentityPatch(fields Fields, values Identity) IdentityPatch {
	return IdentityPatch{fields.members(), values}
}

// Apply returns an identity after the change.
func (p IdentityPatch) Apply(x Identity) Identity {
	apply(&x, &p.Values, p.Fields, identityFields)
	return x
}

// Segments returns the segments of the fields, by their JSON pointers.
func (p IdentityPatch) Segments() map[string]Segment {
	out := map[string]Segment{}
	for _, f := range identityFields {
		if p.Fields.concern(f.path) {
			out["/"+f.path] = IdentitySegment
		}
	}
	return out
}
