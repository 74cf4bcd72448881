package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/internal/pgdb"
	accesspg "github.com/partnerline/partnerline/services/partnerconnect/access/postgres"
	auditpg "github.com/partnerline/partnerline/services/partnerconnect/audit/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/rowseal"
)

// Acts for a merchant and changes of its onboarding exclude each other by an advisory lock. Postgres grants such locks in the order of
// the requests: a change, a revocation among them, waits for the acts that are in progress, and every later act waits for the change.
// A row lock does not do: newcomers that share it pass a waiting exclusive one, so a steady load of acts would hold a revocation off.
//
// The lock is taken first, and the merchant read then, by a statement of its own: what the locking statement itself saw may be older
// than the revocation that it waited for. Who may not see the merchant locks nothing.
const (
	shareMerchant = `SELECT pg_advisory_xact_lock_shared(` + merchantLock + `) FROM onboardings o WHERE ` + accesspg.InView
	ClaimMerchant = `SELECT pg_advisory_xact_lock(` + merchantLock + `) FROM onboardings o WHERE ` + accesspg.InView
	merchantLock  = `hashtextextended(o.ref, 0)`
)

// Act carries out what concerns a merchant, in one transaction that begins with reading the merchant and admitting the act: a
// revocation waits for what is being done, and is effective with the next call. f writes who acted.
func (s *Store) Act(ctx context.Context, a delegation.Act, f func(tx pgx.Tx, m delegation.Merchant, key rowseal.RowKey) error) error {
	if err := s.beginAct(ctx); err != nil {
		return err
	}
	defer s.endAct()
	return pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, shareMerchant, accesspg.ViewArgs(a.View, a.Merchant)); err != nil {
			return err
		}
		return s.admitted(ctx, tx, a, f)
	})
}

// Look is act for what only reads; it takes no lock.
func (s *Store) Look(ctx context.Context, a delegation.Act, f func(tx pgx.Tx, m delegation.Merchant, key rowseal.RowKey) error) error {
	if err := s.beginAct(ctx); err != nil {
		return err
	}
	defer s.endAct()
	return pgx.BeginTxFunc(ctx, s.pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		return s.admitted(ctx, tx, a, f)
	})
}

// beginAct waits until an act may take a connection.
func (s *Store) beginAct(ctx context.Context) error {
	select {
	case s.acts <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s *Store) endAct() { <-s.acts }

func (s *Store) admitted(ctx context.Context, tx pgx.Tx, a delegation.Act, f func(tx pgx.Tx, m delegation.Merchant, key rowseal.RowKey) error) error {
	m, key, err := s.LoadMerchant(ctx, tx, SelectMerchant, a.View, a.Merchant)
	if err != nil {
		return err
	}
	if err := a.Admit(m); err != nil {
		return err
	}
	return f(tx, m, key)
}

// Known is an id that can be one, or none: Postgres would take offence at some of what callers send.
func Known[S ~string](prefix string, id S) S {
	if ids.Valid(prefix, string(id)) {
		return id
	}
	return ""
}

// AuditUnchanged is audit for an act that changed nothing.
func AuditUnchanged(ctx context.Context, tx pgx.Tx, a delegation.Act, m delegation.Merchant) error {
	if !a.Audit.OfCall() {
		return nil
	}
	return Audit(ctx, tx, a, m)
}

// Audit writes who acted, in the transaction of the act.
func Audit(ctx context.Context, tx pgx.Tx, a delegation.Act, m delegation.Merchant) error {
	by := a.Audit
	by.Merchant = m.Ref
	return auditpg.InsertAudit(ctx, tx, by)
}
