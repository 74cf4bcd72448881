package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/ledger"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
)

const (
	selectBooksToSettle = `
		SELECT DISTINCT t.merchant_ref, t.currency FROM transactions t JOIN onboardings o ON o.ref = t.merchant_ref
		WHERE  t.status = 'pending' AND (@merchant = '' OR t.merchant_ref = @merchant)
		       AND (t.available_on <= @today OR @force AND NOT o.livemode)
		LIMIT  @limit`
	// Test merchants of some channels that have something to settle by a day.
	selectTestMerchantsToSettle = `
		SELECT DISTINCT t.merchant_ref FROM transactions t JOIN onboardings o ON o.ref = t.merchant_ref
		WHERE  o.channel_id = ANY(@channels) AND NOT o.livemode AND t.status = 'pending' AND t.available_on <= @day
		LIMIT @limit`
	selectToSettle = `
		SELECT ` + transactionColumns + ` FROM transactions t JOIN onboardings o ON o.ref = t.merchant_ref
		WHERE  t.merchant_ref = @merchant AND t.currency = @currency AND t.status = 'pending'
		       AND (t.available_on <= @today OR @force AND NOT o.livemode)
		ORDER  BY t.available_on, t.occurred_at, t.id`
	markSettled = `UPDATE transactions SET status = 'settled', settlement_id = @id WHERE id = ANY(@transactions)`
)

// BooksToSettle returns books with pending transactions that are due by today. merchant narrows it to one; force takes
// in what is not due, in test mode alone.
func (*LedgerStore) BooksToSettle(
	ctx context.Context, q pgdb.Querier, merchant pc.Ref, today ledger.Day, force bool, limit int,
) ([]ledger.Book, error) {
	rows, _ := q.Query(ctx, selectBooksToSettle,
		pgx.StrictNamedArgs{"merchant": merchant, "today": today, "force": force, "limit": limit})
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (ledger.Book, error) {
		var b ledger.Book
		err := row.Scan(&b.Merchant, &b.Currency)
		return b, err
	})
}

// TestMerchantsToSettle returns test merchants of some channels that have something to settle by a day.
func (*LedgerStore) TestMerchantsToSettle(
	ctx context.Context, q pgdb.Querier, channels []pc.ChannelID, day ledger.Day, limit int,
) ([]pc.Ref, error) {
	return pgdb.All[pc.Ref](ctx, q, selectTestMerchantsToSettle,
		pgx.StrictNamedArgs{"channels": channels, "day": day, "limit": limit})
}

// TransactionsToSettle returns those of a locked book, by the day on which they become available.
func (*LedgerStore) TransactionsToSettle(
	ctx context.Context, tx pgx.Tx, b ledger.Book, today ledger.Day, force bool,
) ([]ledger.Transaction, error) {
	return pgdb.All[ledger.Transaction](ctx, tx, selectToSettle,
		pgx.StrictNamedArgs{"merchant": b.Merchant, "currency": b.Currency, "today": today, "force": force})
}

// InsertSettlement stores a settlement and marks its transactions.
func (*LedgerStore) InsertSettlement(
	ctx context.Context, tx pgx.Tx, v ledger.Settlement, list []ledger.Transaction,
) error {
	args := pgdb.Fields(v, pgx.StrictNamedArgs{"net": v.Net()})
	if err := pgdb.Exec(ctx, tx, insertSettlement, args); err != nil {
		return err
	}
	settled := make([]ledger.TransactionID, len(list))
	for i, t := range list {
		settled[i] = t.ID
	}
	_, err := tx.Exec(ctx, markSettled, pgx.StrictNamedArgs{"id": v.ID, "transactions": settled})
	return err
}

const (
	settlementColumns = `id, merchant_ref, currency, status, gross, fees, refunds, chargebacks, transaction_count,
		period_from, period_to, paid_at, iban_masked`
	selectSettlements = `
		SELECT ` + settlementColumns + ` FROM settlements v
		WHERE  v.merchant_ref = @merchant AND (@from::timestamptz IS NULL OR v.paid_at >= @from)
		       AND (@to::timestamptz IS NULL OR v.paid_at < @to)
		       AND (@status = '' OR v.status = @status) AND (@currency = '' OR v.currency = @currency)
		       AND (v.paid_at, v.id) < (@after_at, @after_id)
		ORDER  BY v.paid_at DESC, v.id DESC LIMIT @limit`
	selectSettlement = `SELECT ` + settlementColumns + ` FROM settlements v
		WHERE v.id = @id AND v.merchant_ref = @merchant`
)

var insertSettlement = `
	INSERT INTO settlements (` + settlementColumns + `, net) VALUES (` + pgdb.Named(settlementColumns) + `, @net)`

// Settlements returns a page of the merchant's settlements, newest first.
func (*LedgerStore) Settlements(ctx context.Context, tx pgx.Tx, m pc.Ref, q ledger.Query) ([]ledger.Settlement, error) {
	return pgdb.All[ledger.Settlement](ctx, tx, selectSettlements, queryArgs(m, q))
}

// Settlement returns one of the merchant's; ErrSettlementNotFound.
func (*LedgerStore) Settlement(
	ctx context.Context, tx pgx.Tx, m pc.Ref, id ledger.SettlementID,
) (ledger.Settlement, error) {
	return pgdb.Get[ledger.Settlement](ctx, tx, ledger.ErrSettlementNotFound, selectSettlement,
		pgx.StrictNamedArgs{"id": ids.ValidOrEmpty(ledger.SettlementPrefix, id), "merchant": m})
}

// The mode of a settlement is its merchant's.
var searched = Searched{
	Columns: settlementColumns + ", (SELECT o.livemode FROM onboardings o WHERE o.ref = merchant_ref) AS livemode",
	Table:   "settlements", Prefix: ledger.SettlementPrefix, At: "paid_at",
}

// SearchSettlements returns settlements of all merchants, newest first.
func (*LedgerStore) SearchSettlements(
	ctx context.Context, q pgdb.Querier, search money.Search,
) ([]ledger.ListedSettlement, error) {
	sql, args := searched.Statement(search)
	return pgdb.All[ledger.ListedSettlement](ctx, q, sql, args)
}
