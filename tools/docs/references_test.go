package docs

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestReferencesAreFound(t *testing.T) {
	files := []string{"docs/ledger.md", "docs/a.md", "a/b.go", "CONTRIBUTING.md"}
	for _, c := range []struct{ name, file, content, fault string }{
		{"a document that is not there", "a/b.go", "package b // As notes.md says.",
			"cites notes.md, which is not in the repository"},
		{"a document that is", "a/b.go", "package b // As docs/ledger.md says.", ""},
		{"its name alone", "a/b.go", "package b // As ledger.md says.", ""},
		{"a section of the requirements", "a/b.go", "package b // requirements 4.1", `cites "requirements 4"`},
		{"a section of nothing", "a/b.go", "package b // See section 8.", `cites "section 8"`},
		{"the section of a standard", "a/b.go", "package b // RFC 9110 section 13.1.1", ""},
		{"a code", "a/b.go", "package b // The table of A5.", `cites "A5"`},
		{"a code in a string", "a/b.go", `package b; const c = "A5"`, ""},
		{"a protocol", "a/b.go", "package b // A bucket of S3.", ""},
		{"a link to a file", "docs/a.md", "[the ledger](ledger.md)", ""},
		{"a link to a directory", "docs/a.md", "[code](../a)", ""},
		{"a link to nothing", "docs/a.md", "[code](../c)", "no file at ../c"},
		{"a picture in HTML", "docs/a.md", `<img src="ledger.md" alt="a">`, ""},
		{"a picture that is not there", "docs/a.md", `<img src="images/a.png" width="300">`, "no file at images/a.png"},
		{"a path", "docs/a.md", "`services/a.go` and `a/b.go`", "no file at services/a.go"},
		{"a path to a shared package", "docs/a.md", "`internal/b`", "no file at internal/b"},
		{"a test", "docs/a.md", "`TestA`, `FuzzA`", ""},
		{"a test that is not there", "docs/a.md", "`TestB`", "no test TestB"},
		{"a link to a heading", "docs/a.md", "# Two words, here\n[up](#two-words-here)", ""},
		{"a link to no heading", "docs/a.md", "# One\n[up](#two)", "no heading at #two"},
	} {
		t.Run(c.name, func(t *testing.T) {
			pieces := Pieces(c.file, []byte(c.content))
			faults := strings.Join(slices.Concat(
				Citations(files, pieces), Links(files, pieces), Tests(map[string]bool{"TestA": true, "FuzzA": true}, pieces),
			), "\n")
			if (faults == "") != (c.fault == "") || !strings.Contains(faults, c.fault) {
				t.Errorf("faults %q, want %q", faults, c.fault)
			}
		})
	}
}

func TestPicturesThatNoDocumentShows(t *testing.T) {
	files := []string{"docs/a.md", "docs/images/a.png", "docs/images/b.png", "docs/images/c.png", "e2e/testdata/d.png"}
	pieces := slices.Concat(
		Pieces("docs/a.md", []byte("![a](images/a.png) and b.png")),
		Pieces("docs/rules/b.md", []byte(`<img src="../images/c.png">`)),
	)
	if got := Pictures(files, pieces); !slices.Equal(got, []string{"docs/images/b.png: no document shows it"}) {
		t.Errorf("%q", got)
	}
}

func TestReferencesExist(t *testing.T) {
	files, err := Files(root)
	if err != nil {
		t.Fatal(err)
	}
	pieces, err := Read(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range Links(files, pieces) {
		t.Error(f)
	}
	for _, f := range Citations(files, pieces) {
		t.Error(f)
	}
	for _, f := range Pictures(files, pieces) {
		t.Error(f)
	}
	superseded := map[string]bool{} // such a decision names tests of its time
	for _, p := range pieces {
		if strings.HasPrefix(p.File, "docs/decisions/") && strings.Contains(p.Text, "**Status:** superseded by") {
			superseded[p.File] = true
		}
	}
	there, declared := map[string]bool{}, regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`)
	for _, file := range files {
		if !strings.HasSuffix(file, "_test.go") {
			continue
		}
		content, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range declared.FindAllSubmatch(content, -1) {
			there[string(m[1])] = true
		}
	}
	current := slices.DeleteFunc(pieces, func(p Piece) bool { return superseded[p.File] })
	for _, f := range Tests(there, current) {
		t.Error(f)
	}
}
