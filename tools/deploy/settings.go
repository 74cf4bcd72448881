package deploy

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

const module = "github.com/partnerline/partnerline/"

// A Setting is a field of a configuration struct.
type Setting struct {
	Name, Default, Meaning string
	Required               bool
	Secret                 bool // of type envconfig.Secret
}

// Settings reads the Config of a program from its source, with those it is made of: names from `env`, meaning from the
// comment beside.
func Settings(root, service string) ([]Setting, error) {
	return settings(root, filepath.Join(root, "services", service, "app"), "Config", "")
}

func settings(root, dir, name, prefix string) ([]Setting, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		for _, decl := range file.Decls {
			types, ok := decl.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, spec := range types.Specs {
				if t, ok := spec.(*ast.TypeSpec); ok && t.Name.Name == name {
					if st, ok := t.Type.(*ast.StructType); ok {
						return fields(root, dir, file, st, prefix)
					}
				}
			}
		}
	}
	return nil, fmt.Errorf("%s: no struct %s", dir, name)
}

func fields(root, dir string, file *ast.File, st *ast.StructType, prefix string) ([]Setting, error) {
	var all []Setting
	for _, f := range st.Fields.List {
		var tag reflect.StructTag
		if f.Tag != nil {
			text, err := strconv.Unquote(f.Tag.Value)
			if err != nil {
				return nil, err
			}
			tag = reflect.StructTag(text)
		}
		if name := tag.Get("env"); name == "-" {
			continue
		} else if name != "" {
			name, options, _ := strings.Cut(name, ",")
			all = append(all, Setting{
				Name: prefix + name, Default: tag.Get("default"), Required: strings.Contains(options, "required"),
				Meaning: strings.Join(strings.Fields(cmp.Or(f.Comment.Text(), f.Doc.Text())), " "),
				Secret:  isSecret(f.Type),
			})
			continue
		}
		var inner []Setting
		var err error
		within := prefix + tag.Get("envPrefix")
		switch t := f.Type.(type) {
		case *ast.StructType:
			inner, err = fields(root, dir, file, t, within)
		case *ast.Ident: // a struct of the same package
			inner, err = settings(root, dir, t.Name, within)
		case *ast.SelectorExpr: // a struct of another package of ours
			pkg := t.X.(*ast.Ident).Name
			for _, i := range file.Imports {
				path, _ := strconv.Unquote(i.Path.Value)
				if rest, ours := strings.CutPrefix(path, module); ours && filepath.Base(rest) == pkg {
					inner, err = settings(root, filepath.Join(root, filepath.FromSlash(rest)), t.Sel.Name, within)
				}
			}
		}
		if err != nil {
			return nil, err
		}
		all = append(all, inner...)
	}
	return all, nil
}

func isSecret(t ast.Expr) bool {
	s, ok := t.(*ast.SelectorExpr)
	return ok && s.Sel.Name == "Secret"
}

// Unknown returns the variables that a program would not read: a misspelt one is silent otherwise.
func Unknown(known []Setting, vars map[string]string) []string {
	var faults []string
	for name := range vars {
		if !slices.ContainsFunc(known, func(s Setting) bool { return name == s.Name || name == s.Name+"_FILE" }) {
			faults = append(faults, name+": the program has no such setting")
		}
	}
	for _, s := range known {
		if s.Required && vars[s.Name] == "" && vars[s.Name+"_FILE"] == "" {
			faults = append(faults, s.Name+": required and not set")
		}
	}
	slices.Sort(faults)
	return faults
}

// Table is the list of all settings for docs/operations.md, in the order of the structs.
func Table(root string) (string, error) {
	type row struct {
		Setting
		programs []string
	}
	var rows []*row
	for _, service := range []string{"webhooks", "dispatcher", "partnerconnect", "console"} {
		known, err := Settings(root, service)
		if err != nil {
			return "", err
		}
		for _, s := range known {
			i := slices.IndexFunc(
				rows,
				func(r *row) bool { return r.Name == s.Name && r.Default == s.Default && r.Required == s.Required },
			)
			if i < 0 {
				rows = append(rows, &row{Setting: s})
				i = len(rows) - 1
			}
			rows[i].programs = append(rows[i].programs, service[:1])
		}
	}
	slices.SortStableFunc(rows, func(a, b *row) int { return strings.Compare(a.Name, b.Name) })
	var b strings.Builder
	b.WriteString("| setting | default | of | meaning |\n| --- | --- | --- | --- |\n")
	for _, r := range rows {
		value := "-"
		switch {
		case r.Required:
			value = "required"
		case r.Default != "":
			value = "`" + r.Default + "`"
		}
		slices.Sort(r.programs)
		fmt.Fprintf(
			&b,
			"| `%s` | %s | %s | %s |\n",
			r.Name,
			value,
			strings.Join(r.programs, " "),
			strings.ReplaceAll(r.Meaning, "|", `\|`),
		)
	}
	return b.String(), nil
}

// Between returns the text between two marks of a file, and where it lies.
func Between(path, from, to string) (string, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	_, rest, ok1 := strings.Cut(string(b), from+"\n")
	text, _, ok2 := strings.Cut(rest, to)
	if !ok1 || !ok2 {
		return "", fmt.Errorf("%s: no text between %q and %q", path, from, to)
	}
	return text, nil
}
