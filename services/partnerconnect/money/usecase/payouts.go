package usecase

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/delegation"
	delegationusecase "github.com/partnerline/partnerline/services/partnerconnect/delegation/usecase"
	eventpg "github.com/partnerline/partnerline/services/partnerconnect/event/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/rowseal"
	"github.com/partnerline/partnerline/services/partnerconnect/ledger"
	"github.com/partnerline/partnerline/services/partnerconnect/money"
	"github.com/partnerline/partnerline/services/partnerconnect/money/postgres"
	onboardingusecase "github.com/partnerline/partnerline/services/partnerconnect/onboarding/usecase"
)

// Payouts are the use cases of payouts.
type Payouts struct {
	base
	onboardings *onboardingusecase.Changer
}

// NewPayouts returns them.
func NewPayouts(pool *pgxpool.Pool, operations *delegationusecase.Operations, store *postgres.Store, onboardings *onboardingusecase.Changer) *Payouts {
	return &Payouts{base{pool: pool, operations: operations, store: store}, onboardings}
}

// GetPayout returns a payout of the merchant.
func (s *Payouts) GetPayout(ctx context.Context, op delegation.Operation, id money.PayoutID) (p money.Payout, err error) {
	err = s.operations.Read(ctx, op, func(tx pgx.Tx, m delegation.Merchant, key rowseal.RowKey) (err error) {
		p, err = s.store.Payout(ctx, tx, key, m.Ref, id)
		return err
	})
	return p, err
}

// ListPayouts returns a page of the merchant's payouts, newest first.
func (s *Payouts) ListPayouts(ctx context.Context, op delegation.Operation, q money.PayoutQuery) (list []money.Payout, err error) {
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

// AdvancePayout takes a payout of test mode to a status, as the rail would. What is wrong with the form of the request is reported once
// the payout has been found.
func (s *Payouts) AdvancePayout(ctx context.Context, op delegation.Operation, id money.PayoutID, to money.PayoutStatus, malformed error) (money.Payout, error) {
	return s.change(ctx, op, id, func(p *money.Payout) error {
		if malformed != nil {
			return malformed
		}
		return p.Advance(to, op.Now)
	})
}

// change applies f to a locked payout. An operation that names no merchant concerns the payout's own.
func (s *Payouts) change(ctx context.Context, op delegation.Operation, id money.PayoutID, f func(p *money.Payout) error) (p money.Payout, err error) {
	if err := s.of(ctx, &op, money.ErrPayoutNotFound, func() (pc.Ref, error) { return s.store.PayoutMerchant(ctx, s.pool, id) }); err != nil {
		return p, err
	}
	err = s.operations.Run(ctx, op, func(tx pgx.Tx, m delegation.Merchant, key rowseal.RowKey) (err error) {
		if p, err = s.store.LockPayout(ctx, tx, key, m.Ref, id); err != nil {
			return err
		}
		changed := p
		if err := f(&changed); err != nil {
			return err
		}
		p = changed
		if err := s.store.UpdatePayout(ctx, tx, p); err != nil {
			return err
		}
		book, err := s.ledger.LockBook(ctx, tx, m.Ref, p.Currency)
		if err != nil {
			return err
		}
		return s.follow(ctx, tx, m, &book, &p)
	})
	return p, err
}

// payoutEntries is what each step of a payout posts.
var payoutEntries = map[money.PayoutStatus]func(amount int64) ledger.Entry{
	money.PayoutRequested: ledger.Reserve, money.PayoutProcessing: ledger.Send, money.PayoutPaid: ledger.Arrive, money.PayoutFailed: ledger.Return,
	money.PayoutCancelled: ledger.Release,
}

// follow posts the steps that a payout took to its locked book and stores their events.
func (s *Payouts) follow(ctx context.Context, tx pgx.Tx, m delegation.Merchant, book *ledger.Book, p *money.Payout) error {
	for _, c := range p.Changes {
		entry, err := s.post(ctx, tx, book, ledger.Posting{Entry: payoutEntries[c.To](p.Amount), Payout: p.ID, At: c.At})
		if err != nil {
			return err
		}
		switch c.To {
		case money.PayoutProcessing:
			err = s.ledger.InsertTransaction(ctx, tx, entry, ledger.OfPayout(*p, c.At))
		case money.PayoutFailed:
			err = s.ledger.InsertTransaction(ctx, tx, entry, ledger.OfReturn(*p, c.At))
		}
		if err != nil {
			return err
		}
		e, err := money.NewPayoutEvent(m, *p, c)
		if err != nil {
			return err
		}
		if err := eventpg.InsertEvent(ctx, tx, e); err != nil {
			return err
		}
	}
	p.Changes = nil
	return nil
}
