// Package store has statements on the table of TestFindings.
package store

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
)

type scope struct {
	Tenant   string `db:"tenant_id"`
	Livemode bool
}

type thing struct {
	scope
	ID    int64
	Note  *string
	At    *time.Time
	Tags  []string
	cache int
	Skip  int `db:"-"`
}

type wrong struct {
	ID    string
	Note  string
	Tags  []int
	At    time.Time
	Other int
}

type other struct{ Other int64 }

type store struct{ db pgdb.Querier }

const things = `tenant_id, livemode, id, note, at, tags`

const (
	selectThings = `SELECT ` + things + ` FROM things`
	selectGone   = `SELECT gone FROM things`
	incomplete   = `INSERT INTO things (`
)

var insertThing = incomplete + things + `) VALUES (` + pgdb.Named(things) + `)`

var insertGone = incomplete + `gone) VALUES (` + pgdb.Named(`gone`) + `)`

func (s store) good(ctx context.Context, lock string) error {
	if _, err := pgdb.All[thing](ctx, s.db, selectThings+` WHERE id > @after`+lock,
		pgx.StrictNamedArgs{"after": 1}); err != nil {
		return err
	}
	_, err := pgdb.All[int64](ctx, s.db, `SELECT id FROM things`)
	return err
}

func (s store) bad(ctx context.Context) error {
	if _, err := pgdb.Get[wrong](ctx, s.db, nil, `SELECT id, note, at, tags, livemode FROM things`); err != nil {
		return err
	}
	sql := `SELECT id FROM things WHERE livemode`
	if _, err := pgdb.All[other](ctx, s.db, sql); err != nil {
		return err
	}
	if _, err := s.others(ctx, `SELECT id FROM things`); err != nil {
		return err
	}
	return pgdb.Exec(ctx, s.db, `UPDATE things SET livemode = 1 + @n`, pgx.StrictNamedArgs{"n": 1})
}

func (s store) others(ctx context.Context, sql string) ([]other, error) {
	return pgdb.All[other](ctx, s.db, sql)
}
