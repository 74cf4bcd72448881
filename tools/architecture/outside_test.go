package architecture

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// Go's test cache does not see that a file outside of a test's module has changed. A test reads such a file through
// testkit/repository, or asks for the same environment variable itself, where its module requires no other of ours.
func TestTestsSayThatTheyReadOutsideOfTheirModule(t *testing.T) {
	top, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	all, err := modules(filepath.Join(top, "go.work"))
	if err != nil {
		t.Fatal(err)
	}
	tests := 0
	for _, use := range all {
		module := filepath.Join(top, use)
		err := filepath.WalkDir(module, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, "_test.go") {
				return err
			}
			tests++
			source, err := os.ReadFile(path)
			if err == nil && !strings.Contains(string(source), `os.Getenv("REPOSITORY_STATE")`) {
				for _, outside := range leaves(t, path, source, module) {
					t.Errorf("%s reads %s, which is outside of its module: use testkit/repository",
						strings.TrimPrefix(path, top+"/"), outside)
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if tests < 500 {
		t.Errorf("only %d files of tests", tests)
	}
}

func TestFindsWhatIsReadOutside(t *testing.T) {
	module, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	source := `package a
import _ "../deploy"
var a, b, c, d = "../deploy/doc.go", "../nothing", "doc.go", "../architecture/doc.go"
var all = "../deploy/*.go"
func f() { read("..") }`
	got := strings.Join(leaves(t, filepath.Join(module, "a_test.go"), []byte(source), module), " ")
	if want := "../deploy/doc.go ../deploy/*.go .."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// leaves returns the texts of a file that are relative paths of what is outside of the module.
func leaves(t *testing.T, path string, source []byte, module string) (out []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if _, ok := n.(*ast.ImportSpec); ok {
			return false
		}
		text, ok := n.(*ast.BasicLit)
		if !ok || text.Kind != token.STRING {
			return true
		}
		name, err := strconv.Unquote(text.Value)
		if err != nil || name != ".." && !strings.HasPrefix(name, "../") {
			return true
		}
		full := filepath.Join(filepath.Dir(path), name)
		if found, err := filepath.Glob(full); err != nil || len(found) == 0 {
			return true
		}
		if full != module && !strings.HasPrefix(full, module+"/") {
			out = append(out, name)
		}
		return true
	})
	return out
}
