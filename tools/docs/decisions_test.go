package docs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Each decision has a status, and is in the index.
func TestDecisionsAreIndexed(t *testing.T) {
	folder := filepath.Join(root, "docs", "decisions")
	index, err := os.ReadFile(filepath.Join(folder, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(folder, "0*.md"))
	if err != nil || len(files) < 70 {
		t.Fatalf("%d decisions, %v", len(files), err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), "\n**Status:** ") {
			t.Errorf("%s has no line **Status:**", filepath.Base(f))
		}
		if link := "](" + filepath.Base(f) + ")"; !strings.Contains(string(index), link) {
			t.Errorf("docs/decisions/README.md lacks %s", filepath.Base(f))
		}
	}
}
