package pgdb

import (
	"context"
	"maps"
	"reflect"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
)

// All returns the rows of a query. A row is a struct, whose fields are matched with columns by name as by
// pgx.RowToStructByName, or the value of the only column.
func All[T any](ctx context.Context, q Querier, sql string, args ...any) ([]T, error) {
	rows, _ := q.Query(ctx, sql, args...) // CollectRows returns its error
	return pgx.CollectRows(rows, scan[T])
}

// Get returns the row of a query that has at most one; the error notFound without a row.
func Get[T any](ctx context.Context, q Querier, notFound error, sql string, args ...any) (T, error) {
	rows, _ := q.Query(ctx, sql, args...)
	return One(rows, scan[T], notFound)
}

// Find returns the row of a query that has at most one, and whether there is one.
func Find[T any](ctx context.Context, q Querier, sql string, args ...any) (t T, found bool, err error) {
	rows, _ := q.Query(ctx, sql, args...)
	return OneIfAny(rows, scan[T])
}

func scan[T any](row pgx.CollectableRow) (T, error) {
	if t := reflect.TypeFor[T](); t.Kind() == reflect.Struct && t != reflect.TypeFor[time.Time]() {
		return pgx.RowToStructByName[T](row)
	}
	return pgx.RowTo[T](row)
}

// Named returns the arguments that have the names of a list of columns.
func Named(columns string) string { return name.ReplaceAllString(columns, "@$0") }

var name = regexp.MustCompile(`[a-z_][a-z0-9_]*`)

// Fields are the arguments of a statement that have the names of fields of a struct, matched as by All, and more. pgx's
// StructArgs leaves out embedded structs; a name that is missing is NULL to it, and a field too many an error to its
// strict form.
func Fields(row any, more pgx.StrictNamedArgs) pgx.QueryRewriter {
	return fields{reflect.ValueOf(row), more}
}

type fields struct {
	row  reflect.Value
	more pgx.StrictNamedArgs
}

// RewriteQuery implements pgx.QueryRewriter.
func (f fields) RewriteQuery(ctx context.Context, conn *pgx.Conn, sql string, args []any) (string, []any, error) {
	of := use{sql, f.row.Type()}
	used, ok := uses.Load(of)
	if !ok {
		used, _ = uses.LoadOrStore(of, of.fields())
	}
	list := used.(map[string][]int)
	named := make(pgx.StrictNamedArgs, len(list)+len(f.more))
	for name, index := range list {
		named[name] = f.row.FieldByIndex(index).Interface()
	}
	maps.Copy(named, f.more)
	return named.RewriteQuery(ctx, conn, sql, args)
}

// A use is a statement that is run with fields of a struct. There are few: both are written in the program.
type use struct {
	sql string
	row reflect.Type
}

var (
	uses        sync.Map // by use: the fields that the statement names
	placeholder = regexp.MustCompile(`@` + name.String())
)

func (u use) fields() map[string][]int {
	byName := map[string][]int{}
	for _, field := range reflect.VisibleFields(u.row) {
		column, tagged := field.Tag.Lookup("db")
		if !tagged {
			column = field.Name
		}
		if field.IsExported() {
			byName[plain(column)] = field.Index
		}
	}
	list := map[string][]int{}
	for _, p := range placeholder.FindAllString(u.sql, -1) {
		if index, ok := byName[plain(p[1:])]; ok {
			list[p[1:]] = index
		}
	}
	return list
}

// plain is how names of columns and fields are compared.
func plain(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", "")) }
