package conformance

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/timestamppb"

	providersv1 "github.com/partnerline/partnerline/proto/gen/providers/v1"
)

var engineChecks = []check{
	{"token", "A call without the token is answered with `UNAUTHENTICATED` or `PERMISSION_DENIED`, and opens nothing.",
		func(ctx context.Context, s *session) error {
			id := newID("pay_")
			if err := answered(ctx, s.stranger().CreatePayment, payment(id, 1000, "PLN"), codes.Unauthenticated,
				codes.PermissionDenied); err != nil {
				return err
			}
			return answered(ctx, s.engine().CancelPayment, &providersv1.CancelPaymentRequest{PaymentId: id}, codes.NotFound)
		}},
	{"create", "`CreatePayment` answers within 10 seconds with an id of 1 to 128 characters and a page of https.",
		func(ctx context.Context, s *session) error {
			_, err := s.create(ctx, payment(newID("pay_"), 1000, "PLN"))
			return err
		}},
	{"create_repeated", "The same `payment_id` again is answered as the first time.",
		func(ctx context.Context, s *session) error {
			req := payment(newID("pay_"), 1000, "PLN")
			first, err := s.create(ctx, req)
			if err != nil {
				return err
			}
			return sameAgain(ctx, s.engine().CreatePayment, req, first)
		}},
	{"create_at_once", "Calls with one `payment_id` at the same time open one payment, and have one answer.",
		func(ctx context.Context, s *session) error {
			_, err := sameAtOnce(ctx, s.engine().CreatePayment, payment(newID("pay_"), 1000, "PLN"))
			return err
		}},
	{"create_distinct", "Two payments have different ids and pages.", func(ctx context.Context, s *session) error {
		a, err := s.create(ctx, payment(newID("pay_"), 1000, "PLN"))
		if err != nil {
			return err
		}
		b, err := s.create(ctx, payment(newID("pay_"), 1000, "PLN"))
		if err == nil && (a.GetData().GetId() == b.GetData().GetId() ||
			a.GetData().GetPageUrl() == b.GetData().GetPageUrl()) {
			err = errors.New("two payments have one id or page")
		}
		return err
	}},
	{"create_other_content", "The same `payment_id` with another amount is refused for good, or answered as the first " +
		"time; what is paid is the first amount.", engineOtherContent},
	{"amounts_refused", "An amount below 1 or above 99 999 999 999, and a currency that there is not, is refused for " +
		"good, and opens nothing.", func(ctx context.Context, s *session) error {
		for _, req := range []*providersv1.CreatePaymentRequest{
			payment(newID("pay_"), 0, "PLN"), payment(newID("pay_"), -1000, "PLN"), payment(newID("pay_"), maxAmount+1, "PLN"),
			payment(newID("pay_"), math.MaxInt64, "PLN"),
			payment(newID("pay_"), math.MinInt64, "PLN"), payment(newID("pay_"), 1000, ""), payment(newID("pay_"), 1000, "pln"),
			payment(newID("pay_"), 1000, "ZZZ"),
		} {
			if err := refused(ctx, s.engine().CreatePayment, req); err != nil {
				return fmt.Errorf("%d of %q: %w", req.GetAmount(), req.GetCurrency(), err)
			}
			if err := answered(ctx, s.engine().CancelPayment, &providersv1.CancelPaymentRequest{PaymentId: req.GetPaymentId()},
				codes.NotFound); err != nil {
				return fmt.Errorf("%d of %q was refused, and then: %w", req.GetAmount(), req.GetCurrency(), err)
			}
		}
		return nil
	}},
	{"cancel_unknown", "`CancelPayment` of a payment that was never opened is `NOT_FOUND`.",
		func(ctx context.Context, s *session) error {
			return answered(ctx, s.engine().CancelPayment, &providersv1.CancelPaymentRequest{PaymentId: newID("pay_")},
				codes.NotFound)
		}},
	{"cancel_repeated", "`CancelPayment` of an open payment succeeds, again and at once.",
		func(ctx context.Context, s *session) error {
			id := newID("pay_")
			if _, err := s.create(ctx, payment(id, 1000, "PLN")); err != nil {
				return err
			}
			req := &providersv1.CancelPaymentRequest{PaymentId: id}
			first, err := accepted(ctx, s.engine().CancelPayment, req)
			if err != nil {
				return err
			}
			if err := sameAgain(ctx, s.engine().CancelPayment, req, first); err != nil {
				return err
			}
			_, err = sameAtOnce(ctx, s.engine().CancelPayment, req)
			return err
		}},
	{"create_after_cancel", "`CreatePayment` of a payment that was cancelled meanwhile is answered as the first time, " +
		"and does not open it again.", engineCreateAfterCancel},
	{"cancelled_takes_no_money", "The page of a cancelled payment takes no money, and nothing is reported as paid.",
		func(ctx context.Context, s *session) error {
			if err := s.needHook(); err != nil {
				return err
			}
			id := newID("pay_")
			made, err := s.create(ctx, payment(id, 1000, "PLN"))
			if err != nil {
				return err
			}
			if _, err := accepted(ctx, s.engine().CancelPayment, &providersv1.CancelPaymentRequest{PaymentId: id}); err != nil {
				return err
			}
			return s.takesNoMoney(ctx, id, made)
		}},
	{"expired_takes_no_money", "The page of a payment takes no money after its `expires_at`, though it was not cancelled.",
		func(ctx context.Context, s *session) error {
			if err := s.needHook(); err != nil {
				return err
			}
			req := payment(newID("pay_"), 1000, "PLN")
			req.ExpiresAt = s.expiry()
			made, err := s.create(ctx, req)
			if err != nil {
				return err
			}
			if err := expire(ctx, req.GetExpiresAt()); err != nil {
				return err
			}
			return s.takesNoMoney(ctx, req.GetPaymentId(), made)
		}},
	{"paid", "A payment that was paid is reported as `PAID`, with its whole amount and its currency.",
		func(ctx context.Context, s *session) error {
			_, err := s.paid(ctx, 12345, "PLN")
			return err
		}},
	{"amount_minor_units", "Amounts are in minor units of the currency: JPY has none, KWD has three digits. A currency " +
		"that is not offered is refused for good.", func(ctx context.Context, s *session) error {
		if err := s.needHook(); err != nil {
			return err
		}
		for currency, amount := range map[string]int64{"JPY": 1500, "KWD": 12345} {
			if _, err := do(ctx, s.engine().CreatePayment, payment(newID("pay_"), amount, currency)); slices.Contains(final,
				status.Code(err)) {
				continue
			}
			if _, err := s.paid(ctx, amount, currency); err != nil {
				return err
			}
		}
		return nil
	}},
	{"declined", "A payment that the payer declined for good is reported as `FAILED`, and not as paid.",
		func(ctx context.Context, s *session) error {
			if err := s.needHook(); err != nil {
				return err
			}
			id := newID("pay_")
			made, err := s.create(ctx, payment(id, 1000, "PLN"))
			if err != nil {
				return err
			}
			if err := s.act(ctx, s.atPage("decline", id, made, 1000, "PLN")); err != nil {
				return err
			}
			if _, err := s.Reports.await(ctx, engineFailed, id, 1, s.Wait); err != nil {
				return err
			}
			return s.Reports.never(ctx, id, s.Quiet, enginePaid)
		}},
	{"cancel_paid", "`CancelPayment` of a paid payment is `FAILED_PRECONDITION`: it stays paid.",
		func(ctx context.Context, s *session) error {
			id, err := s.paid(ctx, 1000, "PLN")
			if err != nil {
				return err
			}
			return answered(ctx, s.engine().CancelPayment, &providersv1.CancelPaymentRequest{PaymentId: id},
				codes.FailedPrecondition)
		}},
	{"cancel_while_paying", "When a payment is cancelled and paid at the same time, one of both succeeds: " +
		"`CancelPayment` succeeds and nothing is paid, or it is `FAILED_PRECONDITION` and the payment is reported as paid.",
		engineRace},
	{"refund", "A refund of a part is accepted, again and at once, and is reported as `REFUNDED` with its id and amount.",
		func(ctx context.Context, s *session) error {
			return s.refund(ctx, 400, "refund_arrives", engineRefunded)
		}},
	{"refund_failed", "A refund that did not reach the payer is reported as `REFUND_FAILED`, with its id and amount.",
		func(ctx context.Context, s *session) error {
			return s.refund(ctx, 413, "refund_fails", engineRefundFailed) // which a sandbox may know the amount by
		}},
	{"refund_other_content", "The same `refund_id` with another amount is refused for good, or answered as the first " +
		"time: the first amount is given back, and nothing else.", engineRefundOtherContent},
	{"refund_amounts_refused", "A refund below 1, of more than is left of the payment, or in another currency is " +
		"refused for good, and takes nothing.", func(ctx context.Context, s *session) error {
		id, err := s.paid(ctx, 1000, "PLN")
		if err != nil {
			return err
		}
		for _, req := range []*providersv1.RefundPaymentRequest{
			refundOf(id, 0), refundOf(id, -400), refundOf(id, 1001), refundOf(id, math.MaxInt64), refundOf(id, math.MinInt64),
			{RefundId: newID("rfd_"), PaymentId: id, Amount: 400, Currency: "EUR"},
		} {
			if err := refused(ctx, s.engine().RefundPayment, req); err != nil {
				return fmt.Errorf("%d %s of 1000 PLN: %w", req.GetAmount(), req.GetCurrency(), err)
			}
		}
		_, err = accepted(ctx, s.engine().RefundPayment, refundOf(id, 1000))
		return err
	}},
	{"charged_back", "A payment that the payer's bank took back is reported as `CHARGED_BACK`, with the amount and the " +
		"id of the chargeback; one that was decided for the merchant then as `CHARGEBACK_REVERSED`, with the same id and " +
		"amount.", engineChargeback},
	{"reports_repeated", "A report whose answer is lost is repeated, with the same `event_id` and content.",
		func(ctx context.Context, s *session) error {
			id, err := s.paid(ctx, 1000, "PLN")
			if err != nil {
				return err
			}
			_, err = s.Reports.await(ctx, enginePaid, id, 2, s.Wait)
			return err
		}},
	{"reports_once", "What happened once is reported under one `event_id`.", reportedOnce},
	{"reports_valid", "Reports carry the report token, hold what the contract asks for, and give another event another " +
		"`event_id`.", reportedValid},
}

