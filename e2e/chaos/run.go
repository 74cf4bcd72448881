package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/partnerline/partnerline/e2e/chaos/oracle"
	"github.com/partnerline/partnerline/internal/streams"
)

// settings of a run.
type settings struct {
	Seed         uint64
	Duration     time.Duration // under load; it continues until the last fault has ended
	Rate         int           // events a second
	Faults       int           // number of faults, however long they take; 0: as many as begin within the duration
	Only         []string      // names of faults; empty: all that fit the number of NATS servers
	Nodes        int           // of NATS
	AckWait      time.Duration // of the consumers at most; 0: that of the programs, up to 60 s
	Pause        time.Duration // longest time between two faults
	DrainTimeout time.Duration // longest drain
	Dir          string        // of everything
	Bin          string        // of the programs
}

// overdueAfter must exceed AckWait.
func (s settings) overdueAfter() time.Duration {
	if s.AckWait == 0 {
		return 75 * time.Second
	}
	return s.AckWait + 3*time.Second
}

// run is a whole run. An error is one of the run itself, not a violation.
func run(ctx context.Context, s settings, out io.Writer) (_ *report, err error) {
	faults, err := choose(s)
	if err != nil {
		return nil, err
	}
	w, err := newWorld(ctx, s, out)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, w.close()) }()
	w.report.Started = time.Now()
	w.say("started with seed %d; logs are in %s", s.Seed, w.sys.Logs())

	// The load continues until its calls are answered, up to the drain timeout.
	give, giveUp := context.WithCancel(ctx)
	defer giveUp()
	loading, stopLoad := context.WithCancel(ctx)
	defer stopLoad()
	var working sync.WaitGroup
	working.Go(func() { w.load.run(loading, give) })
	working.Go(func() { w.partnerClient.run(loading, give) })
	working.Go(func() { w.merchants.run(loading, give, s.Duration) })
	working.Go(func() { w.drip(loading) })
	failed := w.disturb(ctx, faults)
	stopLoad()
	w.heal()
	failed = errors.Join(failed, w.revive(ctx))
	timer := time.AfterFunc(s.DrainTimeout, giveUp)
	defer timer.Stop()
	working.Wait()
	w.report.Took = time.Since(w.report.Started).Seconds()
	w.say("the load is over: %d events accepted", w.oracle.Accepted())
	if failed != nil || ctx.Err() != nil {
		return nil, errors.Join(failed, ctx.Err())
	}
	if give.Err() != nil {
		w.oracle.Fault("calls were not answered within %s after all was restored", s.DrainTimeout)
	}
	err = w.finish(ctx)
	return &w.report, err
}

// disturb injects one fault after the other, all in a random order, then again, for the time of the load. It returns
// when the last of them is over: what is promised of calls meanwhile can be observed only under load.
func (w *world) disturb(ctx context.Context, faults []fault) error {
	loading, cancel := context.WithTimeout(ctx, w.Duration)
	defer cancel()
	enough := loading
	if w.Faults > 0 {
		enough = ctx
	}
	if err := w.until(ctx, time.Minute, "the first delivery", func() bool { return w.oracle.Receipts() > 0 }); err != nil {
		return err
	}
	for {
		for _, i := range w.rng.Perm(len(faults)) {
			if !wait(enough, time.Duration(w.rng.Int64N(int64(w.Pause)))+w.Pause/4) || w.Faults > 0 &&
				w.report.Faults >= w.Faults {
				<-loading.Done()
				return nil
			}
			if err := w.inflict(ctx, faults[i]); err != nil {
				return fmt.Errorf("%s: %w", faults[i].name, err)
			}
		}
	}
}

// inflict injects a fault and records when. An error means that the run cannot continue; violations go to the oracle.
func (w *world) inflict(ctx context.Context, f fault) error {
	t := w.report.Windows[f.name]
	if t == nil {
		t = &tally{}
		w.report.Windows[f.name] = t
	}
	from := time.Now()
	note, err := f.do(ctx, w)
	until := time.Now()
	if !f.harmless() {
		w.oracle.Trouble(oracle.Window{Name: f.name, From: from, Until: until})
	}
	t.Times++
	t.Took += until.Sub(from).Seconds()
	w.report.Faults++
	if note != "" {
		t.Notes = append(t.Notes, note)
	}
	w.say("%-24s %5.1f s  %s", f.name, until.Sub(from).Seconds(), note)
	return err
}

