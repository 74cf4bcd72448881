package postgres

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"go.uber.org/goleak"

	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	internalpg "github.com/partnerline/partnerline/services/partnerconnect/internal/postgres"
	"github.com/partnerline/partnerline/testkit/pgtest"
)

var schema = pgtest.Template{Name: "partnerconnect", Migrate: func(ctx context.Context, url string) error {
	_, err := internalpg.Schema.Migrate(ctx, url)
	return err
}}

// aPage is how many blocks a page may read: a row costs a few of index and table, a walk through the history thousands.
const aPage = 300

func TestMain(m *testing.M) { goleak.VerifyTestMain(pgtest.Wrap(m)) }

// fill makes a history of n payments of one merchant, one in ten thousand of which expired, and as many in a currency
// of their own.
const fill = `
	INSERT INTO payments (id, merchant_ref, livemode, amount, currency, external_ref, details, method, metadata, status, reason_code, fee_bps,
	       refunded, acted_by, partner_id, delegation, valid_until, created_at, updated_at, paid_at)
	SELECT 'pay_' || lpad(i::text, 26, '0'), 'mrc_a', false, 100, CASE WHEN i % 10000 = 1 THEN 'JPY' ELSE 'PLN' END, 'order-' || i, '', '', '{}',
	       CASE WHEN i % 10000 = 0 THEN 'expired' ELSE 'paid' END, '', 90, 0, 'merchant', '', '', at, at, at, CASE WHEN i % 10000 > 0 THEN at END
	FROM   (SELECT i, @now::timestamptz - i * interval '1 second' AS at FROM generate_series(1, @n::int) AS i) AS n`

// Every list reads a page's worth of a long history, wherever the page is and whatever it is filtered by.
func TestListsReadNoMoreThanAPage(t *testing.T) {
	ctx := t.Context()
	pool, err := pgdb.Open(ctx, pgdb.Config{URL: envconfig.Secret(pgtest.WithoutStatementTimeout(schema.New(t)))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	conn, err := pool.Acquire(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Release()
	const n = 200_000
	now := time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)
	// The payments are there without the onboarding that they refer to.
	if _, err := conn.Exec(ctx, `SET session_replication_role = replica`); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Exec(ctx, fill, pgx.StrictNamedArgs{"n": n, "now": now}); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Exec(ctx, `ANALYZE payments`); err != nil {
		t.Fatal(err)
	}
	middle := now.Add(-n / 2 * time.Second)
	position := &money.Position{At: middle, ID: "pay_x"}
	for name, q := range map[string]money.PaymentQuery{
		"all":                     {},
		"a later page":            {After: position},
		"of a time":               {CreatedFrom: &middle, CreatedTo: &now},
		"until a time":            {CreatedTo: &middle},
		"of a frequent status":    {Status: money.PaymentPaid, After: position},
		"of a rare status":        {Status: money.PaymentExpired},
		"of a status that is not": {Status: money.PaymentRefunded},
		"in a rare currency":      {Currency: "JPY"},
		"in a frequent currency":  {Currency: "PLN", After: position},
		"by a reference":          {ExternalRef: "order-77777"},
		"by a reference of none":  {ExternalRef: "none", Status: money.PaymentPaid},
	} {
		t.Run(name, func(t *testing.T) {
			q.Limit = 51
			sql, args := paymentsQuery("mrc_a", q)
			pgtest.ReadsAtMost(t, conn, aPage, sql, args)
		})
	}
	for name, q := range map[string]money.Search{
		"all":                    {},
		"a later page":           {After: position},
		"of a time":              {CreatedFrom: &middle, CreatedTo: &now},
		"of a rare status":       {Status: "expired"},
		"of a frequent status":   {Status: "paid", After: position},
		"in a rare currency":     {Currency: "JPY"},
		"of a partner":           {Partner: "ptn_none"},
		"of a merchant":          {Merchant: "mrc_a"},
		"of another merchant":    {Merchant: "mrc_b"},
		"by an id":               {ID: "pay_00000000000000000000000007"},
		"by a reference":         {ID: "order-77777"},
		"by a reference of none": {ID: "none", Status: "paid"},
		"the oldest first":       {OldestFirst: true, Status: "paid"},
	} {
		t.Run("of all merchants, "+name, func(t *testing.T) {
			q.Limit = 51
			sql, args := searchedPayments.Statement(q)
			pgtest.ReadsAtMost(t, conn, aPage, sql, args)
		})
	}
}
