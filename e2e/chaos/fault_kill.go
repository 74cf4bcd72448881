package main

import (
	"context"
	"errors"
	"strings"
	"sync"

	"github.com/partnerline/partnerline/e2e/procs"
	"github.com/partnerline/partnerline/internal/streams"
)

// kills end a process by SIGKILL, as a crash or the OOM killer does.
var kills = []fault{
	{"kill-dispatcher", "kill -9 of a dispatcher; its messages in flight are redelivered to another after AckWait", 0,
		func(ctx context.Context, w *world) (string, error) {
			return kill(ctx, w, w.sys.Dispatchers)
		}},
	{"kill-dispatchers", "kill -9 of all dispatchers at once", 0, func(ctx context.Context, w *world) (string, error) {
		return killAll(ctx, w, w.sys.Dispatchers)
	}},
	{"kill-webhooks", "kill -9 of a replica of webhooks, the one that relays or the other", 0,
		func(ctx context.Context, w *world) (string, error) {
			return kill(ctx, w, w.sys.Webhooks)
		}},
	{"kill-webhooks-all", "kill -9 of all replicas of webhooks at once", 0,
		func(ctx context.Context, w *world) (string, error) {
			return killAll(ctx, w, w.sys.Webhooks)
		}},
	{"kill-nats", "kill -9 of a NATS server", 0,
		func(ctx context.Context, w *world) (string, error) { return kill(ctx, w, w.sys.NATS) }},
	{"kill-nats-leader", "kill -9 of the server that leads DELIVERIES", 3,
		func(ctx context.Context, w *world) (string, error) {
			var leader string
			err := w.persist(ctx, "DELIVERIES has a leader", func(ctx context.Context) error {
				s, err := w.js.Stream(ctx, streams.Deliveries)
				if err != nil {
					return err
				}
				if c := s.CachedInfo().Cluster; c == nil || c.Leader == "" {
					return errors.New("there is none")
				}
				leader = s.CachedInfo().Cluster.Leader
				return nil
			})
			if err != nil {
				return "", err
			}
			note, err := kill(ctx, w, []*procs.Program{w.sys.NATSLeader(leader)})
			return strings.TrimSpace(leader + " " + note), err
		}},
	{"kill-postgres", "kill -9 of Postgres and all its backends", 0, func(ctx context.Context, w *world) (string, error) {
		w.sys.Postgres.Kill()
		return "", w.sys.Postgres.Restart(ctx)
	}},
	{"kill-everything", "kill -9 of all processes at once, as in a power failure", 0,
		func(ctx context.Context, w *world) (string, error) {
			var all sync.WaitGroup
			for _, p := range w.sys.Programs() {
				all.Go(p.Kill)
			}
			all.Go(w.sys.Postgres.Kill)
			all.Wait()
			return "", w.revive(ctx)
		}},
}

// kill kills one of several at random, and starts it again after a while.
func kill(ctx context.Context, w *world, list []*procs.Program) (string, error) {
	p := list[w.rng.IntN(len(list))]
	p.Kill()
	wait(ctx, w.between(0, w.Pause))
	return "", p.Start(ctx)
}

func killAll(ctx context.Context, w *world, list []*procs.Program) (string, error) {
	var all sync.WaitGroup
	for _, p := range list {
		all.Go(p.Kill)
	}
	all.Wait()
	wait(ctx, w.between(0, w.Pause))
	return "", w.revive(ctx)
}
