package main

import (
	"context"
	"time"

	"github.com/partnerline/partnerline/e2e/procs"
)

// slowness is what is there and does not get on.
var slowness = []fault{
	{"freeze-dispatcher", "a dispatcher is frozen for seconds (SIGSTOP), its connections open", 0,
		func(ctx context.Context, w *world) (string, error) {
			return freeze(ctx, w, w.sys.Dispatchers)
		}},
	{"freeze-webhooks", "a replica of webhooks is frozen for seconds, its connections open", 0,
		func(ctx context.Context, w *world) (string, error) {
			return freeze(ctx, w, w.sys.Webhooks)
		}},
	{"slow-receivers", "every receiver takes up to a second for its answer", 0,
		func(ctx context.Context, w *world) (string, error) {
			w.sink.slow.Store(int64(w.between(300*time.Millisecond, time.Second)))
			wait(ctx, w.between(time.Second, longest))
			w.sink.slow.Store(0)
			return "", nil
		}},
}

func freeze(ctx context.Context, w *world, list []*procs.Program) (string, error) {
	p := list[w.rng.IntN(len(list))]
	p.Pause()
	wait(ctx, w.between(time.Second, 2*longest))
	p.Resume()
	return "", nil
}
