package pages

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/partnerline/partnerline/internal/eventfilter"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/testkit/repository"
)

// Every text that the templates name is there in both languages, and what follows from a value has one for each value.
func TestTexts(t *testing.T) {
	texts := catalogue()
	names, err := fs.Glob(assets, "assets/*.html")
	if err != nil || len(names) < 4 {
		t.Fatalf("%v, %v", names, err)
	}
	for _, name := range names {
		source, err := fs.ReadFile(assets, name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`\.T "(\w+)"`).FindAllStringSubmatch(string(source), -1) {
			for lang, all := range texts {
				if all[m[1]] == "" {
					t.Errorf("%s: %q has no text in %s", name, m[1], lang)
				}
			}
		}
	}
	for key, text := range texts["en"] {
		if text == "" || texts["pl"][key] == "" {
			t.Errorf("%s is empty", key)
		}
		if cause, ok := strings.CutPrefix(key, "cause_"); ok && texts["en"]["remedy_"+cause] == "" {
			t.Errorf("%s has no remedy", cause)
		}
	}
	for _, p := range parts {
		if texts["pl"][p.text] == "" {
			t.Errorf("the menu has no text %s", p.text)
		}
	}
	for _, d := range done {
		if texts["pl"]["done_"+d] == "" {
			t.Errorf("%s has no text", d)
		}
	}
}

// Whatever a page leads to with ?done= is among those that the next page says.
func TestDoneIsSaid(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, name := range files {
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`(?:\?done=|\bto\(")(\w+)"`).FindAllStringSubmatch(string(source), -1) {
			if n++; !slices.Contains(done, m[1]) {
				t.Errorf("%s: no page says that it was %s", name, m[1])
			}
		}
	}
	if n < len(done)-1 { // that a form is repeated is no literal
		t.Errorf("%d were found", n)
	}
}

// The functions beside a secret are those of the guide, which a test runs.
func TestSnippetsAreThoseOfTheGuide(t *testing.T) {
	guide, err := repository.Read("docs/guides/signatures.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range (secretView{}).Snippets() {
		if !strings.Contains(string(guide), "```"+strings.ToLower(s.Language)+"\n"+s.Code+"```") {
			t.Errorf("the function in %s is not that of the guide", s.Language)
		}
	}
}

// Each example of a filter compiles, and matches the example of one type at least, not of all.
func TestFilterExamples(t *testing.T) {
	for _, tenant := range []webhooks.TenantID{"ten_a", "ptn_a"} {
		entries, err := tenant.Catalogue()
		if err != nil {
			t.Fatal(err)
		}
		for _, expression := range filterExamples(tenant.IsPartner()) {
			f, err := eventfilter.Compile(expression)
			if err != nil {
				t.Errorf("%s: %v", expression, err)
				continue
			}
			matches := 0
			for _, e := range entries {
				if f.Matches(eventfilter.NewEvent(e.Example)) {
					matches++
				}
			}
			if matches == 0 || matches == len(entries) {
				t.Errorf("%s matches %d examples of %d", expression, matches, len(entries))
			}
		}
	}
}
