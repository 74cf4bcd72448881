package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/partnerline/partnerline/internal/audittrail"
	"github.com/partnerline/partnerline/internal/pgdb"
)

const (
	storeCheck = `UPDATE integrity_checks SET at = @at, intact = @intact, actor = @actor, name = @name
		WHERE kind = @kind AND (at IS NULL OR at <= @at)`
	listChecks = `SELECT kind, at, intact, actor, name FROM integrity_checks WHERE at IS NOT NULL ORDER BY kind`
	claimCheck = `
		UPDATE integrity_checks SET claimed_until = @until
		WHERE  kind = @kind AND (at IS NULL OR at <= @due) AND claimed_until <= @now`
)

// StoreCheck stores the last verification of a kind.
func StoreCheck(ctx context.Context, q pgdb.Querier, c audittrail.Check) error {
	_, err := q.Exec(ctx, storeCheck,
		pgx.StrictNamedArgs{"kind": c.Kind, "at": c.At, "intact": c.Intact, "actor": c.Actor, "name": c.Name})
	return err
}

// Checks is when each kind was last verified.
type Checks struct{ pool *pgxpool.Pool }

// NewChecks returns them, of a migrated database.
func NewChecks(pool *pgxpool.Pool) *Checks { return &Checks{pool} }

// Store stores the last verification of a kind.
func (s *Checks) Store(ctx context.Context, c audittrail.Check) error {
	return StoreCheck(ctx, s.pool, c)
}

// List returns the last verification of each kind that there has been.
func (s *Checks) List(ctx context.Context) ([]audittrail.Check, error) {
	rows, err := s.pool.Query(ctx, listChecks)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[audittrail.Check])
}

// Claim claims a kind whose last verification was at due or before, for one program until a time.
func (s *Checks) Claim(
	ctx context.Context, kind audittrail.CheckKind, now, due, until time.Time,
) (mine bool, err error) {
	tag, err := s.pool.Exec(ctx, claimCheck, pgx.StrictNamedArgs{"kind": kind, "now": now, "due": due, "until": until})
	return tag.RowsAffected() == 1, err
}