// drip publishes to the endpoints that refuse everything, over the time of the load.
func (w *world) drip(ctx context.Context) {
	for i := range deactivates {
		if !wait(ctx, w.Duration/(deactivates+20)) {
			break
		}
		w.load.extra <- w.doomedTenant
		if i%(deactivates/counted) == 0 {
			w.load.extra <- w.refusedTenant
		}
	}
}

// until polls for a fact.
func (w *world) until(ctx context.Context, timeout time.Duration, what string, is func() bool) error {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for !is() {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return fmt.Errorf("not within %s: %s", timeout, what)
		}
	}
	return nil
}

// finish waits until nothing is in progress, and checks.
func (w *world) finish(ctx context.Context) error {
	healed := time.Now()
	var left []string
	var ended oracle.Ended
	var failed error
	err := w.until(ctx, w.DrainTimeout, "nothing is in progress", func() bool {
		if ended, failed = w.ended(ctx); failed != nil {
			return false
		}
		left, failed = w.left(ctx, ended)
		return failed == nil && len(left) == 0
	})
	if failed != nil {
		return failed
	}
	if err != nil {
		w.report.Left = left
	}
	w.report.Drained = time.Since(healed).Seconds()
	w.say("drained")
	var log oracle.Log
	if log.Stored, err = w.stored(ctx); err == nil {
		log.Positions, err = w.positions(ctx)
	}
	if err != nil {
		return err
	}
	w.report.Verdict = w.oracle.Check(ended, log, attempts, w.report.Started, healed)
	w.report.Calls, w.report.Ambiguous = w.load.counts(), w.load.ambiguous.Load()
	w.report.Partner = w.partnerClient.counts()
	w.report.Sessions = w.merchants.ended.Load()
	if w.report.Stranded, err = w.stranded(ctx); err != nil {
		return err
	}
	w.report.UnexpectedExits = w.sys.UnexpectedExits()
	return w.inspect(ctx)
}

const selectEndedBadly = `
	SELECT event_id, endpoint_id::text, status, attempt_count FROM deliveries
	WHERE  status IN ('failed', 'cancelled') AND tenant_id <> $1`

// ended are the deliveries that are recorded as failed or cancelled, of those that the oracle knows.
func (w *world) ended(ctx context.Context) (oracle.Ended, error) {
	rows, err := w.db.Query(ctx, selectEndedBadly, loudTenant)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	all := oracle.Ended{}
	for rows.Next() {
		var event, endpoint string
		var r oracle.Record
		if err := rows.Scan(&event, &endpoint, &r.Status, &r.Attempts); err != nil {
			return nil, err
		}
		all[oracle.Key(event, endpoint)] = r
	}
	return all, rows.Err()
}

// The first outcome that is stored of a delivery is the last change of its row.
const selectStored = `SELECT id, updated_at FROM deliveries WHERE id = ANY($1)`

// stored returns when the outcomes of repeated deliveries were stored.
func (w *world) stored(ctx context.Context) (map[string]time.Time, error) {
	rows, err := w.db.Query(ctx, selectStored, w.oracle.Repeated())
	if err != nil {
		return nil, err
	}
	all := map[string]time.Time{}
	var id string
	var at time.Time
	_, err = pgx.ForEachRow(rows, []any{&id, &at}, func() error { all[id] = at; return nil })
	return all, err
}

const selectPositions = `SELECT event_id, position FROM event_log WHERE tenant_id = $1`

// positions are those of the events in the log that are delivered in order.
func (w *world) positions(ctx context.Context) (map[string]int64, error) {
	rows, err := w.db.Query(ctx, selectPositions, w.ordered)
	if err != nil {
		return nil, err
	}
	all := map[string]int64{}
	var id string
	var position int64
	_, err = pgx.ForEachRow(rows, []any{&id, &position}, func() error { all[id] = position; return nil })
	return all, err
}

