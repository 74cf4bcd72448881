package sandbox

import (
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// FillIn adds fictitious values for what is missing and can be written as text: the sandbox's merchant. Company data
// needs the register's answer besides, documents a file.
func FillIn(o *onboarding.Onboarding) {
	d := &o.Data
	set := func(to *string, v string) {
		if *to == "" {
			*to = v
		}
	}
	if d.ApplicantType == "" {
		d.ApplicantType = onboarding.NaturalPerson
	}
	set(&d.Applicant.GivenNames, "Teodor")
	set(&d.Applicant.FamilyName, "Wzorcowy")
	set(&d.Applicant.Email, "merchant@example.com")
	set(&d.Applicant.Phone, "+48600100200")
	set(&d.Business.Website, "https://merchant.example.com")
	set(&d.Business.CategoryCode, "5732")
	set(&d.PayoutAccount.IBAN, "PL61109010140000071219812874")
	if d.ApplicantType != onboarding.NaturalPerson {
		if d.Business.TaxID.Value == "" {
			d.Business.TaxID = onboarding.TaxID{Scheme: onboarding.SchemeNIP, Value: "1234563218"}
		}
		if !d.Business.Address.Complete() {
			d.Business.Address = fictitiousAddress
		}
	}
	if d.ApplicantType == onboarding.CompanyApplicant && len(d.Company.BeneficialOwners) == 0 {
		d.Company.BeneficialOwners = []onboarding.BeneficialOwner{{
			GivenNames: d.Applicant.GivenNames, FamilyName: d.Applicant.FamilyName,
		}}
	}
	if o.Structure() == onboarding.MultiPerson || d.ApplicantType == onboarding.CompanyApplicant &&
		o.Structure() == onboarding.UnknownStructure {
		return
	}
	x := &o.Identity
	if x.NationalID.Value == "" {
		x.NationalID = onboarding.NationalID{Scheme: onboarding.SchemePESEL, Country: "PL", Value: "44051401359"}
	}
	if !x.BirthKnown() {
		x.DateOfBirth = "1980-12-31"
	}
	if x.Document.Number == "" {
		x.Document = onboarding.IdentityDocument{Type: onboarding.PolishCard, Number: "ABA300000", IssuingCountry: "PL"}
	}
	if !x.Residence.Complete() {
		x.Residence = fictitiousAddress
	}
	if x.PlaceOfBirth.Country == "" {
		x.PlaceOfBirth = onboarding.PlaceOfBirth{Country: "PL", City: "Warszawa"}
	}
	if len(x.Citizenships) == 0 {
		x.Citizenships = []string{"PL"}
	}
}

var fictitiousAddress = onboarding.Address{
	Country: "PL", City: "Warszawa", PostalCode: "00-950", Street: "Prosta", BuildingNumber: "1",
}
