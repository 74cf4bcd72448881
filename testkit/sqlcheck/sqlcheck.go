// Package sqlcheck holds the SQL of packages against a migrated database. It prepares each statement that they
// declare or pass to a call, so Postgres checks its syntax, names and types. It compares the columns of a statement
// with the struct that pgdb.All, Get or Find read them into: their names, their types, and whether they may be null.
//
// A part of a statement that is no constant is left out. A statement that is not whole without it is not checked.
package sqlcheck

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/partnerline/partnerline/testkit/repository"
)

// A statement is SQL of a package.
type statement struct {
	at   token.Position
	sql  string
	part bool          // something was left out
	row  *types.Struct // what its rows are read into; nil: not known
}

// Packages checks the packages in a folder of the repository, and below it, against the database at url.
func Packages(t *testing.T, url, folder string) {
	t.Helper()
	list, err := statements(folder)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(t.Context())) }()
	for _, s := range list {
		for _, finding := range s.check(t.Context(), conn) {
			t.Errorf("%s: %s\n%s", s.at, finding, s.sql)
		}
	}
	t.Logf("%d statements", len(list))
}

const (
	syntaxError = "42601"
	mayBeNull   = `SELECT NOT attnotnull FROM pg_attribute WHERE attrelid = $1 AND attnum = $2 AND $2 > 0`
)

// check returns what is wrong with a statement.
func (s statement) check(ctx context.Context, conn *pgx.Conn) (findings []string) {
	sql, _, err := pgx.NamedArgs{}.RewriteQuery(ctx, conn, s.sql, nil)
	if err != nil {
		return []string{err.Error()}
	}
	prepared, err := conn.Prepare(ctx, "", sql)
	var pg *pgconn.PgError
	switch {
	case s.part && errors.As(err, &pg) && pg.Code == syntaxError:
		return nil
	case err != nil:
		return []string{err.Error()}
	case s.row == nil:
		return nil
	}
	fields := map[string]*types.Var{}
	columns(s.row, fields)
	for _, c := range prepared.Fields {
		field, ok := fields[plain(c.Name)]
		if !ok {
			findings = append(findings, fmt.Sprintf("no field is read from column %s", c.Name))
			continue
		}
		delete(fields, plain(c.Name))
		var null bool
		err := conn.QueryRow(ctx, mayBeNull, c.TableOID, c.TableAttributeNumber).Scan(&null)
		if err != nil && !errors.Is(err, pgx.ErrNoRows) {
			return append(findings, err.Error())
		}
		if null && !holdsNull(field.Type()) {
			findings = append(findings, fmt.Sprintf("column %s may be null, field %s cannot", c.Name, field.Name()))
		}
		typ, ok := conn.TypeMap().TypeForOID(c.DataTypeOID)
		if ok && !fits(typ.Name, field.Type()) {
			findings = append(findings, fmt.Sprintf("column %s is %s, field %s is not", c.Name, typ.Name, field.Name()))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		findings = append(findings, fmt.Sprintf("no column is read into field %s", fields[name].Name()))
	}
	return findings
}

// columns adds the fields of a struct by the plain names of their columns, as pgx.RowToStructByName finds them.
func columns(s *types.Struct, to map[string]*types.Var) {
	for i := range s.NumFields() {
		field := s.Field(i)
		if inner, ok := field.Type().Underlying().(*types.Struct); ok && field.Anonymous() {
			columns(inner, to)
		} else if name := column(field, s.Tag(i)); name != "" {
			to[name] = field
		}
	}
}

// holdsNull reports whether a field can be read from NULL. A type that is not known may.
func holdsNull(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return !isTime(t) && (!ok || basic.Kind() == types.Invalid)
}

func isTime(t types.Type) bool {
	named, ok := t.(*types.Named)
	return ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "time"
}

// kinds are what can be read into fields of basic types, by the names of types of columns.
var kinds = map[types.BasicInfo]*regexp.Regexp{
	types.IsBoolean:                    regexp.MustCompile(`^bool$`),
	types.IsInteger:                    regexp.MustCompile(`^int[248]$`),
	types.IsInteger | types.IsUnsigned: regexp.MustCompile(`^(int[248]|xid8)$`),
	types.IsFloat:                      regexp.MustCompile(`^(float[48]|numeric)$`),
	types.IsString:                     regexp.MustCompile(`^(text|varchar|bpchar|name|uuid|jsonb?|inet|date)$`),
}

// fits reports whether a column of a type can be read into a field. A type of field that is not basic is not known.
func fits(column string, field types.Type) bool {
	if p, ok := field.Underlying().(*types.Pointer); ok {
		field = p.Elem()
	}
	if list, ok := field.Underlying().(*types.Slice); ok && column != "bytea" && column != "json" && column != "jsonb" {
		return column[0] == '_' && fits(column[1:], list.Elem())
	}
	basic, ok := field.Underlying().(*types.Basic)
	if isTime(field) {
		return strings.HasPrefix(column, "timestamp") || column == "date" || column == "interval"
	}
	if !ok || kinds[basic.Info()] == nil || types.NewMethodSet(types.NewPointer(field)).Lookup(nil, "Scan") != nil {
		return true
	}
	return kinds[basic.Info()].MatchString(column)
}

// statements returns the SQL of the packages in a folder and below it.
func statements(folder string) (list []statement, err error) {
	src := newSource()
	root, err := repository.Path(folder)
	if err != nil {
		return nil, err
	}
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		pkg, err := src.Import(module + folder + filepath.ToSlash(strings.TrimPrefix(path, root)))
		if err == nil {
			list = append(list, src.statements(pkg)...)
		}
		return err
	})
	return list, err
}

