package usecase

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/money"
)

// A Rail takes money to bank accounts.
type Rail interface {
	// Submit hands a payout over. The rail knows it by its id: submitted twice, it is paid once.
	Submit(ctx context.Context, p money.Payout) error
	// Outcome tells what became of a payout that was submitted; ErrUnknown for one that was not.
	Outcome(ctx context.Context, p money.Payout) (Outcome, error)
}

// An Outcome is where a payout stands at the rail.
type Outcome struct {
	Status money.PayoutStatus // processing, paid or failed
	Reason string             // why it failed
}

// ErrUnknown is a payout that the rail never got.
var ErrUnknown = errors.New("rail: the payout was never submitted")

// Store keeps payouts.
type Store interface {
	TestPayouts(ctx context.Context, status money.PayoutStatus, before time.Time, limit int) ([]money.Payout, error)
	ChangePayout(ctx context.Context, a delegation.Operation, id money.PayoutID, f func(p *money.Payout) error) (money.Payout, error)
}

const (
	every = time.Second
	batch = 100
)

// A Runner takes payouts of test mode to a rail, and notes what became of them.
type Runner struct {
	store Store
	rail  Rail
	delay time.Duration
	log   *slog.Logger
	now   func() time.Time
}

// NewRunner returns a runner. A payout waits for delay before it is handed over; without one none ever is, and all move on
// request.
func NewRunner(store Store, rail Rail, delay time.Duration, log *slog.Logger, now func() time.Time) *Runner {
	return &Runner{store, rail, delay, log, now}
}

// Run works until ctx ends. Several programs may: each step happens once.
func (r *Runner) Run(ctx context.Context) error {
	if r.delay <= 0 {
		<-ctx.Done()
		return nil
	}
	tick := time.NewTicker(min(every, r.delay))
	defer tick.Stop()
	for {
		if err := r.Step(ctx); err != nil && ctx.Err() == nil {
			r.log.LogAttrs(ctx, slog.LevelWarn, "payouts not moved", slog.String("cause", err.Error()))
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// Step moves what is due once. A payout is under way before the rail has it: should the program die in between, the rail does not
// know it, and gets it then.
func (r *Runner) Step(ctx context.Context) error {
	now := r.now().UTC().Truncate(time.Millisecond)
	requested, err := r.store.TestPayouts(ctx, money.PayoutRequested, now.Add(-r.delay), batch)
	if err != nil {
		return err
	}
	// One that cannot be moved now must not hold up those behind it.
	var failed error
	for _, p := range requested {
		if err := r.send(ctx, p, now); err != nil {
			failed = errors.Join(failed, fmt.Errorf("%s: %w", p.ID, err))
		}
	}
	sent, err := r.store.TestPayouts(ctx, money.PayoutProcessing, now, batch)
	if err != nil {
		return errors.Join(failed, err)
	}
	for _, p := range sent {
		if err := r.conclude(ctx, p, now); err != nil {
			failed = errors.Join(failed, fmt.Errorf("%s: %w", p.ID, err))
		}
	}
	return failed
}

// send hands a payout over, unless somebody else did, or cancelled it.
func (r *Runner) send(ctx context.Context, p money.Payout, now time.Time) error {
	p, err := r.change(ctx, p.ID, "SendPayout", now, func(p *money.Payout) error { return p.Send(now) })
	if err != nil || p.Status != money.PayoutProcessing {
		return err
	}
	return r.rail.Submit(ctx, p)
}

// conclude notes what became of a payout.
func (r *Runner) conclude(ctx context.Context, p money.Payout, now time.Time) error {
	o, err := r.rail.Outcome(ctx, p)
	if errors.Is(err, ErrUnknown) {
		return r.rail.Submit(ctx, p)
	}
	if err != nil {
		return err
	}
	switch o.Status {
	case money.PayoutPaid:
		_, err = r.change(ctx, p.ID, "PayoutPaid", now, func(p *money.Payout) error { return p.Arrive(now) })
	case money.PayoutFailed:
		_, err = r.change(ctx, p.ID, "PayoutFailed", now, func(p *money.Payout) error { return p.Fail(o.Reason, now) })
	}
	return err
}

// change takes a step, unless somebody else was faster.
func (r *Runner) change(ctx context.Context, id money.PayoutID, operation string, now time.Time, f func(p *money.Payout) error) (money.Payout, error) {
	return r.store.ChangePayout(ctx, delegation.SystemOperation(audit.SystemActor, operation, now), id, func(p *money.Payout) error {
		if err := f(p); err != nil {
			return pc.ErrUnchanged
		}
		return nil
	})
}
