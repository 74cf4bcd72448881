package postgres

import (
	"context"
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
	payoutState   = `status, reason_code, updated_at, sent_at, paid_at`
	payoutColumns = `id, merchant_ref, livemode, amount, currency, external_ref, details, acted_by, partner_id, delegation,
		created_at, ` + payoutState
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
)

var (
	insertPayout = `
		INSERT INTO payouts (` + payoutColumns + `, iban_masked) VALUES (` + pgdb.Named(payoutColumns) + `, @iban_masked)
		ON CONFLICT ON CONSTRAINT payouts_external_ref DO NOTHING`
	updatePayout = `UPDATE payouts SET (` + payoutState + `) = ROW (` + pgdb.Named(payoutState) + `) WHERE id = @id`
)

type payoutRow struct {
	money.Payout
	Details []byte // sealed payoutDetails
}

// open returns the payout with its bank account.
func (r payoutRow) open(key rowseal.Opener) (money.Payout, error) {
	var d payoutDetails
	p := r.Payout
	err := rowseal.OpenJSON(key, r.Details, &d, payoutAssociatedData(p.ID))
	p.IBAN, p.Holder, p.Description, p.Fingerprint, p.OfTransfer =
		d.IBAN, d.Holder, d.Description, d.Fingerprint, d.OfTransfer
	return p, err
}

func payout(
	ctx context.Context, tx pgx.Tx, key rowseal.RowKey, sql string, args pgx.StrictNamedArgs,
) (money.Payout, error) {
	r, err := pgdb.Get[payoutRow](ctx, tx, money.ErrPayoutNotFound, sql, args)
	if err != nil {
		return money.Payout{}, err
	}
	return r.open(key)
}

// Payout returns a payout of the merchant; ErrPayoutNotFound.
func (s *MoneyStore) Payout(
	ctx context.Context, tx pgx.Tx, key rowseal.RowKey, m pc.Ref, id money.PayoutID,
) (money.Payout, error) {
	return payout(ctx, tx, key, selectPayout,
		pgx.StrictNamedArgs{"id": ids.ValidOrEmpty(money.PayoutPrefix, id), "merchant": m})
}

// LockPayout returns a payout of the merchant and locks it until the transaction ends; ErrPayoutNotFound.
func (s *MoneyStore) LockPayout(
	ctx context.Context, tx pgx.Tx, key rowseal.RowKey, m pc.Ref, id money.PayoutID,
) (money.Payout, error) {
	return payout(ctx, tx, key, lockPayout,
		pgx.StrictNamedArgs{"id": ids.ValidOrEmpty(money.PayoutPrefix, id), "merchant": m})
}

// PayoutByExternalRef returns the merchant's payout with an external reference; ErrPayoutNotFound.
func (s *MoneyStore) PayoutByExternalRef(
	ctx context.Context, tx pgx.Tx, key rowseal.RowKey, m pc.Ref, externalRef string,
) (money.Payout, error) {
	return payout(ctx, tx, key, selectPayoutByExternalRef,
		pgx.StrictNamedArgs{"merchant": m, "external_ref": externalRef})
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
	rows, err := pgdb.All[payoutRow](ctx, tx, selectPayouts,
		pgx.StrictNamedArgs{"merchant": m, "status": q.Status, "currency": q.Currency, "after": after, "limit": q.Limit})
	list := make([]money.Payout, len(rows))
	for i := 0; i < len(rows) && err == nil; i++ {
		list[i], err = rows[i].open(key)
	}
	return list, err
}

// InsertPayout stores a new payout. False when the merchant has one with its external reference.
func (s *MoneyStore) InsertPayout(ctx context.Context, tx pgx.Tx, key rowseal.RowKey, p money.Payout) (bool, error) {
	sealed, err := rowseal.SealJSON(key, payoutDetails{p.IBAN, p.Holder, p.Description, p.Fingerprint, p.OfTransfer},
		payoutAssociatedData(p.ID))
	if err != nil {
		return false, err
	}
	tag, err := tx.Exec(ctx, insertPayout,
		pgdb.Fields(payoutRow{p, sealed}, pgx.StrictNamedArgs{"iban_masked": field.MaskIBAN(p.IBAN)}))
	return tag.RowsAffected() == 1, err
}

// UpdatePayout stores what a step changes of a payout.
func (s *MoneyStore) UpdatePayout(ctx context.Context, tx pgx.Tx, p money.Payout) error {
	return pgdb.Exec(ctx, tx, updatePayout, pgdb.Fields(p, nil))
}

const (
	payoutsWithKeys = `SELECT ` + payoutColumns + `,
		(SELECT o.data_key FROM onboardings o WHERE o.ref = p.merchant_ref) AS data_key FROM payouts p`
	payoutsOfMode = payoutsWithKeys + `
	WHERE  p.status = @status AND p.livemode = @livemode AND (@currency = '' OR p.currency = @currency)
	       AND p.updated_at <= @before
	ORDER  BY p.updated_at LIMIT @limit`
	payoutsByID = payoutsWithKeys + ` WHERE p.id = ANY(@ids) ORDER BY p.id`
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
	rows, err := pgdb.All[struct {
		payoutRow
		DataKey []byte
	}](ctx, q, sql, args)
	list := make([]money.Payout, len(rows))
	for i := 0; i < len(rows) && err == nil; i++ {
		key, fault := s.keys.OpenDataKey(rows[i].DataKey, rowseal.DataKeyAssociatedData(rows[i].Merchant))
		if fault != nil {
			return nil, fmt.Errorf("data key of %s: %w", rows[i].Merchant, fault)
		}
		list[i], err = rows[i].open(key)
	}
	return list, err
}