var (
	enginePaid         = providersv1.PaymentEvent_PAYMENT_EVENT_PAID.String()
	engineFailed       = providersv1.PaymentEvent_PAYMENT_EVENT_FAILED.String()
	engineRefunded     = providersv1.PaymentEvent_PAYMENT_EVENT_REFUNDED.String()
	engineChargedBack  = providersv1.PaymentEvent_PAYMENT_EVENT_CHARGED_BACK.String()
	engineReversed     = providersv1.PaymentEvent_PAYMENT_EVENT_CHARGEBACK_REVERSED.String()
	engineRefundFailed = providersv1.PaymentEvent_PAYMENT_EVENT_REFUND_FAILED.String()
)

func (s *session) engine() providersv1.PaymentEngineClient {
	return providersv1.NewPaymentEngineClient(s.Conn)
}

func (s *session) stranger() providersv1.PaymentEngineClient {
	return providersv1.NewPaymentEngineClient(s.Without)
}

func reportedOnce(_ context.Context, s *session) error {
	if s.Reports == nil {
		return errNotRun("it needs reports: --listen")
	}
	return s.Reports.checkOnce()
}

func reportedValid(_ context.Context, s *session) error {
	if s.Reports == nil {
		return errNotRun("it needs reports: --listen")
	}
	return s.Reports.checkValid()
}

