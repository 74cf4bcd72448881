package requirements

import (
	"slices"
	"strings"

	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// A Detail says how an outstanding piece of data is resolved.
type Detail struct {
	Code         string
	Segment      string
	ResolvableBy Resolver
	Operation    string   // the partner's call; empty when only the merchant can resolve it
	Fields       []string // JSON pointers in the body of that call
	ReasonCode   string   // why data that was there does not count; empty when it never was
}

// A Resolver is who can provide a piece of data.
type Resolver string

// The resolvers.
const (
	ByPartner  Resolver = "partner"
	ByMerchant Resolver = "merchant"
	ByEither   Resolver = "either"
)

// The partner's calls that resolve what is missing.
const (
	OpPatch          = "PATCH /onboarding/{ref}"
	OpPrefill        = "PATCH /onboarding/{ref}/identity"
	OpRepresentation = "PUT /onboarding/{ref}/representation"
	OpInvite         = "POST /onboarding/{ref}/invitations"
	OpUpload         = "POST /onboarding/{ref}/documents"
)

// An audience is a set of columns of the table of missing data in docs/rules/onboarding.md.
type audience uint8

const (
	naturalPerson audience = 1 << iota
	soleTrader
	singlePerson
	multiPerson

	traders   = soleTrader | singlePerson | multiPerson
	companies = singlePerson | multiPerson
	people    = naturalPerson | soleTrader | singlePerson // those who are identified as the applicant
	everybody = naturalPerson | traders
)

// A Condition says when a row of the catalogue is asked, beyond its audience.
type Condition string

// The conditions.
const (
	Always            Condition = "always"
	RegulatedActivity Condition = "regulated_activity" // the category code is of a regulated activity
	IDWithoutBirth    Condition = "national_id_without_date_of_birth"
	NotSolo           Condition = "not_solo" // the representation decision asks for more people
)

// A Requirement is one row of the catalogue: whom it is asked of, when, and when it counts as provided.
type Requirement struct {
	Detail
	Condition   Condition
	Description string
	of          audience
	when        func(*onboarding.Onboarding) bool // nil: always
	has         func(*onboarding.Onboarding) bool
	reason      func(*onboarding.Onboarding) string // why what is there does not count; nil: never so
}

// Catalogue lists what an onboarding can lack, in the order in which it is reported. Codes are stable; rows are only
// added.
var Catalogue = append([]Requirement{
	required("applicant.type", ByPartner, OpPatch, everybody,
		func(o *onboarding.Onboarding) bool { return o.Data.ApplicantType != "" },
		"Natural person, sole trader or company; it decides what else is asked.", "/applicant_type"),
	required("applicant.name", ByEither, OpPatch, everybody,
		func(o *onboarding.Onboarding) bool {
			return o.Data.Applicant.GivenNames != "" && o.Data.Applicant.FamilyName != ""
		},
		"Name of the person who opens the account.", "/applicant/given_names", "/applicant/family_name"),
	required("applicant.email", ByEither, OpPatch, everybody,
		func(o *onboarding.Onboarding) bool { return o.Data.Applicant.Email != "" },
		"E-mail address of that person; the hosted flow verifies it.", "/applicant/email"),
	required("applicant.phone", ByEither, OpPatch, everybody,
		func(o *onboarding.Onboarding) bool { return o.Data.Applicant.Phone != "" },
		"Mobile number of that person; the hosted flow verifies it.", "/applicant/phone"),
	required("identity.national_id", ByPartner, OpPrefill, people,
		func(o *onboarding.Onboarding) bool { return o.Identity.NationalID.Value != "" },
		"National identification number.", "/national_id"),
	required("identity.date_of_birth", ByPartner, OpPrefill, people,
		func(o *onboarding.Onboarding) bool { return o.Identity.BirthKnown() },
		"Date of birth, where the national id does not contain it.", "/date_of_birth").
		onlyIf(IDWithoutBirth,
			func(o *onboarding.Onboarding) bool { return o.Identity.NationalID.Scheme == onboarding.SchemeOther }),
	required("identity.document", ByPartner, OpPrefill, people,
		func(o *onboarding.Onboarding) bool { return o.Identity.Document.Number != "" },
		"Identity document.", "/identity_document"),
	required("identity.residential_address", ByPartner, OpPrefill, people,
		func(o *onboarding.Onboarding) bool { return o.Identity.Residence.Complete() },
		"Where the person lives.", "/residential_address"),
	required("identity.place_of_birth", ByPartner, OpPrefill, people,
		func(o *onboarding.Onboarding) bool { return o.Identity.PlaceOfBirth.Country != "" },
		"Where the person was born.", "/place_of_birth"),
	required("identity.citizenships", ByPartner, OpPrefill, people,
		func(o *onboarding.Onboarding) bool { return len(o.Identity.Citizenships) > 0 },
		"Citizenships of the person.", "/citizenships"),
	required("business.description_or_website", ByPartner, OpPatch, everybody,
		func(o *onboarding.Onboarding) bool {
			return o.Data.Business.Description != "" || o.Data.Business.Website != ""
		},
		"What is sold to whom, in words or as a website.", "/business/description", "/business/website"),
	required("business.category", ByPartner, OpPatch, everybody,
		func(o *onboarding.Onboarding) bool { return o.Data.Business.CategoryCode != "" },
		"Merchant category code (ISO 18245).", "/business/category_code"),
	required("business.tax_id", ByPartner, OpPatch, traders,
		func(o *onboarding.Onboarding) bool { return o.Data.Business.TaxID.Value != "" },
		"Tax number.", "/business/tax_id"),
	required("business.address", ByPartner, OpPatch, traders,
		func(o *onboarding.Onboarding) bool { return o.Data.Business.Address.Complete() },
		"Registered address.", "/business/address"),
	required("company.register_number", ByPartner, OpPatch, companies,
		func(o *onboarding.Onboarding) bool { return o.Data.Company.Register.Number != "" },
		"Entry of the company in its register.", "/company/register"),
	required("company.legal_name", ByPartner, OpPatch, companies,
		func(o *onboarding.Onboarding) bool { return o.Data.Company.LegalName != "" },
		"Registered name of the company.", "/company/legal_name"),
	required("company.register_match", ByPartner, OpPatch, companies,
		func(o *onboarding.Onboarding) bool { return registerMatches(o) },
		"The register knows the company under this number, name and tax number. reason_code: not_listed, struck_off, "+
			"inactive, register_unavailable, name_mismatch or tax_id_mismatch.",
		"/company/register", "/company/legal_name", "/business/tax_id").
		withReason(func(o *onboarding.Onboarding) string { return registerReason(o) }),
	required("company.beneficial_owners", ByEither, OpPatch, companies,
		func(o *onboarding.Onboarding) bool { return len(o.Data.Company.BeneficialOwners) > 0 },
		"The natural persons who own or control the company in the end.", "/company/beneficial_owners"),
	required("payout_account.iban", ByEither, OpPatch, everybody,
		func(o *onboarding.Onboarding) bool { return o.Data.PayoutAccount.IBAN != "" },
		"Bank account that the merchant is paid to.", "/payout_account/iban"),
	required("representation.decision", ByPartner, OpRepresentation, companies,
		func(o *onboarding.Onboarding) bool { return o.Decision != nil },
		"How the applicant may bind the company; a company of a single person whose name is the applicant's has it by "+
			"itself.",
		"/is_representative").
		withReason(func(o *onboarding.Onboarding) string { return decisionReason(o) }),
	required("representation.invitation_or_poa", ByPartner, OpInvite, companies,
		func(o *onboarding.Onboarding) bool { return SignaturesAssured(o) },
		"Further signatories are invited, or a power of attorney is uploaded (POST /onboarding/{ref}/documents, "+
			"document_type power_of_attorney).",
		"/role", "/invitee").
		onlyIf(NotSolo, func(o *onboarding.Onboarding) bool { return o.Decision != nil && o.Decision.NeedsOthers() }),
}, documentRows()...)

func documentRows() []Requirement {
	var out []Requirement
	for _, code := range requiredCodes {
		find := func(o *onboarding.Onboarding) *RequiredDocument {
			for _, r := range RequiredDocuments(o) {
				if r.Code == code {
					return &r
				}
			}
			return nil
		}
		out = append(out, required("document:"+code, ByPartner, OpUpload, everybody,
			func(o *onboarding.Onboarding) bool {
				r := find(o)
				return r.Status == onboarding.ReceivedDocument || r.Status == onboarding.AcceptedDocument
			},
			requiredTitles[code]+".", "/document_id").
			onlyIf(RegulatedActivity, func(o *onboarding.Onboarding) bool { return find(o) != nil }).
			withReason(func(o *onboarding.Onboarding) string { return find(o).ReasonCode }))
	}
	return out
}

// required returns a row of the table: its code, who brings it by which call, of whom it is asked, and when it is
// there.
//
//nolint:revive // the columns of a table
func required(
	code string, by Resolver, operation string, of audience, has func(*onboarding.Onboarding) bool, description string,
	fields ...string,
) Requirement {
	return Requirement{
		Detail:    Detail{Code: code, Segment: segment(code), ResolvableBy: by, Operation: operation, Fields: fields},
		Condition: Always, Description: description, of: of, has: has,
	}
}

// onlyIf returns the row with a condition.
func (r Requirement) onlyIf(c Condition, when func(*onboarding.Onboarding) bool) Requirement {
	r.Condition, r.when = c, when
	return r
}

// withReason returns the row with the reason why data does not count.
func (r Requirement) withReason(reason func(*onboarding.Onboarding) string) Requirement {
	r.reason = reason
	return r
}

// AskedOf names the columns of the table of missing data in docs/rules/onboarding.md in which the row is.
func (r Requirement) AskedOf() []string {
	var out []string
	for _, a := range []struct {
		of   audience
		name string
	}{
		{naturalPerson, "natural_person"}, {soleTrader, "sole_trader"}, {singlePerson, "single_person_company"},
		{multiPerson, "multi_person_company"},
	} {
		if r.of&a.of != 0 {
			out = append(out, a.name)
		}
	}
	return out
}

// RequirementsOf returns the rows that concern an applicant type; all of them for none.
func RequirementsOf(t onboarding.ApplicantType) []Requirement {
	of := map[onboarding.ApplicantType]audience{
		"": everybody, onboarding.NaturalPerson: naturalPerson, onboarding.SoleTrader: soleTrader,
		onboarding.CompanyApplicant: companies,
	}[t]
	return slices.DeleteFunc(slices.Clone(Catalogue), func(r Requirement) bool { return r.of&of == 0 })
}

// segment is the part of a code before the dot or colon.
func segment(code string) string {
	if i := strings.IndexAny(code, ".:"); i >= 0 {
		return code[:i]
	}
	return code
}

// Missing returns what is outstanding, in the order of the catalogue. It is empty, never nil, when the data is complete
// and once the onboarding has ended.
func Missing(o onboarding.Onboarding) []Detail {
	out := []Detail{}
	if o.Status.Ended() {
		return out
	}
	for _, r := range AskedOf(&o) {
		asked := slices.Contains(o.Corrections, r.Code)
		if r.has(&o) && !asked {
			continue
		}
		d := r.Detail
		d.Fields = slices.Clone(d.Fields)
		if asked {
			d.ReasonCode = "correction_requested"
		} else if r.reason != nil {
			d.ReasonCode = r.reason(&o)
		}
		out = append(out, d)
	}
	return out
}

// Concerns reports whether a row of the catalogue is asked of an onboarding. Without an applicant type it is when it
// would be with any; a company whose structure is not known yet counts as one of several persons, so that no one is
// asked for an identity that is not needed.
func (r Requirement) Concerns(o *onboarding.Onboarding) bool {
	if r.when != nil && !r.when(o) {
		return false
	}
	switch o.Data.ApplicantType {
	case onboarding.NaturalPerson:
		return r.of&naturalPerson != 0
	case onboarding.SoleTrader:
		return r.of&soleTrader != 0
	case onboarding.CompanyApplicant:
		if o.Structure() == onboarding.SinglePerson {
			return r.of&singlePerson != 0
		}
		return r.of&multiPerson != 0
	}
	return r.of == everybody
}

// AskedOf returns the rows that concern an onboarding, whether the data is there or not.
func AskedOf(o *onboarding.Onboarding) []Requirement {
	return slices.DeleteFunc(slices.Clone(Catalogue), func(r Requirement) bool { return !r.Concerns(o) })
}

// Codes are the codes of what is missing, in the order of the catalogue.
func Codes(o onboarding.Onboarding) []string {
	out := []string{}
	for _, d := range Missing(o) {
		out = append(out, d.Code)
	}
	return out
}
