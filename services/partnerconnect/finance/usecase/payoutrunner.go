package usecase

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
)

// A SandboxRail is the rail of test mode. It runs in process, so it is asked for its reports.
type SandboxRail interface {
	BankRail
	// Outcome returns the report on a payout that was submitted, without an event as long as nothing has happened to
	// it; money.ErrNotSubmitted for a payout that was not.
	Outcome(ctx context.Context, p money.Payout) (money.PayoutReport, error)
}

const (
	runInterval = time.Second
	runBatch    = 100
)

// A PayoutRunner takes payouts of test mode to the rail after a while, and applies its reports.
type PayoutRunner struct {
	calls *RailCalls
	rail  SandboxRail
	delay time.Duration
}

// NewPayoutRunner returns a runner. A payout is submitted after delay; without a delay none is, and all are moved by
// test calls.
func NewPayoutRunner(
	payouts *Payouts, rail SandboxRail, delay time.Duration, log *slog.Logger, now func() time.Time,
) *PayoutRunner {
	return &PayoutRunner{NewRailCalls(payouts, rail, log, now), rail, delay}
}

// Run submits and concludes payouts until ctx ends. Several programs may run it: each step happens once.
func (r *PayoutRunner) Run(ctx context.Context) error {
	if r.delay <= 0 {
		<-ctx.Done()
		return nil
	}
	tick := time.NewTicker(min(runInterval, r.delay))
	defer tick.Stop()
	for {
		if err := r.Step(ctx); err != nil && ctx.Err() == nil {
			r.calls.log.LogAttrs(ctx, slog.LevelWarn, "payouts not moved", slog.String("cause", err.Error()))
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// Step does once what is due. A payout is processing before the rail has it: should the program die in between, the
// rail does not know it, and it is submitted then.
func (r *PayoutRunner) Step(ctx context.Context) error {
	payouts, now := r.calls.payouts, r.calls.moment()
	requested, err := payouts.store.TestPayouts(ctx, payouts.pool, money.PayoutRequested, now.Add(-r.delay), runBatch)
	if err != nil {
		return err
	}
	// One that cannot be moved now does not delay those behind it.
	var failed error
	for _, p := range requested {
		if err := r.calls.send(ctx, "SendPayout", p.ID); err != nil {
			failed = errors.Join(failed, fmt.Errorf("%s: %w", p.ID, err))
		}
	}
	sent, err := payouts.store.TestPayouts(ctx, payouts.pool, money.PayoutProcessing, now, runBatch)
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

// conclude applies what the rail reports of a payout, unless it has left the status meanwhile.
func (r *PayoutRunner) conclude(ctx context.Context, p money.Payout, now time.Time) error {
	report, err := r.rail.Outcome(ctx, p)
	switch {
	case errors.Is(err, money.ErrNotSubmitted):
		return r.rail.SubmitPayout(ctx, p)
	case err != nil || report.Event == "":
		return err
	}
	operation := "PayoutFailed"
	if report.Event == money.RailExecuted {
		operation = "PayoutPaid"
	}
	_, err = r.calls.payouts.MovePayout(ctx, operation, p.ID, now, func(_ pgx.Tx, p *money.Payout) error {
		result, err := p.Reported(report, false, now)
		if err == nil && result.Outcome != provider.Applied {
			err = pc.ErrUnchanged
		}
		return err
	})
	return err
}
