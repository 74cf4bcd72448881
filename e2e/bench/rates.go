package main

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/e2e/stack"
	"github.com/partnerline/partnerline/internal/streams"
)

// A bar of a rate, 0 for none: milliseconds, and WAL syncs an event.
type rateBars struct {
	perSecond            int
	p50, p99, cpu, syncs float64
}

// ratesMeasured are the loads at which nearly all systems are, nearly all of the time.
var ratesMeasured = []rateBars{
	{perSecond: 100},
	{perSecond: 200, p50: 2.5, p99: 7, cpu: 2.0, syncs: 1.2},
	{perSecond: 500, p99: 12, cpu: 1.5},
	{perSecond: 1000, p99: 25},
}

// rates is the processor time of the idle system, and at ordinary rates P2, the time from the instant that a call is due to the arrival, P8, the
// processor time of an event beyond that of a bare request at the same rate, and the WAL syncs of an event.
func rates(ctx context.Context, st *stack.Stack, s settings, t *table) error {
	sink, err := newSink()
	if err != nil {
		return err
	}
	defer sink.close()
	l, err := newLoad(ctx, st.Env, sink, endpoints)
	if err != nil {
		return err
	}
	defer l.close()
	database, err := st.WebhooksDatabase()
	if err != nil {
		return err
	}
	cpu, err := newCPUMeter(ctx, database)
	if err != nil {
		return err
	}
	if _, err := l.steady(ctx, 2*time.Second, rate, numbers(0, endpoints)); err != nil { // warm
		return err
	}
	if err := l.idle(ctx); err != nil {
		return err
	}
	_, idle, err := timed(cpu, func() (float64, error) {
		return profiled(s.profile, "idle", func() (float64, error) { streams.SleepContext(ctx, s.took); return 0, ctx.Err() })
	})
	if err != nil {
		return err
	}
	t.atMost("idle", 100*idle.sum().Seconds()/s.took.Seconds(), 3, "%% of one processor that the idle system takes, %.1f of it Postgres", 100*idle.postgres.Seconds()/s.took.Seconds())
	for _, m := range ratesMeasured {
		if err := l.atRate(ctx, st, m, cpu, s, t); err != nil {
			return fmt.Errorf("%d a second: %w", m.perSecond, err)
		}
	}
	return nil
}

func (l *load) atRate(ctx context.Context, st *stack.Stack, m rateBars, cpu *cpuMeter, s settings, t *table) error {
	n := int(s.took.Seconds() * float64(m.perSecond))
	_, bare, err := timed(cpu, func() (float64, error) { return 0, l.bareAt(ctx, m.perSecond, n) })
	if err != nil {
		return err
	}
	syncs, err := walSyncs(ctx, st)
	if err != nil {
		return err
	}
	var took latencies
	_, spent, err := timed(cpu, func() (float64, error) {
		return profiled(s.profile, fmt.Sprintf("P8_%d", m.perSecond), func() (float64, error) {
			took, err = l.steady(ctx, s.took, m.perSecond, numbers(0, endpoints))
			if err == nil {
				err = l.idle(ctx) // its results, too, are stored
			}
			return 0, err
		})
	})
	if err != nil {
		return err
	}
	after, err := walSyncs(ctx, st)
	if err != nil {
		return err
	}
	bare, spent = bare.of(n), spent.of(n)
	t.upTo(fmt.Sprintf("P2_%d", m.perSecond), millis(took.p99()), m.p99, "ms, p99 of all %d events at %d a second from the instant a call is due to the arrival; %s", n, m.perSecond, took)
	if m.p50 > 0 {
		t.upTo(fmt.Sprintf("P2_%d_p50", m.perSecond), millis(took.p50()), m.p50, "ms, their median")
	}
	t.upTo(fmt.Sprintf("P8_%d", m.perSecond), millis(spent.sum()-bare.sum()), m.cpu, "ms of processor time for an event, %.3f of it Postgres; beside it %.3f ms of a bare request at this rate",
		millis(spent.postgres), millis(bare.sum()))
	t.upTo(fmt.Sprintf("wal_syncs_%d", m.perSecond), float64(after-syncs)/float64(n), m.syncs, "WAL syncs for an event")
	return nil
}

// bareAt POSTs n times what a delivery carries, so many a second.
func (l *load) bareAt(ctx context.Context, perSecond, n int) error {
	body, err := envelope()
	if err != nil {
		return err
	}
	return pace(ctx, perSecond, n, func(ctx context.Context, i int, _ time.Time) func() error {
		return func() error {
			return l.post(ctx, fmt.Sprintf("%s/%d", l.sink.url, i%endpoints), body, bareHeader(), http.StatusOK)
		}
	})
}

// walSyncs is how often the server has synced its WAL to disk.
func walSyncs(ctx context.Context, st *stack.Stack) (n int64, err error) {
	url, err := st.WebhooksDatabase()
	if err != nil {
		return 0, err
	}
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return 0, err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	streams.SleepContext(ctx, walStatsDelay)
	err = conn.QueryRow(ctx, `SELECT wal_sync FROM pg_stat_wal`).Scan(&n)
	return n, err
}

// walStatsDelay is how long the processes of Postgres keep what they counted at most: PGSTAT_MIN_INTERVAL.
const walStatsDelay = 1100 * time.Millisecond
