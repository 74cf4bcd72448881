package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/rowseal"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/field"
)

// payoutDetails is what a payout's row seals.
type payoutDetails struct {
	IBAN        string `json:"iban"`
	Holder      string `json:"holder,omitempty"`
	Description string `json:"description,omitempty"`
	Fingerprint []byte `json:"fingerprint"`
	OfTransfer  bool   `json:"of_transfer,omitempty"`
}

func payoutAssociatedData(id money.PayoutID) string {
	return rowseal.AssociatedData("payouts", string(id), "details")
}

const (
	payoutColumns = `p.id, p.merchant_ref, p.livemode, p.amount, p.currency, p.external_ref, p.details, p.status,
		p.reason_code, p.acted_by,
		p.partner_id, p.delegation, p.created_at, p.updated_at, p.sent_at, p.paid_at`
	insertPayout = `
		INSERT INTO payouts (id, merchant_ref, livemode, amount, currency, external_ref, details, iban_masked, status,
		                     reason_code, acted_by,
		       partner_id, delegation, created_at, updated_at)
		VALUES (@id, @merchant, @livemode, @amount, @currency, @external_ref, @details, @iban_masked, @status, '', @acted_by,
		       @partner, @delegation, @created_at, @created_at)
		ON CONFLICT ON CONSTRAINT payouts_external_ref DO NOTHING`
	selectPayoutByExternalRef = `SELECT ` + payoutColumns + ` FROM payouts p WHERE p.merchant_ref = @merchant
		AND p.external_ref = @external_ref`
	selectPayout = `SELECT ` + payoutColumns + ` FROM payouts p WHERE p.id = @id
		AND p.merchant_ref = @merchant`
	lockPayout           = selectPayout + ` FOR UPDATE`
	selectPayoutMerchant = `SELECT merchant_ref FROM payouts WHERE id = @id`
	selectPayouts        = `
		SELECT ` + payoutColumns + ` FROM payouts p
		WHERE  p.merchant_ref = @merchant AND (@status = '' OR p.status = @status)
		       AND (@currency = '' OR p.currency = @currency)
		       AND p.id < @after
		ORDER  BY p.id DESC LIMIT @limit`
	updatePayout = `
		UPDATE payouts SET status = @status, reason_code = @reason_code, updated_at = @updated_at, sent_at = @sent_at,
		       paid_at = @paid_at
		WHERE  id = @id`
)

func scanPayout(row pgx.Row, key rowseal.Opener) (money.Payout, error) {
	p, sealed, err := scanSealedPayout(row)
	if err != nil {
		return p, err
	}
	return p, openPayout(&p, key, sealed)
}

// scanSealedPayout reads a row of payoutColumns and, after them, of more; ErrPayoutNotFound when there is none.
func scanSealedPayout(row pgx.Row, more ...any) (p money.Payout, sealed []byte, err error) {
	err = row.Scan(append([]any{
		&p.ID, &p.Merchant, &p.Livemode, &p.Amount, &p.Currency, &p.ExternalRef, &sealed, &p.Status, &p.ReasonCode,
		&p.ActedBy.Type,
		&p.ActedBy.Partner, &p.ActedBy.Delegation, &p.CreatedAt, &p.UpdatedAt, &p.SentAt, &p.PaidAt,
	}, more...)...)
	if errors.Is(err, pgx.ErrNoRows) {
		err = money.ErrPayoutNotFound
	}
	return p, sealed, err
}

func openPayout(p *money.Payout, key rowseal.Opener, sealed []byte) error {
	var d payoutDetails
	err := rowseal.OpenJSON(key, sealed, &d, payoutAssociatedData(p.ID))
	p.IBAN, p.Holder, p.Description, p.Fingerprint, p.OfTransfer =
		d.IBAN, d.Holder, d.Description, d.Fingerprint, d.OfTransfer
	return err
}

// Payout returns a payout of the merchant; ErrPayoutNotFound.
func (s *MoneyStore) Payout(
	ctx context.Context, tx pgx.Tx, key rowseal.RowKey, m pc.Ref, id money.PayoutID,
) (money.Payout, error) {
	return scanPayout(tx.QueryRow(ctx, selectPayout,
		pgx.StrictNamedArgs{"id": ids.ValidOrEmpty(money.PayoutPrefix, id), "merchant": m}), key)
}

// LockPayout returns a payout of the merchant and locks it until the transaction ends; ErrPayoutNotFound.
func (s *MoneyStore) LockPayout(
	ctx context.Context, tx pgx.Tx, key rowseal.RowKey, m pc.Ref, id money.PayoutID,
) (money.Payout, error) {
	return scanPayout(tx.QueryRow(ctx, lockPayout,
		pgx.StrictNamedArgs{"id": ids.ValidOrEmpty(money.PayoutPrefix, id), "merchant": m}), key)
}

// PayoutByExternalRef returns the merchant's payout with an external reference; ErrPayoutNotFound.
func (s *MoneyStore) PayoutByExternalRef(
	ctx context.Context, tx pgx.Tx, key rowseal.RowKey, m pc.Ref, externalRef string,
) (money.Payout, error) {
	return scanPayout(tx.QueryRow(ctx, selectPayoutByExternalRef,
		pgx.StrictNamedArgs{"merchant": m, "external_ref": externalRef}), key)
}

