package conformance

import (
	"context"
	"fmt"
	"math"
	"sync"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	providersv1 "github.com/partnerline/partnerline/proto/gen/providers/v1"
)

var railChecks = []check{
	{"token", "A call without the token is answered with `UNAUTHENTICATED` or `PERMISSION_DENIED`, and orders nothing.",
		func(ctx context.Context, s *session) error {
			req := payout()
			if err := answered(ctx, rail(s.Without).SubmitPayout, req, codes.Unauthenticated,
				codes.PermissionDenied); err != nil {
				return err
			}
			return answered(ctx, rail(s.Conn).CancelPayout, &providersv1.CancelPayoutRequest{PayoutId: req.GetPayoutId()},
				codes.NotFound)
		}},
	{"submit_repeated", "The same `payout_id` again, and at once, is answered as the first time.",
		func(ctx context.Context, s *session) error {
			req := payout()
			first, err := sameAtOnce(ctx, rail(s.Conn).SubmitPayout, req)
			if err != nil {
				return err
			}
			return sameAgain(ctx, rail(s.Conn).SubmitPayout, req, first)
		}},
	{"submit_other_content", "The same `payout_id` with another amount is refused for good, or answered as the first " +
		"time; what is executed is the first amount.", func(ctx context.Context, s *session) error {
		req, other := payout(), payout()
		first, err := accepted(ctx, rail(s.Conn).SubmitPayout, req)
		if err != nil {
			return err
		}
		other.PayoutId, other.Amount = req.GetPayoutId(), 2*req.GetAmount()
		if err := unchangedBy(ctx, rail(s.Conn).SubmitPayout, other, first); err != nil || s.Hook == nil || s.Reports == nil {
			return err
		}
		return s.endedAs(ctx, req, "execute", payoutExecuted)
	}},
	{"amounts_refused", "An amount below 1 or of more than 18 digits, and a currency that there is not, is refused for " +
		"good, and orders nothing.", func(ctx context.Context, s *session) error {
		for _, wrong := range []struct {
			amount   int64
			currency string
		}{{0, "PLN"}, {-1000, "PLN"}, {math.MaxInt64, "PLN"}, {math.MinInt64, "PLN"}, {1000, ""}, {1000, "pln"},
			{1000, "ZZZ"}} {
			req := payout()
			req.Amount, req.Currency = wrong.amount, wrong.currency
			if err := refused(ctx, rail(s.Conn).SubmitPayout, req); err != nil {
				return fmt.Errorf("%d of %q: %w", wrong.amount, wrong.currency, err)
			}
			if err := answered(ctx, rail(s.Conn).CancelPayout, &providersv1.CancelPayoutRequest{PayoutId: req.GetPayoutId()},
				codes.NotFound); err != nil {
				return fmt.Errorf("%d of %q was refused, and then: %w", wrong.amount, wrong.currency, err)
			}
		}
		return nil
	}},
	{"cancel_unknown", "`CancelPayout` of a payout that was never ordered is `NOT_FOUND`.",
		func(ctx context.Context, s *session) error {
			return answered(ctx, rail(s.Conn).CancelPayout, &providersv1.CancelPayoutRequest{PayoutId: newID("pyt_")},
				codes.NotFound)
		}},
	{"cancel_repeated", "`CancelPayout` has one answer, again and at once: success, or `FAILED_PRECONDITION` when it " +
		"is too late.", func(ctx context.Context, s *session) error {
		_, err := s.cancelledPayout(ctx)
		return err
	}},
	{"cancelled_is_not_executed",
		"A payout that was cancelled is never executed, whatever is submitted or ordered afterwards.",
		func(ctx context.Context, s *session) error {
			if err := s.needHook(); err != nil {
				return err
			}
			req, err := s.cancelledPayout(ctx)
			if err != nil {
				return err
			}
			if _, err := accepted(ctx, rail(s.Conn).SubmitPayout, req); err != nil {
				return err
			}
			if err := s.act(ctx, actOn("try_to_execute", req)); err != nil {
				return err
			}
			return s.Reports.never(ctx, req.GetPayoutId(), s.Quiet, payoutExecuted)
		}},
	{"executed", "A payout that was executed is reported as `EXECUTED`, with its amount and currency, and once.",
		func(ctx context.Context, s *session) error {
			_, err := s.executed(ctx)
			return err
		}},
	{"cancel_executed", "`CancelPayout` of a payout that was executed is `FAILED_PRECONDITION`.",
		func(ctx context.Context, s *session) error {
			req, err := s.executed(ctx)
			if err != nil {
				return err
			}
			return answered(ctx, rail(s.Conn).CancelPayout, &providersv1.CancelPayoutRequest{PayoutId: req.GetPayoutId()},
				codes.FailedPrecondition)
		}},
	{"cancel_while_executing", "When a payout is cancelled and executed at the same time, one of both succeeds.",
		railRace},
	{"rejected", "A payout that the bank rejects is reported as `REJECTED`, and never as executed.",
		func(ctx context.Context, s *session) error {
			req := payout()
			if err := s.reported(ctx, req, "reject", payoutRejected); err != nil {
				return err
			}
			return s.Reports.never(ctx, req.GetPayoutId(), s.Quiet, payoutExecuted)
		}},
	{"returned", "A payout whose money came back after it was executed is reported as `RETURNED`, with its whole amount.",
		func(ctx context.Context, s *session) error {
			req, err := s.executed(ctx)
			if err != nil {
				return err
			}
			return s.endedAs(ctx, req, "return", payoutReturned)
		}},
	{"incoming_transfer", "A credit of an account is reported by `ReportIncomingTransfer`, with its amount, its " +
		"currency and its whole title, until the report is answered.", func(ctx context.Context, s *session) error {
		in := payout()
		title := "Conformance check " + in.GetPayoutId()
		if err := s.act(ctx, Act{Action: "receive", Subject: title, Amount: in.GetAmount(),
			Currency: in.GetCurrency()}); err != nil {
			return err
		}
		r, err := s.Reports.await(ctx, transferReceived, title, 2, s.Wait)
		if err != nil {
			return err
		}
		return moneyOf(r, in.GetAmount(), in.GetCurrency())
	}},
	{"reports_repeated", "A report whose answer is lost is repeated, with the same `event_id` and content.",
		func(ctx context.Context, s *session) error {
			req, err := s.executed(ctx)
			if err != nil {
				return err
			}
			_, err = s.Reports.await(ctx, payoutExecuted, req.GetPayoutId(), 2, s.Wait)
			return err
		}},
	{"reports_once", "What happened once is reported under one `event_id`.", reportedOnce},
	{"reports_valid", "Reports carry the report token, hold what the contract asks for, and give another event another " +
		"`event_id`.", reportedValid},
}

