package postgres

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
)

// A Searched is a table that operators search, whose rows have an id, merchant_ref, status and currency.
type Searched struct {
	Columns string // of the answer
	Table   string
	Prefix  string // of its ids
	Ref     string // the column of the reference by which it is found too
	At      string // the column of the time that it is listed by
}

// Statement is that of a search and its arguments.
func (t Searched) Statement(q money.Search) (string, pgx.StrictNamedArgs) {
	id := "id"
	if t.Ref != "" && !strings.HasPrefix(q.ID, t.Prefix) {
		id = t.Ref
	}
	where := pgdb.Where("true", pgx.StrictNamedArgs{}).
		And(q.ID != "", id+" = @id", pgx.StrictNamedArgs{"id": q.ID}).
		And(q.Merchant != "", "merchant_ref = @merchant", pgx.StrictNamedArgs{"merchant": q.Merchant}).
		And(q.Partner != "", "partner_id <> '' AND partner_id = @partner", pgx.StrictNamedArgs{"partner": q.Partner}).
		And(q.Status != "", "status = @status", pgx.StrictNamedArgs{"status": q.Status}).
		And(q.Currency != "", "currency = @currency", pgx.StrictNamedArgs{"currency": q.Currency}).
		And(q.CreatedFrom != nil, t.At+" >= @from", pgx.StrictNamedArgs{"from": q.CreatedFrom}).
		And(q.CreatedTo != nil, t.At+" < @to", pgx.StrictNamedArgs{"to": q.CreatedTo})
	selection := "SELECT " + t.Columns + " FROM " + t.Table
	if q.OldestFirst {
		return after(where, t.At, q.After).Page(selection, t.At+", id", q.Limit)
	}
	return behind(where, t.At, q.After).Page(selection, t.At+" DESC, id DESC", q.Limit)
}

var (
	searchedPayments = Searched{paymentColumns, "payments", money.PaymentPrefix, "external_ref", "created_at"}
	searchedPayouts  = Searched{
		payoutColumns + ", iban_masked", "payouts", money.PayoutPrefix, "external_ref", "created_at",
	}
	searchedRefunds = Searched{
		refundColumns, "refunds", money.RefundPrefix, "external_ref", "created_at",
	}
	searchedChargebacks = Searched{
		chargebackColumns, "chargebacks", money.ChargebackPrefix, "engine_id", "created_at",
	}
)

// A SearchStore has no state: what a row seals is not opened.
type SearchStore struct{}

// Payments returns payments of all merchants, newest first, without what describes the customer.
func (SearchStore) Payments(ctx context.Context, q pgdb.Querier, search money.Search) ([]money.Payment, error) {
	sql, args := searchedPayments.Statement(search)
	rows, err := pgdb.All[paymentRow](ctx, q, sql, args)
	return pgdb.Column(rows, func(r paymentRow) money.Payment { return r.Payment }), err
}

const selectPaymentByID = `SELECT ` + paymentColumns + ` FROM payments p WHERE p.id = @id`

// Payment returns a payment of any merchant without what describes the customer; ErrPaymentNotFound.
func (SearchStore) Payment(ctx context.Context, tx pgx.Tx, id money.PaymentID) (money.Payment, error) {
	r, err := pgdb.Get[paymentRow](ctx, tx, money.ErrPaymentNotFound, selectPaymentByID,
		pgx.StrictNamedArgs{"id": ids.ValidOrEmpty(money.PaymentPrefix, id)})
	return r.Payment, err
}

const selectPaymentsByID = `SELECT ` + paymentColumns + ` FROM payments p WHERE p.id = ANY(@ids)`

// PaymentsOf returns those of payments that there are, without what describes the customer.
func (SearchStore) PaymentsOf(ctx context.Context, q pgdb.Querier, ids []money.PaymentID) ([]money.Payment, error) {
	rows, err := pgdb.All[paymentRow](ctx, q, selectPaymentsByID, pgx.StrictNamedArgs{"ids": ids})
	return pgdb.Column(rows, func(r paymentRow) money.Payment { return r.Payment }), err
}

// Payouts returns payouts of all merchants, newest first.
func (SearchStore) Payouts(ctx context.Context, q pgdb.Querier, search money.Search) ([]money.ListedPayout, error) {
	sql, args := searchedPayouts.Statement(search)
	type listed struct {
		money.ListedPayout
		Details []byte
	}
	rows, err := pgdb.All[listed](ctx, q, sql, args)
	return pgdb.Column(rows, func(l listed) money.ListedPayout { return l.ListedPayout }), err
}

// Refunds returns refunds of all merchants, newest first.
func (SearchStore) Refunds(ctx context.Context, q pgdb.Querier, search money.Search) ([]money.Refund, error) {
	sql, args := searchedRefunds.Statement(search)
	return pgdb.All[money.Refund](ctx, q, sql, args)
}

// Chargebacks returns chargebacks of all merchants, newest first.
func (SearchStore) Chargebacks(ctx context.Context, q pgdb.Querier, search money.Search) ([]money.Chargeback, error) {
	sql, args := searchedChargebacks.Statement(search)
	return pgdb.All[money.Chargeback](ctx, q, sql, args)
}
