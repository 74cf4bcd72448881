package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/timestamppb"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	providersv1 "github.com/partnerline/partnerline/proto/gen/providers/v1"
	"github.com/partnerline/partnerline/testkit/engine"
	"github.com/partnerline/partnerline/testkit/wait"
)

// withEngine connects live mode to a payment engine.
func withEngine(e *engine.Engine) func(*testing.T, *configuration) {
	return func(_ *testing.T, cfg *configuration) {
		cfg.PaymentEngine.GRPC, cfg.PaymentEngine.Token = e.Address, engine.Token
	}
}

// A live is a merchant of live mode.
type live struct {
	*bank
	key, ref string
	testKey  string
	events   providersv1.ProviderEventServiceClient
}

func startLive(t *testing.T, changes ...func(*testing.T, *configuration)) *live {
	t.Helper()
	b := startBank(t, changes...)
	testKey := b.simple("a")
	key := b.keyWith(&pcv1.CreatePartnerKeyRequest{PartnerId: "ptn_a", Livemode: true, Scopes: allScopes,
		Channels: []string{"chn_a"}}).GetKey()
	return &live{bank: b, key: key, testKey: testKey, ref: b.merchant(key, allowed),
		events: providersv1.NewProviderEventServiceClient(b.grpc)}
}

// pay registers a payment, and returns its id and the path of its page.
func (l *live) pay(amount int64) (id, path string) {
	l.t.Helper()
	a := l.register(l.key, l.ref, l.order(amount, ""))
	next, _ := a.json(l.t)["next_action"].(map[string]any)
	url, _ := next["url"].(string)
	if a.status != http.StatusCreated || !strings.HasPrefix(url, publicBase) {
		l.t.Fatalf("%d %s", a.status, a.body)
	}
	return a.text(l.t, "payment_id"), strings.TrimPrefix(url, publicBase)
}

func (l *live) payment(id string) answer {
	l.t.Helper()
	return l.call("GET", "/payments/"+id, l.key, "", "On-Behalf-Of", l.ref)
}

// until waits for a fact.
func (l *live) until(what string, fact func() bool) {
	l.t.Helper()
	wait.Until(l.t, what, fact)
}

// done reports whether nothing is to be done at a provider for a payment any more.
func (l *live) done(id string) bool {
	l.t.Helper()
	return l.count(`SELECT count(*) FROM provider_calls WHERE subject_id = $1 AND done_at IS NULL`, id) == 0
}

var reports atomic.Int64

// report reports something of a payment, with changes, and returns what came of it.
func (l *live) report(id string, event providersv1.PaymentEvent, amount int64,
	changes ...func(*providersv1.ReportPaymentRequest)) (string, error) {
	l.t.Helper()
	req := &providersv1.ReportPaymentRequest{
		EventId: fmt.Sprint("event-", reports.Add(1)), PaymentId: id, Event: event, Amount: amount, Currency: "PLN",
		OccurredAt: timestamppb.Now(),
	}
	for _, change := range changes {
		change(req)
	}
	resp, err := l.events.ReportPayment(l.internal(), req)
	if err != nil {
		return "", err
	}
	return resultOf(resp.GetData()), nil
}

// resultOf is what came of a report, and what it contradicts.
func resultOf(r *providersv1.ReportResult) string {
	return strings.TrimSpace(strings.ToLower(strings.TrimPrefix(r.GetOutcome().String(), "REPORT_OUTCOME_")) + " " +
		r.GetDifference())
}

const (
	paid   = providersv1.PaymentEvent_PAYMENT_EVENT_PAID
	failed = providersv1.PaymentEvent_PAYMENT_EVENT_FAILED
)

