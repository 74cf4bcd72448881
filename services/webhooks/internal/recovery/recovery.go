// Package recovery works through the jobs that send what endpoints missed. A job is rows in Postgres: it survives
// crashes, any replica goes on with it, and the jobs take turns. They have a pace of their own, so that live deliveries do not
// notice them.
package recovery

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"time"

	"github.com/partnerline/partnerline/internal/streams"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
)

const (
	every = 200 * time.Millisecond // between turns, each a few transactions
	parts = 20                     // of what a turn sends, spread evenly until the next: a burst would delay live deliveries
	step  = 500                    // deliveries of one step
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
	for next := time.Now(); ; next = next.Add(every) {
		if now := time.Now(); next.Before(now) {
			next = now // a turn that took long is not made up for
		}
		if !streams.SleepContext(ctx, time.Until(next)) {
			return nil
		}
		list, err := w.turn(ctx)
		if len(list) > 0 {
			err = errors.Join(err, w.send(ctx, list))
		}
		if err != nil && ctx.Err() == nil {
			w.log.WarnContext(ctx, "recovery interrupted", slog.String("error", err.Error()))
		}
	}
}

// turn does steps of the jobs, one after the other, until all have had one or the turn's budget is stored, and returns what is
// to be sent. Without a budget it sends by itself, step by step.
func (w *Worker) turn(ctx context.Context) (list []webhooks.Delivery, err error) {
	now := time.Now()
	for len(list) < w.budget {
		done, err := w.store.RecoverSome(ctx, min(step, w.budget-len(list)), window, now, now.Add(w.overdue))
		if err != nil || !done.Found {
			return list, err
		}
		if w.budget < math.MaxInt {
			list = append(list, done.Send...)
		} else if err := w.sender.Send(ctx, done.Send); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// send sends what a turn stored, evenly until the next one. What fails, the sweep sends. At the end of ctx the rest goes at once:
// it is stored as pending.
func (w *Worker) send(ctx context.Context, list []webhooks.Delivery) error {
	var errs []error
	began, sent := time.Now(), 0
	for part := range parts {
		if !streams.SleepContext(ctx, time.Until(began.Add(every*time.Duration(part)/parts))) {
			return errors.Join(append(errs, w.sender.Send(context.WithoutCancel(ctx), list[sent:]))...)
		}
		upTo := len(list) * (part + 1) / parts
		if sent < upTo {
			errs = append(errs, w.sender.Send(ctx, list[sent:upTo]))
			sent = upTo
		}
	}
	return errors.Join(errs...)
}
