package onboarding

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/partnerline/partnerline/services/partnerconnect/kernel/representation"
)

// A sole trader is confirmed by an active entry whose owner has the applicant's whole name; everything else is for a
// person to decide. The check keeps no name or number of the person.
func TestTraderCheck(t *testing.T) {
	const nip = "9990000103"
	now := time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		given, family string
		change        func(*representation.Record)
		want          RegisterOutcome
	}{
		"the owner":            {"Teodor", "Wzorcowy", nil, RegisterFound},
		"written another way":  {"TEODOR", "wzorcowy", nil, RegisterFound},
		"a further given name": {"Teodor Adam", "Wzorcowy", nil, RegisterOwnerDiffers},
		"another family name":  {"Teodor", "Nibylski", nil, RegisterOwnerDiffers},
		"no name yet":          {"", "", nil, RegisterOwnerDiffers},
		"suspended": {"Teodor", "Wzorcowy",
			func(r *representation.Record) { r.Status = representation.Inactive }, RegisterInactive},
		"struck off": {"Teodor", "Wzorcowy",
			func(r *representation.Record) { r.Status = representation.StruckOff }, RegisterStruckOff},
		"forbidden to do business": {"Teodor", "Wzorcowy",
			func(r *representation.Record) { r.Proceedings = []string{"zakazy"} }, RegisterProceedings},
	} {
		t.Run(name, func(t *testing.T) {
			o := Onboarding{Data: Data{
				ApplicantType: SoleTrader, Applicant: Applicant{GivenNames: c.given, FamilyName: c.family},
				Business: Business{TaxID: TaxID{Scheme: SchemeNIP, Value: nip}},
			}}
			r := representation.Record{
				Scheme: representation.SchemeNIP, Number: nip, TaxID: nip, Status: representation.Active, AsOf: now,
				LegalName: "SZEWC Teodor Wzorcowy",
				Members:   []representation.Member{{ID: "m1", GivenNames: "Teodor", FamilyName: "Wzorcowy"}},
			}
			if c.change != nil {
				c.change(&r)
			}
			o.ApplyTraderCheck(Checked(o.Data.Entry(), r, now), &r)
			if o.Register.Outcome != c.want || o.TraderDiffers() != (c.want != RegisterFound) {
				t.Errorf("%s, want %s", o.Register.Outcome, c.want)
			}
			kept, err := json.Marshal(o.Register)
			if err != nil {
				t.Fatal(err)
			}
			if s := string(kept); strings.Contains(s, "Wzorcowy") || strings.Contains(s, nip) {
				t.Errorf("the check holds the person: %s", s)
			}
			if o.OutdateTraderCheck(); !o.TraderDiffers() {
				t.Error("a check of other data confirms the applicant")
			}
		})
	}
	if o := (Onboarding{Data: Data{ApplicantType: SoleTrader}}); o.TraderDiffers() {
		t.Error("a sole trader needs a register")
	}
}
