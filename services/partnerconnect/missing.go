package partnerconnect

import "slices"

// A Detail tells how an outstanding piece of data is resolved (partner-connect.md A5).
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
	opPatch          = "PATCH /onboarding/{ref}"
	opPrefill        = "PATCH /onboarding/{ref}/identity"
	opRepresentation = "PUT /onboarding/{ref}/representation"
)

// An audience is a set of columns of the A5 table.
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

// A Requirement is one row of the catalogue: whom it is asked of, and when it is there.
type Requirement struct {
	Detail
	of  audience
	has func(*Onboarding) bool
}

// never is what no call of this version can store; it stays outstanding, which is the truth.
func never(*Onboarding) bool { return false }

// Catalogue lists what an onboarding can lack, in the order in which it is reported. Codes are stable; rows are only
// added.
var Catalogue = []Requirement{
	row("applicant.type", ByPartner, opPatch, everybody, func(o *Onboarding) bool { return o.Data.ApplicantType != "" },
		"/applicant_type"),
	row("applicant.name", ByEither, opPatch, everybody,
		func(o *Onboarding) bool {
			return o.Data.Applicant.GivenNames != "" && o.Data.Applicant.FamilyName != ""
		},
		"/applicant/given_names", "/applicant/family_name"),
	row("applicant.email", ByEither, opPatch, everybody, func(o *Onboarding) bool { return o.Data.Applicant.Email != "" },
		"/applicant/email"),
	row("applicant.phone", ByEither, opPatch, everybody, func(o *Onboarding) bool { return o.Data.Applicant.Phone != "" },
		"/applicant/phone"),
	row("identity.national_id", ByPartner, opPrefill, people, never, "/national_id"),
	row("identity.document", ByPartner, opPrefill, people, never, "/identity_document"),
	row("identity.residential_address", ByPartner, opPrefill, people, never, "/residential_address"),
	row("identity.place_of_birth", ByPartner, opPrefill, people, never, "/place_of_birth"),
	row("identity.citizenships", ByPartner, opPrefill, people, never, "/citizenships"),
	row("business.description_or_website", ByPartner, opPatch, everybody,
		func(o *Onboarding) bool { return o.Data.Business.Description != "" || o.Data.Business.Website != "" },
		"/business/description", "/business/website"),
	row("business.category", ByPartner, opPatch, everybody, func(o *Onboarding) bool { return o.Data.Business.CategoryCode != "" },
		"/business/category_code"),
	row("business.tax_id", ByPartner, opPatch, traders, func(o *Onboarding) bool { return o.Data.Business.TaxID.Value != "" },
		"/business/tax_id"),
	row("business.address", ByPartner, opPatch, traders, func(o *Onboarding) bool { return o.Data.Business.Address.complete() },
		"/business/address"),
	row("company.register_number", ByPartner, opPatch, companies, func(o *Onboarding) bool { return o.Data.Company.Register.Number != "" },
		"/company/register"),
	row("company.legal_name", ByPartner, opPatch, companies, func(o *Onboarding) bool { return o.Data.Company.LegalName != "" },
		"/company/legal_name"),
	row("company.register_match", ByPartner, opPatch, companies, never, "/company/register"),
	row("company.beneficial_owners", ByEither, opPatch, companies, func(o *Onboarding) bool { return len(o.Data.Company.BeneficialOwners) > 0 },
		"/company/beneficial_owners"),
	row("payout_account.iban", ByEither, opPatch, everybody, func(o *Onboarding) bool { return o.Data.PayoutAccount.IBAN != "" },
		"/payout_account/iban"),
	row("representation.decision", ByPartner, opRepresentation, multiPerson, never, "/is_representative"),
}

func row(code string, by Resolver, operation string, of audience, has func(*Onboarding) bool, fields ...string) Requirement {
	return Requirement{Detail{Code: code, Segment: segment(code), ResolvableBy: by, Operation: operation, Fields: fields}, of, has}
}

// segment is the part of a code before the dot.
func segment(code string) string {
	for i, c := range code {
		if c == '.' {
			return code[:i]
		}
	}
	return code
}

// complete reports whether an address can be written on an envelope; places without streets have none.
func (a Address) complete() bool {
	return a.Country != "" && a.City != "" && a.PostalCode != "" && a.BuildingNumber != ""
}

// Missing returns what is outstanding, in the order of the catalogue. It is empty, never nil, when the data is complete and
// once the onboarding has ended.
func Missing(o Onboarding) []Detail {
	out := []Detail{}
	if o.Status.Ended() {
		return out
	}
	for _, r := range Catalogue {
		if r.asked(o) && !r.has(&o) {
			d := r.Detail
			d.Fields = slices.Clone(d.Fields)
			out = append(out, d)
		}
	}
	return out
}

// asked reports whether a row of the catalogue concerns an onboarding. Without an applicant type it does when it would
// with any; a company whose structure is not known yet counts as one of several persons, so that nobody is asked
// for an identity in vain.
func (r Requirement) asked(o Onboarding) bool {
	switch o.Data.ApplicantType {
	case NaturalPerson:
		return r.of&naturalPerson != 0
	case SoleTrader:
		return r.of&soleTrader != 0
	case CompanyApplicant:
		if o.Structure() == SinglePerson {
			return r.of&singlePerson != 0
		}
		return r.of&multiPerson != 0
	}
	return r.of == everybody
}
