// Package writes notices that something refuses what a program writes to it: a disk is full, a database is read only.
// The program goes on, and repeats what it has to; readiness and metrics say what does not work.
package writes

import (
	"context"
	"errors"
	"sync"
	"time"
)

// over is how long after the last refused write the fault counts as over. Whatever repeats a write does so sooner.
const over = 30 * time.Second

// A Watch keeps the last refused write of something. Its zero value is ready, and safe for concurrent use.
type Watch struct {
	mu      sync.Mutex // guards all below
	refusal error
	at      time.Time
}

// Refused notes that a write failed. Nil and the end of the caller's context are no refusals.
func (w *Watch) Refused(err error) {
	if err == nil || errors.Is(err, context.Canceled) {
		return
	}
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
