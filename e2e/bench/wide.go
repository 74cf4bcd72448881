package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"

	"github.com/partnerline/partnerline/e2e/procs"
	"github.com/partnerline/partnerline/internal/streams"
)

const (
	wideReplicas = 3
	wideRate     = 200 // events a second through kills
	wideBefore   = 2 * time.Second
	wideAway     = 2 * time.Second
	wideAfter    = 8 * time.Second
	// wideTakes is how long receivers take for an event while replicas are killed, so that each holds some.
	wideTakes = 50 * time.Millisecond
)

// wide is P10: three replicas of webhooksd and dispatcherd and three NATS servers with replicated streams beside one of
// each, on the same machine: the processor time of an event, its p99, and how late the latest event is when any of them
// is killed.
func wide(ctx context.Context, s settings, t *table) error {
	var figures [2]steadiness
	var late []lateness
	for i, n := range []int{1, wideReplicas} {
		o := procs.Options{Webhooks: n, Dispatchers: n, NATS: procs.NATSOptions{Nodes: n}}
		if err := onSystem(ctx, s, o, endpoints, func(sys *system) (err error) {
			if figures[i], err = sys.steadily(ctx, s.took, numbers(0, endpoints)); err != nil || n == 1 {
				return err
			}
			late, err = sys.kills(ctx)
			return err
		}); err != nil {
			return fmt.Errorf("%d of each: %w", n, err)
		}
	}
	one, three := figures[0], figures[1]
	t.atMost("P10_cpu", ratio(three.cost.system(), one.cost.system()), 1.6,
		"processor time of an event at %d a second: %.2f ms with %d replicas of each and as many NATS servers (%s), "+
			"%.2f ms with one of each (%s)",
		rate, millis(three.cost.system()), wideReplicas, three.cost, millis(one.cost.system()), one.cost)
	t.plain("P10_p99", ratio(three.took.p99(), one.took.p99()), "p99 %.1f ms against %.1f ms", millis(three.took.p99()),
		millis(one.took.p99()))
	latest, text := time.Duration(0), ""
	for _, l := range late {
		latest = max(latest, l.latest)
		text += ", " + l.String()
	}
	t.atMost("P10_kill", latest.Seconds(), 3, "s, the latest of all events at %d a second while a replica is killed%s",
		wideRate, text)
	return nil
}

// A steadiness is what the system makes of a steady rate.
type steadiness struct {
	cost cost // of an event
	took latencies
}

// steadily warms the system, then publishes at the usual rate for a while.
func (s *system) steadily(ctx context.Context, lasts time.Duration, to []int) (f steadiness, err error) {
	if _, err := s.steady(ctx, 2*time.Second, rate, to); err != nil {
		return f, err
	}
	all, err := s.costOf(func() error {
		if f.took, err = s.steady(ctx, lasts, rate, to); err != nil {
			return err
		}
		return s.idle(ctx) // outcomes are stored
	})
	f.cost = all.of(len(f.took))
	return f, err
}

// A lateness is what the kill of a replica did to the events of that time.
type lateness struct {
	name   string
	latest time.Duration
	due    time.Duration // when the latest was due, from the kill on
	late   int           // events that took longer than a second
	again  int           // that arrived more than once
}

func (l lateness) String() string {
	return fmt.Sprintf("%s %.2f (due %+.2f s from the kill; %d above 1 s, %d twice)", l.name, l.latest.Seconds(),
		l.due.Seconds(), l.late, l.again)
}

// kills kills a replica of each program while events are published, and has it come back. Of the NATS servers it is the
// one that leads the stream of first attempts, since the others have to elect a leader then.
func (w *system) kills(ctx context.Context) ([]lateness, error) {
	w.keyed = true
	w.sink.takes.Store(int64(wideTakes))
	defer w.sink.takes.Store(0)
	var list []lateness
	for _, name := range []string{procs.Webhooks, procs.Dispatcher, procs.NATS} {
		p, err := w.victim(ctx, name)
		if err != nil {
			return nil, err
		}
		l, err := w.kill(ctx, name, p)
		if err != nil {
			return nil, fmt.Errorf("kill of %s: %w", p.Name, err)
		}
		list = append(list, l)
		streams.SleepContext(ctx, 3*time.Second) // all is as before
	}
	return list, nil
}

func (w *system) victim(ctx context.Context, name string) (*procs.Program, error) {
	switch name {
	case procs.Webhooks:
		return w.sys.Webhooks[1], nil
	case procs.Dispatcher:
		return w.sys.Dispatchers[1], nil
	}
	nc, err := w.sys.ConnectNATS()
	if err != nil {
		return nil, err
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		return nil, err
	}
	stream, err := js.Stream(ctx, streams.Deliveries)
	if err != nil {
		return nil, err
	}
	return w.sys.NATSLeader(stream.CachedInfo().Cluster.Leader), nil
}

func (w *system) kill(ctx context.Context, name string, p *procs.Program) (lateness, error) {
	l := lateness{name: name}
	var killed time.Time
	var g errgroup.Group
	g.Go(func() error {
		streams.SleepContext(ctx, wideBefore)
		killed = time.Now()
		p.Kill()
		streams.SleepContext(ctx, wideAway)
		return p.Start(ctx)
	})
	c, err := w.clocked(ctx, wideBefore+wideAway+wideAfter, wideRate, numbers(0, endpoints))
	if err := errors.Join(err, g.Wait()); err != nil {
		return l, err
	}
	for i, took := range c.took {
		if took > l.latest {
			l.latest, l.due = took, c.started[i].Sub(killed)
		}
		if took > time.Second {
			l.late++
		}
	}
	l.again = c.again
	return l, nil
}
