package postgres

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
	"go.uber.org/goleak"

	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/pgdb"
	internalpg "github.com/partnerline/partnerline/services/partnerconnect/internal/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/operations/search"
	"github.com/partnerline/partnerline/testkit/pgtest"
)

var schema = pgtest.Template{Name: "partnerconnect", Migrate: func(ctx context.Context, url string) error {
	_, err := internalpg.Schema.Migrate(ctx, url)
	return err
}}

func TestMain(m *testing.M) { goleak.VerifyTestMain(pgtest.Wrap(m)) }

const fill = `
	INSERT INTO onboardings (ref, channel_id, livemode, partner_external_ref, status, applicant_type, return_url, metadata, link_epoch, version, created_at, updated_at, lookups)
	SELECT 'mrc_' || lpad(i::text, 26, '0'), 'chn_a', true, 'order-' || i, 'in_review', 'company', '', '{}', 1, 1, now(), now(), ARRAY[md5(i::text), md5('n' || i % 1000)]
	FROM   generate_series(1, 100000) AS i`

// filled is a database with a channel and the rows that the statements make.
func filled(t *testing.T, statements ...string) (*pgxpool.Pool, *pgxpool.Conn) {
	t.Helper()
	pool, err := pgdb.Open(t.Context(), pgdb.Config{URL: envconfig.Secret(pgtest.WithoutStatementTimeout(schema.New(t)))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	conn, err := pool.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Release)
	for _, sql := range append([]string{
		`INSERT INTO partners (id, name, tenant_id, created_at) VALUES ('ptn_a', 'a', 'ten_a', now())`,
		`INSERT INTO channels (id, partner_id, name, return_origins, link_ttl, created_at)
		 VALUES ('chn_a', 'ptn_a', 'a', '{}', '1 hour', now())`,
	}, statements...) {
		if _, err := conn.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	return pool, conn
}

// Among 100,000 onboardings each way of finding one reads a few pages of an index.
func TestFindAmongManyOnboardings(t *testing.T) {
	ctx := t.Context()
	pool, conn := filled(t, fill, `VACUUM ANALYZE onboardings`)
	for name, c := range map[string]struct {
		by   search.Query
		hits int
	}{
		"by id":        {search.Query{Text: "mrc_00000000000000000000077777"}, 1},
		"by reference": {search.Query{Text: "order-77777"}, 1},
		"by a hash": {search.Query{Text: "a@example.com", Lookups: []string{"16e7fd6e7bd5b8a3ee7bbd9b4eb1d31a",
			"k2:16e7fd6e7bd5b8a3ee7bbd9b4eb1d31a"}}, 0},
		"nothing": {search.Query{Text: "no such thing", Lookups: []string{"none", "k2:none"}}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			pgtest.ReadsAtMost(t, conn, 200, find, args(c.by))
			if hits, err := Find(ctx, pool, c.by); err != nil || len(hits) != c.hits {
				t.Errorf("%v, %v", hits, err)
			}
		})
	}
	t.Run("of many no more than a page", func(t *testing.T) {
		var hash string
		if err := conn.QueryRow(ctx, `SELECT md5('n7')`).Scan(&hash); err != nil {
			t.Fatal(err)
		}
		by := search.Query{Text: "a@example.com", Lookups: []string{hash, "k2:" + hash}}
		if hits, err := Find(ctx, pool, by); err != nil || len(hits) != search.MaxHits {
			t.Errorf("%d, %v", len(hits), err)
		}
	})
}
