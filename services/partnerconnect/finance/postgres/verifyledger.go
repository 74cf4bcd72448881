package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/services/partnerconnect/finance/ledger"
)

// LedgerChecks each return the violations of one invariant, described. All of them read one snapshot.
var LedgerChecks = []string{
	// The lines of every entry sum to zero.
	`SELECT format('entry %s sums to %s', e.id, coalesce(sum(l.amount)::text, 'nothing'))
	 FROM   ledger_entries e LEFT JOIN ledger_lines l ON l.entry_id = e.id
	 GROUP  BY e.id HAVING sum(l.amount) IS DISTINCT FROM 0`,
	// The balance of every account is the sum of its lines.
	`WITH kept AS (
		SELECT b.merchant_ref, b.currency, a.account, a.balance FROM ledger_balances b CROSS JOIN LATERAL (VALUES
			('pending', b.pending), ('available', b.available), ('reserved', b.reserved), ('clearing', b.clearing),
			('fees', b.fees),
			('partner', b.partner),
			('in_transit', b.in_transit)) AS a (account, balance)),
	 summed AS (
		SELECT e.merchant_ref, e.currency, l.account, sum(l.amount) AS balance
		FROM   ledger_lines l JOIN ledger_entries e ON e.id = l.entry_id GROUP BY 1, 2, 3)
	 SELECT format('account %s of %s %s has %s, its lines sum to %s', k.account, k.merchant_ref, k.currency, k.balance,
	               coalesce(s.balance, 0))
	 FROM   kept k LEFT JOIN summed s USING (merchant_ref, currency, account) WHERE k.balance <> coalesce(s.balance, 0)`,
	// So is the balance that each line records, at its position.
	`SELECT format('line %s of entry %s notes the balance %s, not %s', account, entry_id, balance, run) FROM (
		SELECT l.account, l.entry_id, l.balance,
		       sum(l.amount) OVER (PARTITION BY e.merchant_ref, e.currency, l.account ORDER BY e.id) AS run
		FROM   ledger_lines l JOIN ledger_entries e ON e.id = l.entry_id) r WHERE balance <> run`,
	// What a merchant has in all is the sum of its transactions; what is pending, of those that are.
	`SELECT format('%s %s has %s, its transactions sum to %s', b.merchant_ref, b.currency,
		       b.pending + b.available + b.reserved, coalesce(t.net, 0))
	 FROM   ledger_balances b LEFT JOIN (SELECT merchant_ref, currency, sum(net) AS net
	                                     FROM transactions GROUP BY 1, 2) t USING (merchant_ref, currency)
	 WHERE  b.pending + b.available + b.reserved <> coalesce(t.net, 0)`,
	`SELECT format('%s %s has %s pending, its pending transactions sum to %s', b.merchant_ref, b.currency, b.pending,
		       coalesce(t.net, 0))
	 FROM   ledger_balances b LEFT JOIN (
		SELECT merchant_ref, currency, sum(net) AS net FROM transactions
		WHERE status = 'pending' GROUP BY 1, 2) t USING (merchant_ref, currency)
	 WHERE  b.pending <> coalesce(t.net, 0)`,
	// What a payment or a chargeback cost its merchant was earned by the house and the partner.
	`SELECT format('transaction %s has the fee %s, its lines %s', t.id, t.fee, coalesce(sum(l.amount), 0))
	 FROM   transactions t LEFT JOIN ledger_lines l ON l.entry_id = t.entry_id AND l.account IN ('fees', 'partner')
	 GROUP  BY t.id HAVING coalesce(sum(l.amount), 0) <> t.fee`,
	// Every settlement is the sum of its transactions, and is posted as that.
	`SELECT format('settlement %s of net %s has transactions of net %s', s.id, s.net, coalesce(sum(t.net), 0))
	 FROM   settlements s LEFT JOIN transactions t ON t.settlement_id = s.id GROUP BY s.id
	 HAVING coalesce(sum(t.net), 0) <> s.net OR count(t.id) <> s.transaction_count OR coalesce(sum(t.fee), 0) <> s.fees
	        OR coalesce(sum(t.amount) FILTER (WHERE t.amount > 0 AND t.chargeback_id IS NULL), 0) <> s.gross
	        OR coalesce(-sum(t.amount) FILTER (WHERE t.amount < 0 AND t.chargeback_id IS NULL), 0) <> s.refunds
	        OR coalesce(-sum(t.amount) FILTER (WHERE t.chargeback_id IS NOT NULL), 0) <> s.chargebacks`,
	`SELECT format('settlement %s of net %s is posted as %s', s.id, s.net, coalesce(sum(l.amount), 0))
	 FROM   settlements s LEFT JOIN ledger_entries e ON e.settlement_id = s.id LEFT
	 JOIN ledger_lines l ON l.entry_id = e.id AND l.account = 'available'
	 GROUP  BY s.id HAVING coalesce(sum(l.amount), 0) <> s.net`,
	// What is reserved and under way is that of the payouts.
	`SELECT format('%s %s has %s reserved and %s in transit, its payouts %s and %s', b.merchant_ref, b.currency,
		       b.reserved, b.in_transit,
	        coalesce(p.reserved, 0), coalesce(p.in_transit, 0))
	 FROM   ledger_balances b LEFT JOIN (
		SELECT merchant_ref, currency, coalesce(sum(amount) FILTER (WHERE status = 'requested'), 0) AS reserved,
		       coalesce(sum(amount) FILTER (WHERE status = 'processing'), 0) AS in_transit
		FROM   payouts GROUP BY 1, 2) p USING (merchant_ref, currency)
	 WHERE  b.reserved <> coalesce(p.reserved, 0) OR b.in_transit <> coalesce(p.in_transit, 0)`,
	// Every payment that was paid has its transactions, and no other has. What pending refunds give back has left the
	// merchant.
	`SELECT format('payment %s is %s, refunded %s and %s, charged back %s; its transactions say %s, %s and %s', p.id,
		       p.status, p.refunded, p.refunding,
	        p.charged_back, coalesce(t.paid, 0), coalesce(t.refunded, 0), coalesce(t.charged_back, 0))
	 FROM   payments p LEFT JOIN (
		SELECT payment_id, sum(amount) FILTER (WHERE type = 'payment') AS paid,
		       -sum(amount) FILTER (WHERE type IN ('refund', 'adjustment') AND chargeback_id IS NULL) AS refunded,
		       -sum(amount) FILTER (WHERE chargeback_id IS NOT NULL) AS charged_back
		FROM   transactions WHERE payment_id IS NOT NULL GROUP BY 1) t ON t.payment_id = p.id
	 WHERE  coalesce(t.paid, 0) <> CASE WHEN p.paid_at IS NULL THEN 0 ELSE p.amount END
	        OR coalesce(t.refunded, 0) <> p.refunded + p.refunding
	        OR coalesce(t.charged_back, 0) <> p.charged_back`,
	`SELECT format('payment %s has %s in pending refunds, which sum to %s', p.id, p.refunding, coalesce(r.amount, 0))
	 FROM   payments p LEFT JOIN (SELECT payment_id, sum(amount) AS amount FROM refunds
	                              WHERE status = 'pending' GROUP BY 1) r ON r.payment_id = p.id
	 WHERE  p.refunding <> coalesce(r.amount, 0)`,
	`SELECT format('payment %s has %s charged back, its chargebacks sum to %s', p.id, p.charged_back,
		       coalesce(c.amount, 0))
	 FROM   payments p LEFT JOIN (SELECT payment_id, sum(amount) AS amount FROM chargebacks
	                              WHERE status = 'charged_back' GROUP BY 1) c ON c.payment_id = p.id
	 WHERE  p.charged_back <> coalesce(c.amount, 0)`,
}