// statements returns the SQL of a package: its constants and variables that are no part of others, and arguments of
// calls. A call may be that of a function of the package which passes its parameter to pgdb.
func (s *source) statements(pkg *types.Package) (list []statement) {
	seen := map[string]bool{}
	add := func(e ast.Expr, row *types.Struct) {
		if sql, part := s.text(e); verb.MatchString(sql) && (row != nil || !seen[sql]) {
			seen[sql] = true
			list = append(list, statement{s.fset.Position(e.Pos()), sql, part || formatted.MatchString(sql), row})
		}
	}
	parts := map[types.Object]bool{}
	rows := s.rows(pkg)
	s.inspect(pkg, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			for _, e := range []ast.Expr{n.X, n.Y} {
				if id, ok := e.(*ast.Ident); ok {
					parts[s.info.Uses[id]] = true
				}
			}
		case *ast.AssignStmt:
			for i, e := range n.Lhs {
				if id, ok := e.(*ast.Ident); ok && len(n.Lhs) == len(n.Rhs) {
					add(n.Rhs[i], rows[s.info.ObjectOf(id)])
				}
			}
		case *ast.CallExpr:
			for i, e := range n.Args {
				row := s.row(n)
				if f, ok := s.info.Uses[called(n)].(*types.Func); ok && row == nil && i < f.Signature().Params().Len() {
					row = rows[f.Signature().Params().At(i)]
				}
				add(e, row)
			}
		}
	})
	for object, e := range s.values {
		if object.Pkg() == pkg && !parts[object] {
			add(e, nil)
		}
	}
	return list
}

// rows returns what variables and parameters hold the SQL of, by the calls of pgdb that they are passed to.
func (s *source) rows(pkg *types.Package) map[types.Object]*types.Struct {
	rows := map[types.Object]*types.Struct{}
	s.inspect(pkg, func(n ast.Node) {
		call, ok := n.(*ast.CallExpr)
		if !ok || s.row(call) == nil {
			return
		}
		for _, e := range call.Args {
			if id, ok := e.(*ast.Ident); ok {
				rows[s.info.Uses[id]] = s.row(call)
			}
		}
	})
	return rows
}

func (s *source) inspect(pkg *types.Package, visit func(ast.Node)) {
	for _, f := range s.files[pkg] {
		ast.Inspect(f, func(n ast.Node) bool { visit(n); return true })
	}
}

var (
	verb      = regexp.MustCompile(`^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\s`)
	formatted = regexp.MustCompile(`%(\[\d\])?s`) // of package fmt, which inserts the rest
)
