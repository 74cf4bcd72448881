package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
)

const selectUnsettled = `
	SELECT EXISTS (SELECT FROM ledger_balances b
	               WHERE b.merchant_ref = @merchant
	                      AND (b.pending <> 0 OR b.available <> 0 OR b.reserved <> 0 OR b.in_transit <> 0)),
	       EXISTS (SELECT FROM payments p WHERE p.merchant_ref = @merchant AND p.status IN ('registered', 'pending')),
	       EXISTS (SELECT FROM payouts p WHERE p.merchant_ref = @merchant AND p.status IN ('requested', 'processing')),
	       EXISTS (SELECT FROM payments p WHERE p.merchant_ref = @merchant AND p.refunding > 0),
	       EXISTS (SELECT FROM payments p JOIN chargebacks c ON c.payment_id = p.id
	               WHERE p.merchant_ref = @merchant AND p.charged_back > 0 AND c.status = 'charged_back'
	                      AND c.respond_by > @now)`

// Unsettled returns what keeps the account of a merchant open.
func Unsettled(ctx context.Context, q pgdb.Querier, m pc.Ref, now time.Time) (u money.Unsettled, err error) {
	err = q.QueryRow(ctx, selectUnsettled, pgx.StrictNamedArgs{"merchant": m, "now": now}).Scan(&u.Balance, &u.Payments,
		&u.Payouts, &u.Refunds, &u.Chargebacks)
	return u, err
}
