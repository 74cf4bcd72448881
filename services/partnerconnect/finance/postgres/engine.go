package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/rowseal"
)

const (
	insertEnginePayment = `
		INSERT INTO engine_payments (payment_id, engine_id, page, created_at) VALUES (@payment, @engine, @page, @now)
		ON CONFLICT (payment_id) DO NOTHING`
	selectEnginePayment = `SELECT engine_id, page FROM engine_payments WHERE payment_id = @payment`
)

func pageAssociatedData(id money.PaymentID) string {
	return rowseal.AssociatedData("engine_payments", string(id), "page")
}

// InsertEnginePayment stores what the engine answered to the creation of a payment: the first answer holds.
func (s *MoneyStore) InsertEnginePayment(
	ctx context.Context, tx pgx.Tx, key rowseal.RowKey, id money.PaymentID, e money.EnginePayment, now time.Time,
) error {
	page, err := rowseal.SealJSON(key, e.Page, pageAssociatedData(id))
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, insertEnginePayment,
		pgx.StrictNamedArgs{"payment": id, "engine": e.ID, "page": page, "now": now})
	return err
}

// EnginePayment returns a payment as the engine knows it; the zero value for one that it does not know yet.
func (s *MoneyStore) EnginePayment(
	ctx context.Context, tx pgx.Tx, key rowseal.RowKey, id money.PaymentID,
) (e money.EnginePayment, err error) {
	var page []byte
	err = tx.QueryRow(ctx, selectEnginePayment, pgx.StrictNamedArgs{"payment": id}).Scan(&e.ID, &page)
	if errors.Is(err, pgx.ErrNoRows) {
		return e, nil
	}
	if err != nil {
		return e, err
	}
	return e, rowseal.OpenJSON(key, page, &e.Page, pageAssociatedData(id))
}
