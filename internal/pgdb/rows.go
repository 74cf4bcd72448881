package pgdb

import (
	"context"
	"maps"
	"reflect"
	"regexp"
	"strings"
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

var placeholder = regexp.MustCompile(`@` + name.String())

// RewriteQuery implements pgx.QueryRewriter.
func (f fields) RewriteQuery(ctx context.Context, conn *pgx.Conn, sql string, args []any) (string, []any, error) {
	byName := map[string]reflect.StructField{}
	for _, field := range reflect.VisibleFields(f.row.Type()) {
		column, tagged := field.Tag.Lookup("db")
		if !tagged {
			column = field.Name
		}
		if field.IsExported() {
			byName[plain(column)] = field
		}
	}
	named := maps.Clone(f.more)
	if named == nil {
		named = pgx.StrictNamedArgs{}
	}
	for _, p := range placeholder.FindAllString(sql, -1) {
		field, ok := byName[plain(p[1:])]
		if _, given := named[p[1:]]; ok && !given {
			named[p[1:]] = f.row.FieldByIndex(field.Index).Interface()
		}
	}
	return named.RewriteQuery(ctx, conn, sql, args)
}

// plain is how names of columns and fields are compared.
func plain(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", "")) }
