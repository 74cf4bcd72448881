package sandbox

import (
	"context"
	"errors"
	"time"

	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
)

// A Rail is the bank rail of test mode, which executes everything after a while. It keeps nothing: a payout's own times
// say its state.
type Rail struct {
	Delay time.Duration
	Now   func() time.Time
}

// SubmitPayout takes everything.
func (Rail) SubmitPayout(context.Context, money.Payout) error { return nil }

// CancelPayout refuses: what the rail has, it executes.
func (Rail) CancelPayout(context.Context, money.PayoutID) error {
	return &provider.Failure{
		Code: "failed_precondition", Final: true, Reason: "too_late", Cause: errors.New("the sandbox withdraws no payouts"),
	}
}

// Outcome reports a payout as executed once the delay is over.
func (s Rail) Outcome(_ context.Context, p money.Payout) (money.PayoutReport, error) {
	now := s.Now()
	switch {
	case p.SentAt == nil:
		return money.PayoutReport{}, money.ErrNotSubmitted
	case now.Sub(*p.SentAt) < s.Delay:
		return money.PayoutReport{}, nil
	}
	return money.PayoutReport{
		EventID: "executed-" + string(p.ID), Payout: p.ID, Event: money.RailExecuted, Amount: p.Amount, Currency: p.Currency,
		OccurredAt: now,
	}, nil
}
