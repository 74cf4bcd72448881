package grpcapi

import (
	"strconv"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/partnerline/partnerline/internal/fault"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// dataOf reads what a create or an update says of the merchant: the two have the same fields.
func dataOf(r interface {
	GetApplicantType() string
	GetApplicant() *pcv1.Applicant
	GetBusiness() *pcv1.Business
	GetCompany() *pcv1.Company
	GetPayoutAccount() *pcv1.PayoutAccount
	GetReturnUrl() string
	GetMetadata() map[string]string
},
) onboarding.Data {
	a, b, c, p := r.GetApplicant(), r.GetBusiness(), r.GetCompany(), r.GetPayoutAccount()
	return onboarding.Data{
		ApplicantType: onboarding.ApplicantType(r.GetApplicantType()),
		Applicant: onboarding.Applicant{
			GivenNames: a.GetGivenNames(), FamilyName: a.GetFamilyName(), Email: a.GetEmail(), Phone: a.GetPhone(),
			Locale: a.GetLocale(),
		},
		Business: onboarding.Business{
			Name: b.GetName(), Website: b.GetWebsite(), Description: b.GetDescription(), CategoryCode: b.GetCategoryCode(),
			TaxID:   onboarding.TaxID{Scheme: b.GetTaxId().GetScheme(), Value: b.GetTaxId().GetValue()},
			Address: addressOf(b.GetAddress()),
		},
		Company: onboarding.Company{
			Register:  onboarding.CompanyRegister{Scheme: c.GetRegister().GetScheme(), Number: c.GetRegister().GetNumber()},
			LegalName: c.GetLegalName(), BeneficialOwners: ownersOf(c.GetBeneficialOwners()),
		},
		PayoutAccount: onboarding.PayoutAccount{IBAN: p.GetIban(), HolderName: p.GetHolderName()},
		ReturnURL:     r.GetReturnUrl(),
		Metadata:      r.GetMetadata(),
	}
}

func addressOf(a *pcv1.Address) onboarding.Address {
	return onboarding.Address{
		Country: a.GetCountry(), City: a.GetCity(), PostalCode: a.GetPostalCode(), Street: a.GetStreet(),
		BuildingNumber: a.GetBuildingNumber(), UnitNumber: a.GetUnitNumber(), Region: a.GetRegion(),
	}
}

func ownersOf(list []*pcv1.BeneficialOwner) []onboarding.BeneficialOwner {
	var out []onboarding.BeneficialOwner
	for _, o := range list {
		out = append(out, onboarding.BeneficialOwner{
			GivenNames: o.GetGivenNames(), FamilyName: o.GetFamilyName(), DateOfBirth: o.GetDateOfBirth(),
			Citizenships: o.GetCitizenships(),
		})
	}
	return out
}

// empties returns the optional texts that are sent and empty. To the domain an empty text is one that was not
// provided, and a partner who sends one means something else.
func empties(m proto.Message) []fault.Violation { return emptyTexts(m.ProtoReflect(), "") }

func emptyTexts(m protoreflect.Message, path string) []fault.Violation {
	var out []fault.Violation
	fields := m.Descriptor().Fields()
	for i := range fields.Len() { // in the order of the contract
		f := fields.Get(i)
		at := path + "/" + string(f.Name())
		switch {
		case !m.Has(f) || f.IsMap():
		case f.IsList():
			for j, list := 0, m.Get(f).List(); f.Message() != nil && j < list.Len(); j++ {
				out = append(out, emptyTexts(list.Get(j).Message(), at+"/"+strconv.Itoa(j))...)
			}
		case f.Message() != nil:
			out = append(out, emptyTexts(m.Get(f).Message(), at)...)
		case f.HasPresence() && f.Kind() == protoreflect.StringKind && m.Get(f).String() == "":
			out = append(out,
				fault.Violation{Field: at, Code: "empty", Message: "must not be empty; leave it out if it is not known"})
		}
	}
	return out
}
