package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/ledger"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
)

const (
	lines = `
		SELECT e.id, e.currency, e.kind, l.account, l.amount, l.balance, coalesce(e.payment_id, ''),
		       coalesce(e.refund_id, ''),
		       coalesce(e.chargeback_id, ''), coalesce(e.payout_id, ''), coalesce(e.settlement_id, ''), e.posted_at
		FROM   ledger_entries e JOIN ledger_lines l ON l.entry_id = e.id`
	selectLines = lines + `
		WHERE  e.merchant_ref = @merchant AND l.account = ANY(@accounts) AND (e.currency, e.id) >= (@currency, @entry)
		       AND (e.currency, e.id, l.account) > (@currency, @entry, @account)
		ORDER  BY e.currency, e.id, l.account LIMIT @limit`
	selectPaymentLines = lines + ` WHERE e.payment_id = @payment ORDER BY e.id, l.account LIMIT @limit`
)

// Lines returns a page of what was posted to accounts of the merchant's books, behind a line: by currency, oldest
// first.
func (*LedgerStore) Lines(
	ctx context.Context, tx pgx.Tx, m pc.Ref, accounts []ledger.Account, after ledger.BookLine, limit int,
) ([]ledger.BookLine, error) {
	return collectLines(ctx, tx, selectLines, pgx.StrictNamedArgs{
		"merchant": m, "accounts": accounts, "currency": after.Currency, "entry": after.Entry, "account": after.Account,
		"limit": limit,
	})
}

// PaymentLines returns what was posted for a payment, oldest first.
func (*LedgerStore) PaymentLines(
	ctx context.Context, tx pgx.Tx, id money.PaymentID, limit int,
) ([]ledger.BookLine, error) {
	return collectLines(ctx, tx, selectPaymentLines, pgx.StrictNamedArgs{"payment": id, "limit": limit})
}

func collectLines(ctx context.Context, tx pgx.Tx, sql string, args pgx.StrictNamedArgs) ([]ledger.BookLine, error) {
	rows, _ := tx.Query(ctx, sql, args)
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (ledger.BookLine, error) {
		var l ledger.BookLine
		err := row.Scan(&l.Entry, &l.Currency, &l.Kind, &l.Account, &l.Amount, &l.Balance, &l.Payment, &l.Refund,
			&l.Chargeback, &l.Payout, &l.Settlement, &l.At)
		return l, err
	})
}