const selectLeft = `
	SELECT (SELECT count(*) FROM outbox), (SELECT count(*) FROM deliveries WHERE status = 'pending'),
	       (SELECT count(*) FROM held_deliveries), (SELECT count(*) FROM ordered_deliveries)`

// left describes what is still in progress.
func (w *world) left(ctx context.Context, ended oracle.Ended) ([]string, error) {
	var left []string
	add := func(n int, what string) {
		if n > 0 {
			left = append(left, fmt.Sprintf("%d %s", n, what))
		}
	}
	add(w.oracle.Outstanding(ended), "deliveries did not arrive")
	var outbox, pending, held, ordered int
	if err := w.db.QueryRow(ctx, selectLeft).Scan(&outbox, &pending, &held, &ordered); err != nil {
		return nil, err
	}
	add(outbox, "events wait in the outbox")
	add(pending, "deliveries are pending")
	add(held, "deliveries are held")
	add(ordered, "deliveries are in an order")
	add(w.messages(ctx, streams.Parked), "messages wait in "+streams.Parked)
	stranded, err := w.stranded(ctx)
	if err != nil {
		return nil, err
	}
	add(len(stranded), "merchants wait for the end of their session")
	for stream, name := range w.consumers() {
		info, err := w.info(ctx, stream, name)
		if err != nil {
			left = append(left, fmt.Sprintf("stream %s: %v", stream, err))
			continue
		}
		add(int(info.NumPending), "messages wait in "+stream)
		add(info.NumAckPending, "messages of "+stream+" are in flight")
		add(w.messages(ctx, stream)-int(info.NumPending)-info.NumAckPending, "acknowledged messages are kept in "+stream)
	}
	return left, nil
}

func (w *world) info(ctx context.Context, stream, consumer string) (*jetstream.ConsumerInfo, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	c, err := w.js.Consumer(ctx, stream, consumer)
	if err != nil {
		return nil, err
	}
	return c.CachedInfo(), nil
}

const (
	selectEndpoints = `
		SELECT e.id::text, e.is_active, e.failure_count,
		       (SELECT count(*) FROM deliveries d WHERE d.endpoint_id = e.id AND d.status = 'failed')
		FROM   endpoints e ORDER BY e.created_at`
	countNotices = `SELECT count(*) FROM notices WHERE kind = 'endpoint.deactivated' AND endpoint_id = $1::uuid`
	// limitOfFailures is how many consecutive failed deliveries deactivate an endpoint.
	limitOfFailures = 50
)

// inspect checks the endpoints: which were deactivated, and the failure counts that are known exactly.
func (w *world) inspect(ctx context.Context) error {
	rows, err := w.db.Query(ctx, selectEndpoints)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var c count
		var failed int
		if err := rows.Scan(&c.Endpoint, &c.Active, &c.Have, &failed); err != nil {
			return err
		}
		c.MayBeDown = c.Endpoint == w.doomed
		if !c.Active && !c.MayBeDown {
			w.report.Deactivations++
		}
		switch {
		case c.Endpoint == w.doomed || c.Endpoint == w.refused:
			c.Want = min(failed, limitOfFailures)
		case failed > 0:
			continue // depends on the order in which its deliveries ended
		}
		w.report.Counts = append(w.report.Counts, c)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	var notices int
	if err := w.db.QueryRow(ctx, countNotices, w.doomed).Scan(&notices); err != nil {
		return err
	}
	for _, c := range w.report.Counts {
		if c.MayBeDown && (c.Active != (c.Want < limitOfFailures) || c.Active != (notices == 0) || notices > 1) {
			w.report.Deactivations++
			w.report.Verdict.Faults = append(w.report.Verdict.Faults,
				fmt.Sprintf("endpoint %s: %d failures, active %t, %d notices", c.Endpoint, c.Have, c.Active, notices))
		}
	}
	return nil
}
