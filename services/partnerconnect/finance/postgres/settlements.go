package postgres

import (
	"context"
	"strings"

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
	insertSettlement = `
		INSERT INTO settlements (id, merchant_ref, currency, status, gross, fees, refunds, chargebacks, net,
		                         transaction_count, period_from,
		       period_to, paid_at, iban_masked)
		VALUES (@id, @merchant, @currency, @status, @gross, @fees, @refunds, @chargebacks, @net, @count, @from, @to,
		        @paid_at, @iban)`
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
	rows, _ := tx.Query(ctx, selectToSettle,
		pgx.StrictNamedArgs{"merchant": b.Merchant, "currency": b.Currency, "today": today, "force": force})
	return pgx.CollectRows(rows, scanTransaction)
}

// InsertSettlement stores a settlement and marks its transactions.
func (*LedgerStore) InsertSettlement(
	ctx context.Context, tx pgx.Tx, v ledger.Settlement, list []ledger.Transaction,
) error {
	if _, err := tx.Exec(ctx, insertSettlement, pgx.StrictNamedArgs{
		"id": v.ID, "merchant": v.Merchant, "currency": v.Currency, "status": v.Status, "gross": v.Gross, "fees": v.Fees,
		"refunds":     v.Refunds,
		"chargebacks": v.Chargebacks, "net": v.Net(), "count": v.Count, "from": v.PeriodFrom, "to": v.PeriodTo,
		"paid_at": v.PaidAt, "iban": v.IBANMasked,
	}); err != nil {
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
	settlementColumns = `v.id, v.merchant_ref, v.currency, v.status, v.gross, v.fees, v.refunds, v.chargebacks,
		v.transaction_count, v.period_from,
		v.period_to, v.paid_at, v.iban_masked`
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

// scanSettlement reads a row of settlementColumns and what follows them.
func scanSettlement(row pgx.CollectableRow, more ...any) (ledger.Settlement, error) {
	var v ledger.Settlement
	err := row.Scan(append([]any{
		&v.ID, &v.Merchant, &v.Currency, &v.Status, &v.Gross, &v.Fees, &v.Refunds, &v.Chargebacks, &v.Count, &v.PeriodFrom,
		&v.PeriodTo,
		&v.PaidAt, &v.IBANMasked,
	}, more...)...)
	return v, err
}

func scanOwnSettlement(row pgx.CollectableRow) (ledger.Settlement, error) { return scanSettlement(row) }

// Settlements returns a page of the merchant's settlements, newest first.
func (*LedgerStore) Settlements(ctx context.Context, tx pgx.Tx, m pc.Ref, q ledger.Query) ([]ledger.Settlement, error) {
	rows, _ := tx.Query(ctx, selectSettlements, queryArgs(m, q))
	return pgx.CollectRows(rows, scanOwnSettlement)
}

// Settlement returns one of the merchant's; ErrSettlementNotFound.
func (*LedgerStore) Settlement(
	ctx context.Context, tx pgx.Tx, m pc.Ref, id ledger.SettlementID,
) (ledger.Settlement, error) {
	rows, _ := tx.Query(ctx, selectSettlement,
		pgx.StrictNamedArgs{"id": ids.ValidOrEmpty(ledger.SettlementPrefix, id), "merchant": m})
	return pgdb.One(rows, scanOwnSettlement, ledger.ErrSettlementNotFound)
}

// The mode of a settlement is its merchant's.
var searched = Searched{
	Columns: strings.ReplaceAll(settlementColumns, "v.", "p.") +
		", (SELECT o.livemode FROM onboardings o WHERE o.ref = p.merchant_ref)",
	Table: "settlements", Prefix: ledger.SettlementPrefix, At: "paid_at",
}

// SearchSettlements returns settlements of all merchants, newest first.
func (*LedgerStore) SearchSettlements(
	ctx context.Context, q pgdb.Querier, search money.Search,
) ([]ledger.ListedSettlement, error) {
	sql, args := searched.Statement(search)
	rows, _ := q.Query(ctx, sql, args)
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (l ledger.ListedSettlement, err error) {
		l.Settlement, err = scanSettlement(row, &l.Livemode)
		return l, err
	})
}
