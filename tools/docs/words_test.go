package docs

import (
	"strings"
	"testing"
)

const root = "../.."

func TestWordsAreFound(t *testing.T) {
	for _, c := range []struct {
		name, file, content string
		found               []string
	}{
		{"a comment", "a.go", "package a // It tells the caller.\n", []string{"a.go:1: // It tells the caller."}},
		{"a line of a comment", "a.go", "package a\n/* one\ntold\n*/", []string{"a.go:3: told"}},
		{"a string", "a.go", "package a\nconst b = \"nobody is there\"", []string{`a.go:2: "nobody is there"`}},
		{"an identifier", "a.go", "package a\nfunc errToldTwice() {}", []string{"a.go:2: err told twice"}},
		{"of identifiers only", "a.go", "package a\n// two places\nvar placesLeft int", []string{"a.go:3: places left"}},
		{"a document", "a.md", "# One\n\nNobody reads this.", []string{"a.md:3: Nobody reads this."}},
		{"an allowed phrase", "a.go", "package a\nvar PlaceOfBirth string // PDF stands for a format", nil},
		{"part of a word", "a.md", "The standard untold.", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			var found []string
			for _, w := range Words {
				for _, p := range w.Found(Pieces(c.file, []byte(c.content))) {
					found = append(found, p.String())
				}
			}
			if strings.Join(found, "\n") != strings.Join(c.found, "\n") {
				t.Errorf("found %q, want %q", found, c.found)
			}
		})
	}
}

func TestEveryUseIsAFault(t *testing.T) {
	if faults := Check(Pieces("a.md", []byte("nobody\nanybody\nnobody"))); len(faults) != 2 {
		t.Errorf("%d faults, want 2: %q", len(faults), faults)
	}
}

func TestTextsUseTheGlossary(t *testing.T) {
	pieces, err := Read(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range Check(pieces) {
		t.Error(f)
	}
}
