package architecture

import (
	"errors"
	"fmt"
	"go/ast"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/mod/modfile"
	"golang.org/x/tools/go/packages"
)

// What one person can keep in mind: beyond it a package or a type holds more than one thing.
const (
	maxFiles   = 25
	maxBytes   = 170_000 // 3,500 lines; bytes do not change when a line is broken
	maxMethods = 25
)

func TestPackagesAndTypesAreSmall(t *testing.T) {
	for _, pkg := range load(t) {
		name := strings.TrimPrefix(pkg.PkgPath, root)
		files, size := 0, 0
		for _, f := range pkg.Syntax {
			if !ast.IsGenerated(f) {
				files, size = files+1, size+pkg.Fset.File(f.FileStart).Size()
			}
		}
		if files > maxFiles || size > maxBytes {
			t.Errorf("%s has %d files and %d bytes; at most %d and %d", name, files, size, maxFiles, maxBytes)
		}
		for typ, n := range methods(pkg) {
			if n > maxMethods {
				t.Errorf("%s.%s has %d methods; at most %d", name, typ, n, maxMethods)
			}
		}
	}
}

// methods counts the methods that a package declares for each of its types.
func methods(pkg *packages.Package) map[string]int {
	out := map[string]int{}
	for _, name := range pkg.Types.Scope().Names() {
		n, ok := pkg.Types.Scope().Lookup(name).Type().(*types.Named)
		if ok && n.Obj().Pkg() == pkg.Types && n.Obj().Name() == name {
			out[name] = n.NumMethods()
		}
	}
	return out
}

// load returns what ships: the packages of the services, of what they share and of the client libraries, without
// generated code.
func load(t *testing.T) []*packages.Package {
	t.Helper()
	list, err := loaded()
	if err != nil {
		t.Fatal(err)
	}
	return list
}

var loaded = sync.OnceValues(func() ([]*packages.Package, error) {
	top, err := filepath.Abs("../..")
	if err != nil {
		return nil, err
	}
	work := filepath.Join(top, "go.work")
	modules, err := modules(work)
	if err != nil {
		return nil, err
	}
	var patterns []string
	for _, m := range modules {
		if !slices.Contains([]string{"./e2e", "./testkit", "./proto"}, m) {
			patterns = append(patterns, m+"/...")
		}
	}
	list, err := packages.Load(&packages.Config{
		Dir: top, Env: append(os.Environ(), "GOWORK="+work),
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedImports | packages.NeedTypes | packages.NeedTypesInfo,
	}, patterns...)
	for _, p := range list {
		for _, e := range p.Errors {
			err = errors.Join(err, e)
		}
	}
	if err == nil && len(list) < 80 {
		err = fmt.Errorf("only %d packages", len(list))
	}
	return list, err
})

// modules returns the folders of a go.work.
func modules(work string) (out []string, err error) {
	raw, err := os.ReadFile(work)
	if err != nil {
		return nil, err
	}
	f, err := modfile.ParseWork(work, raw, nil)
	if err != nil {
		return nil, err
	}
	for _, u := range f.Use {
		out = append(out, u.Path)
	}
	return out, nil
}
