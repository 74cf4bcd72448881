package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

// Acts for a merchant and changes of its onboarding exclude each other by an advisory lock. Postgres grants such locks in the order of
// the requests: a change, a revocation among them, waits for the acts that are in progress, and every later act waits for the change.
// A row lock does not do: newcomers that share it pass a waiting exclusive one, so a steady load of acts would hold a revocation off.
//
// The lock is taken first, and the merchant read then, by a statement of its own: what the locking statement itself saw may be older
// than the revocation that it waited for. Who may not see the merchant locks nothing.
const (
	shareMerchant = `SELECT pg_advisory_xact_lock_shared(` + merchantLock + `) FROM onboardings o WHERE ` + inView
	claimMerchant = `SELECT pg_advisory_xact_lock(` + merchantLock + `) FROM onboardings o WHERE ` + inView
	merchantLock  = `hashtextextended(o.ref, 0)`
)

// act carries out what concerns a merchant, in one transaction that begins with reading the merchant and admitting the act: a
// revocation waits for what is being done, and is effective with the next call. f writes who acted.
func (s *Store) act(ctx context.Context, a pc.Act, f func(tx pgx.Tx, m pc.Merchant, key rowKey) error) error {
	if err := s.beginAct(ctx); err != nil {
		return err
	}
	defer s.endAct()
	return pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, shareMerchant, viewArgs(a.View, a.Merchant)); err != nil {
			return err
		}
		return s.admitted(ctx, tx, a, f)
	})
}

// look is act for what only reads; it takes no lock.
func (s *Store) look(ctx context.Context, a pc.Act, f func(tx pgx.Tx, m pc.Merchant, key rowKey) error) error {
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

func (s *Store) admitted(ctx context.Context, tx pgx.Tx, a pc.Act, f func(tx pgx.Tx, m pc.Merchant, key rowKey) error) error {
	m, key, err := s.merchant(ctx, tx, selectMerchant, a.View, a.Merchant)
	if err != nil {
		return err
	}
	if err := a.Admit(m); err != nil {
		return err
	}
	return f(tx, m, key)
}

// known is an id that can be one, or none: Postgres would take offence at some of what callers send.
func known[S ~string](prefix string, id S) S {
	if ids.Valid(prefix, string(id)) {
		return id
	}
	return ""
}

// auditUnchanged is audit for an act that changed nothing.
func auditUnchanged(ctx context.Context, tx pgx.Tx, a pc.Act, m pc.Merchant) error {
	if !a.Audit.OfCall() {
		return nil
	}
	return audit(ctx, tx, a, m)
}

// audit writes who acted, in the transaction of the act.
func audit(ctx context.Context, tx pgx.Tx, a pc.Act, m pc.Merchant) error {
	by := a.Audit
	by.Merchant = m.Ref
	return insertAudit(ctx, tx, by)
}