// Live mode without a payment engine takes no payment, and says what it lacks before anything is stored.
func TestLivePaymentsNeedAnEngine(t *testing.T) {
	t.Parallel()
	l := startLive(t)
	rows := func() string { return l.dump("t::text", "payments", "provider_calls", "events", "ledger_entries") }
	before := rows()
	a := l.register(l.key, l.ref, l.order(100, ""))
	if a.status != http.StatusServiceUnavailable || a.text(t, "code") != "live_mode_unavailable" ||
		a.text(t, "part") != "payment_engine" {
		t.Errorf("%d %s", a.status, a.body)
	}
	if rows() != before {
		t.Error("something was stored")
	}
	key := l.key
	l.key, l.ref = l.testKey, l.merchant(l.testKey, allowed)
	id, _ := l.pay(100)
	if !l.done(id) {
		t.Error("a payment of test mode is asked for at the engine")
	}
	// Nor does an operator refund one that was paid while there was an engine.
	l.advance(l.key, "payments", id, "paid")
	l.key = key
	l.exec(`UPDATE onboardings SET livemode = true WHERE ref = $1`, l.ref)
	l.exec(`UPDATE payments SET livemode = true WHERE id = $1`, id)
	before = rows()
	if _, err := l.operator.RefundPayment(l.internal(), &pcv1.RefundPaymentRequest{PaymentId: id}); reason(t,
		err).Reason != "live_mode_unavailable" || rows() != before {
		t.Error(err)
	}
}

// A live payment is opened at the engine once, its page leads there, and it is paid when the engine reports it.
func TestLivePayment(t *testing.T) {
	t.Parallel()
	e := engine.Start(t)
	opened := make(chan struct{})
	e.Before(func(string, string) error {
		<-opened
		return nil
	})
	l := startLive(t, withEngine(e))
	id, path := l.pay(12345)
	for accept, text := range map[string]string{"en": "We are opening your payment", "pl": "Otwieramy Twoją płatność"} {
		a := l.call("GET", path, "", "", "Accept-Language", accept)
		checkPageHeaders(t, a)
		if a.status != http.StatusOK || !strings.Contains(a.body, text) ||
			!strings.Contains(a.body, `<meta http-equiv="refresh" content="2">`) || strings.Contains(a.body, "<form") {
			t.Errorf("%s: %d %s", accept, a.status, a.body)
		}
	}
	close(opened)
	l.until("the payment is opened", func() bool { return l.done(id) })
	if a := l.call("GET", path, "", ""); a.status != http.StatusSeeOther || a.header.Get("Location") != engine.Page(id) {
		t.Errorf("%d %s", a.status, a.header.Get("Location"))
	}
	got, _ := e.Payment(id)
	if got.GetMerchantRef() != l.ref || got.GetMerchantName() != "Kanarkowe Rowery" || got.GetAmount() != 12345 ||
		got.GetCurrency() != "PLN" || got.GetDescription() != "Rower" ||
		got.GetPayer().GetEmail() != "klient@example.pl" ||
		got.GetReturnUrl() != "https://shop.example/back?cart=7&payment_id="+id ||
		got.GetExpiresAt().AsTime().Before(time.Now()) {
		t.Errorf("%v", got)
	}
	if n := l.count(`SELECT count(*) FROM engine_payments WHERE page::text LIKE '%engine.example%'`); n != 0 {
		t.Error("the page, by which anyone can pay, is stored in the clear")
	}
	at := timestamppb.Now()
	same := func(r *providersv1.ReportPaymentRequest) {
		r.EventId, r.OccurredAt, r.Method = "the-same", at, providersv1.PaymentMethod_PAYMENT_METHOD_BLIK
	}
	for range 2 {
		if got, err := l.report(id, paid, 12345, same); got != "applied" || err != nil {
			t.Error(got, err)
		}
	}
	if _, err := l.report(id, paid, 12344, same); status.Code(err) != codes.AlreadyExists {
		t.Errorf("another report with the same id: %v", err)
	}
	if got, err := l.report(id, paid, 12345); got != "unchanged" || err != nil {
		t.Errorf("paid again: %s, %v", got, err)
	}
	if a := l.payment(id); a.text(t, "status") != "paid" || a.text(t, "method") != "blik" {
		t.Error(a.body)
	}
	if a := l.call("GET", path, "", ""); a.status != http.StatusOK || !strings.Contains(a.body, "Thank you") {
		t.Errorf("%d %s", a.status, a.body)
	}
	if n := l.count(`SELECT count(*) FROM ledger_entries WHERE payment_id = $1`, id); n != 1 ||
		e.Calls("CreatePayment", id) != 1 {
		t.Errorf("%d entries, %d calls", n, e.Calls("CreatePayment", id))
	}
	if n := l.count(`SELECT count(*) FROM audit_entries WHERE operation = 'ProviderEventService.ReportPayment' AND `+
		`merchant_ref = $1`, l.ref); n != 3 {
		t.Errorf("%d audit entries of 3 reports", n)
	}
	l.intact()
}

