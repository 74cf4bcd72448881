package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/rowseal"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// paymentDetails is what a payment's row seals: it describes the customer.
type paymentDetails struct {
	Description string         `json:"description"`
	Customer    money.Customer `json:"customer"`
	ReturnURL   string         `json:"return_url"`
	Fingerprint []byte         `json:"fingerprint"`
}

func paymentAssociatedData(id money.PaymentID) string {
	return rowseal.AssociatedData("payments", string(id), "details")
}

const (
	paymentState = `method, status, reason_code, refunded, refunding, charged_back, fee_bps, fee_fixed, fee_minimum,
		share_bps, chargeback_fee, updated_at, paid_at` // what a step may change
	paymentColumns = `id, merchant_ref, livemode, amount, currency, external_ref, details, metadata, acted_by, partner_id,
		delegation, valid_until, created_at, ` + paymentState
	selectPaymentByExternalRef = `SELECT ` + paymentColumns + ` FROM payments p WHERE p.merchant_ref = @merchant
		AND p.external_ref = @external_ref`
	selectPayment = `SELECT ` + paymentColumns + ` FROM payments p
		WHERE p.id = @id AND p.merchant_ref = @merchant`
	lockPayment           = selectPayment + ` FOR UPDATE`
	selectPaymentMerchant = `SELECT merchant_ref FROM payments WHERE id = @id`
)

var (
	insertPayment = `INSERT INTO payments (` + paymentColumns + `) VALUES (` + pgdb.Named(paymentColumns) + `)
		ON CONFLICT ON CONSTRAINT payments_external_ref DO NOTHING`
	updatePayment = `UPDATE payments SET (` + paymentState + `) = ROW (` + pgdb.Named(paymentState) + `) WHERE id = @id`
)

type paymentRow struct {
	money.Payment
	Details []byte // sealed paymentDetails
}

// open returns the payment with what describes the customer.
func (r paymentRow) open(key rowseal.RowKey) (money.Payment, error) {
	var d paymentDetails
	p := r.Payment
	err := rowseal.OpenJSON(key, r.Details, &d, paymentAssociatedData(p.ID))
	p.Description, p.Customer, p.ReturnURL, p.Fingerprint = d.Description, d.Customer, d.ReturnURL, d.Fingerprint
	return p, err
}

func payment(
	ctx context.Context, tx pgx.Tx, key rowseal.RowKey, sql string, args pgx.StrictNamedArgs,
) (money.Payment, error) {
	r, err := pgdb.Get[paymentRow](ctx, tx, money.ErrPaymentNotFound, sql, args)
	if err != nil {
		return money.Payment{}, err
	}
	return r.open(key)
}

const selectPayments = `SELECT ` + paymentColumns + ` FROM payments`

func paymentsQuery(m pc.Ref, q money.PaymentQuery) (string, pgx.StrictNamedArgs) {
	where := pgdb.Where("merchant_ref = @merchant", pgx.StrictNamedArgs{"merchant": m}).
		And(q.Status != "", "status = @status", pgx.StrictNamedArgs{"status": q.Status}).
		And(q.Currency != "", "currency = @currency", pgx.StrictNamedArgs{"currency": q.Currency}).
		And(q.ExternalRef != "", "external_ref = @external_ref", pgx.StrictNamedArgs{"external_ref": q.ExternalRef}).
		And(q.CreatedFrom != nil, "created_at >= @from", pgx.StrictNamedArgs{"from": q.CreatedFrom}).
		And(q.CreatedTo != nil, "created_at < @to", pgx.StrictNamedArgs{"to": q.CreatedTo})
	return behind(where, "created_at", q.After).Page(selectPayments, "created_at DESC, id DESC", q.Limit)
}

// behind adds that rows which are listed by a time, newest first, are behind a position; nil: all.
func behind(where *pgdb.Conditions, at string, last *money.Position) *pgdb.Conditions {
	return past(where, at, "<", last)
}

// after is behind for rows that are listed the oldest first.
func after(where *pgdb.Conditions, at string, last *money.Position) *pgdb.Conditions {
	return past(where, at, ">", last)
}

func past(where *pgdb.Conditions, at, comparison string, last *money.Position) *pgdb.Conditions {
	if last == nil {
		return where
	}
	return where.And(true, "("+at+", id) "+comparison+" (@after_at, @after_id)",
		pgx.StrictNamedArgs{"after_at": last.At, "after_id": last.ID})
}

// Payments returns a page of the merchant's payments, newest first.
func (s *MoneyStore) Payments(
	ctx context.Context, tx pgx.Tx, key rowseal.RowKey, m pc.Ref, q money.PaymentQuery,
) ([]money.Payment, error) {
	sql, args := paymentsQuery(m, q)
	rows, err := pgdb.All[paymentRow](ctx, tx, sql, args)
	list := make([]money.Payment, len(rows))
	for i := 0; i < len(rows) && err == nil; i++ {
		list[i], err = rows[i].open(key)
	}
	return list, err
}

// Payment returns a payment of the merchant; ErrPaymentNotFound.
func (s *MoneyStore) Payment(
	ctx context.Context, tx pgx.Tx, key rowseal.RowKey, m pc.Ref, id money.PaymentID,
) (money.Payment, error) {
	return payment(ctx, tx, key, selectPayment,
		pgx.StrictNamedArgs{"id": ids.ValidOrEmpty(money.PaymentPrefix, id), "merchant": m})
}

