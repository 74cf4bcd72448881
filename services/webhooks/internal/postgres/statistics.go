package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/services/webhooks"
)

// Statistics are the statements on the statistics of deliveries.
type Statistics struct{ db db }

// What was accepted is read from the sequence that numbers the outbox, so that publishing does not count.
const addStatistics = `
	INSERT INTO delivery_statistics AS s (since, last_event, delivered, failed, latencies)
	SELECT @since, coalesce((SELECT last_value FROM pg_sequences WHERE schemaname = 'public' AND sequencename = 'outbox_seq_seq'), 0), @delivered, @failed, @latencies::bigint[]
	ON CONFLICT (since) DO UPDATE
	SET last_event = greatest(s.last_event, excluded.last_event), delivered = s.delivered + excluded.delivered, failed = s.failed + excluded.failed,
	    latencies = ARRAY(SELECT coalesce(a, 0) + coalesce(b, 0) FROM unnest(s.latencies, excluded.latencies) AS l(a, b))`

// Add adds what ended to the statistics of a span.
func (s Statistics) Add(ctx context.Context, since time.Time, t webhooks.Tally) error {
	return exec(ctx, s.db, addStatistics, pgx.StrictNamedArgs{"since": since, "delivered": t.Delivered, "failed": t.Failed, "latencies": t.Latencies[:]})
}

const listStatistics = `
	SELECT since, greatest(last_event - coalesce(before, last_event), 0), delivered, failed, latencies
	FROM   (SELECT *, lag(last_event) OVER (ORDER BY since) AS before FROM delivery_statistics WHERE since >= @after::timestamptz - interval '1 day') s
	WHERE  since >= @after
	ORDER  BY since`

// List returns the statistics of the spans from a time on, in order. Spans in which no program ran are missing.
func (s Statistics) List(ctx context.Context, after time.Time) ([]webhooks.Statistics, error) {
	rows, _ := s.db.Query(ctx, listStatistics, pgx.StrictNamedArgs{"after": after})
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (out webhooks.Statistics, err error) {
		var latencies []int64
		err = row.Scan(&out.Since, &out.Accepted, &out.Delivered, &out.Failed, &latencies)
		copy(out.Latencies[:], latencies)
		return out, err
	})
}
