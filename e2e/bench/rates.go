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
	{perSecond: 200, p50: 1, p99: 1, cpu: 2.7, syncs: 1.2},
	{perSecond: 500, p99: 1.5, cpu: 2.3},
	{perSecond: 1000, p99: 1.5},
}

// commitsOfAnEvent is how many bare commits an event may take the time of: one before its answer, and two for the ways
// of its delivery through a stream that is on disk.
const commitsOfAnEvent = 3

// rates is the processor time of the idle system, and at ordinary rates P2, the time from the instant that a call is
// due to the arrival, P8, the processor time of an event, both next to what is bare, and the WAL syncs of an event.
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
	idle, err := s.costOf(func() error {
		return s.profiled(ctx, "idle", took, func() error { streams.SleepContext(ctx, took); return ctx.Err() })
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

// rounds is how often events and what is bare take turns, so that both meet what else the machine does.
const rounds = 4

// A rateMeasured is what events at a rate take, and bare requests and commits at the same rate.
type rateMeasured struct {
	events, requests, commits latencies
	spent                     cost          // of an event
	requestCPU, commitCPU     time.Duration // of each, on both sides
	syncs                     float64       // WAL syncs for an event
}

func (s *system) atRate(ctx context.Context, m rateBars, db *pgxpool.Pool, took time.Duration, t *table) error {
	n := int(took.Seconds() * float64(m.perSecond) / rounds)
	body, err := envelope()
	if err != nil {
		return err
	}
	request := func(ctx context.Context, i int) error {
		return s.post(ctx, fmt.Sprintf("%s/%d", s.sink.url, i%endpoints), body, bareHeader(), http.StatusOK)
	}
	commit := func(ctx context.Context, _ int) error {
		_, err := db.Exec(ctx, `INSERT INTO bare_commits (body) VALUES ($1)`, body)
		return err
	}
	var r rateMeasured
	var requests, commits, events cost
	err = s.profiled(ctx, fmt.Sprintf("P8_%d", m.perSecond), took, func() error {
		for range rounds {
			if err := s.bareAt(ctx, m.perSecond, n, request, &r.requests, &requests); err != nil {
				return err
			}
			if err := s.bareAt(ctx, m.perSecond, n, commit, &r.commits, &commits); err != nil {
				return err
			}
			if err := s.eventsAt(ctx, m.perSecond, took/rounds, db, &r, &events); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	both := func(c cost) time.Duration { return c.own + c.programs[procs.Postgres] }
	r.spent = events.of(len(r.events))
	r.requestCPU, r.commitCPU = both(requests.of(rounds*n)), both(commits.of(rounds*n))
	r.syncs /= float64(len(r.events))
	r.report(t, m)
	return nil
}

// eventsAt publishes events for a while, and adds what they take.
func (s *system) eventsAt(
	ctx context.Context, perSecond int, lasts time.Duration, db *pgxpool.Pool, r *rateMeasured, spent *cost,
) error {
	before, err := walSyncs(ctx, db)
	if err != nil {
		return err
	}
	c, err := s.costOf(func() error {
		events, err := s.steady(ctx, lasts, perSecond, numbers(0, endpoints))
		if err != nil {
			return err
		}
		r.events = append(r.events, events...)
		return s.idle(ctx) // their results, too, are stored
	})
	if err != nil {
		return err
	}
	spent.add(c)
	after, err := walSyncs(ctx, db)
	r.syncs += float64(after - before)
	return err
}

// bareAt makes n calls, so many a second, and adds what they take.
func (s *system) bareAt(
	ctx context.Context, perSecond, n int, call func(context.Context, int) error, took *latencies, spent *cost,
) error {
	c, err := s.costOf(func() error {
		these, err := timed(ctx, perSecond, n, call)
		*took = append(*took, these...)
		return err
	})
	spent.add(c)
	return err
}

// report compares events with what is bare.
func (r rateMeasured) report(t *table, m rateBars) {
	unit := func(q float64) time.Duration { return r.requests.at(q) + commitsOfAnEvent*r.commits.at(q) }
	name := fmt.Sprintf("P2_%d", m.perSecond)
	t.upTo(name, ratio(r.events.p99(), unit(0.99)), m.p99, "of a bare request and %d bare commits, p99 %.1f and %.1f ms: "+
		"p99 of all %d events at %d a second from the instant a call is due to the arrival; %s",
		commitsOfAnEvent, millis(r.requests.p99()), millis(r.commits.p99()), len(r.events), m.perSecond, r.events)
	t.upTo(name+"_p50", ratio(r.events.p50(), unit(0.5)), m.p50, "of theirs, p50 %.2f and %.2f ms: p50 of the events",
		millis(r.requests.p50()), millis(r.commits.p50()))
	name = fmt.Sprintf("P8_%d", m.perSecond)
	t.upTo(name, ratio(r.spent.system(), r.requestCPU+r.commitCPU), m.cpu,
		"of the processor time of a bare request and a bare commit, %.2f and %.2f ms: %.2f ms for an event",
		millis(r.requestCPU), millis(r.commitCPU), millis(r.spent.system()))
	t.plain(name+"_ms", millis(r.spent.system()+r.spent.own-r.requestCPU),
		"ms for an event and its load and receiver (%.2f) beyond a bare request: %s", millis(r.spent.own), r.spent)
	t.upTo(fmt.Sprintf("wal_syncs_%d", m.perSecond), r.syncs, m.syncs, "WAL syncs for an event")
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
