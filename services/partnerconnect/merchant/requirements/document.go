package requirements

import (
	"github.com/partnerline/partnerline/internal/ids"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// A RequiredDocument is a document that a regulated activity asks for. It follows from the category code, so it is not
// stored; its id is always the same for an onboarding and a code.
type RequiredDocument struct {
	ID         onboarding.DocumentID
	Code       string
	Title      string
	Status     onboarding.DocumentStatus
	ReasonCode string // why the last upload was rejected
}

// The codes of required documents; in what is missing they follow `document:`.
const (
	LicenceCode   = "regulated_activity.licence"
	AMLPolicyCode = "regulated_activity.aml_policy"
)

var requiredTitles = map[string]string{
	LicenceCode:   "Licence, permit or register entry for the regulated activity",
	AMLPolicyCode: "Internal procedure against money laundering (AML act art. 50)",
}

// requiredCodes lists all codes, in the order in which they are reported.
var requiredCodes = []string{LicenceCode, AMLPolicyCode}

// regulated lists what a merchant category (ISO 18245) must show. A category that is not here is not regulated.
var regulated = map[string][]string{
	"4829": {LicenceCode, AMLPolicyCode}, // money transfer
	"5122": {LicenceCode},                // drugs, wholesale
	"5912": {LicenceCode},                // pharmacies
	"5921": {LicenceCode},                // alcohol
	"6010": {LicenceCode, AMLPolicyCode}, // financial institutions, cash
	"6011": {LicenceCode, AMLPolicyCode},
	"6012": {LicenceCode, AMLPolicyCode}, // financial institutions, goods and services
	"6050": {LicenceCode, AMLPolicyCode}, // quasi cash
	"6051": {LicenceCode, AMLPolicyCode}, // currencies that no central bank issues
	"6211": {LicenceCode, AMLPolicyCode}, // securities
	"6300": {LicenceCode},                // insurance
	"6540": {LicenceCode, AMLPolicyCode}, // stored value
	"7393": {LicenceCode},                // detectives and security
	"7800": {LicenceCode, AMLPolicyCode}, // lotteries
	"7801": {LicenceCode, AMLPolicyCode}, // casinos on the internet
	"7802": {LicenceCode, AMLPolicyCode}, // horse and dog races
	"7995": {LicenceCode, AMLPolicyCode}, // betting
	"8011": {LicenceCode},                // doctors
	"8062": {LicenceCode},                // hospitals
}

// RequiredDocuments returns what the merchant's category asks for and how far it is answered: the latest upload counts,
// but an accepted one is not undone by a later one.
func RequiredDocuments(o *onboarding.Onboarding) []RequiredDocument {
	var out []RequiredDocument
	for _, code := range regulated[o.Data.Business.CategoryCode] {
		r := RequiredDocument{
			ID: requiredID(o, code), Code: code, Title: requiredTitles[code], Status: onboarding.MissingDocument,
		}
		for _, d := range o.Documents {
			if d.RequiredCode == code && r.Status != onboarding.AcceptedDocument {
				r.Status, r.ReasonCode = d.Status, d.ReasonCode
			}
		}
		out = append(out, r)
	}
	return out
}

func requiredID(o *onboarding.Onboarding, code string) onboarding.DocumentID {
	// The time that an id holds is the onboarding's.
	at, _ := ids.Time(pc.RefPrefix, string(o.Ref))
	return onboarding.DocumentID(ids.Derived(onboarding.DocumentPrefix, at, string(o.Ref), code))
}

// RequiredDocumentID is the id of the required document that an upload answers; empty when it answers none.
func RequiredDocumentID(o *onboarding.Onboarding, d onboarding.Document) onboarding.DocumentID {
	if d.RequiredCode == "" {
		return ""
	}
	return requiredID(o, d.RequiredCode)
}