const countLedger = `
	SELECT (SELECT count(*) FROM ledger_balances), (SELECT count(*) FROM ledger_entries),
	       (SELECT count(*) FROM transactions),
	       (SELECT count(*) FROM settlements), (SELECT count(*) FROM payouts)`

// ledgerTimeout is how long one check may take: it reads the whole ledger.
const ledgerTimeout = `SET LOCAL statement_timeout = '15min'`

// VerifyLedger recomputes all invariants of the ledger on the snapshot of a transaction.
func (*LedgerStore) VerifyLedger(ctx context.Context, tx pgx.Tx) (ledger.Report, error) {
	var r ledger.Report
	if _, err := tx.Exec(ctx, ledgerTimeout); err != nil {
		return r, err
	}
	if err := tx.QueryRow(ctx, countLedger).Scan(&r.Books, &r.Entries, &r.Transactions, &r.Settlements,
		&r.Payouts); err != nil {
		return r, err
	}
	for _, check := range LedgerChecks {
		if len(r.Faults) >= ledger.MaxFaults {
			break
		}
		rows, err := tx.Query(ctx, check+` LIMIT @limit`, pgx.StrictNamedArgs{"limit": ledger.MaxFaults - len(r.Faults)})
		if err != nil {
			return r, err
		}
		faults, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			return r, err
		}
		r.Faults = append(r.Faults, faults...)
	}
	return r, nil
}