var (
	payoutExecuted = providersv1.PayoutEvent_PAYOUT_EVENT_EXECUTED.String()
	payoutRejected = providersv1.PayoutEvent_PAYOUT_EVENT_REJECTED.String()
	payoutReturned = providersv1.PayoutEvent_PAYOUT_EVENT_RETURNED.String()
)

func rail(conn grpc.ClientConnInterface) providersv1.BankRailClient {
	return providersv1.NewBankRailClient(conn)
}

// payout is a payout as partner connect orders one.
func payout() *providersv1.SubmitPayoutRequest {
	return &providersv1.SubmitPayoutRequest{
		PayoutId: newID("pyt_"), MerchantRef: newID("mrc_"), Amount: 12345, Currency: "PLN",
		Iban: "PL61109010140000071219812874", HolderName: "Conformance Example", Title: "Conformance check",
	}
}

func actOn(action string, req *providersv1.SubmitPayoutRequest) Act {
	return Act{Action: action, Subject: req.GetPayoutId(), Amount: req.GetAmount(), Currency: req.GetCurrency()}
}

// cancelledPayout orders a payout and withdraws it, again and at once. A rail that executes at once has no time for
// that.
func (s *session) cancelledPayout(ctx context.Context) (*providersv1.SubmitPayoutRequest, error) {
	req := payout()
	if _, err := accepted(ctx, rail(s.Conn).SubmitPayout, req); err != nil {
		return req, err
	}
	cancel := &providersv1.CancelPayoutRequest{PayoutId: req.GetPayoutId()}
	if _, err := do(ctx, rail(s.Conn).CancelPayout, cancel); status.Code(err) == codes.FailedPrecondition {
		if err := answered(ctx, rail(s.Conn).CancelPayout, cancel, codes.FailedPrecondition); err != nil {
			return req, err
		}
		return req, errNotRun("the rail withdraws no payouts")
	} else if err != nil {
		return req, fmt.Errorf("CancelPayout was answered with %s", status.Code(err))
	}
	_, err := sameAtOnce(ctx, rail(s.Conn).CancelPayout, cancel)
	return req, err
}

// reported orders a payout, has something done with it, and waits for a sound report of that.
func (s *session) reported(ctx context.Context, req *providersv1.SubmitPayoutRequest, action, event string) error {
	if err := s.needHook(); err != nil {
		return err
	}
	if _, err := accepted(ctx, rail(s.Conn).SubmitPayout, req); err != nil {
		return err
	}
	return s.endedAs(ctx, req, action, event)
}

// endedAs has something done with an ordered payout, and waits for a sound report of that.
func (s *session) endedAs(ctx context.Context, req *providersv1.SubmitPayoutRequest, action, event string) error {
	if err := s.act(ctx, actOn(action, req)); err != nil {
		return err
	}
	r, err := s.Reports.await(ctx, event, req.GetPayoutId(), 1, s.Wait)
	if err != nil {
		return err
	}
	return moneyOf(r, req.GetAmount(), req.GetCurrency())
}

func (s *session) executed(ctx context.Context) (*providersv1.SubmitPayoutRequest, error) {
	req := payout()
	return req, s.reported(ctx, req, "execute", payoutExecuted)
}

func railRace(ctx context.Context, s *session) error {
	if err := s.needHook(); err != nil {
		return err
	}
	for range 3 {
		req := payout()
		if _, err := accepted(ctx, rail(s.Conn).SubmitPayout, req); err != nil {
			return err
		}
		var cancelled error
		var both sync.WaitGroup
		both.Go(func() {
			_, cancelled = do(ctx, rail(s.Conn).CancelPayout, &providersv1.CancelPayoutRequest{PayoutId: req.GetPayoutId()})
		})
		tried := s.act(ctx, actOn("try_to_execute", req))
		both.Wait()
		if tried != nil {
			return tried
		}
		if err := s.oneOfBoth(ctx, "CancelPayout", cancelled, payoutExecuted, req.GetPayoutId()); err != nil {
			return err
		}
	}
	return nil
}

// oneOfBoth compares how a cancellation was answered with what was reported of a thing that was done at the same time.
func (s *session) oneOfBoth(ctx context.Context, method string, cancelled error, event, subject string) error {
	switch code := status.Code(cancelled); code {
	case codes.OK:
		if err := s.Reports.never(ctx, subject, s.Quiet, event); err != nil {
			return fmt.Errorf("it was cancelled, and %w", err)
		}
	case codes.FailedPrecondition:
		if _, err := s.Reports.await(ctx, event, subject, 1, s.Wait); err != nil {
			return fmt.Errorf("it could not be cancelled, and %w", err)
		}
	default:
		return fmt.Errorf("%s was answered with %s", method, code)
	}
	return nil
}
