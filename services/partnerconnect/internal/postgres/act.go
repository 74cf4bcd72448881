package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

// The merchant is locked first and read then, by a statement of its own: what a join of the locking statement saw may be older than
// the revocation that it waited for.
const lockMerchant = `SELECT FROM onboardings o WHERE ` + inView + ` FOR SHARE`

// act carries out what concerns a merchant, in one transaction that begins with reading the merchant and admitting the act: a
// revocation waits for what is being done, and is effective with the next call. f writes who acted.
func (s *Store) act(ctx context.Context, a pc.Act, f func(tx pgx.Tx, m pc.Merchant, key rowKey) error) error {
	return pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, lockMerchant, viewArgs(a.View, a.Merchant)); err != nil {
			return err
		}
		return s.admitted(ctx, tx, a, f)
	})
}

// look is act for what only reads; it waits for nobody.
func (s *Store) look(ctx context.Context, a pc.Act, f func(tx pgx.Tx, m pc.Merchant, key rowKey) error) error {
	return pgx.BeginTxFunc(ctx, s.pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		return s.admitted(ctx, tx, a, f)
	})
}

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

// audit writes who acted, in the transaction of the act.
func audit(ctx context.Context, tx pgx.Tx, a pc.Act, m pc.Merchant) error {
	by := a.Audit
	by.Merchant = m.Ref
	return insertAudit(ctx, tx, by)
}
