package usecase

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
)

const (
	batchLength = 256
	// recordTimeout is how long an entry may take: longer than a failover of a connection pool, shorter than clients wait.
	recordTimeout = 5 * time.Second
	retryAfter    = 5 * time.Second
)

// A Recorder stores the audit entry of a call before the call is answered. So every answered call is recorded,
// whatever happens to the program or its database afterwards. Entries that wait at the same time share a transaction.
type Recorder struct {
	store *postgres.AuditStore
	write func(ctx context.Context, entries []audit.Entry) error // of the store, in one transaction
	log   *slog.Logger
	turn  chan struct{} // held by the one caller who writes

	mu      sync.Mutex
	waiting []*waiter
}

type waiter struct {
	entry audit.Entry
	done  chan error // takes one value
}

// NewRecorder returns a recorder.
func NewRecorder(store *postgres.AuditStore, log *slog.Logger) *Recorder {
	return &Recorder{store: store, write: store.RecordAudit, log: log, turn: make(chan struct{}, 1)}
}

// Record returns once the entry is stored, even if the caller has left. After an error, which the client sees as an
// overload, the entry may or may not be stored, and the call must not be answered.
func (r *Recorder) Record(ctx context.Context, e audit.Entry) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
	defer cancel()
	w := &waiter{e, make(chan error, 1)}
	r.mu.Lock()
	r.waiting = append(r.waiting, w)
	r.mu.Unlock()
	for {
		select {
		case err := <-w.done:
			return r.outcome(ctx, err)
		default:
		}
		select {
		case err := <-w.done:
			return r.outcome(ctx, err)
		case r.turn <- struct{}{}:
			r.writeBatch(ctx)
			<-r.turn
		case <-ctx.Done():
			r.mu.Lock()
			r.waiting = slices.DeleteFunc(r.waiting, func(x *waiter) bool { return x == w })
			r.mu.Unlock()
			return r.outcome(ctx, ctx.Err())
		}
	}
}

// writeBatch stores the waiting entries, as many as fit into one transaction.
func (r *Recorder) writeBatch(ctx context.Context) {
	r.mu.Lock()
	n := min(len(r.waiting), batchLength)
	batch := slices.Clone(r.waiting[:n])
	r.waiting = slices.Delete(r.waiting, 0, n)
	r.mu.Unlock()
	if n == 0 {
		return
	}
	entries := make([]audit.Entry, n)
	for i, w := range batch {
		entries[i] = w.entry
	}
	err := r.write(ctx, entries)
	for _, w := range batch {
		w.done <- err
	}
}

func (r *Recorder) outcome(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	r.log.LogAttrs(ctx, slog.LevelWarn, "access not recorded; the call is refused", slog.String("cause", err.Error()))
	return &fault.Error{
		Reason: fault.Overloaded, Message: "the call cannot be written to the audit trail; repeat the request",
		RetryAfter: retryAfter, Cause: err,
	}
}
