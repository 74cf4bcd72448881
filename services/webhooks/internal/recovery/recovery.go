// Package recovery works through the jobs that send what endpoints missed. A job is rows in Postgres: it survives
// crashes, any replica goes on with it, and the jobs take turns. They have a pace of their own, so that live deliveries do not
// notice them.
package recovery

import (
	"context"
	"log/slog"
	"math"
	"time"

	"github.com/partnerline/partnerline/internal/streams"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
)

const (
	every = 200 * time.Millisecond
	step  = 500 // deliveries of one step
	// window is how many deliveries of one endpoint a job keeps pending: enough to keep the endpoint busy, little
	// enough to leave the streams to everybody else.
	window = 1000
)

// Sender puts deliveries that are stored as pending on their way.
type Sender interface {
	Send(ctx context.Context, list []webhooks.Delivery) error
}

// Worker does the jobs.
type Worker struct {
	store   *postgres.Store
	sender  Sender
	overdue time.Duration
	budget  int // deliveries of one turn
	log     *slog.Logger
}

// NewWorker returns a worker; overdueAfter is how long an outcome may stay out before the sweep looks for it, rate how many
// deliveries a second all jobs together may send, 0 for any number.
func NewWorker(s *postgres.Store, sender Sender, overdueAfter time.Duration, rate int, log *slog.Logger) *Worker {
	budget := math.MaxInt
	if rate > 0 {
		budget = max(1, rate*int(every/time.Millisecond)/1000)
	}
	return &Worker{s, sender, overdueAfter, budget, log}
}

// Run works until ctx ends.
func (w *Worker) Run(ctx context.Context) error {
	for streams.Pause(ctx, every) {
		if err := w.turn(ctx); err != nil && ctx.Err() == nil {
			w.log.WarnContext(ctx, "recovery interrupted", slog.String("error", err.Error()))
		}
	}
	return nil
}

// turn does steps of the jobs, one after the other, until all have had one or the turn's budget is sent.
func (w *Worker) turn(ctx context.Context) error {
	now := time.Now()
	for left := w.budget; left > 0; {
		done, err := w.store.RecoverSome(ctx, min(step, left), window, now, now.Add(w.overdue))
		if err != nil || !done.Found {
			return err
		}
		// Should this fail, the sweep sends them.
		if err := w.sender.Send(ctx, done.Send); err != nil {
			return err
		}
		left -= len(done.Send)
	}
	return nil
}
