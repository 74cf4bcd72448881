package register

import (
	"strings"
	"testing"

	"github.com/partnerline/partnerline/services/partnerconnect/kernel/representation"
)

func TestFictitiousCompaniesAreValid(t *testing.T) {
	all := Fictitious()
	if len(all) < 40 {
		t.Fatalf("%d companies", len(all))
	}
	seen := map[string]bool{}
	for _, r := range all {
		if e := r.Check(); e != nil {
			t.Errorf("%s: %v", r.LegalName, e)
		}
		if seen[r.Scheme+r.Number] || seen[r.LegalName] {
			t.Errorf("%s comes twice", r.LegalName)
		}
		seen[r.Scheme+r.Number], seen[r.LegalName] = true, true
		if r.Scheme == representation.SchemeKRS && !strings.HasPrefix(r.Number, "999") {
			t.Errorf("%s could be real", r.Number)
		}
		for _, m := range r.Members {
			for _, name := range strings.Fields(m.Name()) {
				if !m.Entity && len(name) > 3 && !strings.Contains(name, "*") && strings.Contains(r.Body.RuleText, name) {
					t.Errorf("%s: the rule text names %s", r.LegalName, name)
				}
			}
		}
	}
}

// There is a company to try every branch with: number, structure, kind of rule, and how its first member may act.
func TestFictitiousCoverage(t *testing.T) {
	by := map[string]representation.Record{}
	for _, r := range Fictitious() {
		by[r.Number] = r
	}
	for number, want := range map[string]string{
		"9990000001": "single_person solo solo",                 // each alone
		"9990000002": "single_person specific solo",             // board below its rule
		"9990000003": "single_person unparsed solo",             // no text
		"9990000004": "single_person solo solo",                 // by size of the board
		"9990000005": "single_person solo proxy",                // suspended
		"9990000007": "multi_person solo solo",                  // each alone
		"9990000009": "multi_person joint co_representative",    // two of four
		"9990000011": "multi_person all co_representative",      // all
		"9990000012": "multi_person specific solo",              // president alone or two
		"9990000014": "multi_person specific co_representative", // member and procurator
		"9990000017": "multi_person specific co_representative", // named pair
		"9990000018": "multi_person specific solo",              // named alone
		"9990000019": "multi_person joint co_representative",    // the other is suspended
		"9990000022": "unknown unparsed proxy",                  // struck off, no one is listed
		"9990000023": "multi_person joint proxy",                // struck off
		"9990000024": "multi_person unparsed co_representative", // a limit
		"9990000026": "multi_person unparsed co_representative", // the others
		"9990000028": "multi_person solo proxy",                 // masked: the mask itself is no person
		"9990000030": "multi_person specific co_representative", // by size of the board
		"9990000031": "multi_person joint co_representative",    // three
		"9990000034": "multi_person solo solo",                  // partnership
		"9990000036": "unknown solo proxy",                      // a legal person as partner
		"9990000039": "multi_person solo solo",                  // directors
		"9990000040": "multi_person specific co_representative", // functions of a foundation
		"9990000042": "single_person solo proxy",                // in liquidation
		"99900001":   "single_person unparsed solo",
		"99900002":   "multi_person unparsed co_representative",
	} {
		t.Run(number, func(t *testing.T) {
			r, ok := by[number]
			if !ok {
				t.Errorf("%s is not there", number)
				return
			}
			var who representation.Person
			if len(r.Members) > 0 {
				who = representation.Person{GivenNames: r.Members[0].GivenNames, FamilyName: r.Members[0].FamilyName}
			}
			d := representation.Decide(representation.Input{ApplicantIsRepresentative: true, Person: who, Record: r})
			if got := string(representation.Structure(r)) + " " + string(r.Body.Rule.Kind) + " " + string(d.Mode); got != want {
				t.Errorf("%s %s: %s, want %s", number, r.LegalName, got, want)
			}
		})
	}
}
