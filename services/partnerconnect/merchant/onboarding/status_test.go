package onboarding

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/partnerline/partnerline/testkit/repository"
)

// The document is written from the table: UPDATE_DOCS=1 writes it again.
func TestStatesMarkdown(t *testing.T) {
	path, err := repository.Path("docs/onboarding-states.md")
	if err != nil {
		t.Fatal(err)
	}
	want := statesMarkdown()
	if os.Getenv("UPDATE_DOCS") != "" {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Error(
			"docs/onboarding-states.md is stale: run UPDATE_DOCS=1 go test -run TestStatesMarkdown " +
				"./services/partnerconnect/merchant/onboarding",
		)
	}
}

// statesMarkdown is the state machine as a document.
func statesMarkdown() string {
	var b strings.Builder
	b.WriteString("# States of an onboarding\n\nGenerated from the table of transitions " +
		"(`services/partnerconnect/merchant/onboarding/status.go`); a test fails when they differ.\n\n" +
		"```mermaid\nstateDiagram-v2\n    [*] --> draft: POST /onboarding\n")
	for _, t := range Transitions {
		fmt.Fprintf(&b, "    %s --> %s: %s\n", t.From, t.To, t.Trigger)
	}
	b.WriteString("```\n\n| from | to | trigger | who | in the same transaction |\n| --- | --- | --- | --- | --- |\n")
	for _, t := range Transitions {
		fmt.Fprintf(&b, "| `%s` | `%s` | %s | %s | %s |\n", t.From, t.To, t.Trigger, t.By, t.Also)
	}
	return b.String()
}
