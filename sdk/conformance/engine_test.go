package conformance_test

import (
	"context"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/timestamppb"

	providersv1 "github.com/partnerline/partnerline/proto/gen/providers/v1"
	"github.com/partnerline/partnerline/sdk/conformance"
)

// engine is the payment engine of the sandbox.
type engine struct {
	providersv1.UnimplementedPaymentEngineServer
	*sandbox
}

func (e engine) CreatePayment(_ context.Context,
	req *providersv1.CreatePaymentRequest) (*providersv1.CreatePaymentResponse, error) {
	if !e.sound(req.GetAmount(), 99_999_999_999, req.GetCurrency()) {
		return nil, status.Error(codes.InvalidArgument, "no such amount can be paid")
	}
	th := e.open(&thing{id: req.GetPaymentId(), amount: req.GetAmount(), currency: req.GetCurrency(),
		expires: req.GetExpiresAt().AsTime()})
	return &providersv1.CreatePaymentResponse{Data: &providersv1.EnginePayment{Id: "engine-" + th.id, PageUrl: th.page}},
		nil
}

func (e engine) CancelPayment(_ context.Context,
	req *providersv1.CancelPaymentRequest) (*providersv1.CancelPaymentResponse, error) {
	return &providersv1.CancelPaymentResponse{}, e.cancel(req.GetPaymentId())
}

func (e engine) RefundPayment(_ context.Context,
	req *providersv1.RefundPaymentRequest) (*providersv1.RefundPaymentResponse, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	p := e.things[req.GetPaymentId()]
	if known := e.things[req.GetRefundId()]; known != nil && e.broken != "refunds at each call" {
		if e.broken == "gives back the last amount" {
			known.amount = req.GetAmount()
		}
		return &providersv1.RefundPaymentResponse{}, nil
	}
	if p == nil || p.status != "paid" || req.GetCurrency() != p.currency {
		return nil, status.Error(codes.FailedPrecondition, "it cannot be refunded")
	}
	compared := req.GetAmount()
	if e.broken == "counts refunds in 32 bits" {
		compared = int64(int32(compared))
	}
	if req.GetAmount() < 1 || compared > p.amount {
		return nil, status.Error(codes.OutOfRange, "more than is left")
	}
	p.amount -= req.GetAmount()
	e.things[req.GetRefundId()] = &thing{id: req.GetRefundId(), parent: p.id, amount: req.GetAmount(),
		currency: req.GetCurrency(), status: "open"}
	return &providersv1.RefundPaymentResponse{}, nil
}

var paymentEvents = map[string]providersv1.PaymentEvent{
	"paid": providersv1.PaymentEvent_PAYMENT_EVENT_PAID, "declined": providersv1.PaymentEvent_PAYMENT_EVENT_FAILED,
	"refunded":      providersv1.PaymentEvent_PAYMENT_EVENT_REFUNDED,
	"refund failed": providersv1.PaymentEvent_PAYMENT_EVENT_REFUND_FAILED,
	"charged back":  providersv1.PaymentEvent_PAYMENT_EVENT_CHARGED_BACK,
	"reversed":      providersv1.PaymentEvent_PAYMENT_EVENT_CHARGEBACK_REVERSED,
}

// act is the hook of the sandbox.
func (e engine) act(_ context.Context, a conformance.Act) error {
	event := map[string]string{
		"pay": "paid", "try_to_pay": "paid", "decline": "declined", "refund_arrives": "refunded",
		"refund_fails": "refund failed", "charge_back": "charged back", "reverse_chargeback": "reversed",
	}[a.Action]
	from := []string{map[string]string{"charged back": "paid", "reversed": "charged back"}[event], "open"}
	if e.broken == "takes money on a cancelled page" {
		from = append(from, "cancelled")
	}
	th, err := e.move(a.Subject, event, from...)
	if err == nil {
		e.report(event, th)
	}
	if a.Action == "try_to_pay" {
		return nil
	}
	return err
}

// payments delivers a report.
func (e engine) payments(client providersv1.ProviderEventServiceClient) func(context.Context, string, *thing) error {
	return func(ctx context.Context, event string, th *thing) error {
		if th.message == nil {
			m := &providersv1.ReportPaymentRequest{
				EventId: th.event, PaymentId: th.id, Event: paymentEvents[event], Amount: th.amount, Currency: th.currency,
				OccurredAt: timestamppb.Now(),
			}
			switch {
			case th.parent != "":
				m.PaymentId, m.RefundId = th.parent, th.id
			case event == "charged back", event == "reversed" && e.broken != "forgets its chargebacks":
				m.ChargebackId = "chargeback-" + th.id
			case e.broken == "counts all currencies in hundredths" && th.currency == "JPY":
				m.Amount *= 100
			case e.broken == "drops the third digit" && th.currency == "KWD":
				m.Amount -= m.GetAmount() % 10
			case e.broken == "reports in the future":
				m.OccurredAt = timestamppb.New(time.Now().Add(24 * time.Hour))
			}
			th.message = m
		}
		m, _ := th.message.(*providersv1.ReportPaymentRequest)
		_, err := client.ReportPayment(ctx, m)
		return err
	}
}

// The sandbox passes, and each way to break the contract fails the check that demands it.
func TestPaymentEngine(t *testing.T) {
	for broken, fails := range map[string]string{
		"":                                    "",
		"takes calls without a token":         "token",
		"opens another page at a repeat":      "create_repeated",
		"opens again what was cancelled":      "create_after_cancel",
		"takes money on a cancelled page":     "cancelled_takes_no_money",
		"forgets what was cancelled":          "cancel_repeated",
		"cancels what is done":                "cancel_paid",
		"refunds at each call":                "refund",
		"forgets its chargebacks":             "charged_back",
		"does not repeat reports":             "reports_repeated",
		"gives each delivery an id":           "reports_once",
		"counts all currencies in hundredths": "amount_minor_units",
		"reports in the future":               "reports_valid",
		"takes any amount":                    "amounts_refused alone",
		"takes any currency":                  "amounts_refused alone",
		"takes the last amount":               "create_other_content alone",
		"does not look at the time":           "expired_takes_no_money alone",
		"gives back the last amount":          "refund_other_content alone",
		"counts refunds in 32 bits":           "refund_amounts_refused alone",
		"drops the third digit":               "amount_minor_units alone",
	} {
		t.Run("broken: "+broken, func(t *testing.T) {
			t.Parallel()
			var e engine
			o := newSandbox(t, broken, func(server *grpc.Server, s *sandbox, back *grpc.ClientConn) {
				e = engine{sandbox: s}
				s.reports = e.payments(providersv1.NewProviderEventServiceClient(back))
				providersv1.RegisterPaymentEngineServer(server, e)
			})
			o.Part, o.Hook = "payment_engine", e.act
			check(t, o, fails)
		})
	}
}