// LockPayment returns a payment of the merchant and locks it until the transaction ends; ErrPaymentNotFound.
func (s *MoneyStore) LockPayment(
	ctx context.Context, tx pgx.Tx, key rowseal.RowKey, m pc.Ref, id money.PaymentID,
) (money.Payment, error) {
	return payment(ctx, tx, key, lockPayment,
		pgx.StrictNamedArgs{"id": ids.ValidOrEmpty(money.PaymentPrefix, id), "merchant": m})
}

// PaymentByExternalRef returns the merchant's payment with an external reference; ErrPaymentNotFound.
func (s *MoneyStore) PaymentByExternalRef(
	ctx context.Context, tx pgx.Tx, key rowseal.RowKey, m pc.Ref, externalRef string,
) (money.Payment, error) {
	return payment(ctx, tx, key, selectPaymentByExternalRef,
		pgx.StrictNamedArgs{"merchant": m, "external_ref": externalRef})
}

// PaymentMerchant returns the merchant of a payment; ErrPaymentNotFound.
func (s *MoneyStore) PaymentMerchant(ctx context.Context, q pgdb.Querier, id money.PaymentID) (ref pc.Ref, err error) {
	return pgdb.Get[pc.Ref](ctx, q, money.ErrPaymentNotFound, selectPaymentMerchant,
		pgx.StrictNamedArgs{"id": ids.ValidOrEmpty(money.PaymentPrefix, id)})
}

// InsertPayment stores a new payment. False when the merchant has one with its external reference: an insert that meets
// another under way waits for it, and goes ahead should that one roll back.
func (s *MoneyStore) InsertPayment(ctx context.Context, tx pgx.Tx, key rowseal.RowKey, p money.Payment) (bool, error) {
	sealed, err := rowseal.SealJSON(key, paymentDetails{p.Description, p.Customer, p.ReturnURL, p.Fingerprint},
		paymentAssociatedData(p.ID))
	if err != nil {
		return false, err
	}
	if p.Metadata == nil {
		p.Metadata = map[string]string{}
	}
	tag, err := tx.Exec(ctx, insertPayment, pgdb.Fields(paymentRow{p, sealed}, nil))
	return tag.RowsAffected() == 1, err
}

// UpdatePayment stores what a step changes of a payment.
func (s *MoneyStore) UpdatePayment(ctx context.Context, tx pgx.Tx, p money.Payment) error {
	return pgdb.Exec(ctx, tx, updatePayment, pgdb.Fields(p, nil))
}

const (
	stalePayments = `SELECT id FROM payments WHERE status IN ('registered', 'pending') AND valid_until <= @now
		ORDER BY valid_until LIMIT @limit`
	// Those of test mode that would be stale at a time, of some channels.
	staleTestPayments = `
		SELECT p.id FROM payments p JOIN onboardings o ON o.ref = p.merchant_ref
		WHERE  o.channel_id = ANY(@channels) AND NOT o.livemode AND p.status IN ('registered', 'pending')
		       AND p.valid_until <= @now LIMIT @limit`
	openPaymentsOfInactive = `
		SELECT p.id, o.merchant_status FROM onboardings o JOIN payments p ON p.merchant_ref = o.ref
		WHERE  o.merchant_status IN ('suspended', 'closed') AND p.status IN ('registered', 'pending')
		       AND (@merchant = '' OR o.ref = @merchant)
		LIMIT  @limit`
)

// StalePayments returns payments that were not paid in time.
func (s *MoneyStore) StalePayments(
	ctx context.Context, q pgdb.Querier, now time.Time, limit int,
) ([]money.PaymentID, error) {
	return paymentIDs(ctx, q, stalePayments, pgx.StrictNamedArgs{"now": now, "limit": limit})
}

// StaleTestPayments is StalePayments for the test data of some channels.
func (s *MoneyStore) StaleTestPayments(
	ctx context.Context, q pgdb.Querier, channels []pc.ChannelID, now time.Time, limit int,
) ([]money.PaymentID, error) {
	return paymentIDs(ctx, q, staleTestPayments, pgx.StrictNamedArgs{"channels": channels, "now": now, "limit": limit})
}

func paymentIDs(ctx context.Context, q pgdb.Querier, sql string, args pgx.StrictNamedArgs) ([]money.PaymentID, error) {
	return pgdb.All[money.PaymentID](ctx, q, sql, args)
}

// OpenPaymentsOfInactive returns open payments of merchants that are suspended or closed, with that status. merchant
// narrows it to one.
func (s *MoneyStore) OpenPaymentsOfInactive(
	ctx context.Context, q pgdb.Querier, merchant pc.Ref, limit int,
) (map[money.PaymentID]delegation.MerchantStatus, error) {
	rows, _ := q.Query(ctx, openPaymentsOfInactive, pgx.StrictNamedArgs{"merchant": merchant, "limit": limit})
	var id money.PaymentID
	var status delegation.MerchantStatus
	found := map[money.PaymentID]delegation.MerchantStatus{}
	_, err := pgx.ForEachRow(rows, []any{&id, &status}, func() error {
		found[id] = status
		return nil
	})
	return found, err
}

const selectBusiness = `SELECT business FROM onboardings WHERE ref = @ref`

// TradeName returns the name that customers know the merchant by; empty where it is not known.
func (s *MoneyStore) TradeName(ctx context.Context, tx pgx.Tx, key rowseal.RowKey, m pc.Ref) (string, error) {
	var sealed []byte
	if err := tx.QueryRow(ctx, selectBusiness, pgx.StrictNamedArgs{"ref": m}).Scan(&sealed); err != nil {
		return "", err
	}
	var b onboarding.Business
	err := rowseal.OpenJSON(key, sealed, &b, rowseal.AssociatedData("onboardings", string(m), "business"))
	return b.Name, err
}
