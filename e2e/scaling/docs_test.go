package main

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/partnerline/partnerline/testkit/repository"
)

var update = flag.Bool("update", false, "rewrite docs/scaling.md")

// The document shows what the program prints for the costs that were measured.
func TestDocumentShowsWhatIsPrinted(t *testing.T) {
	const fence = "```\n"
	file, err := repository.Path("docs/scaling.md")
	if err != nil {
		t.Fatal(err)
	}
	c, err := readCosts(measured)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	printTable(&out, c, standard)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, _ := strings.Cut(string(text), fence)
	shown, after, found := strings.Cut(rest, fence)
	if !found {
		t.Fatal("no block of figures")
	}
	if *update {
		if err := os.WriteFile(file, []byte(before+fence+out.String()+fence+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if shown != out.String() {
		t.Errorf("%s shows\n%s\nthe program prints\n%s\nrun: go test ./scaling -args -update", file, shown, out.String())
	}
}
