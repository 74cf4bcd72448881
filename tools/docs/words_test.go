package docs

import (
	"flag"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "lower the numbers of left.txt to what is left")

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

func TestOneMoreIsAFault(t *testing.T) {
	pieces := Pieces("a.md", []byte("nobody\nnobody"))
	for left, faults := range map[int]int{1: 1, 2: 0, 3: 0} {
		got, now := Left{"nobody": left}.Check(pieces)
		if len(got) != faults || now["nobody"] != 2 {
			t.Errorf("%d left: %d faults, %d now", left, len(got), now["nobody"])
		}
	}
}

func TestWords(t *testing.T) {
	pieces, err := Read(root)
	if err != nil {
		t.Fatal(err)
	}
	faults, now := readLeft(t).Check(pieces)
	for _, f := range faults {
		t.Error(f)
	}
	if *update && len(faults) == 0 {
		files, err := Files(root)
		if err != nil {
			t.Fatal(err)
		}
		now[citation] = len(Citations(files, pieces))
		if err := os.WriteFile("left.txt", []byte(now.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func readLeft(t *testing.T) Left {
	t.Helper()
	text, err := os.ReadFile("left.txt")
	if err != nil {
		t.Fatal(err)
	}
	left, err := ParseLeft(text)
	if err != nil {
		t.Fatal(err)
	}
	return left
}