// maxAmount is the highest amount of a payment.
const maxAmount = 99_999_999_999

// payment is a payment as partner connect asks for one.
func payment(id string, amount int64, currency string) *providersv1.CreatePaymentRequest {
	return &providersv1.CreatePaymentRequest{
		PaymentId: id, MerchantRef: newID("mrc_"), MerchantName: "Conformance", Amount: amount, Currency: currency,
		Description: "Conformance check",
		Payer:       &providersv1.Payer{Email: "payer@example.com", Name: "Payer Example"}, Locale: "en",
		ReturnUrl: "https://shop.example/back?payment_id=" + id,
		ExpiresAt: timestamppb.New(time.Now().Add(time.Hour).Truncate(time.Millisecond)),
	}
}

// create opens a payment, and checks the answer.
func (s *session) create(ctx context.Context,
	req *providersv1.CreatePaymentRequest) (*providersv1.CreatePaymentResponse, error) {
	a, err := accepted(ctx, s.engine().CreatePayment, req)
	if err != nil {
		return nil, err
	}
	if n := len(a.GetData().GetId()); n < 1 || n > 128 {
		return nil, errors.New("id does not have 1 to 128 characters")
	}
	return a, checkPage(a.GetData().GetPageUrl())
}

func (s *session) atPage(action, id string, made *providersv1.CreatePaymentResponse, amount int64,
	currency string) Act {
	return Act{Action: action, Subject: id, PageURL: made.GetData().GetPageUrl(), Amount: amount, Currency: currency}
}

