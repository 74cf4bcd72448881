// Package statistics counts the deliveries that end, by spans of time.
package statistics

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/partnerline/partnerline/services/webhooks"
)

// storeEvery is how often counts are stored. Counts that a killed program had not stored are missing from the
// statistics, and from nothing else.
const storeEvery = 15 * time.Second

// Statistics counts the deliveries that end, in memory, so that recording an attempt costs nothing, and stores its
// counts together.
type Statistics struct {
	pool *pgxpool.Pool
	log  *slog.Logger
	now  func() time.Time

	mu    sync.Mutex
	tally webhooks.Tally
}

// New returns statistics on a migrated database; Run stores what they counted.
func New(pool *pgxpool.Pool, log *slog.Logger, now func() time.Time) *Statistics {
	return &Statistics{pool: pool, log: log, now: now}
}

// Add counts deliveries that ended.
func (u *Statistics) Add(t webhooks.Tally) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.tally.Add(t)
}

// Run stores the counts until ctx ends, and then once more.
func (u *Statistics) Run(ctx context.Context) error {
	tick := time.NewTicker(storeEvery)
	defer tick.Stop()
	for {
		u.Store(ctx)
		select {
		case <-ctx.Done():
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
			defer cancel()
			u.Store(last)
			return nil
		case <-tick.C:
		}
	}
}

// The number of accepted events comes from the sequence that numbers the outbox, so publishing counts nothing.
const addStatistics = `
	INSERT INTO delivery_statistics AS s (since, last_event, delivered, failed, latencies)
	SELECT @since, coalesce((SELECT last_value FROM pg_sequences
	                         WHERE schemaname = 'public' AND sequencename = 'outbox_seq_seq'), 0),
	       @delivered, @failed, @latencies::bigint[]
	ON CONFLICT (since) DO UPDATE
	SET last_event = greatest(s.last_event, excluded.last_event), delivered = s.delivered + excluded.delivered,
	    failed = s.failed + excluded.failed,
	    latencies = ARRAY(SELECT coalesce(a, 0) + coalesce(b, 0) FROM unnest(s.latencies, excluded.latencies) AS l(a, b))`

// Store stores what was counted since the last time, in the statistics of the current span. Counts that cannot be
// stored are stored the next time.
func (u *Statistics) Store(ctx context.Context) {
	u.mu.Lock()
	t := u.tally
	u.tally = webhooks.Tally{}
	u.mu.Unlock()
	_, err := u.pool.Exec(ctx, addStatistics, pgx.StrictNamedArgs{
		"since": u.now().UTC().Truncate(webhooks.StatisticsSpan), "delivered": t.Delivered, "failed": t.Failed,
		"latencies": t.Latencies[:],
	})
	if err != nil {
		u.Add(t)
		if ctx.Err() == nil {
			u.log.LogAttrs(ctx, slog.LevelWarn, "statistics not stored", slog.String("cause", err.Error()))
		}
	}
}

const listStatistics = `
	SELECT since, greatest(last_event - coalesce(before, last_event), 0), delivered, failed, latencies
	FROM   (SELECT *, lag(last_event) OVER (ORDER BY since) AS before FROM delivery_statistics
	        WHERE since >= @after::timestamptz - interval '1 day') s
	WHERE  since >= @after
	ORDER  BY since`

// List returns the statistics of the last day, in order. Spans in which no program ran are missing.
func (u *Statistics) List(ctx context.Context) ([]webhooks.Statistics, error) {
	after := u.now().UTC().Add(-webhooks.StatisticsAge).Truncate(webhooks.StatisticsSpan)
	rows, _ := u.pool.Query(ctx, listStatistics, pgx.StrictNamedArgs{"after": after})
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (out webhooks.Statistics, err error) {
		var latencies []int64
		err = row.Scan(&out.Since, &out.Accepted, &out.Delivered, &out.Failed, &latencies)
		copy(out.Latencies[:], latencies)
		return out, err
	})
}
