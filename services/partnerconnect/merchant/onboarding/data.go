package onboarding

import (
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/field"
)

// Data is what a partner may provide of a merchant. Every text may be empty: not provided yet.
type Data struct {
	ApplicantType ApplicantType
	Applicant     Applicant
	Business      Business
	Company       Company
	PayoutAccount PayoutAccount
	ReturnURL     string
	Metadata      map[string]string
}

// Schemes of tax numbers and of registers.
const (
	SchemeNIP            = "PL_NIP"
	SchemeKRS            = "PL_KRS"
	SchemeCompaniesHouse = "GB_COH"
	SchemeOther          = "OTHER"
)

// Limits of fields.
const (
	maxBeneficialOwners = 20
	maxCitizenships     = 5
)

// Check returns everything that is wrong with the data for an onboarding of c, and brings IBAN and phone into their
// normal form. It checks only what is there; package requirements decides what is missing.
func (d *Data) Check(c access.Channel, now time.Time) []fault.Violation {
	var v field.Violations
	field.OneOf(&v, "/applicant_type", d.ApplicantType, NaturalPerson, SoleTrader, CompanyApplicant)
	d.Applicant.check(&v, "/applicant")
	d.Business.check(&v, "/business")
	d.Company.check(&v, "/company", now)
	d.PayoutAccount.check(&v, "/payout_account")
	checkReturnURL(&v, "/return_url", d.ReturnURL, c)
	field.CheckMetadata(&v, "/metadata", d.Metadata)
	return v
}

func checkReturnURL(v *field.Violations, at, s string, c access.Channel) {
	if s == "" {
		return
	}
	u := field.ParseURL(s)
	switch {
	case u == nil || u.Scheme != "https":
		v.Add(at, "invalid_url", "must be an https URL of at most 2048 bytes")
	case !c.AllowsReturn(u):
		v.Add(at, "url_not_allowed", "must be of an origin that the channel allows")
	}
}
