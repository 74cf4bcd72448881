package usecase

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/ledger"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/postgres"
)

// snapshot lets a transaction read several things as of one time.
var snapshot = pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}

// Searches read the money of all merchants, for operators.
type Searches struct {
	pool        *pgxpool.Pool
	search      postgres.SearchStore
	refunds     postgres.RefundStore
	chargebacks postgres.ChargebackStore
	ledger      postgres.LedgerStore
}

// NewSearches returns the use cases.
func NewSearches(pool *pgxpool.Pool) *Searches { return &Searches{pool: pool} }

// SearchPayments returns payments of all merchants, newest first, without what describes the customer.
func (s *Searches) SearchPayments(ctx context.Context, q money.Search) ([]money.Payment, error) {
	return s.search.Payments(ctx, s.pool, q)
}

// How much InspectPayment returns at most.
const (
	inspectedItems = 200
	inspectedLines = 1000
)

// An InspectedPayment is a payment, without what describes the customer, and what became of it.
type InspectedPayment struct {
	money.Payment
	Refunds     []money.Refund
	Chargebacks []money.Chargeback
	Lines       []ledger.BookLine
}

// InspectPayment returns a payment of any merchant; ErrPaymentNotFound.
func (s *Searches) InspectPayment(ctx context.Context, id money.PaymentID) (p InspectedPayment, err error) {
	err = pgx.BeginTxFunc(ctx, s.pool, snapshot, func(tx pgx.Tx) (err error) {
		if p.Payment, err = s.search.Payment(ctx, tx, id); err != nil {
			return err
		}
		if p.Refunds, err = s.refunds.Refunds(ctx, tx, p.ID, money.RefundQuery{Limit: inspectedItems}); err != nil {
			return err
		}
		if p.Chargebacks, err = s.chargebacks.Chargebacks(ctx, tx, p.ID,
			money.ChargebackQuery{Limit: inspectedItems}); err != nil {
			return err
		}
		p.Lines, err = s.ledger.PaymentLines(ctx, tx, p.ID, inspectedLines)
		return err
	})
	return p, err
}

// SearchRefunds returns refunds of all merchants, newest first.
func (s *Searches) SearchRefunds(ctx context.Context, q money.Search) ([]money.Refund, error) {
	return s.search.Refunds(ctx, s.pool, q)
}

// SearchChargebacks returns chargebacks of all merchants, newest first.
func (s *Searches) SearchChargebacks(ctx context.Context, q money.Search) ([]money.Chargeback, error) {
	return s.search.Chargebacks(ctx, s.pool, q)
}

// SearchSettlements returns settlements of all merchants, newest first.
func (s *Searches) SearchSettlements(ctx context.Context, q money.Search) ([]ledger.ListedSettlement, error) {
	return s.ledger.SearchSettlements(ctx, s.pool, q)
}

// SearchPayouts returns payouts of all merchants, newest first.
func (s *Searches) SearchPayouts(ctx context.Context, q money.Search) ([]money.ListedPayout, error) {
	return s.search.Payouts(ctx, s.pool, q)
}

// ListLines returns a page of what was posted to accounts of the merchant's books, behind a line, and the books by
// currency.
func (s *Accounts) ListLines(
	ctx context.Context, m pc.Ref, accounts []ledger.Account, after ledger.BookLine, limit int,
) (lines []ledger.BookLine, books map[string]ledger.Balance, err error) {
	err = pgx.BeginTxFunc(ctx, s.pool, snapshot, func(tx pgx.Tx) (err error) {
		if books, err = s.ledger.Balances(ctx, tx, m); err != nil {
			return err
		}
		lines, err = s.ledger.Lines(ctx, tx, m, accounts, after, limit)
		return err
	})
	return lines, books, err
}
