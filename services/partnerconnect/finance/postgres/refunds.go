package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
)

const (
	refundColumns = `id, payment_id, merchant_ref, livemode, amount, currency, external_ref, fingerprint, status,
		reason_code, acted_by, partner_id, delegation, sole_operator, created_at, updated_at`
	selectRefund = `SELECT ` + refundColumns + ` FROM refunds r WHERE r.id = @id AND r.payment_id = @payment`
	updateRefund = `UPDATE refunds SET status = @status, reason_code = @reason_code, updated_at = @updated_at
		WHERE id = @id`
	selectRefundPayment       = `SELECT payment_id, merchant_ref FROM refunds WHERE id = @id`
	selectRefundByExternalRef = `SELECT ` + refundColumns + ` FROM refunds r WHERE r.merchant_ref = @merchant
		AND r.external_ref = @external_ref`
	selectRefunds = `
		SELECT ` + refundColumns + ` FROM refunds r WHERE r.payment_id = @payment AND r.id < @after ORDER BY r.id DESC
			LIMIT @limit`
	selectMerchantRefunds = `
		SELECT ` + refundColumns + ` FROM refunds r WHERE r.merchant_ref = @merchant AND r.external_ref > @after
			ORDER BY r.external_ref LIMIT @limit`
	lockSoleRefunds = `SELECT pg_advisory_xact_lock(hashtextextended('refunds of ' || @person, 0))`
	sumSoleRefunds  = `
		SELECT (SELECT coalesce(sum(amount), 0)::bigint FROM refunds
		        WHERE payment_id = @payment AND sole_operator IS NOT NULL AND status <> 'failed'),
		       (SELECT coalesce(sum(amount), 0)::bigint FROM refunds
		        WHERE sole_operator = @person AND created_at > @since AND currency = @currency
		              AND livemode = @livemode AND status <> 'failed')`
)

var insertRefund = `INSERT INTO refunds (` + refundColumns + `) VALUES (` + pgdb.Named(refundColumns) + `)
	ON CONFLICT ON CONSTRAINT refunds_external_ref DO NOTHING`

// A RefundStore has no state: nothing of a person is in a refund, so nothing is sealed.
type RefundStore struct{}

func refund(ctx context.Context, tx pgx.Tx, sql string, args pgx.StrictNamedArgs) (money.Refund, error) {
	return pgdb.Get[money.Refund](ctx, tx, money.ErrRefundNotFound, sql, args)
}

// Refund returns a refund of a payment; ErrRefundNotFound.
func (RefundStore) Refund(
	ctx context.Context, tx pgx.Tx, payment money.PaymentID, id money.RefundID,
) (money.Refund, error) {
	return refund(ctx, tx, selectRefund,
		pgx.StrictNamedArgs{"id": ids.ValidOrEmpty(money.RefundPrefix, id), "payment": payment})
}

// RefundByExternalRef returns the merchant's refund with an external reference; ErrRefundNotFound.
func (RefundStore) RefundByExternalRef(
	ctx context.Context, tx pgx.Tx, m pc.Ref, externalRef string,
) (money.Refund, error) {
	return refund(ctx, tx, selectRefundByExternalRef, pgx.StrictNamedArgs{"merchant": m, "external_ref": externalRef})
}

// Refunds returns a page of the refunds of a payment, newest first.
func (RefundStore) Refunds(
	ctx context.Context, tx pgx.Tx, payment money.PaymentID, q money.RefundQuery,
) ([]money.Refund, error) {
	after := money.RefundID(money.RefundPrefix + "~") // behind every id
	if q.After != nil {
		after = *q.After
	}
	return pgdb.All[money.Refund](ctx, tx, selectRefunds,
		pgx.StrictNamedArgs{"payment": payment, "after": after, "limit": q.Limit})
}

// MerchantRefunds returns a page of all refunds of a merchant, by their external references behind one.
func (RefundStore) MerchantRefunds(
	ctx context.Context, tx pgx.Tx, m pc.Ref, after string, limit int,
) ([]money.Refund, error) {
	return pgdb.All[money.Refund](ctx, tx, selectMerchantRefunds,
		pgx.StrictNamedArgs{"merchant": m, "after": after, "limit": limit})
}

// RefundPayment returns the payment of a refund, and its merchant; ErrRefundNotFound.
func (RefundStore) RefundPayment(
	ctx context.Context, q pgdb.Querier, id money.RefundID,
) (payment money.PaymentID, ref pc.Ref, err error) {
	err = q.QueryRow(ctx, selectRefundPayment,
		pgx.StrictNamedArgs{"id": ids.ValidOrEmpty(money.RefundPrefix, id)}).Scan(&payment, &ref)
	if errors.Is(err, pgx.ErrNoRows) {
		err = money.ErrRefundNotFound
	}
	return payment, ref, err
}

// UpdateRefund stores what a step changes of a refund, whose payment is locked.
func (RefundStore) UpdateRefund(ctx context.Context, tx pgx.Tx, r money.Refund) error {
	return pgdb.Exec(ctx, tx, updateRefund, pgdb.Fields(r, nil))
}

// InsertRefund stores a new refund. False when the merchant has one with its external reference.
func (RefundStore) InsertRefund(ctx context.Context, tx pgx.Tx, r money.Refund) (bool, error) {
	tag, err := tx.Exec(ctx, insertRefund, pgdb.Fields(r, nil))
	return tag.RowsAffected() == 1, err
}

// SoleRefunds returns what was given back without a second person: of a locked payment, and of all payments in its
// currency by a person since a time. Of the person's refunds one runs at a time.
func (RefundStore) SoleRefunds(
	ctx context.Context, tx pgx.Tx, p money.Payment, person string, since time.Time,
) (ofPayment, ofPerson int64, err error) {
	if _, err := tx.Exec(ctx, lockSoleRefunds, pgx.StrictNamedArgs{"person": person}); err != nil {
		return 0, 0, err
	}
	err = tx.QueryRow(ctx, sumSoleRefunds, pgx.StrictNamedArgs{
		"payment": p.ID, "person": person, "since": since, "currency": p.Currency, "livemode": p.Livemode,
	}).Scan(&ofPayment, &ofPerson)
	return ofPayment, ofPerson, err
}
