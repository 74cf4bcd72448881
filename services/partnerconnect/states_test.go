package partnerconnect

import (
	"os"
	"testing"
)

// The document is written from the table: UPDATE_DOCS=1 writes it anew.
func TestStatesMarkdown(t *testing.T) {
	const path = "../../docs/onboarding-states.md"
	want := StatesMarkdown()
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
		t.Error("docs/onboarding-states.md is stale: run UPDATE_DOCS=1 go test -run TestStatesMarkdown ./services/partnerconnect")
	}
}
