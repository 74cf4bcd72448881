package partnerconnect

import (
	"maps"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/partnerline/partnerline/internal/fault"
)

// Data is what a partner may tell of a merchant (partner-connect.md A4). Every text may be empty: not told yet.
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

// Limits of A4.
const (
	maxURL              = 2048
	maxBeneficialOwners = 20
	maxCitizenships     = 5
	maxMetadata         = 20
	maxMetadataKey      = 40
	maxMetadataValue    = 500
)

// Check returns everything that is wrong with the data for an onboarding of c, and brings the IBAN into its normal form. It
// judges what is there; what is not there is a matter of Missing.
func (d *Data) Check(c Channel, now time.Time) []fault.Violation {
	var v violations
	oneOf(&v, "/applicant_type", d.ApplicantType, NaturalPerson, SoleTrader, CompanyApplicant)
	d.Applicant.check(&v, "/applicant")
	d.Business.check(&v, "/business")
	d.Company.check(&v, "/company", now)
	d.PayoutAccount.check(&v, "/payout_account")
	checkReturnURL(&v, "/return_url", d.ReturnURL, c)
	checkMetadata(&v, "/metadata", d.Metadata)
	return v
}

func checkReturnURL(v *violations, at, s string, c Channel) {
	if s == "" {
		return
	}
	u := parseURL(s)
	switch {
	case u == nil || u.Scheme != "https":
		v.add(at, "invalid_url", "must be an https URL of at most 2048 bytes")
	case !c.AllowsReturn(u):
		v.add(at, "url_not_allowed", "must be of an origin that the channel allows")
	}
}

func checkMetadata(v *violations, at string, m map[string]string) {
	if len(m) > maxMetadata {
		v.add(at, "too_many", "must have at most "+strconv.Itoa(maxMetadata)+" keys")
		return
	}
	for _, k := range slices.Sorted(maps.Keys(m)) {
		// The place is named without the key: a key of the wrong length is no name to show.
		if n := utf8.RuneCountInString(k); n == 0 || n > maxMetadataKey {
			v.add(at, "invalid_key", "keys must have 1 to "+strconv.Itoa(maxMetadataKey)+" characters")
		} else if utf8.RuneCountInString(m[k]) > maxMetadataValue {
			v.add(at+"/"+escapePointer(k), "too_long", "must have at most "+strconv.Itoa(maxMetadataValue)+" characters")
		}
	}
}
