// Package writes notices that something refuses what a program writes to it: a disk is full, a database is read only.
// The program goes on, and repeats what it has to; readiness and metrics say what does not work.
package writes

import (
	"context"
	"errors"
	"sync"
	"time"
)

// over is how long after the last refused write the fault of a Watch counts as over.
const over = 30 * time.Second

// A Watch keeps the last refused write of something to which refused writes are repeated, within less than that. Its
// zero value is ready, and safe for concurrent use.
type Watch struct {
	mu      sync.Mutex // guards all below
	refusal error
	at      time.Time
}

// Refused notes why a write failed.
func (w *Watch) Refused(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.refusal, w.at = err, time.Now()
}

// Check is a readiness check: why writes are refused, or nil.
func (w *Watch) Check(context.Context) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.refusal != nil && time.Since(w.at) >= over {
		w.refusal = nil
	}
	return w.refusal
}

// A Last keeps how the last write to something ended: a refusal lasts until a write succeeds, since nothing repeats
// what was refused. Its zero value is ready, and safe for concurrent use.
type Last struct {
	mu      sync.Mutex // guards refusal
	refusal error
}

// Ended notes how a write ended. That it ended with ctx, the caller's, says nothing.
func (l *Last) Ended(ctx context.Context, err error) {
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.refusal = err
}

// Check is a readiness check: why the last write was refused, or nil.
func (l *Last) Check(context.Context) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.refusal
}