// PayoutMerchant returns the merchant of a payout; ErrPayoutNotFound.
func (s *MoneyStore) PayoutMerchant(ctx context.Context, q pgdb.Querier, id money.PayoutID) (ref pc.Ref, err error) {
	return pgdb.Get[pc.Ref](ctx, q, money.ErrPayoutNotFound, selectPayoutMerchant,
		pgx.StrictNamedArgs{"id": ids.ValidOrEmpty(money.PayoutPrefix, id)})
}

// Payouts returns a page of the merchant's payouts, newest first.
func (s *MoneyStore) Payouts(
	ctx context.Context, tx pgx.Tx, key rowseal.RowKey, m pc.Ref, q money.PayoutQuery,
) ([]money.Payout, error) {
	after := money.PayoutID(money.PayoutPrefix + "~") // behind every id
	if q.After != nil {
		after = *q.After
	}
	rows, _ := tx.Query(ctx, selectPayouts,
		pgx.StrictNamedArgs{"merchant": m, "status": q.Status, "currency": q.Currency, "after": after, "limit": q.Limit})
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (money.Payout, error) { return scanPayout(row, key) })
}

// InsertPayout stores a new payout. False when the merchant has one with its external reference.
func (s *MoneyStore) InsertPayout(ctx context.Context, tx pgx.Tx, key rowseal.RowKey, p money.Payout) (bool, error) {
	sealed, err := rowseal.SealJSON(key, payoutDetails{p.IBAN, p.Holder, p.Description, p.Fingerprint, p.OfTransfer},
		payoutAssociatedData(p.ID))
	if err != nil {
		return false, err
	}
	tag, err := tx.Exec(ctx, insertPayout, pgx.StrictNamedArgs{
		"id": p.ID, "merchant": p.Merchant, "livemode": p.Livemode, "amount": p.Amount, "currency": p.Currency,
		"external_ref": p.ExternalRef,
		"details":      sealed, "iban_masked": field.MaskIBAN(p.IBAN), "status": p.Status, "acted_by": p.ActedBy.Type,
		"partner":    p.ActedBy.Partner,
		"delegation": p.ActedBy.Delegation, "created_at": p.CreatedAt,
	})
	return tag.RowsAffected() == 1, err
}

// UpdatePayout stores what a step changes of a payout.
func (s *MoneyStore) UpdatePayout(ctx context.Context, tx pgx.Tx, p money.Payout) error {
	_, err := tx.Exec(ctx, updatePayout, pgx.StrictNamedArgs{
		"id": p.ID, "status": p.Status, "reason_code": p.ReasonCode, "updated_at": p.UpdatedAt, "sent_at": p.SentAt,
		"paid_at": p.PaidAt,
	})
	return err
}

const (
	payoutsOfMode = `
	SELECT ` + payoutColumns + `, o.data_key FROM payouts p JOIN onboardings o ON o.ref = p.merchant_ref
	WHERE  p.status = @status AND p.livemode = @livemode AND (@currency = '' OR p.currency = @currency)
	       AND p.updated_at <= @before
	ORDER  BY p.updated_at LIMIT @limit`
	payoutsByID = `
	SELECT ` + payoutColumns + `, o.data_key FROM payouts p JOIN onboardings o ON o.ref = p.merchant_ref
		WHERE p.id = ANY(@ids) ORDER BY p.id`
)

// TestPayouts returns payouts of test mode that have a status since before a time, the oldest first, each with its bank
// account: who continues with one after a crash needs it.
func (s *MoneyStore) TestPayouts(
	ctx context.Context, q pgdb.Querier, status money.PayoutStatus, before time.Time, limit int,
) ([]money.Payout, error) {
	return s.openedPayouts(ctx, q, payoutsOfMode,
		pgx.StrictNamedArgs{"status": status, "livemode": false, "currency": "", "before": before, "limit": limit})
}

// LivePayouts returns payouts of live mode in a currency, as TestPayouts does.
func (s *MoneyStore) LivePayouts(
	ctx context.Context, q pgdb.Querier, status money.PayoutStatus, currency string, before time.Time, limit int,
) ([]money.Payout, error) {
	return s.openedPayouts(ctx, q, payoutsOfMode,
		pgx.StrictNamedArgs{"status": status, "livemode": true, "currency": currency, "before": before, "limit": limit})
}

// PayoutsByID returns payouts, by id, each with its bank account.
func (s *MoneyStore) PayoutsByID(ctx context.Context, q pgdb.Querier, list []money.PayoutID) ([]money.Payout, error) {
	return s.openedPayouts(ctx, q, payoutsByID, pgx.StrictNamedArgs{"ids": list})
}

func (s *MoneyStore) openedPayouts(
	ctx context.Context, q pgdb.Querier, sql string, args pgx.StrictNamedArgs,
) ([]money.Payout, error) {
	rows, _ := q.Query(ctx, sql, args)
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (money.Payout, error) {
		var dataKey []byte
		p, sealed, err := scanSealedPayout(row, &dataKey)
		if err != nil {
			return p, err
		}
		key, err := s.keys.OpenDataKey(dataKey, rowseal.DataKeyAssociatedData(p.Merchant))
		if err != nil {
			return p, fmt.Errorf("data key of %s: %w", p.Merchant, err)
		}
		return p, openPayout(&p, key, sealed)
	})
}
