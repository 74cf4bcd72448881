package usecase

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/rowseal"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	kernelpg "github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/postgres"
)

// Operations runs operations for merchants.
type Operations struct {
	pool    *pgxpool.Pool
	store   *postgres.DelegationStore
	running chan struct{} // a token per operation that runs
}

// NewOperations returns the one Operations of the program. Operations use at most three quarters of the pool's
// connections, so that credentials and sessions are still read under any load of them.
func NewOperations(pool *pgxpool.Pool, store *postgres.DelegationStore) *Operations {
	return &Operations{pool: pool, store: store, running: make(chan struct{}, max(1, pool.Config().MaxConns*3/4))}
}

// A Func carries out an operation in its transaction; key seals what belongs to the merchant.
type Func func(tx pgx.Tx, m delegation.Merchant, key rowseal.RowKey) error

// Run runs an operation in one transaction: it locks the merchant against changes of its access, reads it, admits the
// operation, calls f and records who did it. A revocation therefore waits for the operations that run, and is effective
// with the next one. pc.ErrUnchanged of f is no error: a call that changes nothing is recorded, too, and what the
// program itself does is not.
func (s *Operations) Run(ctx context.Context, op delegation.Operation, f Func) error {
	return s.bounded(ctx, func() error {
		return pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error {
			if err := s.store.ShareMerchant(ctx, tx, op.View, op.Merchant); err != nil {
				return err
			}
			entry := op.Audit
			err := s.admitted(ctx, tx, op, func(tx pgx.Tx, m delegation.Merchant, key rowseal.RowKey) error {
				entry.Merchant = m.Ref
				return f(tx, m, key)
			})
			if errors.Is(err, pc.ErrUnchanged) {
				if !entry.OfCall() {
					return nil
				}
				err = nil
			}
			if err != nil {
				return err
			}
			return kernelpg.InsertAudit(ctx, tx, entry)
		})
	})
}

// Read runs an operation that only reads, on one snapshot. It takes no lock and records nothing.
func (s *Operations) Read(ctx context.Context, op delegation.Operation, f Func) error {
	return s.bounded(ctx, func() error {
		return pgx.BeginTxFunc(ctx, s.pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly},
			func(tx pgx.Tx) error {
				return s.admitted(ctx, tx, op, f)
			})
	})
}

// Check returns why an operation would not be admitted now.
func (s *Operations) Check(ctx context.Context, op delegation.Operation) error {
	m, err := s.Merchant(ctx, op.View, op.Merchant)
	if err != nil {
		return err
	}
	return op.Admit(m)
}

// Merchant returns a merchant that the caller may see; pc.ErrMerchantNotFound.
func (s *Operations) Merchant(ctx context.Context, v access.View, ref pc.Ref) (delegation.Merchant, error) {
	m, _, err := s.store.Merchant(ctx, s.pool, v, ref)
	return m, err
}

// MerchantIn returns a merchant in a transaction that has locked its onboarding, and the key that seals what belongs to
// it.
func (s *Operations) MerchantIn(
	ctx context.Context, tx pgx.Tx, ref pc.Ref,
) (delegation.Merchant, rowseal.RowKey, error) {
	return s.store.Merchant(ctx, tx, access.SystemView, ref)
}

// bounded calls f once an operation may take a connection.
func (s *Operations) bounded(ctx context.Context, f func() error) error {
	select {
	case s.running <- struct{}{}:
		defer func() { <-s.running }()
		return f()
	case <-ctx.Done():
		return ctx.Err()
	}
}

// admitted reads the merchant of an operation and calls f if it is admitted.
func (s *Operations) admitted(ctx context.Context, tx pgx.Tx, op delegation.Operation, f Func) error {
	m, key, err := s.store.Merchant(ctx, tx, op.View, op.Merchant)
	if err != nil {
		return err
	}
	if err := op.Admit(m); err != nil {
		return err
	}
	return f(tx, m, key)
}
