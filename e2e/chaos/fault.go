package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
)

// A fault breaks something under load and restores it, also when the time of the load is over. Violations that it finds
// are reported to the oracle; note is for the report.
type fault struct {
	name, doc string
	needs     int // NATS servers; 0 is any number
	do        func(ctx context.Context, w *world) (note string, err error)
}

// catalogue lists all faults, by theme.
func catalogue() []fault {
	return slices.Concat(kills, restarts, outages, lineFaults, streamFaults, disks(), poisons, slowness, tenantFaults)
}

// choose returns the faults of a run.
func choose(s settings) ([]fault, error) {
	var chosen []fault
	for _, f := range catalogue() {
		if len(s.Only) == 0 && fits(f, s.Nodes) || slices.Contains(s.Only, f.name) {
			chosen = append(chosen, f)
		}
	}
	for _, name := range s.Only {
		if i := slices.IndexFunc(chosen, func(f fault) bool { return f.name == name }); i < 0 || !fits(chosen[i], s.Nodes) {
			return nil, fmt.Errorf("no fault %q with %d NATS; see -list", name, max(s.Nodes, 1))
		}
	}
	return chosen, nil
}

func fits(f fault, nodes int) bool { return f.needs == 0 || f.needs == max(nodes, 1) }

// between is a random time.
func (w *world) between(low, high time.Duration) time.Duration {
	return low + time.Duration(w.rng.Int64N(int64(high-low)))
}

// persist retries what NATS may refuse while it recovers from the previous fault, or a cluster elects its leaders.
func (w *world) persist(ctx context.Context, what string, try func(context.Context) error) error {
	return w.persistFor(ctx, 30*time.Second, 5*time.Second, what, try)
}

// persistFor retries within a time, each try within another.
func (w *world) persistFor(
	ctx context.Context, all, each time.Duration, what string, try func(context.Context) error,
) error {
	last := errors.New("not tried")
	err := w.until(ctx, all, what, func() bool {
		once, cancel := context.WithTimeout(ctx, each)
		defer cancel()
		last = try(once)
		return last == nil
	})
	if err != nil {
		return fmt.Errorf("%w: %w", err, last)
	}
	return nil
}

// stalled is the time without any progress that is a violation, however slow the machine.
const stalled = 20 * time.Second

// goesOn requires that a count grows by n, without a stall.
func (w *world) goesOn(ctx context.Context, what string, count func() int, n int) {
	before := count()
	for now := before; now < before+n; {
		last := now
		if err := w.until(ctx, stalled, what, func() bool { now = count(); return now > last }); err != nil {
			w.oracle.Fault("%s: %d of %d, and then none for %s", what, last-before, n, stalled)
			return
		}
	}
}

// accepting requires that events are still accepted.
func (w *world) accepting(ctx context.Context, what string) {
	w.goesOn(ctx, what, w.oracle.Accepted, 4*batch)
}
