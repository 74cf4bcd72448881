package register

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/partnerline/partnerline/services/partnerconnect/kernel/representation"
	"github.com/partnerline/partnerline/testkit/repository"
)

const guide = "docs/guides/sandbox-data.md"

var update = flag.Bool("update", false, "write the table of the guide again")

// The guide on the sandbox's data lists each company with what happens to its first member. `go test -run
// TestGuide . -update` writes the table again.
func TestGuide(t *testing.T) {
	text, err := repository.Read(guide)
	if err != nil {
		t.Fatal(err)
	}
	const head = "| --- | --- | --- | --- | --- | --- | --- | --- |\n"
	before, table, found := strings.Cut(string(text), head)
	if !found {
		t.Fatal("the guide has no table of companies")
	}
	var want strings.Builder
	for _, r := range Fictitious() {
		want.WriteString(guideRow(r))
	}
	if table == want.String() {
		return
	}
	if !*update {
		t.Fatalf("the table of %s is not that of the companies; want\n%s", guide, want.String())
	}
	path, err := repository.Path(guide)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(before+head+want.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

func guideRow(r representation.Record) string {
	who, shown := representation.Person{GivenNames: "Ada", FamilyName: "Rowery"}, "anyone"
	if len(r.Members) > 0 && !r.Members[0].Entity && !strings.Contains(r.Members[0].FamilyName, "*") {
		who = representation.Person{GivenNames: r.Members[0].GivenNames, FamilyName: r.Members[0].FamilyName}
		shown = named(who.GivenNames) + " " + named(who.FamilyName)
	}
	d := representation.Decide(representation.Input{ApplicantIsRepresentative: true, Person: who, Record: r})
	return fmt.Sprintf("| `%s` | `%s` | %s | %s | `%s` | `%s` | %d | %s |\n", r.Scheme, r.Number, r.LegalName,
		shown, d.Mode, d.Rule.Kind, d.AdditionalSignatories, besides(r))
}

// named is a name of the register, which is in capitals, as people write it.
func named(name string) string {
	parts := strings.Fields(name)
	for i, p := range parts {
		first := []rune(p)[:1]
		parts[i] = string(first) + strings.ToLower(p[len(string(first)):])
	}
	return strings.Join(parts, " ")
}

// besides is what is unusual about a company.
func besides(r representation.Record) string {
	var out []string
	note := func(is bool, text string) {
		if is {
			out = append(out, text)
		}
	}
	note(r.Status == representation.StruckOff, "struck off")
	note(len(r.Members) == 0, "no member is listed")
	note(len(r.Procurators) > 0, "has a procurator")
	masked, suspended, entity := false, false, false
	for _, m := range r.Members {
		masked = masked || strings.Contains(m.FamilyName, "*")
		suspended = suspended || m.Suspended
		entity = entity || m.Entity
	}
	note(masked, "names are masked")
	note(suspended, "a member is suspended")
	note(entity, "a member is a company")
	note(len(r.Proceedings) > 0, "in liquidation")
	return strings.Join(out, ", ")
}
