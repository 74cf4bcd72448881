package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
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
	var err error
	b.Balance, err = pgdb.Get[ledger.Balance](ctx, tx, pgx.ErrNoRows, lockBook, args)
	if errors.Is(err, pgx.ErrNoRows) {
		if err = pgdb.Exec(ctx, tx, openBook, args); err == nil {
			b.Balance, err = pgdb.Get[ledger.Balance](ctx, tx, pgx.ErrNoRows, lockBook, args)
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
	args := pgdb.Fields(after, pgx.StrictNamedArgs{"merchant": b.Merchant, "currency": b.Currency})
	if err := pgdb.Exec(ctx, tx, updateBook, args); err != nil {
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
	                          chargeback_id, payout_id, external_ref, occurred_at, available_on)
	VALUES (@id, @entry, @merchant_ref, @type, @amount, @fee, @currency, @status, nullif(@payment, ''),
	        nullif(@refund, ''), nullif(@chargeback, ''), nullif(@payout, ''), @external_ref, @occurred_at, @available_on)`

// InsertTransaction stores what an entry means to the merchant.
func (*LedgerStore) InsertTransaction(ctx context.Context, tx pgx.Tx, entry int64, t ledger.Transaction) error {
	return pgdb.Exec(ctx, tx, insertTransaction, pgdb.Fields(t, pgx.StrictNamedArgs{"entry": entry}))
}

const transactionColumns = `t.id, t.merchant_ref, t.type, t.amount, t.fee, t.currency, t.status,
	coalesce(t.payment_id, '') AS payment, coalesce(t.refund_id, '') AS refund,
	coalesce(t.chargeback_id, '') AS chargeback, coalesce(t.payout_id, '') AS payout,
	coalesce(t.settlement_id, '') AS settlement, t.external_ref, t.occurred_at, t.available_on`

const selectPaymentTransaction = `SELECT ` + transactionColumns + ` FROM transactions t
	WHERE t.payment_id = @payment AND t.type = 'payment'`

// PaymentTransaction returns the transaction of a payment that was paid.
func (*LedgerStore) PaymentTransaction(ctx context.Context, tx pgx.Tx, id money.PaymentID) (ledger.Transaction, error) {
	return pgdb.Get[ledger.Transaction](ctx, tx, pgx.ErrNoRows, selectPaymentTransaction,
		pgx.StrictNamedArgs{"payment": id})
}
