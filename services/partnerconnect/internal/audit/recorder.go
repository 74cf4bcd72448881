// Package audit writes down who did what: entries of calls that changed nothing, many at a time, and the chain behind all
// entries (partner-connect.md D). What changes something is written with the change itself.
package audit

import (
	"context"
	"log/slog"
	"time"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

// Store keeps entries.
type Store interface {
	RecordAudit(ctx context.Context, entries []pc.AuditEntry) error
	ChainAudit(ctx context.Context, limit int) (int, error)
}

const (
	queueLength = 4096
	batchLength = 256
	retryAfter  = 250 * time.Millisecond
	chainEvery  = time.Second
	chainLength = 1000
	// lastWords is how long entries may take that are queued when the program stops.
	lastWords = 5 * time.Second
)

// A Recorder takes entries and stores them within milliseconds. When they come faster than the database takes them, callers
// wait: no entry is dropped.
type Recorder struct {
	store Store
	log   *slog.Logger
	queue chan pc.AuditEntry
}

// NewRecorder returns a recorder; Run does its work.
func NewRecorder(store Store, log *slog.Logger) *Recorder {
	return &Recorder{store: store, log: log, queue: make(chan pc.AuditEntry, queueLength)}
}

// Record takes an entry. It waits while the queue is full, but not longer than ctx lives.
func (r *Recorder) Record(ctx context.Context, e pc.AuditEntry) {
	select {
	case r.queue <- e: // also for a caller who is gone: of two that are ready, a select takes either
		return
	default:
	}
	select {
	case r.queue <- e:
	case <-ctx.Done():
		r.log.LogAttrs(ctx, slog.LevelError, "audit entry lost: the queue is full and the caller is gone", slog.String("operation", e.Operation))
	}
}

// Run stores entries until ctx ends, and then those that are queued.
func (r *Recorder) Run(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastWords)
			defer cancel()
			for batch := r.batch(nil); len(batch) > 0; batch = r.batch(nil) {
				r.save(last, batch)
			}
			return nil
		case e := <-r.queue:
			r.save(context.WithoutCancel(ctx), r.batch([]pc.AuditEntry{e}))
		}
	}
}

// batch adds what is queued.
func (r *Recorder) batch(b []pc.AuditEntry) []pc.AuditEntry {
	for len(b) < batchLength {
		select {
		case e := <-r.queue:
			b = append(b, e)
		default:
			return b
		}
	}
	return b
}

// save stores entries, as often as it takes within lastWords.
func (r *Recorder) save(ctx context.Context, batch []pc.AuditEntry) {
	ctx, cancel := context.WithTimeout(ctx, lastWords)
	defer cancel()
	for {
		err := r.store.RecordAudit(ctx, batch)
		if err == nil {
			return
		}
		r.log.LogAttrs(ctx, slog.LevelWarn, "audit entries not stored", slog.Int("entries", len(batch)), slog.String("cause", err.Error()))
		select {
		case <-ctx.Done():
			r.log.LogAttrs(ctx, slog.LevelError, "audit entries lost", slog.Int("entries", len(batch)))
			return
		case <-time.After(retryAfter):
		}
	}
}

// Chain lengthens the hash chain every second until ctx ends.
func (r *Recorder) Chain(ctx context.Context) error {
	tick := time.NewTicker(chainEvery)
	defer tick.Stop()
	for {
		for {
			n, err := r.store.ChainAudit(ctx, chainLength)
			if err != nil && ctx.Err() == nil {
				r.log.LogAttrs(ctx, slog.LevelWarn, "audit chain not lengthened", slog.String("cause", err.Error()))
			}
			if err != nil || n < chainLength {
				break
			}
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}
