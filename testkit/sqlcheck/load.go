package sqlcheck

import (
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/partnerline/partnerline/testkit/repository"
)

const module = "github.com/partnerline/partnerline/"

// source is the packages of this repository that were read. Others, and what is generated, have no statements.
type source struct {
	fset     *token.FileSet
	info     types.Info
	packages map[string]*types.Package
	files    map[*types.Package][]*ast.File
	values   map[types.Object]ast.Expr // what constants and variables of packages are declared as
}

func newSource() *source {
	return &source{
		fset: token.NewFileSet(), packages: map[string]*types.Package{}, files: map[*types.Package][]*ast.File{},
		values: map[types.Object]ast.Expr{},
		info: types.Info{
			Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{},
			Instances: map[*ast.Ident]types.Instance{},
		},
	}
}

// Import implements types.Importer.
func (s *source) Import(name string) (*types.Package, error) {
	if p, ok := s.packages[name]; ok {
		return p, nil
	}
	within, ours := strings.CutPrefix(name, module)
	if !ours || strings.HasPrefix(within, "proto/") {
		s.packages[name] = other(name)
		return s.packages[name], nil
	}
	folder, err := repository.Path(within)
	if err != nil {
		return nil, err
	}
	paths, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		return nil, err
	}
	var files []*ast.File
	for _, p := range paths {
		if strings.HasSuffix(p, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(s.fset, p, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	// What is of other repositories is unknown, which is an error at each use.
	config := types.Config{Importer: s, IgnoreFuncBodies: !slices.ContainsFunc(files, calls), Error: func(error) {}}
	p, _ := config.Check(name, s.fset, files, &s.info)
	s.packages[name], s.files[p] = p, files
	for _, f := range files {
		for _, d := range f.Decls {
			general, ok := d.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, spec := range general.Specs {
				if v, ok := spec.(*ast.ValueSpec); ok && len(v.Values) == len(v.Names) {
					for i, n := range v.Names {
						s.values[s.info.Defs[n]] = v.Values[i]
					}
				}
			}
		}
	}
	return p, nil
}

// other returns a package of which only the types of times are known.
func other(name string) *types.Package {
	p := types.NewPackage(name, path.Base(name))
	if name == "time" {
		for name, of := range map[string]types.Type{"Time": &types.Struct{}, "Duration": types.Typ[types.Int64]} {
			t := types.NewTypeName(token.NoPos, p, name, nil)
			types.NewNamed(t, of, nil)
			p.Scope().Insert(t)
		}
	}
	p.MarkComplete()
	return p
}

// calls reports whether a file may run statements.
func calls(f *ast.File) bool {
	return slices.ContainsFunc(f.Imports, func(i *ast.ImportSpec) bool {
		return strings.Contains(i.Path.Value, "/pgx/") || strings.HasSuffix(i.Path.Value, `/pgdb"`)
	})
}

// text returns the value of an expression that is a string, and whether parts of it are not known and left out.
func (s *source) text(e ast.Expr) (text string, part bool) {
	if v := s.info.Types[e].Value; v != nil && v.Kind() == constant.String {
		return constant.StringVal(v), false
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		return s.text(e.X)
	case *ast.BinaryExpr:
		x, partX := s.text(e.X)
		y, partY := s.text(e.Y)
		return x + y, partX || partY
	case *ast.CallExpr:
		if s.function(e) == "Named" && len(e.Args) == 1 {
			columns, part := s.text(e.Args[0])
			return word.ReplaceAllString(columns, "@$0"), part
		}
	case *ast.SelectorExpr:
		return s.text(e.Sel)
	case *ast.Ident:
		if declared, ok := s.values[s.info.Uses[e]]; ok {
			return s.text(declared)
		}
	}
	return "", true
}

var word = regexp.MustCompile(`[a-z_][a-z0-9_]*`)

// function is the name of the function of package pgdb that a call is of; empty for any other.
func (s *source) function(call *ast.CallExpr) string {
	f := s.info.Uses[called(call)]
	if f == nil || f.Pkg() == nil || f.Pkg().Path() != module+"internal/pgdb" {
		return ""
	}
	return f.Name()
}

// row returns the struct that a call of pgdb reads rows into; nil for any other.
func (s *source) row(call *ast.CallExpr) *types.Struct {
	if s.function(call) == "" {
		return nil
	}
	of := s.info.Instances[called(call)].TypeArgs
	if of.Len() != 1 {
		return nil
	}
	row, _ := of.At(0).Underlying().(*types.Struct)
	return row
}

// called is the name of what is called.
func called(call *ast.CallExpr) *ast.Ident {
	f := call.Fun
	if i, ok := f.(*ast.IndexExpr); ok {
		f = i.X
	}
	if sel, ok := f.(*ast.SelectorExpr); ok {
		return sel.Sel
	}
	id, _ := f.(*ast.Ident)
	return id
}

// column is the plain name of the column of a field; empty: it has none.
func column(field *types.Var, tag string) string {
	name, tagged := reflect.StructTag(tag).Lookup("db")
	switch {
	case !field.Exported() || name == "-":
		return ""
	case tagged:
		return plain(name)
	}
	return plain(field.Name())
}

func plain(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", "")) }