// What the engine refuses for good ends the payment with its reason; what fails otherwise is repeated.
func TestEngineRefusesAndFails(t *testing.T) {
	t.Parallel()
	e := engine.Start(t)
	l := startLive(t, withEngine(e))
	refusal, err := status.New(codes.FailedPrecondition,
		"secret of the payer").WithDetails(&errdetails.ErrorInfo{Reason: "MERCHANT_BLOCKED"})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, status, reason string
		answers              []error
	}{
		{"refused", "rejected", "merchant_blocked", []error{refusal.Err()}},
		{"refused without a reason", "rejected", "refused_by_provider",
			[]error{status.Error(codes.InvalidArgument, "secret of the payer")}},
		{"unavailable at first", "registered", "", []error{status.Error(codes.Unavailable, "secret of the payer")}},
	} {
		l.subtest(c.name, func(t *testing.T) {
			calls := 0
			e.Before(func(string, string) error {
				if calls++; calls <= len(c.answers) {
					return c.answers[calls-1]
				}
				return nil
			})
			id, _ := l.pay(100)
			l.until("the call is done", func() bool { return l.done(id) })
			a := l.payment(id)
			if reason, _ := a.json(t)["reason_code"].(string); a.text(t, "status") != c.status || reason != c.reason {
				t.Error(a.body)
			}
		})
	}
	if strings.Contains(l.log.String(), "secret of the payer") {
		t.Error("the log has a text of the engine")
	}
}

