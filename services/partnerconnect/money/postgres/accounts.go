package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/rowseal"
	"github.com/partnerline/partnerline/services/partnerconnect/ledger"
)

const selectBalances = `
	SELECT currency, pending, available, reserved FROM ledger_balances WHERE merchant_ref = @merchant ORDER BY currency`

// Balances returns what the merchant has, by currency.
func (s *Store) Balances(ctx context.Context, a delegation.Operation) (m delegation.Merchant, out map[string]ledger.Balance, err error) {
	err = s.Read(ctx, a, func(tx pgx.Tx, of delegation.Merchant, _ rowseal.RowKey) error {
		m, out = of, map[string]ledger.Balance{}
		rows, err := tx.Query(ctx, selectBalances, pgx.StrictNamedArgs{"merchant": of.Ref})
		if err != nil {
			return err
		}
		var currency string
		var b ledger.Balance
		_, err = pgx.ForEachRow(rows, []any{&currency, &b.Pending, &b.Available, &b.Reserved}, func() error {
			out[currency] = b
			return nil
		})
		return err
	})
	return m, out, err
}

const (
	selectTransactions = `
		SELECT ` + transactionColumns + ` FROM transactions t
		WHERE  t.merchant_ref = @merchant AND (@from::timestamptz IS NULL OR t.occurred_at >= @from) AND (@to::timestamptz IS NULL OR t.occurred_at < @to)
		       AND (@type = '' OR t.type = @type) AND (@status = '' OR t.status = @status) AND (@currency = '' OR t.currency = @currency)
		       AND (@settlement = '' OR t.settlement_id = @settlement)
		       AND (t.occurred_at, t.id) < (@after_at, @after_id)
		ORDER  BY t.occurred_at DESC, t.id DESC LIMIT @limit`
	selectTransaction = `SELECT ` + transactionColumns + ` FROM transactions t WHERE t.id = @id AND t.merchant_ref = @merchant`
	settlementColumns = `v.id, v.merchant_ref, v.currency, v.status, v.gross, v.fees, v.refunds, v.transaction_count, v.period_from, v.period_to,
		v.paid_at, v.iban_masked`
	selectSettlements = `
		SELECT ` + settlementColumns + ` FROM settlements v
		WHERE  v.merchant_ref = @merchant AND (@from::timestamptz IS NULL OR v.paid_at >= @from) AND (@to::timestamptz IS NULL OR v.paid_at < @to)
		       AND (@status = '' OR v.status = @status) AND (@currency = '' OR v.currency = @currency)
		       AND (v.paid_at, v.id) < (@after_at, @after_id)
		ORDER  BY v.paid_at DESC, v.id DESC LIMIT @limit`
	selectSettlement = `SELECT ` + settlementColumns + ` FROM settlements v WHERE v.id = @id AND v.merchant_ref = @merchant`
)

// beforeAll is newer than any row: the first page begins behind it, by the condition that an index serves for every page.
var beforeAll = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)

func queryArgs(m pc.Ref, q ledger.Query) pgx.StrictNamedArgs {
	if q.After.ID == "" {
		q.After.At = beforeAll
	}
	return pgx.StrictNamedArgs{
		"merchant": m, "from": q.From, "to": q.To, "status": q.Status, "currency": q.Currency, "after_at": q.After.At, "after_id": q.After.ID,
		"limit": q.Limit,
	}
}

// Transactions returns a page of the merchant's transactions, newest first. ErrSettlementNotFound for one of a settlement that the
// merchant does not have, when must is set.
func (s *Store) Transactions(ctx context.Context, a delegation.Operation, q ledger.Query, must bool) (list []ledger.Transaction, err error) {
	err = s.Read(ctx, a, func(tx pgx.Tx, m delegation.Merchant, _ rowseal.RowKey) error {
		if must {
			if _, err := settlement(ctx, tx, m.Ref, q.Settlement); err != nil {
				return err
			}
		}
		args := queryArgs(m.Ref, q)
		args["type"], args["settlement"] = q.Type, q.Settlement
		rows, err := tx.Query(ctx, selectTransactions, args)
		if err != nil {
			return err
		}
		list, err = pgx.CollectRows(rows, scanTransaction)
		return err
	})
	return list, err
}

// Transaction returns one of the merchant's; ErrTransactionNotFound.
func (s *Store) Transaction(ctx context.Context, a delegation.Operation, id ledger.TransactionID) (t ledger.Transaction, err error) {
	err = s.Read(ctx, a, func(tx pgx.Tx, m delegation.Merchant, _ rowseal.RowKey) error {
		rows, err := tx.Query(ctx, selectTransaction, pgx.StrictNamedArgs{"id": validOrEmpty(ledger.TransactionPrefix, id), "merchant": m.Ref})
		if err != nil {
			return err
		}
		t, err = pgx.CollectExactlyOneRow(rows, scanTransaction)
		if errors.Is(err, pgx.ErrNoRows) {
			return ledger.ErrTransactionNotFound
		}
		return err
	})
	return t, err
}

func scanSettlement(row pgx.CollectableRow) (ledger.Settlement, error) {
	var v ledger.Settlement
	err := row.Scan(&v.ID, &v.Merchant, &v.Currency, &v.Status, &v.Gross, &v.Fees, &v.Refunds, &v.Count, &v.PeriodFrom, &v.PeriodTo, &v.PaidAt,
		&v.IBANMasked)
	return v, err
}

// Settlements returns a page of the merchant's settlements, newest first.
func (s *Store) Settlements(ctx context.Context, a delegation.Operation, q ledger.Query) (list []ledger.Settlement, err error) {
	err = s.Read(ctx, a, func(tx pgx.Tx, m delegation.Merchant, _ rowseal.RowKey) error {
		rows, err := tx.Query(ctx, selectSettlements, queryArgs(m.Ref, q))
		if err != nil {
			return err
		}
		list, err = pgx.CollectRows(rows, scanSettlement)
		return err
	})
	return list, err
}

// Settlement returns one of the merchant's; ErrSettlementNotFound.
func (s *Store) Settlement(ctx context.Context, a delegation.Operation, id ledger.SettlementID) (v ledger.Settlement, err error) {
	err = s.Read(ctx, a, func(tx pgx.Tx, m delegation.Merchant, _ rowseal.RowKey) (err error) {
		v, err = settlement(ctx, tx, m.Ref, id)
		return err
	})
	return v, err
}

func settlement(ctx context.Context, tx pgx.Tx, m pc.Ref, id ledger.SettlementID) (ledger.Settlement, error) {
	rows, err := tx.Query(ctx, selectSettlement, pgx.StrictNamedArgs{"id": validOrEmpty(ledger.SettlementPrefix, id), "merchant": m})
	if err != nil {
		return ledger.Settlement{}, err
	}
	v, err := pgx.CollectExactlyOneRow(rows, scanSettlement)
	if errors.Is(err, pgx.ErrNoRows) {
		return v, ledger.ErrSettlementNotFound
	}
	return v, err
}
