package usecase

import (
	"context"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/telemetry"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/rowseal"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
	kernelusecase "github.com/partnerline/partnerline/services/partnerconnect/kernel/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
)

// A BankRail executes payouts: that of the adopter those of live mode, and the sandbox those of test mode. Each call
// may be repeated with the same payout. Its errors are those of providerusecase.Caller.
type BankRail interface {
	// SubmitPayout orders a payout. The rail reports the outcome.
	SubmitPayout(ctx context.Context, p money.Payout) error
	// CancelPayout withdraws a payout that was ordered and not executed.
	CancelPayout(ctx context.Context, id money.PayoutID) error
}

// RailCalls makes the calls of the bank rail.
type RailCalls struct {
	payouts *Payouts
	rail    BankRail
	log     *slog.Logger
	now     func() time.Time
}

// NewRailCalls returns them.
func NewRailCalls(payouts *Payouts, rail BankRail, log *slog.Logger, now func() time.Time) *RailCalls {
	return &RailCalls{payouts, rail, log, now}
}

// Callers are the calls, for a runner.
func (s *RailCalls) Callers() map[provider.Kind]kernelusecase.Caller {
	return map[provider.Kind]kernelusecase.Caller{provider.SubmitPayout: s.submit, provider.CancelPayout: s.cancel}
}

const (
	adoptInterval = time.Minute
	adoptMost     = 1000
)

// Run schedules calls of the rail for payouts that were requested by a program without one, which exchanges files or
// runs an older configuration.
func (s *RailCalls) Run(ctx context.Context) error {
	tick := time.NewTicker(adoptInterval)
	defer tick.Stop()
	for {
		if err := s.Adopt(ctx); err != nil && ctx.Err() == nil {
			s.log.LogAttrs(ctx, slog.LevelWarn, "requested payouts not handed to the bank rail",
				slog.String("cause", err.Error()))
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// Adopt schedules them once.
func (s *RailCalls) Adopt(ctx context.Context) error {
	_, err := s.payouts.rail.InsertSubmissions(ctx, s.payouts.pool, provider.SubmitPayout, s.moment(), adoptMost)
	return err
}

func (s *RailCalls) moment() time.Time { return s.now().UTC().Truncate(time.Millisecond) }

func (s *RailCalls) submit(ctx context.Context, c provider.Call) error {
	return s.send(ctx, "SubmitPayout", money.PayoutID(c.Subject))
}

// send orders a payout. It is processing before the rail has it, so that no one withdraws what may be executed. One
// that was withdrawn before, or that left in a file, is not ordered.
func (s *RailCalls) send(ctx context.Context, operation string, id money.PayoutID) error {
	at, inFile := s.moment(), false
	p, err := s.payouts.MovePayout(ctx, operation, id, at, func(tx pgx.Tx, p *money.Payout) (err error) {
		if p.Status == money.PayoutRequested {
			return p.Send(at)
		}
		if inFile, err = s.payouts.rail.InFile(ctx, tx, id); err != nil {
			return err
		}
		return pc.ErrUnchanged
	})
	if err != nil || inFile || p.Status != money.PayoutProcessing {
		return err
	}
	err = s.rail.SubmitPayout(ctx, p)
	if refusal := provider.Refused(err); refusal != nil {
		if stored := s.rejected(ctx, p, "refused", refusal.Reason); stored != nil {
			return stored
		}
	}
	return err
}

// cancel withdraws a payout. A refusal leaves it as it is: what becomes of it is reported.
func (s *RailCalls) cancel(ctx context.Context, c provider.Call) error {
	p, err := s.payouts.MovePayout(ctx, "CancelPayout", money.PayoutID(c.Subject), s.moment(),
		func(pgx.Tx, *money.Payout) error { return pc.ErrUnchanged })
	if err != nil || p.Status != money.PayoutProcessing {
		return err
	}
	if err := s.rail.CancelPayout(ctx, p.ID); err != nil {
		return err
	}
	return s.rejected(ctx, p, "cancelled", "cancelled")
}

// rejected treats the rail's answer that it does not execute the payout as a report of a rejection. It takes effect
// once, and is a difference where it contradicts other reports. Calls about a payout are made once each, so the id is
// its own.
func (s *RailCalls) rejected(ctx context.Context, p money.Payout, answer, reason string) error {
	op := delegation.SystemOperation(audit.SystemActor, "PayoutRejected", s.moment())
	_, err := s.payouts.ReportPayout(ctx, op, money.PayoutReport{
		EventID: answer + ":" + string(p.ID), Payout: p.ID, Event: money.RailRejected, Amount: p.Amount, Currency: p.Currency,
		OccurredAt: *p.SentAt, Reason: reason,
	})
	return err
}

// ReportPayout applies a report of the bank rail, once, and returns its outcome. A report that contradicts the payout
// is kept as a difference.
func (s *Payouts) ReportPayout(
	ctx context.Context, op delegation.Operation, r money.PayoutReport,
) (result provider.Result, err error) {
	if err := s.of(ctx, &op, money.ErrPayoutNotFound,
		func() (pc.Ref, error) { return s.store.PayoutMerchant(ctx, s.pool, r.Payout) }); err != nil {
		return result, err
	}
	err = s.operations.Run(ctx, op, func(tx pgx.Tx, m delegation.Merchant, key rowseal.RowKey) error {
		p, err := s.store.LockPayout(ctx, tx, key, m.Ref, r.Payout)
		if err != nil {
			return err
		}
		if !p.Livemode {
			return money.ErrNotLive
		}
		result, err = s.applyOnce(ctx, tx, r.Report(m.Ref), op.Now, func() (provider.Result, error) {
			returned, err := s.exchanges.HasApplied(ctx, tx, provider.BankRail, money.RailReturned.Kind(), string(p.ID))
			if err != nil {
				return provider.Result{}, err
			}
			return p.Reported(r, returned, op.Now)
		})
		if err != nil || len(p.Changes) == 0 {
			return err
		}
		return s.storeMoved(ctx, tx, m, &p)
	})
	return result, err
}

// WithdrawPayout withdraws a payout that the rail does not have yet. If the rail has it, the rail is asked to withdraw
// it: the payout fails when the rail agrees.
func (s *Payouts) WithdrawPayout(
	ctx context.Context, op delegation.Operation, id money.PayoutID,
) (money.Payout, error) {
	return s.changeIn(ctx, op, id, func(tx pgx.Tx, p *money.Payout) error {
		inFile, err := s.rail.InFile(ctx, tx, id)
		if err != nil {
			return err
		}
		if p.Status != money.PayoutProcessing || !p.Livemode || inFile || !s.connected.Called(provider.BankRail) {
			return p.Cancel(op.Now)
		}
		if err := s.exchanges.InsertCall(ctx, tx, provider.CancelPayout, string(id), telemetry.Traceparent(ctx),
			op.Now); err != nil {
			return err
		}
		return pc.ErrUnchanged
	})
}
