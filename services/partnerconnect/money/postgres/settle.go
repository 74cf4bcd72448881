package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/access"
	"github.com/partnerline/partnerline/services/partnerconnect/audit"
	auditpg "github.com/partnerline/partnerline/services/partnerconnect/audit/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/ledger"
)

// settleable is a book that has something to settle.
type settleable struct {
	merchant pc.Ref
	currency string
}

const (
	selectSettleable = `
		SELECT DISTINCT t.merchant_ref, t.currency FROM transactions t JOIN onboardings o ON o.ref = t.merchant_ref
		WHERE  t.status = 'pending' AND (@merchant = '' OR t.merchant_ref = @merchant)
		       AND (t.available_on <= @today OR @force AND NOT o.livemode)
		LIMIT  @limit`
	selectToSettle = `
		SELECT ` + transactionColumns + ` FROM transactions t JOIN onboardings o ON o.ref = t.merchant_ref
		WHERE  t.merchant_ref = @merchant AND t.currency = @currency AND t.status = 'pending'
		       AND (t.available_on <= @today OR @force AND NOT o.livemode)
		ORDER  BY t.available_on, t.occurred_at, t.id`
	insertSettlement = `
		INSERT INTO settlements (id, merchant_ref, currency, status, gross, fees, refunds, net, transaction_count, period_from, period_to,
		       paid_at, iban_masked)
		VALUES (@id, @merchant, @currency, @status, @gross, @fees, @refunds, @net, @count, @from, @to, @paid_at, @iban)`
	markSettled = `UPDATE transactions SET status = 'settled', settlement_id = @id WHERE id = ANY(@transactions)`
)

// Settle makes settlements of what is due by the day of now, one per merchant, currency and day, of at most limit books, and returns
// how many books it found. merchant narrows it to one; force settles what is not due either, in test mode alone. Each book commits by
// itself.
func (s *Store) Settle(ctx context.Context, merchant pc.Ref, force bool, now time.Time, by audit.Entry, limit int) (books, settlements int, err error) {
	rows, err := s.pool.Query(ctx, selectSettleable, pgx.StrictNamedArgs{"merchant": merchant, "today": ledger.DayOf(now), "force": force, "limit": limit})
	if err != nil {
		return 0, 0, err
	}
	list, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (settleable, error) {
		var b settleable
		err := row.Scan(&b.merchant, &b.currency)
		return b, err
	})
	if err != nil {
		return 0, 0, err
	}
	// One that cannot be settled now must not hold up the others.
	var failed error
	for _, b := range list {
		err := pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error {
			n, err := s.settleBook(ctx, tx, b, force, now, by)
			settlements += n
			return err
		})
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("%s %s: %w", b.merchant, b.currency, err))
		}
	}
	return len(list), settlements, failed
}

func (s *Store) settleBook(ctx context.Context, tx pgx.Tx, b settleable, force bool, now time.Time, by audit.Entry) (int, error) {
	m, _, err := s.merchants.Merchant(ctx, tx, access.SystemView, b.merchant)
	if err != nil {
		return 0, err
	}
	locked, err := lockedBook(ctx, tx, b.merchant, b.currency)
	if err != nil {
		return 0, err
	}
	rows, err := tx.Query(ctx, selectToSettle, pgx.StrictNamedArgs{"merchant": b.merchant, "currency": b.currency, "today": ledger.DayOf(now), "force": force})
	if err != nil {
		return 0, err
	}
	list, err := pgx.CollectRows(rows, scanTransaction)
	if err != nil {
		return 0, err
	}
	n := 0
	for len(list) > 0 {
		end := 0
		for end < len(list) && list[end].AvailableOn == list[0].AvailableOn {
			end++
		}
		if err := settleDay(ctx, tx, m, locked, list[:end], now); err != nil {
			return 0, err
		}
		list, n = list[end:], n+1
	}
	if n == 0 {
		return 0, nil // another run was faster
	}
	by.Merchant = m.Ref
	return n, auditpg.InsertAudit(ctx, tx, by)
}

// settleDay settles transactions of one day.
func settleDay(ctx context.Context, tx pgx.Tx, m delegation.Merchant, b *book, list []ledger.Transaction, now time.Time) error {
	v := ledger.Settle(m, b.currency, list[0].AvailableOn, list, now)
	ids := make([]ledger.TransactionID, len(list))
	for i, t := range list {
		ids[i] = t.ID
	}
	if _, err := tx.Exec(ctx, insertSettlement, pgx.StrictNamedArgs{
		"id": v.ID, "merchant": v.Merchant, "currency": v.Currency, "status": v.Status, "gross": v.Gross, "fees": v.Fees, "refunds": v.Refunds,
		"net": v.Net(), "count": v.Count, "from": v.PeriodFrom, "to": v.PeriodTo, "paid_at": v.PaidAt, "iban": v.IBANMasked,
	}); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, markSettled, pgx.StrictNamedArgs{"id": v.ID, "transactions": ids}); err != nil {
		return err
	}
	_, err := b.post(ctx, tx, ledger.SettledNet(v.Net()), cause{settlement: v.ID}, now)
	return err
}
