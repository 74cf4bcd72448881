package postgres

import (
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/services/webhooks"
)

// crowd makes n endpoints: of a thousand, one has failed attempts, one failed deliveries, one was deactivated, one
// fails and is paused, and one has nearly failed.
const crowd = `
	INSERT INTO endpoints (id, tenant_id, livemode, url, events, is_active, failure_count, failed_attempts, disabled_at, created_at, updated_at, activation, version)
	SELECT gen_random_uuid(), 'ten_a', false, 'https://example.com', '{*}', i % 1000 NOT IN (3, 4),
	       CASE i % 1000 WHEN 2 THEN 25 WHEN 4 THEN 30 WHEN 5 THEN 24 ELSE 0 END, CASE i % 1000 WHEN 1 THEN 10 WHEN 5 THEN 9 ELSE 0 END,
	       CASE i % 1000 WHEN 3 THEN now() - i * interval '1 second' END, now(), now(), 1, 1
	FROM   generate_series(1, @n::int) AS i`

// What fails among 100,000 endpoints is found by its index, page by page, and is what the rules call failing.
func TestFailingEndpoints(t *testing.T) {
	s := newStore(t)
	const n, pageOf = 100_000, 51
	if _, err := s.pool.Exec(t.Context(), crowd, pgx.StrictNamedArgs{"n": n}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.pool.Exec(t.Context(), "ANALYZE endpoints"); err != nil {
		t.Fatal(err)
	}
	seen := map[webhooks.EndpointID]bool{}
	var before *webhooks.Position
	for {
		page, err := s.Endpoints.ListFailing(t.Context(), before, pageOf)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range page {
			at := FailingPosition(e)
			if e.Health(webhooks.Recent{}) != webhooks.Failing && e.DisabledAt == nil || seen[e.ID] || before != nil &&
				at.Time.After(before.Time) {
				t.Errorf("%+v behind %v", e, before)
			}
			seen[e.ID], before = true, &at
		}
		if len(page) < pageOf {
			break
		}
		sql, args := failingQuery(before, pageOf)
		readsAtMost(t, s, 200, sql, args, customPlan) // a walk through all endpoints reads thousands
	}
	counts, err := s.Endpoints.CountFailing(t.Context(), n)
	total := map[bool]int64{}
	for _, c := range counts {
		total[c.Disabled] += c.Count
	}
	if err != nil || total[true] != n/1000 || total[false] != 2*n/1000 {
		t.Errorf("counted %v, %v", counts, err)
	}
	readsAtMost(t, s, 500, countFailing, pgx.StrictNamedArgs{"limit": n}, customPlan)
	if want := 3 * n / 1000; len(seen) != want {
		t.Errorf("%d endpoints, want %d", len(seen), want)
	}
}
