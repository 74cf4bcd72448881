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
	// Outcome returns what became of a payout that was submitted; ErrUnknown for one that was not.
	Outcome(ctx context.Context, p money.Payout) (Outcome, error)
}

// An Outcome is the state of a payout at the rail.
type Outcome struct {
	Status money.PayoutStatus // processing, paid or failed
	Reason string             // why it failed
}

// ErrUnknown is a payout that the rail never got.
var ErrUnknown = errors.New("rail: the payout was never submitted")

const (
	runInterval = time.Second
	runBatch    = 100
)

// A PayoutRunner takes payouts of test mode to a rail, and records their outcomes.
type PayoutRunner struct {
	payouts *Payouts
	rail    Rail
	delay   time.Duration
	log     *slog.Logger
	now     func() time.Time
}

// NewPayoutRunner returns a runner. A payout is submitted after delay; without one none ever is, and all are moved by test calls.
func NewPayoutRunner(payouts *Payouts, rail Rail, delay time.Duration, log *slog.Logger, now func() time.Time) *PayoutRunner {
	return &PayoutRunner{payouts, rail, delay, log, now}
}

// Run submits and concludes payouts until ctx ends. Several programs may: each step happens once.
func (r *PayoutRunner) Run(ctx context.Context) error {
	if r.delay <= 0 {
		<-ctx.Done()
		return nil
	}
	tick := time.NewTicker(min(runInterval, r.delay))
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

// Step does once what is due. A payout is processing before the rail has it: should the program die in between, the rail does not know it,
// and it is submitted then.
func (r *PayoutRunner) Step(ctx context.Context) error {
	now := r.now().UTC().Truncate(time.Millisecond)
	requested, err := r.payouts.store.TestPayouts(ctx, r.payouts.pool, money.PayoutRequested, now.Add(-r.delay), runBatch)
	if err != nil {
		return err
	}
	// One that cannot be moved now does not hold up those behind it.
	var failed error
	for _, p := range requested {
		if err := r.send(ctx, p, now); err != nil {
			failed = errors.Join(failed, fmt.Errorf("%s: %w", p.ID, err))
		}
	}
	sent, err := r.payouts.store.TestPayouts(ctx, r.payouts.pool, money.PayoutProcessing, now, runBatch)
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

// send submits a payout that is still requested.
func (r *PayoutRunner) send(ctx context.Context, p money.Payout, now time.Time) error {
	p, err := r.step(ctx, p.ID, "SendPayout", now, func(p *money.Payout) error { return p.Send(now) })
	if err != nil || p.Status != money.PayoutProcessing {
		return err
	}
	return r.rail.Submit(ctx, p)
}

// conclude records the outcome of a payout.
func (r *PayoutRunner) conclude(ctx context.Context, p money.Payout, now time.Time) error {
	o, err := r.rail.Outcome(ctx, p)
	if errors.Is(err, ErrUnknown) {
		return r.rail.Submit(ctx, p)
	}
	if err != nil {
		return err
	}
	switch o.Status {
	case money.PayoutPaid:
		_, err = r.step(ctx, p.ID, "PayoutPaid", now, func(p *money.Payout) error { return p.Arrive(now) })
	case money.PayoutFailed:
		_, err = r.step(ctx, p.ID, "PayoutFailed", now, func(p *money.Payout) error { return p.Fail(o.Reason, now) })
	}
	return err
}

// step takes a step of a payout that has not left the status meanwhile.
func (r *PayoutRunner) step(ctx context.Context, id money.PayoutID, operation string, now time.Time, f func(p *money.Payout) error) (money.Payout, error) {
	return r.payouts.change(ctx, delegation.SystemOperation(audit.SystemActor, operation, now), id, func(p *money.Payout) error {
		if f(p) != nil {
			return pc.ErrUnchanged
		}
		return nil
	})
}
