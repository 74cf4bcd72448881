package postgres

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"go.uber.org/goleak"

	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/pgdb"
	internalpg "github.com/partnerline/partnerline/services/partnerconnect/internal/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/review"
	"github.com/partnerline/partnerline/testkit/pgtest"
)

var schema = pgtest.Template{Name: "partnerconnect", Migrate: func(ctx context.Context, url string) error {
	_, err := internalpg.Schema.Migrate(ctx, url)
	return err
}}

func TestMain(m *testing.M) { goleak.VerifyTestMain(pgtest.Wrap(m)) }

// fill makes n onboardings of one channel, all of which wait; one in a thousand with a rare reason.
var fill = []string{
	`INSERT INTO channels (id, partner_id, name, return_origins, link_ttl, created_at)
	 VALUES ('chn_a', 'ptn_a', 'a', '{}', '1 hour', @now::timestamptz + @n::int * interval '0')`,
	`INSERT INTO onboardings (ref, channel_id, livemode, partner_external_ref, status, applicant_type, return_url, metadata, link_epoch, version, created_at, updated_at)
	 SELECT 'mrc_' || lpad(i::text, 26, '0'), 'chn_a', true, i::text, 'in_review', 'company', '', '{}', 1, 1, @now, @now FROM generate_series(1, @n::int) AS i`,
	`INSERT INTO reviews (onboarding_ref, livemode, reasons, waiting_since)
	 SELECT 'mrc_' || lpad(i::text, 26, '0'), true, CASE WHEN i % 1000 = 0 THEN '{proxy}'::text[] ELSE '{documents}' END, @now::timestamptz - i * interval '1 second'
	 FROM generate_series(1, @n::int) AS i`,
}

// Pages of a queue of 100,000 are read by age, not by reading the queue; its size and a rare reason read the queue
// once, which is small.
func TestQueueOfManyReviews(t *testing.T) {
	const n = 100_000
	now := time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)
	conn := filled(t, n, now, fill)
	live := true
	middle := &review.Position{Since: now.Add(-n / 2 * time.Second), Ref: "mrc_x"}
	for name, c := range map[string]struct {
		sql  string
		by   review.Query
		most int
	}{
		"the first page":  {selectWaiting, review.Query{}, 400},
		"a later page":    {selectWaiting, review.Query{After: middle}, 400},
		"of live mode":    {selectWaiting, review.Query{Livemode: &live, Unclaimed: true}, 400},
		"a rare reason":   {selectWaiting, review.Query{Reason: "proxy"}, 60_000},
		"how many":        {selectQueue, review.Query{Livemode: &live}, 3000},
		"of a rare cause": {selectQueue, review.Query{Reason: "proxy"}, 3000},
	} {
		t.Run(name, func(t *testing.T) {
			c.by.Now = now
			args := filterArgs(c.by)
			if c.sql == selectWaiting {
				args = pageArgs(c.by)
				args["limit"] = 51
			}
			pgtest.ReadsAtMost(t, conn, c.most, c.sql, args)
		})
	}
}

// filled is a connection to a database with the rows that the statements make.
func filled(t *testing.T, n int, now time.Time, statements []string) *pgxpool.Conn {
	t.Helper()
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
	t.Cleanup(conn.Release)
	// the channel is there without its partner
	if _, err := conn.Exec(ctx, `SET session_replication_role = replica`); err != nil {
		t.Fatal(err)
	}
	for _, sql := range statements {
		if _, err := conn.Exec(ctx, sql, pgx.StrictNamedArgs{"n": n, "now": now}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := conn.Exec(ctx, `ANALYZE`); err != nil {
		t.Fatal(err)
	}
	return conn
}
