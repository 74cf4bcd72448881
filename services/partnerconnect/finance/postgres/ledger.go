package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/ledger"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
)

const (
	openBook = `INSERT INTO ledger_balances (merchant_ref, currency) VALUES (@merchant, @currency) ON CONFLICT DO NOTHING`
	lockBook = `
		SELECT pending, available, reserved, clearing, fees, partner, in_transit FROM ledger_balances
		WHERE  merchant_ref = @merchant AND currency = @currency FOR UPDATE`
)

// LockBook opens a book, if it is new, and locks it until the transaction ends.
func (*LedgerStore) LockBook(ctx context.Context, tx pgx.Tx, m pc.Ref, currency string) (ledger.Book, error) {
	args := pgx.StrictNamedArgs{"merchant": m, "currency": currency}
	b := ledger.Book{Merchant: m, Currency: currency}
	row := func() error {
		v := &b.Balance
		return tx.QueryRow(ctx, lockBook, args).Scan(&v.Pending, &v.Available, &v.Reserved, &v.Clearing, &v.Fees, &v.Partner,
			&v.InTransit)
	}
	err := row()
	if errors.Is(err, pgx.ErrNoRows) {
		if _, err = tx.Exec(ctx, openBook, args); err == nil {
			err = row()
		}
	}
	return b, err
}

const (
	updateBook = `
		UPDATE ledger_balances
		SET    pending = @pending, available = @available, reserved = @reserved, clearing = @clearing, fees = @fees,
		       partner = @partner, in_transit = @in_transit
		WHERE  merchant_ref = @merchant AND currency = @currency`
	insertEntry = `
		INSERT INTO ledger_entries (merchant_ref, currency, kind, payment_id, refund_id, chargeback_id, payout_id,
		                            settlement_id, posted_at)
		VALUES (@merchant, @currency, @kind, nullif(@payment, ''), nullif(@refund, ''), nullif(@chargeback, ''),
		        nullif(@payout, ''),
		       nullif(@settlement, ''), @now)
		RETURNING id`
	insertLines = `
		INSERT INTO ledger_lines (entry_id, kind, account, amount, balance)
		SELECT @entry, @kind, account, amount, balance
		FROM   unnest(@accounts::text[], @amounts::bigint[], @balances::bigint[]) AS l (account, amount, balance)`
)

// InsertEntry stores an entry and the balance of its book after it, and returns the entry's number.
func (*LedgerStore) InsertEntry(ctx context.Context, tx pgx.Tx, b ledger.Book, p ledger.Posting) (id int64, err error) {
	after := b.Balance
	if _, err := tx.Exec(ctx, updateBook, pgx.StrictNamedArgs{
		"merchant": b.Merchant, "currency": b.Currency, "pending": after.Pending, "available": after.Available,
		"reserved": after.Reserved,
		"clearing": after.Clearing, "fees": after.Fees, "partner": after.Partner, "in_transit": after.InTransit,
	}); err != nil {
		return 0, err
	}
	if err := tx.QueryRow(ctx, insertEntry, pgx.StrictNamedArgs{
		"merchant": b.Merchant, "currency": b.Currency, "kind": p.Kind, "payment": p.Payment, "refund": p.Refund,
		"chargeback": p.Chargeback,
		"payout":     p.Payout, "settlement": p.Settlement, "now": p.At,
	}).Scan(&id); err != nil {
		return 0, err
	}
	var accounts []ledger.Account
	var amounts, balances []int64
	for _, l := range p.Lines {
		accounts, amounts, balances = append(accounts, l.Account), append(amounts, l.Amount), append(balances,
			*after.Of(l.Account))
	}
	_, err = tx.Exec(ctx, insertLines,
		pgx.StrictNamedArgs{"entry": id, "kind": p.Kind, "accounts": accounts, "amounts": amounts, "balances": balances})
	return id, err
}

const insertTransaction = `
	INSERT INTO transactions (id, entry_id, merchant_ref, type, amount, fee, currency, status, payment_id, refund_id,
	                          chargeback_id, payout_id,
	       external_ref, occurred_at, available_on)
	VALUES (@id, @entry, @merchant, @type, @amount, @fee, @currency, @status, nullif(@payment, ''), nullif(@refund, ''),
	        nullif(@chargeback, ''),
	       nullif(@payout, ''), @external_ref, @occurred_at, @available_on)`

// InsertTransaction stores what an entry means to the merchant.
func (*LedgerStore) InsertTransaction(ctx context.Context, tx pgx.Tx, entry int64, t ledger.Transaction) error {
	_, err := tx.Exec(ctx, insertTransaction, pgx.StrictNamedArgs{
		"id": t.ID, "entry": entry, "merchant": t.Merchant, "type": t.Type, "amount": t.Amount, "fee": t.Fee,
		"currency": t.Currency,
		"status":   t.Status, "payment": t.Payment, "refund": t.Refund, "chargeback": t.Chargeback, "payout": t.Payout,
		"external_ref": t.ExternalRef,
		"occurred_at":  t.OccurredAt, "available_on": t.AvailableOn,
	})
	return err
}

const transactionColumns = `t.id, t.merchant_ref, t.type, t.amount, t.fee, t.currency, t.status,
	coalesce(t.payment_id, ''),
	coalesce(t.refund_id, ''), coalesce(t.chargeback_id, ''), coalesce(t.payout_id, ''), coalesce(t.settlement_id, ''),
	t.external_ref, t.occurred_at, t.available_on`

func scanTransaction(row pgx.CollectableRow) (ledger.Transaction, error) {
	var t ledger.Transaction
	err := row.Scan(&t.ID, &t.Merchant, &t.Type, &t.Amount, &t.Fee, &t.Currency, &t.Status, &t.Payment, &t.Refund,
		&t.Chargeback, &t.Payout,
		&t.Settlement, &t.ExternalRef, &t.OccurredAt, &t.AvailableOn)
	return t, err
}

const selectPaymentTransaction = `SELECT ` + transactionColumns + ` FROM transactions t
	WHERE t.payment_id = @payment AND t.type = 'payment'`

// PaymentTransaction returns the transaction of a payment that was paid.
func (*LedgerStore) PaymentTransaction(ctx context.Context, tx pgx.Tx, id money.PaymentID) (ledger.Transaction, error) {
	rows, err := tx.Query(ctx, selectPaymentTransaction, pgx.StrictNamedArgs{"payment": id})
	if err != nil {
		return ledger.Transaction{}, err
	}
	return pgx.CollectExactlyOneRow(rows, scanTransaction)
}
