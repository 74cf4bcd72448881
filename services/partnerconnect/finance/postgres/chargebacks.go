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
	chargebackColumns = `c.id, c.engine_id, c.payment_id, c.merchant_ref, c.livemode, c.amount, c.currency, c.fee,
		c.status, c.reason_code, c.respond_by,
		c.created_at, c.updated_at`
	insertChargeback = `
		INSERT INTO chargebacks (id, engine_id, payment_id, merchant_ref, livemode, amount, currency, fee, status,
		                         reason_code, respond_by, created_at,
		       updated_at)
		VALUES (@id, @engine_id, @payment, @merchant, @livemode, @amount, @currency, @fee, @status, @reason_code,
		        @respond_by, @created_at,
		       @updated_at)`
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

// A ChargebackStore has no state: nothing of a person is in a chargeback, so nothing is sealed.
type ChargebackStore struct{}

func scanChargeback(row pgx.CollectableRow) (money.Chargeback, error) {
	var c money.Chargeback
	err := row.Scan(&c.ID, &c.EngineID, &c.Payment, &c.Merchant, &c.Livemode, &c.Amount, &c.Currency, &c.Fee, &c.Status,
		&c.ReasonCode, &c.RespondBy,
		&c.CreatedAt, &c.UpdatedAt)
	return c, err
}

func chargeback(ctx context.Context, tx pgx.Tx, sql string, args pgx.StrictNamedArgs) (money.Chargeback, error) {
	rows, _ := tx.Query(ctx, sql, args)
	return pgdb.One(rows, scanChargeback, money.ErrChargebackNotFound)
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
	rows, _ := tx.Query(ctx, selectChargebacks,
		pgx.StrictNamedArgs{"payment": payment, "after": after, "limit": q.Limit})
	return pgx.CollectRows(rows, scanChargeback)
}

// MerchantChargebacks returns a page of all chargebacks of a merchant, oldest first, behind one.
func (ChargebackStore) MerchantChargebacks(
	ctx context.Context, tx pgx.Tx, m pc.Ref, after money.ChargebackID, limit int,
) ([]money.Chargeback, error) {
	rows, _ := tx.Query(ctx, selectMerchantChargebacks,
		pgx.StrictNamedArgs{"merchant": m, "after": after, "limit": limit})
	return pgx.CollectRows(rows, scanChargeback)
}

// SaveChargeback stores a new chargeback, or what a step changes of one. Its payment is locked.
func (ChargebackStore) SaveChargeback(ctx context.Context, tx pgx.Tx, c money.Chargeback) error {
	if !c.Begins() {
		_, err := tx.Exec(ctx, updateChargeback,
			pgx.StrictNamedArgs{"id": c.ID, "status": c.Status, "updated_at": c.UpdatedAt})
		return err
	}
	_, err := tx.Exec(ctx, insertChargeback, pgx.StrictNamedArgs{
		"id": c.ID, "engine_id": c.EngineID, "payment": c.Payment, "merchant": c.Merchant, "livemode": c.Livemode,
		"amount":   c.Amount,
		"currency": c.Currency, "fee": c.Fee, "status": c.Status, "reason_code": c.ReasonCode, "respond_by": c.RespondBy,
		"created_at": c.CreatedAt,
		"updated_at": c.UpdatedAt,
	})
	return err
}
