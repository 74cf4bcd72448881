package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
)

const (
	chargebackColumns = `id, engine_id, payment_id, merchant_ref, livemode, amount, currency, fee, status, reason_code,
		respond_by, created_at, updated_at`
	updateChargeback = `UPDATE chargebacks SET status = @status, updated_at = @updated_at WHERE id = @id`
	selectChargeback = `SELECT ` + chargebackColumns + ` FROM chargebacks c
		WHERE c.id = @id AND c.payment_id = @payment`
	selectChargebackByEngineID = `SELECT ` + chargebackColumns + ` FROM chargebacks c WHERE c.payment_id = @payment
		AND c.engine_id = @engine_id`
	selectChargebacks = `
		SELECT ` + chargebackColumns + ` FROM chargebacks c WHERE c.payment_id = @payment AND c.id < @after
			ORDER BY c.id DESC LIMIT @limit`
	selectMerchantChargebacks = `
		SELECT ` + chargebackColumns + ` FROM chargebacks c WHERE c.merchant_ref = @merchant AND c.id > @after ORDER BY c.id
			LIMIT @limit`
)

var insertChargeback = `
	INSERT INTO chargebacks (` + chargebackColumns + `) VALUES (` + pgdb.Named(chargebackColumns) + `)`

// A ChargebackStore has no state: nothing of a person is in a chargeback, so nothing is sealed.
type ChargebackStore struct{}

func chargeback(ctx context.Context, tx pgx.Tx, sql string, args pgx.StrictNamedArgs) (money.Chargeback, error) {
	return pgdb.Get[money.Chargeback](ctx, tx, money.ErrChargebackNotFound, sql, args)
}

// Chargeback returns a chargeback of a payment; ErrChargebackNotFound.
func (ChargebackStore) Chargeback(
	ctx context.Context, tx pgx.Tx, payment money.PaymentID, id money.ChargebackID,
) (money.Chargeback, error) {
	return chargeback(ctx, tx, selectChargeback,
		pgx.StrictNamedArgs{"id": ids.ValidOrEmpty(money.ChargebackPrefix, id), "payment": payment})
}

// ChargebackByEngineID returns the chargeback of a payment that the engine knows by an id; ErrChargebackNotFound.
func (ChargebackStore) ChargebackByEngineID(
	ctx context.Context, tx pgx.Tx, payment money.PaymentID, engineID string,
) (money.Chargeback, error) {
	return chargeback(ctx, tx, selectChargebackByEngineID, pgx.StrictNamedArgs{"payment": payment, "engine_id": engineID})
}

// Chargebacks returns a page of the chargebacks of a payment, newest first.
func (ChargebackStore) Chargebacks(
	ctx context.Context, tx pgx.Tx, payment money.PaymentID, q money.ChargebackQuery,
) ([]money.Chargeback, error) {
	after := money.ChargebackID(money.ChargebackPrefix + "~") // behind every id
	if q.After != nil {
		after = *q.After
	}
	return pgdb.All[money.Chargeback](ctx, tx, selectChargebacks,
		pgx.StrictNamedArgs{"payment": payment, "after": after, "limit": q.Limit})
}

// MerchantChargebacks returns a page of all chargebacks of a merchant, oldest first, behind one.
func (ChargebackStore) MerchantChargebacks(
	ctx context.Context, tx pgx.Tx, m pc.Ref, after money.ChargebackID, limit int,
) ([]money.Chargeback, error) {
	return pgdb.All[money.Chargeback](ctx, tx, selectMerchantChargebacks,
		pgx.StrictNamedArgs{"merchant": m, "after": after, "limit": limit})
}

// SaveChargeback stores a new chargeback, or what a step changes of one. Its payment is locked.
func (ChargebackStore) SaveChargeback(ctx context.Context, tx pgx.Tx, c money.Chargeback) error {
	if !c.Begins() {
		return pgdb.Exec(ctx, tx, updateChargeback, pgdb.Fields(c, nil))
	}
	return pgdb.Exec(ctx, tx, insertChargeback, pgdb.Fields(c, nil))
}
