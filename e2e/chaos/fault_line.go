package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/partnerline/partnerline/e2e/chaos/wire"
	"github.com/partnerline/partnerline/e2e/procs"
)

// lineFaults are network faults of seconds, on the connections to one callee.
var lineFaults = func() []fault {
	var all []fault
	for _, to := range []struct {
		name, what string
		lines      func(name string) bool
	}{
		{"nats", "NATS", func(name string) bool { return strings.HasSuffix(name, ">"+procs.NATS) }},
		{"postgres", "Postgres", func(name string) bool { return strings.HasSuffix(name, ">"+procs.Postgres) }},
		{"feed", "the feed of webhooks", func(name string) bool { return name == procs.Dispatcher+">"+procs.Webhooks }},
		{"receivers", "the receivers", func(name string) bool { return name == receivers }},
	} {
		lines := func(w *world) []*wire.Proxy { return w.ways(to.lines) }
		all = append(all,
			fault{to.name + "-cut", "all connections to " + to.what + " are reset, several times", 0,
				func(ctx context.Context, w *world) (string, error) {
					return cut(ctx, w, lines(w))
				}},
			fault{to.name + "-slow", "latency of tens of milliseconds to " + to.what, 0,
				func(ctx context.Context, w *world) (string, error) {
					return trouble(ctx, w, lines(w), wire.Trouble{Delay: w.between(20*time.Millisecond, 60*time.Millisecond)})
				}},
			fault{to.name + "-narrow", "connections to " + to.what + " are limited to 200 KB/s", 0,
				func(ctx context.Context, w *world) (string, error) {
					return trouble(ctx, w, lines(w), wire.Trouble{BytesPerSecond: 200_000})
				}},
			fault{to.name + "-silent", "packets to and from " + to.what + " are dropped silently", 0,
				func(ctx context.Context, w *world) (string, error) {
					return trouble(ctx, w, lines(w), wire.Trouble{Hold: true})
				}},
			fault{to.name + "-refused", "connections to " + to.what + " are reset, and new ones refused", 0,
				func(ctx context.Context, w *world) (string, error) {
					for _, l := range lines(w) {
						l.Set(wire.Trouble{Refuse: true})
						l.Cut()
					}
					return trouble(ctx, w, lines(w), wire.Trouble{Refuse: true})
				}})
	}
	return all
}()

// longest is the longest network fault: shorter than the retry schedule, so that no delivery fails because of it.
const longest = 3 * time.Second

func trouble(ctx context.Context, w *world, lines []*wire.Proxy, t wire.Trouble) (string, error) {
	for _, l := range lines {
		l.Set(t)
	}
	wait(ctx, w.between(500*time.Millisecond, longest))
	for _, l := range lines {
		l.Set(wire.Trouble{})
	}
	return "", nil
}

func cut(ctx context.Context, w *world, lines []*wire.Proxy) (string, error) {
	n := 0
	for range 1 + w.rng.IntN(4) {
		for _, l := range lines {
			n += l.Cut()
		}
		wait(ctx, w.between(50*time.Millisecond, 500*time.Millisecond))
	}
	return fmt.Sprintf("%d connections", n/2), nil
}
