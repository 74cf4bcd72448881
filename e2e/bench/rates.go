package main

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/partnerline/partnerline/e2e/procs"
	"github.com/partnerline/partnerline/internal/streams"
)

// Bars of a rate, 0 for none. Those of times are ratios to what is bare: for latency a request and three commits, for
// processor time a request and a commit, at the same rate in the same run.
type rateBars struct {
	perSecond            int
	p50, p99, cpu, syncs float64
}

// ratesMeasured are the loads at which nearly all systems are, nearly all of the time.
var ratesMeasured = []rateBars{
	{perSecond: 100},
	{perSecond: 200, p99: 1, syncs: 1.2},
	{perSecond: 500},
	{perSecond: 1000},
}

// commitsOfAnEvent is how many bare commits an event may take the time of: one before its answer, and two for the ways
// of its delivery through a stream that is on disk.
const commitsOfAnEvent = 3

// rates is the processor time of the idle system, and at ordinary rates P2, the time from the instant that a call is
// due to the arrival, P8, the processor time of an event, both beside what is bare, and the WAL syncs of an event.
func rates(ctx context.Context, s settings, t *table) error {
	return onSystem(ctx, s, procs.Options{}, endpoints, func(sys *system) error { return sys.rates(ctx, s.took, t) })
}

func (s *system) rates(ctx context.Context, took time.Duration, t *table) error {
	if _, err := s.steady(ctx, 2*time.Second, rate, numbers(0, endpoints)); err != nil { // warm
		return err
	}
	if err := s.idle(ctx); err != nil {
		return err
	}
	idle, err := s.costOf(func() (int, error) {
		return 1, s.profiled(ctx, "idle", took, func() error { streams.SleepContext(ctx, took); return ctx.Err() })
	})
	if err != nil {
		return err
	}
	share := func(d time.Duration) float64 { return 100 * d.Seconds() / took.Seconds() }
	t.atMost("idle", share(idle.system()), 3, "%% of one processor that the idle system takes; ms in %s: %s", took, idle)
	bench, err := s.newCommits(ctx)
	if err != nil {
		return err
	}
	defer bench.Close()
	for _, m := range ratesMeasured {
		if err := s.atRate(ctx, m, bench, took, t); err != nil {
			return fmt.Errorf("%d a second: %w", m.perSecond, err)
		}
	}
	return nil
}

// bare is what requests, and commits, take without a system.
type bare struct {
	requests, commits     latencies
	requestCPU, commitCPU time.Duration // of each, on both sides
}

func (s *system) atRate(ctx context.Context, m rateBars, db *pgxpool.Pool, took time.Duration, t *table) error {
	// Half of it before, half after, since the machine has other work as well.
	before, err := s.bareAt(ctx, db, m.perSecond, took/2)
	if err != nil {
		return err
	}
	syncs, err := walSyncs(ctx, db)
	if err != nil {
		return err
	}
	var events latencies
	spent, err := s.costOf(func() (int, error) {
		err := s.profiled(ctx, fmt.Sprintf("P8_%d", m.perSecond), took, func() (err error) {
			events, err = s.steady(ctx, took, m.perSecond, numbers(0, endpoints))
			return err
		})
		if err != nil {
			return 0, err
		}
		return len(events), s.idle(ctx) // its results, too, are stored
	})
	if err != nil {
		return err
	}
	more, err := walSyncs(ctx, db)
	if err != nil {
		return err
	}
	after, err := s.bareAt(ctx, db, m.perSecond, took/2)
	if err != nil {
		return err
	}
	b := bare{
		append(before.requests, after.requests...), append(before.commits, after.commits...),
		(before.requestCPU + after.requestCPU) / 2, (before.commitCPU + after.commitCPU) / 2,
	}
	b.against(t, m, events, spent)
	each := float64(more-syncs) / float64(len(events))
	t.upTo(fmt.Sprintf("wal_syncs_%d", m.perSecond), each, m.syncs, "WAL syncs for an event")
	return nil
}

