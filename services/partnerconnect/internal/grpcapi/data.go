package grpcapi

import (
	"strconv"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/partnerline/partnerline/internal/fault"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

// dataOf reads what a create or an update tells of the merchant: the two have the same fields.
func dataOf(r interface {
	GetApplicantType() string
	GetApplicant() *pcv1.Applicant
	GetBusiness() *pcv1.Business
	GetCompany() *pcv1.Company
	GetPayoutAccount() *pcv1.PayoutAccount
	GetReturnUrl() string
	GetMetadata() map[string]string
},
) pc.Data {
	a, b, c, p := r.GetApplicant(), r.GetBusiness(), r.GetCompany(), r.GetPayoutAccount()
	return pc.Data{
		ApplicantType: pc.ApplicantType(r.GetApplicantType()),
		Applicant: pc.Applicant{
			GivenNames: a.GetGivenNames(), FamilyName: a.GetFamilyName(), Email: a.GetEmail(), Phone: a.GetPhone(), Locale: a.GetLocale(),
		},
		Business: pc.Business{
			Name: b.GetName(), Website: b.GetWebsite(), Description: b.GetDescription(), CategoryCode: b.GetCategoryCode(),
			TaxID:   pc.TaxID{Scheme: b.GetTaxId().GetScheme(), Value: b.GetTaxId().GetValue()},
			Address: addressOf(b.GetAddress()),
		},
		Company: pc.Company{
			Register:  pc.CompanyRegister{Scheme: c.GetRegister().GetScheme(), Number: c.GetRegister().GetNumber()},
			LegalName: c.GetLegalName(), BeneficialOwners: ownersOf(c.GetBeneficialOwners()),
		},
		PayoutAccount: pc.PayoutAccount{IBAN: p.GetIban(), HolderName: p.GetHolderName()},
		ReturnURL:     r.GetReturnUrl(),
		Metadata:      r.GetMetadata(),
	}
}

// dataMessage is the inverse of dataOf.
func dataMessage(d pc.Data) *pcv1.UpdateOnboardingRequest {
	m := &pcv1.UpdateOnboardingRequest{
		ApplicantType: optional(d.ApplicantType), ReturnUrl: optional(d.ReturnURL), Metadata: d.Metadata,
		Applicant: &pcv1.Applicant{
			GivenNames: optional(d.Applicant.GivenNames), FamilyName: optional(d.Applicant.FamilyName), Email: optional(d.Applicant.Email),
			Phone: optional(d.Applicant.Phone), Locale: optional(d.Applicant.Locale),
		},
		Business: &pcv1.Business{
			Name: optional(d.Business.Name), Website: optional(d.Business.Website), Description: optional(d.Business.Description),
			CategoryCode: optional(d.Business.CategoryCode), Address: addressMessage(d.Business.Address),
		},
		Company:       &pcv1.Company{LegalName: optional(d.Company.LegalName)},
		PayoutAccount: &pcv1.PayoutAccount{Iban: optional(d.PayoutAccount.IBAN), HolderName: optional(d.PayoutAccount.HolderName)},
	}
	if t := d.Business.TaxID; t != (pc.TaxID{}) {
		m.Business.TaxId = &pcv1.TaxID{Scheme: optional(t.Scheme), Value: optional(t.Value)}
	}
	if r := d.Company.Register; r != (pc.CompanyRegister{}) {
		m.Company.Register = &pcv1.CompanyRegister{Scheme: optional(r.Scheme), Number: optional(r.Number)}
	}
	for _, o := range d.Company.BeneficialOwners {
		m.Company.BeneficialOwners = append(m.Company.BeneficialOwners, &pcv1.BeneficialOwner{
			GivenNames: optional(o.GivenNames), FamilyName: optional(o.FamilyName), DateOfBirth: optional(o.DateOfBirth), Citizenships: o.Citizenships,
		})
	}
	return m
}

// addressMessage is nil for no address.
func addressMessage(a pc.Address) *pcv1.Address {
	if a == (pc.Address{}) {
		return nil
	}
	return &pcv1.Address{
		Country: optional(a.Country), City: optional(a.City), PostalCode: optional(a.PostalCode), Street: a.Street,
		BuildingNumber: optional(a.BuildingNumber), UnitNumber: a.UnitNumber, Region: a.Region,
	}
}

func addressOf(a *pcv1.Address) pc.Address {
	return pc.Address{
		Country: a.GetCountry(), City: a.GetCity(), PostalCode: a.GetPostalCode(), Street: a.GetStreet(),
		BuildingNumber: a.GetBuildingNumber(), UnitNumber: a.GetUnitNumber(), Region: a.GetRegion(),
	}
}

func ownersOf(list []*pcv1.BeneficialOwner) []pc.BeneficialOwner {
	var out []pc.BeneficialOwner
	for _, o := range list {
		out = append(out, pc.BeneficialOwner{
			GivenNames: o.GetGivenNames(), FamilyName: o.GetFamilyName(), DateOfBirth: o.GetDateOfBirth(), Citizenships: o.GetCitizenships(),
		})
	}
	return out
}

// empties returns the optional texts that are present and empty. The domain knows an empty text as one that was not told,
// and a partner who sends one means something else.
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
			out = append(out, fault.Violation{Field: at, Code: "empty", Message: "must not be empty; leave it out if it is not known"})
		}
	}
	return out
}
