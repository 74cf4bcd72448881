package docs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestWhereFindsWhatIsMissing(t *testing.T) {
	content := map[string]string{"a.go": "", "a_test.go": "func TestA(t *testing.T) {}"}
	read := func(file string) (string, bool) { c, ok := content[file]; return c, ok }
	head := "| rule | file | test |\n| --- | --- | --- |\n"
	for _, c := range []struct{ name, row, fault string }{
		{"complete", "| r | [a.go](../a.go) | [TestA](../a_test.go) |", ""},
		{"no test", "| r | [a.go](../a.go) | |", "want a file and a test"},
		{"no such file", "| r | [b.go](../b.go) | [TestA](../a_test.go) |", "no file b.go"},
		{"another file", "| r | [b.go](../a.go) | [TestA](../a_test.go) |", "a.go is shown as b.go"},
		{"no such test", "| r | [a.go](../a.go) | [TestB](../a_test.go) |", "no test TestB in a_test.go"},
		{"no such test file", "| r | [a.go](../a.go) | [TestB](../b_test.go) |", "no file b_test.go"},
		{"no rows", "", "no rules"},
	} {
		t.Run(c.name, func(t *testing.T) {
			faults := strings.Join(Where(head+c.row, read), "\n")
			if (faults == "") != (c.fault == "") || !strings.Contains(faults, c.fault) {
				t.Errorf("faults %q, want %q", faults, c.fault)
			}
		})
	}
}

func TestWhere(t *testing.T) {
	read := func(file string) (string, bool) {
		content, err := os.ReadFile(filepath.Join(root, file))
		return string(content), err == nil
	}
	table, ok := read("docs/where.md")
	if !ok {
		t.Fatal("no docs/where.md")
	}
	for _, f := range Where(table, read) {
		t.Error("docs/where.md: " + f)
	}
}
