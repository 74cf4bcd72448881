package docs

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	threatTest   = regexp.MustCompile(`\[(Test\w+)\]\(([\w./-]+)\)`)
	threatAttack = regexp.MustCompile("`([a-z-]+)`")
	makeTarget   = regexp.MustCompile("`make ([a-z-]+)`")
	attackNamed  = regexp.MustCompile(`make attack ARGS=\\?"-only ([a-z,-]+)\\?"`)
	attackName   = regexp.MustCompile(`(?m)^\s*Name:\s+"([a-z]+(?:-[a-z]+)*)",`)
)

// attacks are the names of those of make attack.
func attacks(t *testing.T) (names []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, "e2e/attack/*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range attackName.FindAllStringSubmatch(string(source), -1) {
			names = append(names, m[1])
		}
	}
	if len(names) < 10 {
		t.Fatalf("found only the attacks %v", names)
	}
	return names
}

// Each threat of the threat model has a test or an attack, and those exist. An attack that no threat names is an
// omission.
func TestThreats(t *testing.T) {
	document, err := os.ReadFile(filepath.Join(root, "SECURITY.md"))
	if err != nil {
		t.Fatal(err)
	}
	makefile, err := os.ReadFile(filepath.Join(root, "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	known, rows, named := attacks(t), 0, []string{}
	_, model, _ := strings.Cut(string(document), "## Threat model")
	for line := range strings.SplitSeq(model, "\n") {
		cells := strings.Split(line, "|")
		if len(cells) != 6 || strings.HasPrefix(cells[1], " ---") || cells[1] == " attacker " {
			continue
		}
		rows++
		shown := 0
		for _, m := range threatTest.FindAllStringSubmatch(cells[4], -1) {
			source, err := os.ReadFile(filepath.Join(root, m[2]))
			if err != nil || !strings.Contains(string(source), "\nfunc "+m[1]+"(") {
				t.Errorf("%s: there is no %s in %s", strings.TrimSpace(cells[2]), m[1], m[2])
			}
			shown++
		}
		for _, m := range makeTarget.FindAllStringSubmatch(cells[4], -1) {
			if !strings.Contains(string(makefile), "\n"+m[1]+":") {
				t.Errorf("%s: there is no target %s", strings.TrimSpace(cells[2]), m[1])
			}
			shown++
		}
		if strings.Contains(cells[4], " attack") {
			for _, m := range threatAttack.FindAllStringSubmatch(makeTarget.ReplaceAllString(cells[4], ""), -1) {
				if !slices.Contains(known, m[1]) {
					t.Errorf("%s: there is no attack %q", strings.TrimSpace(cells[2]), m[1])
				}
				named = append(named, m[1])
				shown++
			}
		}
		if shown == 0 {
			t.Errorf("%s: nothing shows the defence", strings.TrimSpace(cells[2]))
		}
	}
	if rows < 15 {
		t.Errorf("only %d threats", rows)
	}
	for _, a := range known {
		if !slices.Contains(named, a) {
			t.Errorf("no threat names the attack %s", a)
		}
	}
}

// Attacks that documents name exist.
func TestAttacksOfDocuments(t *testing.T) {
	files, err := Files(root)
	if err != nil {
		t.Fatal(err)
	}
	known := attacks(t)
	for _, file := range files {
		if filepath.Ext(file) != ".md" {
			continue
		}
		text, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range attackNamed.FindAllStringSubmatch(string(text), -1) {
			for name := range strings.SplitSeq(m[1], ",") {
				if !slices.Contains(known, name) {
					t.Errorf("%s: there is no attack %q", file, name)
				}
			}
		}
	}
}
