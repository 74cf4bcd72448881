package representation

import (
	"strconv"
	"strings"
	"testing"
	"time"
)

// The longest texts and the most people that a record may have are read in little time, whatever they are.
func TestWorstRecordsCostLittle(t *testing.T) {
	t.Parallel()
	rec := Record{Scheme: SchemeKRS, Number: "0000123456", Status: Active}
	for i := range maxPeople {
		name := strings.Repeat("Ab", 40) + " " + strings.Repeat("c", 40)
		rec.Members = append(rec.Members, Member{
			ID: MemberID(strconv.Itoa(i)), GivenNames: name, FamilyName: name, Function: "CZŁONEK ZARZĄDU",
		})
	}
	fill := func(part string, size int) string { return strings.Repeat(part, size/len(part)) }
	for _, part := range []string{
		"a ", "a", "1", "1-", "1.1.2026 ", "Ab", "*'", "Łą ", "członek zarządu ", "dwóch członków zarządu łącznie lub ",
		"każdy członek zarządu samodzielnie, ", "w przypadku zarządu jednoosobowego ", "two members of the board jointly or ",
		"prezes zarządu łącznie z prokurentem albo ", "- ", ", ", "\u00ad", strings.Repeat("Ab", 40) + " ",
	} {
		began := time.Now()
		rec.Body.RuleText = fill(part, maxParsedText)
		rule := ParseRule(rec.Body.RuleText, rec)
		Read(rec.Body.RuleText, rule)
		Scrub(fill(part, maxRuleText), rec)
		Decide(Input{Record: rec})
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("a text of %q took %s", part, took)
		}
	}
}
