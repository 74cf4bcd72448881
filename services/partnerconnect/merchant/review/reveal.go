package review

import (
	"strings"

	"github.com/partnerline/partnerline/internal/fault"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// NationalID is the field that may need a second person.
const NationalID = "national_id"

// Revealed is a field of an applicant in clear.
type Revealed struct{ Field, Value string }

// Reveal returns fields in their order. One that is not known, or was erased, is empty.
func Reveal(o onboarding.Onboarding, fields []string) []Revealed {
	out := make([]Revealed, len(fields))
	for i, f := range fields {
		out[i] = Revealed{f, reveal(o, f)}
	}
	return out
}

func reveal(o onboarding.Onboarding, f string) string {
	switch f {
	case "name":
		return joined(" ", o.Data.Applicant.GivenNames, o.Data.Applicant.FamilyName)
	case "email":
		return o.Data.Applicant.Email
	case "phone":
		return o.Data.Applicant.Phone
	case "date_of_birth":
		return o.Identity.DateOfBirth
	case "residential_address":
		return written(o.Identity.Residence)
	case "business_name":
		return o.Data.Business.Name
	case "tax_number":
		return o.Data.Business.TaxID.Value
	case "website":
		return o.Data.Business.Website
	case "category":
		return o.Data.Business.CategoryCode
	case "business_description":
		return o.Data.Business.Description
	case "business_address":
		return written(o.Data.Business.Address)
	case "identity_document":
		return joined(" ", o.Identity.Document.Type, o.Identity.Document.Number, o.Identity.Document.IssuingCountry)
	case "payout_account":
		return o.Data.PayoutAccount.IBAN
	case "new_payout_account":
		if o.AccountChange != nil {
			return o.AccountChange.Account.IBAN
		}
	case NationalID:
		return o.Identity.NationalID.Value
	}
	return ""
}

// RevealInvited returns fields of the person of an invitation in their order: name, email, phone. Its error is
// [onboarding.ErrInvitationNotFound], or says which field is not kept of an invited person.
func RevealInvited(o onboarding.Onboarding, id pc.InvitationID, fields []string) ([]Revealed, error) {
	v, err := o.Invitation(id)
	if err != nil {
		return nil, err
	}
	known := map[string]string{
		"name": joined(" ", v.Person.GivenNames, v.Person.FamilyName), "email": v.Person.Email, "phone": v.Person.Phone,
	}
	out := make([]Revealed, len(fields))
	for i, f := range fields {
		value, ok := known[f]
		if !ok {
			return nil,
				fault.Field("/fields", "unknown_value", "of an invited person only name, email and phone can be revealed")
		}
		out[i] = Revealed{f, value}
	}
	return out, nil
}

func written(a onboarding.Address) string {
	return joined(", ", joined(" ", a.Street, joined("/", a.BuildingNumber, a.UnitNumber)),
		joined(" ", a.PostalCode, a.City), a.Region, a.Country)
}

// joined joins the texts that are not empty.
func joined(with string, texts ...string) string {
	var there []string
	for _, t := range texts {
		if t != "" {
			there = append(there, t)
		}
	}
	return strings.Join(there, with)
}