// paid opens a payment and has it paid, and waits for a sound report of that.
func (s *session) paid(ctx context.Context, amount int64, currency string) (id string, err error) {
	if err := s.needHook(); err != nil {
		return "", err
	}
	id = newID("pay_")
	made, err := s.create(ctx, payment(id, amount, currency))
	if err != nil {
		return id, err
	}
	return id, s.paidAt(ctx, id, made, amount, currency)
}

// paidAt has an open payment paid, and waits for a sound report of that.
func (s *session) paidAt(ctx context.Context, id string, made *providersv1.CreatePaymentResponse, amount int64,
	currency string) error {
	if err := s.act(ctx, s.atPage("pay", id, made, amount, currency)); err != nil {
		return err
	}
	r, err := s.Reports.await(ctx, enginePaid, id, 1, s.Wait)
	if err != nil {
		return err
	}
	return moneyOf(r, amount, currency)
}

// moneyOf compares the money of a report of a payment.
func moneyOf(r *report, amount int64, currency string) error {
	m, ok := r.message.(interface {
		GetAmount() int64
		GetCurrency() string
	})
	if !ok || m.GetAmount() != amount || m.GetCurrency() != currency {
		return fmt.Errorf("%s of %s does not report %d minor units of %s", r.event, r.subject, amount, currency)
	}
	return nil
}

// takesNoMoney has someone try to pay. Whether that is refused, or seems to succeed, nothing may be reported as paid.
func (s *session) takesNoMoney(ctx context.Context, id string, made *providersv1.CreatePaymentResponse) error {
	if err := s.act(ctx, s.atPage("try_to_pay", id, made, 1000, "PLN")); err != nil {
		return err
	}
	return s.Reports.never(ctx, id, s.Quiet, enginePaid)
}

func engineCreateAfterCancel(ctx context.Context, s *session) error {
	id := newID("pay_")
	req := payment(id, 1000, "PLN")
	first, err := s.create(ctx, req)
	if err != nil {
		return err
	}
	if _, err := accepted(ctx, s.engine().CancelPayment, &providersv1.CancelPaymentRequest{PaymentId: id}); err != nil {
		return err
	}
	if err := sameAgain(ctx, s.engine().CreatePayment, req, first); err != nil {
		return err
	}
	if s.Hook == nil || s.Reports == nil {
		return nil
	}
	return s.takesNoMoney(ctx, id, first)
}

func engineRace(ctx context.Context, s *session) error {
	if err := s.needHook(); err != nil {
		return err
	}
	for range 3 {
		id := newID("pay_")
		made, err := s.create(ctx, payment(id, 1000, "PLN"))
		if err != nil {
			return err
		}
		var cancelled error
		var both sync.WaitGroup
		both.Go(func() {
			_, cancelled = do(ctx, s.engine().CancelPayment, &providersv1.CancelPaymentRequest{PaymentId: id})
		})
		tried := s.act(ctx, s.atPage("try_to_pay", id, made, 1000, "PLN"))
		both.Wait()
		if tried != nil {
			return tried
		}
		if err := s.oneOfBoth(ctx, "CancelPayment", cancelled, enginePaid, id); err != nil {
			return err
		}
	}
	return nil
}

