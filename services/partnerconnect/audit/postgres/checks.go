package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/partnerconnect/audit"
)

const (
	storeCheck = `UPDATE integrity_checks SET at = @at, intact = @intact, actor = @actor, name = @name WHERE kind = @kind AND (at IS NULL OR at <= @at)`
	listChecks = `SELECT kind, at, intact, actor, name FROM integrity_checks WHERE at IS NOT NULL ORDER BY kind`
	claimCheck = `
		UPDATE integrity_checks SET claimed_until = @until
		WHERE  kind = @kind AND (at IS NULL OR at <= @due) AND claimed_until <= @now`
)

// StoreCheck stores the last verification of a kind.
func StoreCheck(ctx context.Context, q pgdb.Querier, c audit.Check) error {
	_, err := q.Exec(ctx, storeCheck, pgx.StrictNamedArgs{"kind": c.Kind, "at": c.At, "intact": c.Intact, "actor": c.Actor, "name": c.Name})
	return err
}

// StoreCheck stores the last verification of a kind.
func (s *Store) StoreCheck(ctx context.Context, c audit.Check) error {
	return StoreCheck(ctx, s.pool, c)
}

// Checks returns the last verification of each kind that there has been.
func (s *Store) Checks(ctx context.Context) ([]audit.Check, error) {
	rows, err := s.pool.Query(ctx, listChecks)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[audit.Check])
}

// ClaimCheck claims a kind whose last verification was at due or before. Of several programs one has it, until a time.
func (s *Store) ClaimCheck(ctx context.Context, kind audit.CheckKind, now, due, until time.Time) (mine bool, err error) {
	tag, err := s.pool.Exec(ctx, claimCheck, pgx.StrictNamedArgs{"kind": kind, "now": now, "due": due, "until": until})
	return tag.RowsAffected() == 1, err
}