// against compares events with what is bare.
func (b bare) against(t *table, m rateBars, events latencies, spent cost) {
	unit := func(q float64) time.Duration { return b.requests.at(q) + commitsOfAnEvent*b.commits.at(q) }
	name := fmt.Sprintf("P2_%d", m.perSecond)
	t.upTo(name, ratio(events.p99(), unit(0.99)), m.p99, "of a bare request and %d bare commits, p99 %.1f and %.1f ms: "+
		"p99 of all %d events at %d a second from the instant a call is due to the arrival; %s",
		commitsOfAnEvent, millis(b.requests.p99()), millis(b.commits.p99()), len(events), m.perSecond, events)
	t.upTo(name+"_p50", ratio(events.p50(), unit(0.5)), m.p50, "of theirs, p50 %.2f and %.2f ms: p50 of the events",
		millis(b.requests.p50()), millis(b.commits.p50()))
	name = fmt.Sprintf("P8_%d", m.perSecond)
	both := b.requestCPU + b.commitCPU
	t.upTo(name, ratio(spent.system(), both), m.cpu,
		"of the processor time of a bare request and a bare commit, %.2f and %.2f ms: %.2f ms for an event",
		millis(b.requestCPU), millis(b.commitCPU), millis(spent.system()))
	t.plain(name+"_ms", millis(spent.system()+spent.own-b.requestCPU),
		"ms for an event and its load and receiver (%.2f) beyond a bare request: %s", millis(spent.own), spent)
}

// bareAt makes bare requests for a while at a rate, then bare commits.
func (s *system) bareAt(ctx context.Context, db *pgxpool.Pool, perSecond int, lasts time.Duration) (b bare, err error) {
	n := int(lasts.Seconds() * float64(perSecond))
	body, err := envelope()
	if err != nil {
		return b, err
	}
	request := func(ctx context.Context, i int) error {
		return s.post(ctx, fmt.Sprintf("%s/%d", s.sink.url, i%endpoints), body, bareHeader(), http.StatusOK)
	}
	commit := func(ctx context.Context, _ int) error {
		_, err := db.Exec(ctx, `INSERT INTO bare_commits (body) VALUES ($1)`, body)
		return err
	}
	for _, m := range []struct {
		took *latencies
		cpu  *time.Duration
		call func(context.Context, int) error
	}{{&b.requests, &b.requestCPU, request}, {&b.commits, &b.commitCPU, commit}} {
		spent, err := s.costOf(func() (int, error) {
			*m.took, err = timed(ctx, perSecond, n, m.call)
			return n, err
		})
		if err != nil {
			return b, err
		}
		*m.cpu = spent.own + spent.programs[procs.Postgres]
	}
	return b, nil
}

// timed makes n calls, so many a second, and returns how long each took from the instant that it was due at.
func timed(ctx context.Context, perSecond, n int, call func(context.Context, int) error) (latencies, error) {
	var mu sync.Mutex // guards took
	var took latencies
	err := pace(ctx, perSecond, n, func(ctx context.Context, i int, due time.Time) func() error {
		return func() error {
			err := call(ctx, i)
			mu.Lock()
			defer mu.Unlock()
			took = append(took, time.Since(due))
			return err
		}
	})
	return took, err
}

// newCommits makes a table for bare commits in a database of its own, on the Postgres of the system.
func (s *system) newCommits(ctx context.Context) (*pgxpool.Pool, error) {
	const database = "partnerline_bench"
	if err := s.sys.Postgres.CreateDatabase(ctx, database); err != nil {
		return nil, err
	}
	config, err := pgxpool.ParseConfig(s.sys.Postgres.URL(database))
	if err != nil {
		return nil, err
	}
	config.MaxConns = 16 // as a program has
	db, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	_, err = db.Exec(ctx, `
		CREATE TABLE bare_commits (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, body bytea NOT NULL)`)
	return db, err
}

// walSyncs is how often the server has synced its WAL to disk.
func walSyncs(ctx context.Context, db *pgxpool.Pool) (n int64, err error) {
	streams.SleepContext(ctx, walStatsDelay)
	err = db.QueryRow(ctx, `SELECT wal_sync FROM pg_stat_wal`).Scan(&n)
	return n, err
}

// walStatsDelay is how long the processes of Postgres keep what they counted at most: PGSTAT_MIN_INTERVAL.
const walStatsDelay = 1100 * time.Millisecond