// A payment that is withdrawn, or whose time is over, is closed at the engine; what is reported of it afterwards
// contradicts that, moves no money, and is on the operators' list until it is resolved.
func TestReportsThatDiffer(t *testing.T) {
	t.Parallel()
	e := engine.Start(t)
	l := startLive(t, withEngine(e))
	id, _ := l.pay(500)
	l.until("the payment is opened", func() bool { return l.done(id) })
	if a := l.call("POST", "/payments/"+id+"/cancel", l.key, "", "On-Behalf-Of", l.ref); a.status != http.StatusOK {
		t.Fatal(a.body)
	}
	l.until("the payment is closed", func() bool { return l.done(id) })
	if _, closed := e.Payment(id); !closed {
		t.Error("the engine still takes the payment")
	}
	open, _ := l.pay(700)
	other, _ := l.pay(900)
	for _, c := range []struct {
		name   string
		id     string
		event  providersv1.PaymentEvent
		amount int64
		change func(*providersv1.ReportPaymentRequest)
		want   string
	}{
		{"paid after it was cancelled", id, paid, 500, nil, "difference paid_after_cancelled"},
		{"failed after it was cancelled", id, failed, 500, nil, "unchanged"},
		{"another amount", open, paid, 699, nil, "difference amount_differs"},
		{"another currency", open, paid, 700, func(r *providersv1.ReportPaymentRequest) { r.Currency = "EUR" },
			"difference currency_differs"},
		{"paid", open, paid, 700, nil, "applied"},
		{"failed after it was paid", open, failed, 700, nil, "difference failed_after_paid"},
		{"failed", other, failed, 900, func(r *providersv1.ReportPaymentRequest) { r.Reason = "card_declined" }, "applied"},
		{"paid after it failed", other, paid, 900, nil, "difference paid_after_rejected"},
	} {
		l.subtest(c.name, func(t *testing.T) {
			changes := []func(*providersv1.ReportPaymentRequest){}
			if c.change != nil {
				changes = append(changes, c.change)
			}
			if got, err := l.report(c.id, c.event, c.amount, changes...); got != c.want || err != nil {
				t.Errorf("%s, %v, want %s", got, err, c.want)
			}
		})
	}
	if a := l.payment(other); a.text(t, "reason_code") != "card_declined" {
		t.Error(a.body)
	}
	for name, c := range map[string]struct {
		id   string
		code codes.Code
	}{"no such payment": {"pay_00000000000000000000000000", codes.NotFound}, "not an id": {"x", codes.InvalidArgument}} {
		l.subtest(name, func(t *testing.T) {
			if _, err := l.report(c.id, paid, 1); status.Code(err) != c.code {
				t.Error(err)
			}
		})
	}
	if _, err := l.events.ReportPayment(bearer(t.Context(), l.key),
		&providersv1.ReportPaymentRequest{}); status.Code(err) != codes.Unauthenticated {
		t.Errorf("a partner reports: %v", err)
	}
	list, err := l.operator.ListDifferences(l.internal(), &pcv1.ListDifferencesRequest{})
	if err != nil || len(list.GetData()) != 5 || list.GetData()[0].GetSubjectId() != id ||
		list.GetData()[0].GetDifference() != "paid_after_cancelled" ||
		list.GetData()[0].GetMerchantRef() != l.ref || list.GetData()[0].GetAmount() != 500 {
		t.Fatalf("%v, %v", list, err)
	}
	resolve := &pcv1.ResolveDifferenceRequest{Part: "payment_engine", EventId: list.GetData()[0].GetEventId(),
		Resolution: "refunded at the engine"}
	if _, err := l.operator.ResolveDifference(l.internal(), resolve); err != nil {
		t.Error(err)
	}
	if _, err := l.operator.ResolveDifference(l.internal(), resolve); status.Code(err) != codes.FailedPrecondition {
		t.Errorf("resolved twice: %v", err)
	}
	if list, err = l.operator.ListDifferences(l.internal(), &pcv1.ListDifferencesRequest{}); err != nil ||
		len(list.GetData()) != 4 {
		t.Errorf("%v, %v", list, err)
	}
	l.intact()
}

// While the engine does not answer, payments are taken, and what is to be done is on the operators' list.
func TestEngineIsAway(t *testing.T) {
	t.Parallel()
	e := engine.Start(t)
	e.Before(func(string, string) error { return status.Error(codes.Unavailable, "away") })
	l := startLive(t, withEngine(e))
	id, _ := l.pay(100)
	var list *pcv1.ListProviderCallsResponse
	l.until("the call failed", func() (failed bool) {
		var err error
		if list, err = l.operator.ListProviderCalls(l.internal(), &pcv1.ListProviderCallsRequest{}); err != nil {
			t.Fatal(err)
		}
		return len(list.GetData()) == 1 && list.GetData()[0].GetLastError() != ""
	})
	if c := list.GetData()[0]; c.GetPart() != "payment_engine" || c.GetKind() != "payment_create" ||
		c.GetSubjectId() != id || c.GetAttempts() < 1 || c.GetLastError() != "unavailable" {
		t.Errorf("%v", c)
	}
	// Withdrawn before the engine knows it: it is never opened there.
	l.call("POST", "/payments/"+id+"/cancel", l.key, "", "On-Behalf-Of", l.ref)
	e.Before(nil)
	l.until("nothing is left to do", func() bool { return l.done(id) })
	if p, _ := e.Payment(id); p != nil {
		t.Error("a withdrawn payment was opened")
	}
}

