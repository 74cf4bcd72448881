package signing

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// AgreementVersion is the version of the channel agreement that is signed now. A new one is a new file; signed ones
// stay.
const AgreementVersion = "2026-11-28"

// DeclarationsVersion is the version of the declarations' texts, in all languages. It changes with any of them.
const DeclarationsVersion = "2026-11-22.2"

// AgreementLanguages are those that the agreement is written in.
var AgreementLanguages = []string{"en", "pl"}

//go:embed agreements
var agreements embed.FS

// An Agreement is a channel agreement as one merchant sees it.
type Agreement struct {
	ID      string // `agr_` id of the channel's agreement at a version
	Version string
	Text    string // plain text, paragraphs apart by empty lines
	Hash    string // SHA-256 of Text, hexadecimal: what a signature is bound to
}

// AgreementFor returns the agreement that the merchant is to sign with the partner of its channel, in a language.
func AgreementFor(o *onboarding.Onboarding, language string) Agreement {
	return agreementAt(AgreementVersion, o, language)
}

// SignedAgreement returns the agreement at the version that was signed, in a language. The id of an agreement ends in
// its version.
func SignedAgreement(s onboarding.Signature, o *onboarding.Onboarding, language string) Agreement {
	return agreementAt(s.Agreement[strings.LastIndexByte(s.Agreement, '_')+1:], o, language)
}

func agreementAt(version string, o *onboarding.Onboarding, language string) Agreement {
	if language != "pl" {
		language = "en"
	}
	raw, err := agreements.ReadFile("agreements/" + version + "." + language + ".txt")
	if err != nil {
		panic(err) // it is part of the program
	}
	text := strings.NewReplacer("{partner}", o.Owner.Partner.Name, "{channel}", o.Owner.Channel.Name, "{merchant}",
		MerchantName(o),
		"{ref}", string(o.Ref)).Replace(string(raw))
	sum := sha256.Sum256([]byte(text))
	return Agreement{
		ID:      fmt.Sprintf("agr_%s_%s", strings.TrimPrefix(string(o.Owner.Channel.ID), "chn_"), version),
		Version: version,
		Text:    text, Hash: hex.EncodeToString(sum[:]),
	}
}

// MerchantName is what the merchant is called in the agreement: the company, or the person.
func MerchantName(o *onboarding.Onboarding) string {
	if o.Data.ApplicantType == onboarding.CompanyApplicant && o.Data.Company.LegalName != "" {
		return o.Data.Company.LegalName
	}
	name := strings.TrimSpace(o.Data.Applicant.GivenNames + " " + o.Data.Applicant.FamilyName)
	if o.Data.ApplicantType == onboarding.SoleTrader && o.Data.Business.Name != "" {
		return name + ", " + o.Data.Business.Name
	}
	return name
}
