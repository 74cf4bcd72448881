package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/review"
)

// Each group is read oldest first by an index, and no further than it is counted.
const countWaiting = `
	SELECT m.livemode, false, s.status, least(n.count, @limit), n.count > @limit, n.oldest
	FROM   unnest('{true,false}'::boolean[]) AS m (livemode) CROSS JOIN unnest(@statuses::text[]) AS s (status) CROSS
	JOIN LATERAL (
		SELECT count(*) AS count, min(updated_at) AS oldest FROM (
			SELECT updated_at FROM onboardings o
			WHERE  livemode = m.livemode AND status = s.status AND updated_at < @before
			       AND NOT EXISTS (SELECT FROM reviews w WHERE w.onboarding_ref = o.ref)
			ORDER  BY updated_at LIMIT @limit + 1) l) n
	WHERE  n.count > 0
	UNION ALL
	SELECT m.livemode, true, '', least(n.count, @limit), n.count > @limit, n.oldest
	FROM   unnest('{true,false}'::boolean[]) AS m (livemode) CROSS JOIN LATERAL (
		SELECT count(*) AS count, min(waiting_since) AS oldest FROM (
			SELECT waiting_since FROM reviews WHERE livemode = m.livemode AND waiting_since < @before ORDER BY waiting_since
			LIMIT @limit + 1) l) n
	WHERE  n.count > 0
	ORDER  BY 6, 1, 2, 3`

// CountWaiting counts the onboardings that have not changed since before, that which has waited longest first.
func (ReviewStore) CountWaiting(ctx context.Context, q pgdb.Querier, before time.Time) ([]review.WaitingGroup, error) {
	var statuses []string
	for _, of := range review.WaitingStatuses {
		for _, status := range of {
			statuses = append(statuses, string(status))
		}
	}
	rows, _ := q.Query(ctx, countWaiting,
		pgx.StrictNamedArgs{"statuses": statuses, "before": before, "limit": review.MaxWaiting})
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (w review.WaitingGroup, err error) {
		reviewed := false
		if err = row.Scan(&w.Livemode, &reviewed, &w.Status, &w.Count, &w.More, &w.Oldest); reviewed {
			w.WaitsFor = review.OperatorActs
		} else {
			w.WaitsFor = review.WaitsFor(w.Status, nil)
		}
		return w, err
	})
}
