// Package endpointfeed notifies dispatchers of endpoints that changed. The hub listens to the database and hands every
// change to its watchers. A new watcher, and one that falls behind, must drop all that it has cached.
package endpointfeed

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/internal/streams"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
)

// Heartbeat is how often a watcher gets a message even when nothing changes. A dispatcher that gets none for a second
// stops trusting its cache.
const Heartbeat = 150 * time.Millisecond

// maxBehind is how many changes a watcher may be behind.
const maxBehind = 1024

// Hub hands changes to watchers.
type Hub struct {
	pool  *pgxpool.Pool
	log   *slog.Logger
	mu    sync.Mutex // guards watchers
	watch map[*Watcher]struct{}
}

// NewHub returns a hub that listens on a connection of a pool; Run must run for changes to be noticed.
func NewHub(pool *pgxpool.Pool, log *slog.Logger) *Hub {
	return &Hub{pool: pool, log: log, watch: map[*Watcher]struct{}{}}
}

// A Watcher receives changes.
type Watcher struct {
	mu      sync.Mutex // guards reset and changed
	reset   bool
	changed []string
	wake    chan struct{}
}

// Watch adds a watcher, whose first take is a reset.
func (h *Hub) Watch() *Watcher {
	w := &Watcher{reset: true, wake: make(chan struct{}, 1)}
	w.wake <- struct{}{}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.watch[w] = struct{}{}
	return w
}

// Leave removes a watcher.
func (h *Hub) Leave(w *Watcher) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.watch, w)
}

// Wake is readable when there is something to take.
func (w *Watcher) Wake() <-chan struct{} { return w.wake }

// Take returns what changed since the last take.
func (w *Watcher) Take() (reset bool, changed []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	reset, changed = w.reset, w.changed
	w.reset, w.changed = false, nil
	return reset, changed
}

func (w *Watcher) add(id string) {
	w.mu.Lock()
	switch {
	case w.reset:
	case id == "" || len(w.changed) >= maxBehind:
		w.reset, w.changed = true, nil
	default:
		w.changed = append(w.changed, id)
	}
	w.mu.Unlock()
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// notify hands a changed id to all watchers; "" makes them drop everything.
func (h *Hub) notify(id string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for w := range h.watch {
		w.add(id)
	}
}

// Run listens until ctx ends. While the database is away nothing can change in it; once it is back, a reset makes up
// for missed notifications.
func (h *Hub) Run(ctx context.Context) error {
	for ctx.Err() == nil {
		if err := h.listen(ctx); err != nil && ctx.Err() == nil {
			h.log.WarnContext(ctx, "endpoint feed interrupted", slog.String("error", err.Error()))
			streams.SleepContext(ctx, Heartbeat)
		}
	}
	return nil
}

// silence is how long the listener waits before it asks whether its connection still lives.
const silence = 500 * time.Millisecond

func (h *Hub) listen(ctx context.Context) error {
	conn, release, err := pgdb.Dedicate(ctx, h.pool)
	if err != nil {
		return err
	}
	defer release()
	if _, err := conn.Exec(ctx, `LISTEN `+postgres.ChannelEndpoints); err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	h.notify("")
	for {
		wait, cancel := context.WithTimeout(ctx, silence)
		n, err := conn.WaitForNotification(wait)
		cancel()
		switch {
		case err == nil:
			h.notify(n.Payload)
		case errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil:
			probe, cancel := context.WithTimeout(ctx, silence)
			err := conn.Ping(probe)
			cancel()
			if err != nil {
				return fmt.Errorf("ping: %w", err)
			}
		default:
			return fmt.Errorf("wait: %w", err)
		}
	}
}
