package postgres

import (
	"cmp"
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/ledger"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
)

const selectBalances = `
	SELECT currency, pending, available, reserved, clearing, fees, partner, in_transit FROM ledger_balances
	WHERE merchant_ref = @merchant ORDER BY currency`

// Balances returns the merchant's books, by currency; nothing for a currency in which no money has moved.
func (*LedgerStore) Balances(ctx context.Context, tx pgx.Tx, m pc.Ref) (map[string]ledger.Balance, error) {
	rows, _ := tx.Query(ctx, selectBalances, pgx.StrictNamedArgs{"merchant": m})
	var currency string
	var b ledger.Balance
	out := map[string]ledger.Balance{}
	_, err := pgx.ForEachRow(rows,
		[]any{&currency, &b.Pending, &b.Available, &b.Reserved, &b.Clearing, &b.Fees, &b.Partner, &b.InTransit},
		func() error {
			out[currency] = b
			return nil
		})
	return out, err
}

const (
	selectTransactions = `
		SELECT ` + transactionColumns + ` FROM transactions t
		WHERE  t.merchant_ref = @merchant AND (@from::timestamptz IS NULL OR t.occurred_at >= @from)
		       AND (@to::timestamptz IS NULL OR t.occurred_at < @to)
		       AND (@type = '' OR t.type = @type) AND (@status = '' OR t.status = @status)
		       AND (@currency = '' OR t.currency = @currency)
		       AND (@settlement = '' OR t.settlement_id = @settlement)
		       AND (t.occurred_at, t.id) < (@after_at, @after_id)
		ORDER  BY t.occurred_at DESC, t.id DESC LIMIT @limit`
	selectStatement = `
		SELECT ` + transactionColumns + ` FROM transactions t
		WHERE  t.settlement_id = @settlement AND t.merchant_ref = @merchant AND (t.occurred_at, t.id) > (@after_at, @after_id)
		ORDER  BY t.occurred_at, t.id LIMIT @limit`
	selectTransaction = `SELECT ` + transactionColumns + ` FROM transactions t
		WHERE t.id = @id AND t.merchant_ref = @merchant`
)

// beforeAll is newer than any row: the first page begins behind it, by the condition that an index serves for every
// page.
var beforeAll = money.Position{At: time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)}

func queryArgs(m pc.Ref, q ledger.Query) pgx.StrictNamedArgs {
	after := cmp.Or(q.After, &beforeAll)
	return pgx.StrictNamedArgs{
		"merchant": m, "from": q.From, "to": q.To, "status": q.Status, "currency": q.Currency, "after_at": after.At,
		"after_id": after.ID,
		"limit":    q.Limit,
	}
}

// Transactions returns a page of the merchant's transactions, newest first.
func (*LedgerStore) Transactions(
	ctx context.Context, tx pgx.Tx, m pc.Ref, q ledger.Query,
) ([]ledger.Transaction, error) {
	args := queryArgs(m, q)
	args["type"], args["settlement"] = q.Type, q.Settlement
	return pgdb.All[ledger.Transaction](ctx, tx, selectTransactions, args)
}

// StatementTransactions returns a page of the transactions of the merchant's settlement, oldest first; those after a
// position.
func (*LedgerStore) StatementTransactions(
	ctx context.Context, tx pgx.Tx, m pc.Ref, id ledger.SettlementID, after money.Position, limit int,
) ([]ledger.Transaction, error) {
	return pgdb.All[ledger.Transaction](ctx, tx, selectStatement, pgx.StrictNamedArgs{
		"merchant": m, "settlement": id, "after_at": after.At, "after_id": after.ID, "limit": limit,
	})
}

// Transaction returns one of the merchant's; ErrTransactionNotFound.
func (*LedgerStore) Transaction(
	ctx context.Context, tx pgx.Tx, m pc.Ref, id ledger.TransactionID,
) (ledger.Transaction, error) {
	return pgdb.Get[ledger.Transaction](ctx, tx, ledger.ErrTransactionNotFound, selectTransaction,
		pgx.StrictNamedArgs{"id": ids.ValidOrEmpty(ledger.TransactionPrefix, id), "merchant": m})
}
