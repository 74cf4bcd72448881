package postgres

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"go.uber.org/goleak"

	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/pgdb"
	internalpg "github.com/partnerline/partnerline/services/partnerconnect/internal/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/testkit/pgtest"
)

var schema = pgtest.Template{Name: "partnerconnect", Migrate: func(ctx context.Context, url string) error {
	_, err := internalpg.Schema.Migrate(ctx, url)
	return err
}}

func TestMain(m *testing.M) { goleak.VerifyTestMain(pgtest.Wrap(m)) }

// fill makes n entries, one a second: one in a thousand of operators, of whom one did ten things, and one in ten
// thousand of a rare action.
const fill = `
	INSERT INTO audit_entries (at, actor, key_id, partner_id, merchant_ref, operation, outcome, request_id, address, operator_subject, operator_name)
	SELECT @now::timestamptz - i * interval '1 second', CASE WHEN i % 1000 = 0 THEN 'operator' ELSE 'partner' END,
	       CASE WHEN i % 1000 = 0 THEN 'chn_' || i ELSE 'key_' || i % 50 END, 'ptn_' || i % 50, 'mrc_' || i % 10000,
	       CASE WHEN i % 10000 = 0 THEN 'AccessOperatorService.SuspendPartner'
	       WHEN i % 1000 = 0 THEN 'ReviewOperatorService.GetReview' ELSE 'PaymentService.GetPayment' END, 'ok', '', '',
	       CASE WHEN i % 1000 <> 0 THEN '' WHEN i % 20000 = 0 THEN 'usr_rare' ELSE 'usr_common' END, CASE WHEN i % 1000 <> 0 THEN '' ELSE 'Anna' END
	FROM   generate_series(1, @n::int) AS i`

// Pages of a long trail are read by the index of their filters, not by reading the trail.
func TestPagesOfALongTrail(t *testing.T) {
	ctx := t.Context()
	pool, err := pgdb.Open(ctx, pgdb.Config{URL: envconfig.Secret(pgtest.WithoutStatementTimeout(schema.New(t)))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	const n = 200_000
	now := time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)
	if _, err := pool.Exec(ctx, fill, pgx.StrictNamedArgs{"n": n, "now": now}); err != nil {
		t.Fatal(err)
	}
	if _, err := pool.Exec(ctx, `ANALYZE audit_entries`); err != nil {
		t.Fatal(err)
	}
	longAgo := now.Add(-n / 2 * time.Second)
	for name, q := range map[string]audit.Query{
		"all":                      {},
		"a later page":             {Before: &audit.OrderKey{At: longAgo, Seq: 5}},
		"of a time long ago":       {From: longAgo, Until: longAgo.Add(time.Hour)},
		"operators":                {Actor: audit.OperatorActor},
		"a rare person":            {Person: "usr_rare"},
		"someone's name":           {Person: "Anna"},
		"no one":                   {Person: "none"},
		"a rare action":            {Operation: "AccessOperatorService.SuspendPartner"},
		"a common action":          {Operation: "PaymentService.GetPayment"},
		"an action that is not":    {Operation: "AccessOperatorService.None"},
		"an object":                {Object: "chn_5000"},
		"a partner":                {Partner: "ptn_7"},
		"a partner that is not":    {Partner: "ptn_none"},
		"a merchant":               {Merchant: "mrc_17"},
		"a person at a merchant's": {Person: "usr_common", Merchant: "mrc_1000"},
	} {
		t.Run(name, func(t *testing.T) {
			q.Limit = 51
			sql, args := entriesOf(q)
			pgtest.ReadsAtMost(t, pool, 600, sql, args)
		})
	}
}