// refund gives back a part of a paid payment, and waits for what becomes of it.
func (s *session) refund(ctx context.Context, amount int64, action, event string) error {
	id, err := s.paid(ctx, 1000, "PLN")
	if err != nil {
		return err
	}
	req := refundOf(id, amount)
	first, err := sameAtOnce(ctx, s.engine().RefundPayment, req)
	if err != nil {
		return err
	}
	if err := s.refunded(ctx, action, event, req); err != nil {
		return err
	}
	if err := sameAgain(ctx, s.engine().RefundPayment, req, first); err != nil {
		return err
	}
	// What is left of the payment can be given back: a repeat took nothing.
	_, err = accepted(ctx, s.engine().RefundPayment, refundOf(id, 1000-amount))
	return err
}

// refunded has a refund end, and waits for a sound report of that.
func (s *session) refunded(ctx context.Context, action, event string, req *providersv1.RefundPaymentRequest) error {
	if err := s.act(ctx, Act{Action: action, Subject: req.GetRefundId(), Amount: req.GetAmount(),
		Currency: req.GetCurrency()}); err != nil {
		return err
	}
	r, err := s.Reports.await(ctx, event, req.GetRefundId(), 1, s.Wait)
	if err != nil {
		return err
	}
	if m, ok := r.message.(*providersv1.ReportPaymentRequest); !ok || m.GetPaymentId() != req.GetPaymentId() {
		return errors.New("the report of the refund names another payment")
	}
	return moneyOf(r, req.GetAmount(), req.GetCurrency())
}

// refundOf gives some of a payment back.
func refundOf(payment string, amount int64) *providersv1.RefundPaymentRequest {
	return &providersv1.RefundPaymentRequest{RefundId: newID("rfd_"), PaymentId: payment, Amount: amount, Currency: "PLN"}
}

func engineRefundOtherContent(ctx context.Context, s *session) error {
	id, err := s.paid(ctx, 1000, "PLN")
	if err != nil {
		return err
	}
	req := refundOf(id, 400)
	first, err := accepted(ctx, s.engine().RefundPayment, req)
	if err != nil {
		return err
	}
	other := &providersv1.RefundPaymentRequest{RefundId: req.GetRefundId(), PaymentId: id, Amount: 500, Currency: "PLN"}
	if err := unchangedBy(ctx, s.engine().RefundPayment, other, first); err != nil {
		return err
	}
	if err := s.refunded(ctx, "refund_arrives", engineRefunded, req); err != nil {
		return err
	}
	_, err = accepted(ctx, s.engine().RefundPayment, refundOf(id, 600))
	return err
}

func engineOtherContent(ctx context.Context, s *session) error {
	req := payment(newID("pay_"), 1000, "PLN")
	first, err := s.create(ctx, req)
	if err != nil {
		return err
	}
	if err := unchangedBy(ctx, s.engine().CreatePayment, payment(req.GetPaymentId(), 2000, "PLN"), first); err != nil {
		return err
	}
	if s.Hook == nil || s.Reports == nil {
		return nil
	}
	return s.paidAt(ctx, req.GetPaymentId(), first, 1000, "PLN")
}

// engineChargeback has a whole payment taken back, and then decided for the merchant.
func engineChargeback(ctx context.Context, s *session) error {
	id, err := s.paid(ctx, 1000, "PLN")
	if err != nil {
		return err
	}
	chargeback := ""
	for _, step := range []struct{ action, event string }{{"charge_back", engineChargedBack},
		{"reverse_chargeback", engineReversed}} {
		if err := s.act(ctx, Act{Action: step.action, Subject: id, Amount: 1000, Currency: "PLN"}); err != nil {
			return err
		}
		r, err := s.Reports.await(ctx, step.event, id, 1, s.Wait)
		if err != nil {
			return err
		}
		if err := moneyOf(r, 1000, "PLN"); err != nil {
			return err
		}
		if r.part == "" || chargeback != "" && r.part != chargeback {
			return fmt.Errorf("%s of %s does not report the chargeback_id of the chargeback", step.event, id)
		}
		chargeback = r.part
	}
	return nil
}
