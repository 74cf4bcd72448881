package usecase

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/ledger"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/rowseal"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	kernelpg "github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	merchantusecase "github.com/partnerline/partnerline/services/partnerconnect/merchant/usecase"
)

// Payouts are the use cases of payouts.
type Payouts struct {
	base
	onboardings *merchantusecase.Changer
	connected   provider.Connected
}

// NewPayouts returns them; those of live mode need a bank rail, which is called for them or takes them in files.
func NewPayouts(
	pool *pgxpool.Pool, operations *merchantusecase.Operations, store *postgres.MoneyStore,
	onboardings *merchantusecase.Changer, connected provider.Connected,
) *Payouts {
	return &Payouts{base{pool: pool, operations: operations, store: store}, onboardings, connected}
}

// GetPayout returns a payout of the merchant. An operation that names no merchant concerns the payout's own.
func (s *Payouts) GetPayout(
	ctx context.Context, op delegation.Operation, id money.PayoutID,
) (p money.Payout, err error) {
	if err := s.ofPayout(ctx, &op, id); err != nil {
		return p, err
	}
	err = s.operations.Read(ctx, op, func(tx pgx.Tx, m delegation.Merchant, key rowseal.RowKey) (err error) {
		p, err = s.store.Payout(ctx, tx, key, m.Ref, id)
		return err
	})
	return p, err
}

// ListPayouts returns a page of the merchant's payouts, newest first.
func (s *Payouts) ListPayouts(
	ctx context.Context, op delegation.Operation, q money.PayoutQuery,
) (list []money.Payout, err error) {
	err = s.operations.Read(ctx, op, func(tx pgx.Tx, m delegation.Merchant, key rowseal.RowKey) (err error) {
		list, err = s.store.Payouts(ctx, tx, key, m.Ref, q)
		return err
	})
	return list, err
}

// CancelPayout withdraws a payout that the rail does not have yet. One that is cancelled already stays so.
func (s *Payouts) CancelPayout(ctx context.Context, op delegation.Operation, id money.PayoutID) (money.Payout, error) {
	return s.change(ctx, op, id, func(p *money.Payout) error { return p.Cancel(op.Now) })
}

// AdvancePayout takes a payout of test mode to a status, as the rail would.
func (s *Payouts) AdvancePayout(
	ctx context.Context, op delegation.Operation, id money.PayoutID, to money.PayoutStatus,
) (money.Payout, error) {
	return s.change(ctx, op, id, func(p *money.Payout) error { return p.Advance(to, op.Now) })
}

// ofPayout completes an operation that names no merchant.
func (s *Payouts) ofPayout(ctx context.Context, op *delegation.Operation, id money.PayoutID) error {
	return s.of(ctx, op, money.ErrPayoutNotFound,
		func() (pc.Ref, error) { return s.store.PayoutMerchant(ctx, s.pool, id) })
}

// MovePayout takes a step of a payout that something outside caused: f applies it to the locked payout, and stores with
// tx what has to commit with it. pc.ErrUnchanged of f leaves the payout as it is; what f stored commits all the same.
func (s *Payouts) MovePayout(
	ctx context.Context, operation string, id money.PayoutID, now time.Time, f func(tx pgx.Tx, p *money.Payout) error,
) (money.Payout, error) {
	return s.MovePayoutBy(ctx, delegation.SystemOperation(audit.SystemActor, operation, now), id, f)
}

// MovePayoutBy is MovePayout for an operation.
func (s *Payouts) MovePayoutBy(
	ctx context.Context, op delegation.Operation, id money.PayoutID, f func(tx pgx.Tx, p *money.Payout) error,
) (money.Payout, error) {
	return s.changeIn(ctx, op, id, f)
}

// change applies f to a locked payout. An operation that names no merchant concerns the payout's own.
func (s *Payouts) change(
	ctx context.Context, op delegation.Operation, id money.PayoutID, f func(p *money.Payout) error,
) (money.Payout, error) {
	return s.changeIn(ctx, op, id, func(_ pgx.Tx, p *money.Payout) error { return f(p) })
}

func (s *Payouts) changeIn(
	ctx context.Context, op delegation.Operation, id money.PayoutID, f func(tx pgx.Tx, p *money.Payout) error,
) (p money.Payout, err error) {
	if err := s.ofPayout(ctx, &op, id); err != nil {
		return p, err
	}
	err = s.operations.Run(ctx, op, func(tx pgx.Tx, m delegation.Merchant, key rowseal.RowKey) (err error) {
		if p, err = s.store.LockPayout(ctx, tx, key, m.Ref, id); err != nil {
			return err
		}
		changed := p
		if err := f(tx, &changed); err != nil {
			return err
		}
		p = changed
		return s.storeMoved(ctx, tx, m, &p)
	})
	return p, err
}

// storeMoved stores the steps that a locked payout took.
func (s *Payouts) storeMoved(ctx context.Context, tx pgx.Tx, m delegation.Merchant, p *money.Payout) error {
	if err := s.store.UpdatePayout(ctx, tx, *p); err != nil {
		return err
	}
	book, err := s.ledger.LockBook(ctx, tx, m.Ref, p.Currency)
	if err != nil {
		return err
	}
	return s.follow(ctx, tx, m, &book, p)
}

// payoutEntries is what each step of a payout posts.
var payoutEntries = map[money.PayoutStatus]func(amount int64) ledger.Entry{
	money.PayoutRequested: ledger.Reserve, money.PayoutProcessing: ledger.Send, money.PayoutPaid: ledger.Arrive,
	money.PayoutFailed:    ledger.Return,
	money.PayoutCancelled: ledger.Release,
}

// follow posts the steps that a payout took to its locked book and stores their events.
func (s *Payouts) follow(
	ctx context.Context, tx pgx.Tx, m delegation.Merchant, book *ledger.Book, p *money.Payout,
) error {
	for _, c := range p.Changes {
		posted := payoutEntries[c.To]
		switch {
		case c.From == money.PayoutPaid:
			posted = ledger.ReturnPaid
		case c.To == money.PayoutRequested && p.OfTransfer:
			posted = ledger.ReceiveTransfer
		}
		entry, err := s.post(ctx, tx, book, ledger.Posting{Entry: posted(p.Amount), Payout: p.ID, At: c.At})
		if err != nil {
			return err
		}
		switch {
		case c.To == money.PayoutProcessing:
			err = s.ledger.InsertTransaction(ctx, tx, entry, ledger.OfPayout(*p, c.At))
		case c.To == money.PayoutFailed, c.To == money.PayoutRequested && p.OfTransfer:
			err = s.ledger.InsertTransaction(ctx, tx, entry, ledger.OfReturn(*p, c.At))
		}
		if err != nil {
			return err
		}
		e, err := money.NewPayoutEvent(m, *p, c)
		if err != nil {
			return err
		}
		if err := kernelpg.InsertEvent(ctx, tx, e); err != nil {
			return err
		}
	}
	p.Changes = nil
	return nil
}
