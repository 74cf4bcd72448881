package postgres

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/services/partnerconnect/operations/approval"
	"github.com/partnerline/partnerline/services/partnerconnect/operations/work"
	"github.com/partnerline/partnerline/testkit/pgtest"
)

// muchWork is 20,000 of each that wait; 20,000 approvals were not decided in time.
var muchWork = []string{
	`SET session_replication_role = replica`,
	`INSERT INTO reviews (onboarding_ref, livemode, reasons, waiting_since)
	 SELECT 'mrc_' || lpad(i::text, 26, '0'), true, '{documents}', now() FROM generate_series(1, 20000) AS i`,
	`INSERT INTO approvals (id, kind, status, livemode, merchant_ref, subject_id, terms, proposed_by, proposed_by_name,
	        reason, created_at, expires_at)
	 SELECT 'apr_' || lpad(i::text, 26, '0'), 'refund', 'pending', true, 'mrc_x', 'pay_' || i, '{}', 'usr_1', '', 'why',
	        now(),
	        now() + CASE WHEN i > 20000 THEN interval '1 day' ELSE interval '-1 day' END
	 FROM generate_series(1, 20150) AS i`,
	`VACUUM ANALYZE`,
}

// Counting what waits costs the same, however much does, and nothing of what has lapsed.
func TestWorkIsCountedWithinBounds(t *testing.T) {
	t.Parallel()
	pool, conn := filled(t, muchWork...)
	of := approval.Query{Kinds: []approval.Kind{approval.Refund}, But: "usr_2", Now: time.Now()}
	got, err := WorkStore{}.Count(t.Context(), pool, work.Query{Reviews: true, Lines: true, Differences: true}, of)
	if err != nil || got != (Waiting{Reviews: work.Most + 1, Approvals: work.Most + 1}) {
		t.Errorf("%+v, %v", got, err)
	}
	if c := work.CountOf(got.Reviews); c != (work.Count{Count: 99, More: true}) {
		t.Errorf("%+v", c)
	}
	pgtest.ReadsAtMost(t, conn, 60, countWork, pgx.StrictNamedArgs{
		"reviews": true, "lines": true, "differences": true, "now": of.Now, "kinds": of.Kinds, "but": of.But,
		"limit": work.Most + 1,
	})
}
