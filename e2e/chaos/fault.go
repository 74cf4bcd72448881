package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
)

// A fault breaks something under load and heals it. It goes on under ctx when the load's time is over: what is broken must
// be whole again. What it finds wrong with the system it tells the oracle; note is for the report.
type fault struct {
	name, doc string
	needs     int // NATS servers; 0 is any number
	do        func(ctx context.Context, w *world) (note string, err error)
}

// catalogue is all that can be done, by theme.
func catalogue() []fault {
	return slices.Concat(kills, restarts, outages, lineFaults, streamFaults, disks(), poisons, slowness)
}

// choose picks the faults of a run.
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

// persist repeats what NATS may refuse while it recovers from the fault before, or a cluster chooses its leaders.
func (w *world) persist(ctx context.Context, what string, try func(context.Context) error) error {
	const patience = 30 * time.Second
	last := errors.New("not tried")
	err := w.until(ctx, patience, what, func() bool {
		once, cancel := context.WithTimeout(ctx, 5*time.Second)
		defer cancel()
		last = try(once)
		return last == nil
	})
	if err != nil {
		return fmt.Errorf("%w: %w", err, last)
	}
	return nil
}

// goesOn requires that a count grows by n, within a time in which a system that works has long done so.
func (w *world) goesOn(ctx context.Context, what string, count func() int, n int) (time.Duration, bool) {
	const patience = 20 * time.Second
	before, start := count(), time.Now()
	if err := w.until(ctx, patience, what, func() bool { return count() >= before+n }); err != nil {
		w.oracle.Fault("%s: only %d of %d within %s", what, count()-before, n, patience)
		return time.Since(start), false
	}
	return time.Since(start), true
}

// accepting requires that events go on being accepted, as long as any are published: the load may end meanwhile.
func (w *world) accepting(ctx context.Context, what string) (time.Duration, bool) {
	before, start := w.oracle.Accepted(), time.Now()
	err := w.until(ctx, 20*time.Second, what, func() bool { return w.oracle.Accepted() >= before+4*batch || !w.loading() })
	if err != nil {
		w.oracle.Fault("%s: only %d of %d", what, w.oracle.Accepted()-before, 4*batch)
	}
	return time.Since(start), err == nil
}