// A refund of a live payment is asked for at the engine, and ends when the engine reports it. One that fails returns
// its amount.
func TestLiveRefunds(t *testing.T) {
	t.Parallel()
	e := engine.Start(t)
	l := startLive(t, withEngine(e), func(_ *testing.T, c *configuration) { c.FourEyes.RefundsAbove = "PLN:50" })
	id, _ := l.pay(1000)
	if got, err := l.report(id, paid, 1000); got != "applied" || err != nil {
		t.Fatal(got, err)
	}
	refund := func(amount int) string {
		a := l.refund(l.key, l.ref, id, fmt.Sprintf(`{"amount":%d,"external_ref":"refund-%d"}`, amount, amount))
		if a.status != http.StatusCreated || a.text(t, "status") != "pending" {
			t.Fatalf("%d %s", a.status, a.body)
		}
		return a.text(t, "refund_id")
	}
	of := func(refund string) func(*providersv1.ReportPaymentRequest) {
		return func(r *providersv1.ReportPaymentRequest) { r.RefundId = refund }
	}
	const refunded, failed = providersv1.PaymentEvent_PAYMENT_EVENT_REFUNDED,
		providersv1.PaymentEvent_PAYMENT_EVENT_REFUND_FAILED
	some, none := refund(300), refund(200)
	l.until("the engine has both",
		func() bool { return e.Refund(some) != nil && e.Refund(none) != nil && l.done(some) && l.done(none) })
	if got := e.Refund(some); got.GetPaymentId() != id || got.GetAmount() != 300 || got.GetCurrency() != "PLN" {
		t.Errorf("%v", got)
	}
	for _, c := range []struct {
		name, refund, want string
		event              providersv1.PaymentEvent
		amount             int64
	}{
		{"another amount", some, "difference amount_differs", refunded, 299},
		{"refunded", some, "applied", refunded, 300},
		{"refunded again", some, "unchanged", refunded, 300},
		{"failed after it was refunded", some, "difference refund_failed_after_succeeded", failed, 300},
		{"failed", none, "applied", failed, 200},
		{"refunded after it failed", none, "difference refunded_after_failed", refunded, 200},
	} {
		l.subtest(c.name, func(t *testing.T) {
			if got, err := l.report(id, c.event, c.amount, of(c.refund)); got != c.want || err != nil {
				t.Errorf("%s, %v, want %s", got, err, c.want)
			}
		})
	}
	if a := l.payment(id); a.text(t, "status") != "partially_refunded" || a.json(t)["refunded_amount"] != 300.0 {
		t.Error(a.body)
	}
	for name, err := range map[string]error{
		"without the refund": func() error { _, err := l.report(id, refunded, 300); return err }(),
		"with one too many":  func() error { _, err := l.report(id, paid, 1000, of(some)); return err }(),
	} {
		l.subtest(name, func(t *testing.T) {
			if status.Code(err) != codes.InvalidArgument {
				t.Error(err)
			}
		})
	}
	// An operator's refund is asked for, too, and books nothing else.
	if _, err := l.operator.RefundPayment(l.internal(),
		&pcv1.RefundPaymentRequest{PaymentId: id, Amount: 50}); err != nil {
		t.Fatal(err)
	}
	var byOperator string
	if err := l.pool.QueryRow(t.Context(),
		`SELECT id FROM refunds WHERE payment_id = $1 AND amount = 50 AND status = 'pending'`,
		id).Scan(&byOperator); err != nil {
		t.Fatal(err)
	}
	l.until("the engine has the operator's refund",
		func() bool { return e.Refund(byOperator).GetAmount() == 50 && l.done(byOperator) })
	if a := l.payment(id); a.json(t)["refunded_amount"] != 300.0 {
		t.Error(a.body)
	}
	if got, err := l.report(id, refunded, 50, of(byOperator)); got != "applied" || err != nil ||
		l.payment(id).json(t)["refunded_amount"] != 350.0 {
		t.Error(got, err)
	}
	// What the engine refuses for good fails.
	e.Before(func(string, string) error { return status.Error(codes.FailedPrecondition, "no") })
	refused := refund(100)
	l.until("the call is done", func() bool { return l.done(refused) })
	if a := l.call("GET", "/payments/"+id+"/refunds/"+refused, l.key, "", "On-Behalf-Of", l.ref); a.text(t,
		"status") != "failed" || a.text(t, "reason_code") != "refused_by_provider" {
		t.Error(a.body)
	}
	l.intact()
}
