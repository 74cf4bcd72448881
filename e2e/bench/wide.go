package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"

	"github.com/partnerline/partnerline/e2e/procs"
	"github.com/partnerline/partnerline/e2e/proctime"
	"github.com/partnerline/partnerline/e2e/stack"
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

// wide is P10: three replicas of webhooksd and dispatcherd and three NATS servers with replicated streams beside one of each, on the same machine: the
// processor time of an event, its p99, and how late the latest event is when any of them is killed.
func wide(ctx context.Context, s settings, t *table) (err error) {
	dir, remove, err := workDir()
	if err != nil {
		return err
	}
	defer remove()
	bin := filepath.Join(dir, "bin")
	if err := procs.Build(ctx, bin); err != nil {
		return err
	}
	var figures [2]wideFigures
	var late []lateness
	for i, n := range []int{1, wideReplicas} {
		options := procs.Options{
			Dir: filepath.Join(dir, fmt.Sprint(n)), Bin: bin, Durable: true, Webhooks: n, Dispatchers: n, PartnerConnects: -1, NATS: procs.NATSOptions{Nodes: n},
		}
		if err := onProcesses(ctx, options, func(w *wideSystem) error {
			if figures[i], err = w.steadily(ctx, s.took); err != nil || n == 1 {
				return err
			}
			late, err = w.kills(ctx)
			return err
		}); err != nil {
			return fmt.Errorf("%d of each: %w", n, err)
		}
	}
	one, three := figures[0], figures[1]
	t.atMost("P10_cpu", ratio(three.cpu, one.cpu), 1.6, "processor time of an event at %d a second: %.2f ms with %d replicas of each and as many NATS servers (%s), %.2f ms with one of each (%s)",
		rate, millis(three.cpu), wideReplicas, three.of, millis(one.cpu), one.of)
	t.plain("P10_p99", ratio(three.took.p99(), one.took.p99()), "p99 %.1f ms against %.1f ms", millis(three.took.p99()), millis(one.took.p99()))
	latest, text := time.Duration(0), ""
	for _, l := range late {
		latest = max(latest, l.latest)
		text += ", " + l.String()
	}
	t.atMost("P10_kill", latest.Seconds(), 3, "s, the latest of all events at %d a second while a replica is killed%s", wideRate, text)
	return nil
}

// A wideSystem is a system of processes with a load.
type wideSystem struct {
	*load
	sys        *procs.System
	postmaster int
}

type wideFigures struct {
	cpu  time.Duration // of an event
	of   string        // the same by program
	took latencies
}

func onProcesses(ctx context.Context, o procs.Options, f func(*wideSystem) error) (err error) {
	sys, err := procs.Start(ctx, o)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, sys.Close(context.WithoutCancel(ctx))) }()
	sink, err := newSink()
	if err != nil {
		return err
	}
	defer sink.close()
	l, err := newLoad(ctx, stack.Env{VerificationGRPC: sys.Webhooks[0].Addr("GRPC_ADDR"), AdminURL: sys.Webhooks[0].URL("ADMIN_ADDR"), InternalToken: sys.Token}, sink, endpoints)
	if err != nil {
		return err
	}
	defer l.close()
	for _, p := range sys.Webhooks[1:] {
		l.replicas = append(l.replicas, p.URL("ADMIN_ADDR"))
	}
	meter, err := newCPUMeter(ctx, sys.WebhooksDatabase())
	if err != nil {
		return err
	}
	w := &wideSystem{load: l, sys: sys, postmaster: meter.postmaster}
	if _, err := w.steady(ctx, 2*time.Second, rate, numbers(0, endpoints)); err != nil { // warm
		return err
	}
	return f(w)
}

// steadily publishes at the usual rate for a while.
func (w *wideSystem) steadily(ctx context.Context, took time.Duration) (wideFigures, error) {
	return w.steadilyTo(ctx, took, numbers(0, endpoints))
}

func (w *wideSystem) steadilyTo(ctx context.Context, took time.Duration, to []int) (f wideFigures, err error) {
	before, err := w.cpu()
	if err != nil {
		return f, err
	}
	if f.took, err = w.steady(ctx, took, rate, to); err != nil {
		return f, err
	}
	streams.SleepContext(ctx, time.Second) // outcomes are stored
	after, err := w.cpu()
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(after)) {
		each := (after[name] - before[name]) / time.Duration(len(f.took))
		f.cpu += each
		parts = append(parts, fmt.Sprintf("%s %.2f", name, millis(each)))
	}
	f.of = strings.Join(parts, ", ")
	return f, err
}

// cpu is the processor time of the processes of the system until now, by program.
func (w *wideSystem) cpu() (map[string]time.Duration, error) {
	database, err := proctime.Family(w.postmaster)
	if err != nil {
		return nil, err
	}
	sum := map[string]time.Duration{"postgres": database}
	for _, p := range w.sys.Programs() {
		read, err := proctime.Read(p.PID())
		if err != nil {
			return nil, err
		}
		name, _, _ := strings.Cut(p.Name, "-") // of a replica: webhooksd-0
		sum[name] += read.CPU
	}
	return sum, nil
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
	return fmt.Sprintf("%s %.2f (due %+.2f s from the kill; %d above 1 s, %d twice)", l.name, l.latest.Seconds(), l.due.Seconds(), l.late, l.again)
}

// kills kills a replica of each program while events are published, and has it come back. Of the NATS servers it is the one that leads the stream of first attempts, since
// the others have to elect a leader then.
func (w *wideSystem) kills(ctx context.Context) ([]lateness, error) {
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

func (w *wideSystem) victim(ctx context.Context, name string) (*procs.Program, error) {
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

func (w *wideSystem) kill(ctx context.Context, name string, p *procs.Program) (lateness, error) {
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
