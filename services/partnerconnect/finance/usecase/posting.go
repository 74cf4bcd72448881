package usecase

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/ledger"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/postgres"
	kernelpg "github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	merchantusecase "github.com/partnerline/partnerline/services/partnerconnect/merchant/usecase"
)

// base is what the use cases of money have in common.
type base struct {
	pool        *pgxpool.Pool
	operations  *merchantusecase.Operations
	store       *postgres.MoneyStore
	refunds     postgres.RefundStore
	chargebacks postgres.ChargebackStore
	rail        postgres.RailStore
	tariffs     postgres.TariffStore
	ledger      postgres.LedgerStore
	exchanges   kernelpg.CallStore
	sameDay     bool // payments are settled on the day on which they are paid
}

// applyOnce applies a provider's report about a locked object, and keeps it with its outcome. A report that was seen
// before has the outcome that it had, and is not applied.
func (s base) applyOnce(
	ctx context.Context, tx pgx.Tx, report provider.Report, now time.Time, apply func() (provider.Result, error),
) (provider.Result, error) {
	result, seen, err := s.exchanges.SeenReport(ctx, tx, report)
	if seen || err != nil {
		return result, err
	}
	if result, err = apply(); err != nil {
		return result, err
	}
	return result, s.exchanges.InsertReport(ctx, tx, report, result, now)
}

// post applies an entry to a locked book and stores it; 0 for an entry without lines, which is not stored.
func (s base) post(ctx context.Context, tx pgx.Tx, b *ledger.Book, p ledger.Posting) (entry int64, err error) {
	if len(p.Lines) == 0 {
		return 0, nil
	}
	if b.Balance, err = b.Balance.Apply(p.Entry); err != nil {
		return 0, err
	}
	return s.ledger.InsertEntry(ctx, tx, *b, p)
}

// of completes an operation that names no merchant, only an object of one: find returns whose it is. An object of a
// merchant outside of the caller's view is missing, like one that does not exist.
func (s base) of(
	ctx context.Context, op *delegation.Operation, missing error, find func() (pc.Ref, error),
) (err error) {
	if op.Merchant != "" {
		return nil
	}
	if op.Merchant, err = find(); err != nil {
		return err
	}
	if _, err = s.operations.Merchant(ctx, op.View, op.Merchant); errors.Is(err, pc.ErrMerchantNotFound) {
		return missing
	}
	return err
}
