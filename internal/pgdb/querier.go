package pgdb

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Querier is what a pool and a transaction have in common.
type Querier interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
	SendBatch(ctx context.Context, b *pgx.Batch) pgx.BatchResults
}

// Exec runs a statement whose result is of no interest.
func Exec(ctx context.Context, q Querier, sql string, args ...any) error {
	_, err := q.Exec(ctx, sql, args...)
	return err
}

// One returns the row of a query that has at most one; the error notFound without a row.
func One[T any](rows pgx.Rows, scan pgx.RowToFunc[T], notFound error) (T, error) {
	t, found, err := OneIfAny(rows, scan)
	if err == nil && !found {
		err = notFound
	}
	return t, err
}

// OneIfAny returns the row of a query that finds one or none, and whether it did.
func OneIfAny[T any](rows pgx.Rows, scan pgx.RowToFunc[T]) (t T, found bool, err error) {
	t, err = pgx.CollectExactlyOneRow(rows, scan)
	if errors.Is(err, pgx.ErrNoRows) {
		return t, false, nil
	}
	return t, err == nil, err
}
