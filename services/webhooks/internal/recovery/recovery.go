// Package recovery works through the jobs that send what endpoints missed. A job is rows in Postgres: it survives
// crashes, any replica goes on with it, and the jobs take turns. They have a pace of their own, so that live deliveries
// do not notice them.
package recovery

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"time"

	"github.com/partnerline/partnerline/internal/streams"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/usecase"
)

const (
	every = 200 * time.Millisecond // between turns, each a few transactions
	idle  = 500 * time.Millisecond // the same, while no job runs
	// of what a turn sends, spread evenly until the next: a burst would delay live deliveries
	parts = 20
	step  = 500 // deliveries of one step
	// window is how many deliveries of one endpoint a job keeps pending: enough to keep the endpoint busy, little
	// enough to leave the streams to all others.
	window = 1000
)

// Worker does the jobs.
type Worker struct {
	recoveries *usecase.Recoveries
	bulk       *usecase.BulkRecoveries
	queue      usecase.Enqueuer
	budget     int // deliveries of one turn
	log        *slog.Logger
}

// NewWorker returns a worker; rate is how many deliveries a second all jobs together may send, 0 for any number.
func NewWorker(
	r *usecase.Recoveries, bulk *usecase.BulkRecoveries, queue usecase.Enqueuer, rate int, log *slog.Logger,
) *Worker {
	budget := math.MaxInt
	if rate > 0 {
		budget = max(1, rate*int(every/time.Millisecond)/1000)
	}
	return &Worker{r, bulk, queue, budget, log}
}

// Run works until ctx ends.
func (w *Worker) Run(ctx context.Context) error {
	var pause time.Duration
	for next := time.Now(); ; next = next.Add(pause) {
		if now := time.Now(); next.Before(now) {
			next = now // a turn that took long is not made up for
		}
		if !streams.SleepContext(ctx, time.Until(next)) {
			return nil
		}
		running, err := w.recoveries.AnyRunning(ctx)
		pause = idle
		if running {
			var list []webhooks.Delivery
			pause = every
			if list, err = w.turn(ctx); len(list) > 0 {
				err = errors.Join(err, w.send(ctx, list))
			}
		}
		if err != nil && ctx.Err() == nil {
			w.log.WarnContext(ctx, "recovery interrupted", slog.String("error", err.Error()))
		}
	}
}

// turn lets bulk recoveries begin recoveries, then does one step of each running recovery after the other. It ends
// when all have had one, the turn's budget is stored, or the next turn is due, and returns what is to be sent. Without
// a budget it sends by itself, step by step.
func (w *Worker) turn(ctx context.Context) (list []webhooks.Delivery, err error) {
	now := time.Now()
	for found := true; found; {
		if found, err = w.bulk.AdvanceBulkRecovery(ctx, now); err != nil {
			return nil, err
		}
	}
	var errs []error
	for left := w.budget; left > 0 && ctx.Err() == nil && time.Since(now) < every; {
		done, err := w.recoveries.AdvanceRecovery(ctx, min(step, left), window, now)
		errs = append(errs, err)
		if !done.Found {
			break
		}
		if err != nil { // it is repeated in the next turn; the others go on
			continue
		}
		if w.budget < math.MaxInt {
			list, left = append(list, done.Send...), left-len(done.Send)-done.Moved
		} else if err := w.queue.Enqueue(context.WithoutCancel(ctx), done.Send); err != nil {
			return nil, err
		}
	}
	return list, errors.Join(errs...)
}

// send sends what a turn stored, evenly until the next one. The sweep sends what fails. When ctx ends, the rest is
// sent without pauses: it is stored as pending.
func (w *Worker) send(ctx context.Context, list []webhooks.Delivery) error {
	var errs []error
	began, sent := time.Now(), 0
	for part := range parts {
		if !streams.SleepContext(ctx, time.Until(began.Add(every*time.Duration(part)/parts))) {
			return errors.Join(append(errs, w.queue.Enqueue(context.WithoutCancel(ctx), list[sent:]))...)
		}
		upTo := len(list) * (part + 1) / parts
		if sent < upTo {
			errs = append(errs, w.queue.Enqueue(ctx, list[sent:upTo]))
			sent = upTo
		}
	}
	return errors.Join(errs...)
}
