package partnerconnect

// WayTo returns the statuses on the shortest way from s to target, target last; false when no transitions lead there.
func (s Status) WayTo(target Status) ([]Status, bool) { return statusSteps.Path(s, target) }

// FillIn adds fictitious values for what is missing and can be told in words: the sandbox's merchant. Company data needs the
// register's answer besides, documents a file.
func (o *Onboarding) FillIn() {
	d := &o.Data
	set := func(to *string, v string) {
		if *to == "" {
			*to = v
		}
	}
	if d.ApplicantType == "" {
		d.ApplicantType = NaturalPerson
	}
	set(&d.Applicant.GivenNames, "Teodor")
	set(&d.Applicant.FamilyName, "Wzorcowy")
	set(&d.Applicant.Email, "merchant@example.com")
	set(&d.Applicant.Phone, "+48600100200")
	set(&d.Business.Website, "https://merchant.example.com")
	set(&d.Business.CategoryCode, "5732")
	set(&d.PayoutAccount.IBAN, "PL61109010140000071219812874")
	if d.ApplicantType != NaturalPerson {
		if d.Business.TaxID.Value == "" {
			d.Business.TaxID = TaxID{Scheme: SchemeNIP, Value: "1234563218"}
		}
		if !d.Business.Address.complete() {
			d.Business.Address = fictitiousAddress
		}
	}
	if d.ApplicantType == CompanyApplicant && len(d.Company.BeneficialOwners) == 0 {
		d.Company.BeneficialOwners = []BeneficialOwner{{GivenNames: d.Applicant.GivenNames, FamilyName: d.Applicant.FamilyName}}
	}
	if o.Structure() == MultiPerson || d.ApplicantType == CompanyApplicant && o.Structure() == UnknownStructure {
		return
	}
	x := &o.Identity
	if x.NationalID.Value == "" {
		x.NationalID = NationalID{Scheme: SchemePESEL, Country: "PL", Value: "44051401359"}
	}
	if !x.BirthKnown() {
		x.DateOfBirth = "1980-12-31"
	}
	if x.Document.Number == "" {
		x.Document = IdentityDocument{Type: polishCard, Number: "ABA300000", IssuingCountry: "PL"}
	}
	if !x.Residence.complete() {
		x.Residence = fictitiousAddress
	}
	if x.PlaceOfBirth.Country == "" {
		x.PlaceOfBirth = PlaceOfBirth{Country: "PL", City: "Warszawa"}
	}
	if len(x.Citizenships) == 0 {
		x.Citizenships = []string{"PL"}
	}
}

var fictitiousAddress = Address{Country: "PL", City: "Warszawa", PostalCode: "00-950", Street: "Prosta", BuildingNumber: "1"}

// SandboxVerdict is what the sandbox's provider reports of an identity session that it ends.
func SandboxVerdict(verified bool) SessionState {
	checks := map[string]string{documentCheck: checkPassed, livenessCheck: checkPassed}
	if !verified {
		checks[nationalIDCheck] = checkFailed
		return SessionState{Status: "failed", Checks: checks}
	}
	checks[nationalIDCheck], checks[sanctionsCheck] = checkPassed, checkPassed
	return SessionState{Status: completedSession, Checks: checks}
}
