package e2e

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/grpcclient"
	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/internal/operatorclient"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	providersv1 "github.com/partnerline/partnerline/proto/gen/providers/v1"
	"github.com/partnerline/partnerline/sdk/conformance"
	"github.com/partnerline/partnerline/testkit/apicall"
)

const (
	sandboxToken       = "token-of-the-calls-0123456789"
	sandboxReportToken = "token-of-the-reports-0123456789"
)

// The sandbox is a provider that conforms: what test mode does with payments, payouts and identities is called by the
// contracts of live mode, and its events are reported as a provider reports.
func TestTheSandboxConforms(t *testing.T) {
	t.Parallel()
	s := share(t, usual)
	ref, _ := s.partner("POST", "/onboarding",
		object{"partner_external_ref": "sandbox", "applicant_type": "natural_person"}, http.StatusCreated)["ref"].(string)
	s.partner("POST", "/sandbox/onboarding/"+ref+"/advance", object{"to": "payouts_opt_in"}, http.StatusOK)
	channel, _ := s.onboarding(ref)["channel"].(string)
	s.operator(func(ctx context.Context, op operatorclient.PartnerConnect) error {
		_, err := op.SetChannelCurrencies(ctx,
			&pcv1.SetChannelCurrenciesRequest{Id: channel, Currencies: []string{"PLN", "JPY", "KWD"}})
		return err
	})
	for part, cannot := range map[string]string{
		"payment_engine": "", "bank_rail": "incoming_transfer", // test mode has no account that is credited
		"identity_provider": "second_attempt", // a failure is final there
	} {
		t.Run(part, func(t *testing.T) {
			f := newSandboxFace(t, s, ref)
			var progress strings.Builder
			v, err := conformance.Run(t.Context(), f.options(part), &progress)
			if err != nil {
				t.Fatal(err)
			}
			if slices.ContainsFunc(v.Results,
				func(r conformance.Result) bool { return (r.Outcome != conformance.Passed) != (r.Check == cannot) }) ||
				v.Outcome == conformance.Failed {
				t.Errorf("%s:\n%s", v.Outcome, progress.String())
			}
		})
	}
}

// A sandboxFace is the sandbox of a merchant, behind the contracts of providers.
type sandboxFace struct {
	providersv1.UnimplementedPaymentEngineServer
	providersv1.UnimplementedBankRailServer
	providersv1.UnimplementedIdentityProviderServer
	t            *testing.T
	s            *system
	ref          string
	calls, taken string // addresses of the calls, and of those who take reports
	reports      *conformance.Reports

	mu    sync.Mutex
	known map[string]sandboxThing // by the id of the contract
	ours  map[string]string       // ids of the contract by those of the sandbox

	people map[string]*sandboxPerson // by the id of the session in the contract
}

// A sandboxThing is a payment or payout of the sandbox.
type sandboxThing struct{ id, page, currency string }

func newSandboxFace(t *testing.T, s *system, ref string) *sandboxFace {
	t.Helper()
	f := &sandboxFace{t: t, s: s, ref: ref, reports: conformance.NewReports(sandboxReportToken),
		known: map[string]sandboxThing{}, ours: map[string]string{}, people: map[string]*sandboxPerson{}}
	f.taken = serveGRPC(t, grpc.NewServer(), f.reports.Register)
	f.calls = serveGRPC(t, grpc.NewServer(grpc.UnaryInterceptor(f.authorize)), func(server *grpc.Server) {
		providersv1.RegisterPaymentEngineServer(server, f)
		providersv1.RegisterBankRailServer(server, f)
		providersv1.RegisterIdentityProviderServer(server, f)
	})
	return f
}

func serveGRPC(t *testing.T, server *grpc.Server, register func(*grpc.Server)) string {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	register(server)
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = server.Serve(l)
	}()
	t.Cleanup(func() { server.Stop(); <-done })
	return l.Addr().String()
}

func (*sandboxFace) authorize(ctx context.Context, req any, _ *grpc.UnaryServerInfo,
	next grpc.UnaryHandler) (any, error) {
	if md, _ := metadata.FromIncomingContext(ctx); len(md.Get("authorization")) != 1 ||
		md.Get("authorization")[0] != "Bearer "+sandboxToken {
		return nil, status.Error(codes.Unauthenticated, "wrong token")
	}
	return next(ctx, req)
}

// connect returns the options of the kit with its connections.
func (f *sandboxFace) connect() conformance.Options {
	f.t.Helper()
	conn, err1 := grpcclient.Dial(f.calls, sandboxToken, insecure.NewCredentials())
	without, err2 := grpc.NewClient(f.calls, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err := errors.Join(err1, err2); err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(func() { _, _ = conn.Close(), without.Close() })
	return conformance.Options{Conn: conn, Without: without, Wait: time.Minute, Quiet: 500 * time.Millisecond,
		Lifetime: 2 * time.Second}
}

// options are those of the kit; the reports begin, and end with the test.
func (f *sandboxFace) options(part string) conformance.Options {
	f.t.Helper()
	back, err := grpcclient.Dial(f.taken, sandboxReportToken, insecure.NewCredentials())
	if err != nil {
		f.t.Fatal(err)
	}
	report := f.report
	switch part {
	case "bank_rail":
		f.fund()
	case "identity_provider":
		report = f.reportIdentities
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		report(ctx, providersv1.NewProviderEventServiceClient(back))
	}()
	f.t.Cleanup(func() {
		stop()
		<-done
		_ = back.Close()
	})
	o := f.connect()
	o.Part, o.Reports, o.Hook = part, f.reports, f.act
	return o
}

// call makes a call of the partner, whose refusals are those of a provider.
func (f *sandboxFace) call(ctx context.Context, method, path string, body any) (map[string]any, error) {
	a, err := apicall.Do(ctx, http.DefaultClient, method, f.s.Env.PartnerBaseURL+path, f.s.Env.PartnerKey, body,
		"On-Behalf-Of", f.ref, "Idempotency-Key", ids.New("key-"))
	if err != nil {
		return nil, err
	}
	code := codes.Unavailable
	switch {
	case a.Status/100 == 2:
		return a.Body, nil
	case a.Body["code"] == "invalid_state":
		code = codes.FailedPrecondition
	case a.Status == http.StatusBadRequest, a.Status == http.StatusUnprocessableEntity,
		a.Body["code"] == "external_ref_conflict":
		code = codes.InvalidArgument
	}
	return nil, status.Error(code, a.Raw)
}

func (f *sandboxFace) keep(id string, th sandboxThing) sandboxThing {
	f.mu.Lock()
	defer f.mu.Unlock()
	if known, ok := f.known[id]; ok {
		return known
	}
	f.known[id], f.ours[th.id] = th, id
	return th
}

func (f *sandboxFace) thing(id string) (sandboxThing, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	th, ok := f.known[id]
	if !ok {
		return th, status.Error(codes.NotFound, "unknown")
	}
	return th, nil
}

// sandboxGrace is how much longer a payment can be paid here: the sandbox has none that lasts less than 15 minutes. The
// clock of the sandbox makes up for it.
const sandboxGrace = 15 * time.Minute

// CreatePayment registers a payment.
func (f *sandboxFace) CreatePayment(ctx context.Context,
	req *providersv1.CreatePaymentRequest) (*providersv1.CreatePaymentResponse, error) {
	p, err := f.call(ctx, "POST", "/payments", object{
		"amount": req.GetAmount(), "currency": req.GetCurrency(), "external_ref": req.GetPaymentId(),
		"description": req.GetDescription(),
		"customer": object{"email": req.GetPayer().GetEmail(), "name": req.GetPayer().GetName(),
			"locale": req.GetLocale()},
		"return_url": req.GetReturnUrl(), "valid_until": req.GetExpiresAt().AsTime().Add(sandboxGrace),
	})
	if err != nil {
		return nil, err
	}
	th := sandboxThing{currency: req.GetCurrency()}
	th.id, _ = p["payment_id"].(string)
	if next, ok := p["next_action"].(map[string]any); ok {
		th.page, _ = next["url"].(string)
	}
	th = f.keep(req.GetPaymentId(), th)
	return &providersv1.CreatePaymentResponse{Data: &providersv1.EnginePayment{Id: th.id, PageUrl: th.page}}, nil
}

// CancelPayment withdraws a payment.
func (f *sandboxFace) CancelPayment(ctx context.Context,
	req *providersv1.CancelPaymentRequest) (*providersv1.CancelPaymentResponse, error) {
	th, err := f.thing(req.GetPaymentId())
	if err == nil {
		_, err = f.call(ctx, "POST", "/payments/"+th.id+"/cancel", nil)
	}
	if err != nil {
		return nil, err
	}
	return &providersv1.CancelPaymentResponse{}, nil
}

// RefundPayment creates a refund. The sandbox refunds in the currency of the payment alone, and is not asked for
// another.
func (f *sandboxFace) RefundPayment(ctx context.Context,
	req *providersv1.RefundPaymentRequest) (*providersv1.RefundPaymentResponse, error) {
	th, err := f.thing(req.GetPaymentId())
	if err == nil && th.currency != req.GetCurrency() {
		err = status.Error(codes.InvalidArgument, "another currency than that of the payment")
	}
	if err == nil {
		_, err = f.call(ctx, "POST", "/payments/"+th.id+"/refunds",
			object{"amount": req.GetAmount(), "external_ref": req.GetRefundId()})
	}
	if err != nil {
		return nil, err
	}
	return &providersv1.RefundPaymentResponse{}, nil
}

// fund gives the merchant what is to be paid out.
func (f *sandboxFace) fund() {
	f.t.Helper()
	p, err := f.call(f.t.Context(), "POST", "/payments", object{
		"amount": 100_000_000, "currency": "PLN", "external_ref": "funds", "description": "x",
		"customer": object{"email": "c@example.com"}, "return_url": "https://shop.example.com/",
	})
	if err == nil {
		_, err = f.call(f.t.Context(), "POST", fmt.Sprintf("/sandbox/payments/%v/advance", p["payment_id"]),
			object{"to": "paid"})
	}
	if err == nil {
		_, err = f.call(f.t.Context(), "POST", "/sandbox/merchants/"+f.ref+"/settle", nil)
	}
	if err != nil {
		f.t.Fatal(err)
	}
}

// SubmitPayout requests a payout, to the account that the sandbox has of the merchant.
func (f *sandboxFace) SubmitPayout(ctx context.Context,
	req *providersv1.SubmitPayoutRequest) (*providersv1.SubmitPayoutResponse, error) {
	p, err := f.call(ctx, "POST", "/merchants/"+f.ref+"/payouts", object{
		"amount": req.GetAmount(), "currency": req.GetCurrency(), "external_ref": req.GetPayoutId(),
		"description": req.GetTitle(),
	})
	if err != nil {
		return nil, err
	}
	th := sandboxThing{currency: req.GetCurrency()}
	th.id, _ = p["payout_id"].(string)
	f.keep(req.GetPayoutId(), th)
	return &providersv1.SubmitPayoutResponse{}, nil
}

// CancelPayout withdraws a payout.
func (f *sandboxFace) CancelPayout(ctx context.Context,
	req *providersv1.CancelPayoutRequest) (*providersv1.CancelPayoutResponse, error) {
	th, err := f.thing(req.GetPayoutId())
	if err == nil {
		_, err = f.call(ctx, "POST", "/merchants/"+f.ref+"/payouts/"+th.id+"/cancel", nil)
	}
	if err != nil {
		return nil, err
	}
	return &providersv1.CancelPayoutResponse{}, nil
}

// act plays payers and banks.
func (f *sandboxFace) act(ctx context.Context, a conformance.Act) error {
	if a.Action == "receive" {
		return conformance.ErrCannot
	}
	if p := f.person(a.Subject); p != nil {
		return f.actIdentity(ctx, p, a.Action)
	}
	th, err := f.thing(a.Subject)
	if err != nil && !strings.HasPrefix(a.Action, "refund_") {
		return err
	}
	tried := strings.HasPrefix(a.Action, "try_to_")
	switch a.Action {
	case "refund_arrives", "refund_fails": // decided already, by the amount
		return nil
	case "pay", "try_to_pay", "decline":
		// What is over by the clock of the caller is over by that of the sandbox.
		if _, err := f.call(ctx, "POST", "/sandbox/clock", object{"advance_s": int(sandboxGrace.Seconds())}); err != nil {
			return err
		}
		err = f.page(ctx, a, map[bool]string{true: "reject", false: "pay"}[a.Action == "decline"])
	case "charge_back":
		_, err = f.call(ctx, "POST", "/sandbox/payments/"+th.id+"/chargebacks", object{"all": true})
	case "reverse_chargeback":
		err = f.reverse(ctx, th.id)
	case "execute", "try_to_execute":
		_, err = f.call(ctx, "POST", "/sandbox/payouts/"+th.id+"/advance", object{"to": "paid"})
	case "reject", "return":
		_, err = f.call(ctx, "POST", "/sandbox/payouts/"+th.id+"/advance", object{"to": "failed"})
	default:
		return conformance.ErrCannot
	}
	if tried {
		return nil
	}
	return err
}

// page sends the form of a payment's page.
func (f *sandboxFace) page(ctx context.Context, a conformance.Act, choice string) error {
	form := url.Values{"choice": {choice}, "method": {"blik"}}.Encode()
	answer, err := apicall.Do(ctx, http.DefaultClient, "POST", a.PageURL, "", form, "Content-Type",
		"application/x-www-form-urlencoded")
	if err == nil && answer.Status/100 != 2 {
		err = fmt.Errorf("the page answered %d", answer.Status)
	}
	return err
}

// reverse decides the chargeback of a payment for the merchant.
func (f *sandboxFace) reverse(ctx context.Context, payment string) error {
	list, err := f.call(ctx, "GET", "/payments/"+payment+"/chargebacks", nil)
	if err != nil {
		return err
	}
	data, _ := list["data"].([]any)
	if len(data) != 1 {
		return fmt.Errorf("%d chargebacks", len(data))
	}
	one, _ := data[0].(map[string]any)
	_, err = f.call(ctx, "POST", fmt.Sprintf("/sandbox/payments/%s/chargebacks/%v/reverse", payment, one["chargeback_id"]),
		nil)
	return err
}

// report reads the events of the sandbox, and reports each until it is answered.
func (f *sandboxFace) report(ctx context.Context, client providersv1.ProviderEventServiceClient) {
	after := ""
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for ctx.Err() == nil {
		page, err := f.call(ctx, "GET", "/events?page_size=200&after="+after, nil)
		if err != nil && ctx.Err() == nil {
			f.t.Error(err)
			return
		}
		events, _ := page["data"].([]any)
		for _, e := range events {
			event, _ := e.(map[string]any)
			for ctx.Err() == nil && status.Code(f.deliver(ctx, client, event)) == codes.Unavailable {
			}
			after, _ = event["id"].(string)
		}
		select {
		case <-ctx.Done():
		case <-tick.C:
		}
	}
}

var sandboxPayments = map[string]providersv1.PaymentEvent{
	"payment.paid":        providersv1.PaymentEvent_PAYMENT_EVENT_PAID,
	"payment.rejected":    providersv1.PaymentEvent_PAYMENT_EVENT_FAILED,
	"refund.succeeded":    providersv1.PaymentEvent_PAYMENT_EVENT_REFUNDED,
	"refund.failed":       providersv1.PaymentEvent_PAYMENT_EVENT_REFUND_FAILED,
	"chargeback.created":  providersv1.PaymentEvent_PAYMENT_EVENT_CHARGED_BACK,
	"chargeback.reversed": providersv1.PaymentEvent_PAYMENT_EVENT_CHARGEBACK_REVERSED,
}

var sandboxPayouts = map[string]providersv1.PayoutEvent{
	"payout.processing": providersv1.PayoutEvent_PAYOUT_EVENT_ACCEPTED,
	"payout.paid":       providersv1.PayoutEvent_PAYOUT_EVENT_EXECUTED,
	"payout.failed":     providersv1.PayoutEvent_PAYOUT_EVENT_REJECTED,
}

// deliver makes one delivery of an event, if it is about something that came by the contract.
func (f *sandboxFace) deliver(ctx context.Context, client providersv1.ProviderEventServiceClient,
	event map[string]any) error {
	data, _ := event["data"].(map[string]any)
	text := func(of map[string]any, name string) string { s, _ := of[name].(string); return s }
	at, err := time.Parse(time.RFC3339, text(event, "created_at"))
	if err != nil {
		return err
	}
	amount, _ := data["amount"].(float64)
	id, kind := text(event, "id"), text(event, "type")
	f.mu.Lock()
	payment, payout := f.ours[text(data, "payment_id")], f.ours[text(data, "payout_id")]
	f.mu.Unlock()
	if e := sandboxPayments[kind]; e != 0 && payment != "" {
		r := &providersv1.ReportPaymentRequest{
			EventId: id, PaymentId: payment, Event: e, Amount: int64(amount), Currency: text(data, "currency"),
			OccurredAt: timestamppb.New(at), Reason: text(data, "reason_code"),
			ChargebackId: text(data, "chargeback_id"),
		}
		if text(data, "refund_id") != "" {
			r.RefundId = text(data, "external_ref")
		}
		_, err = client.ReportPayment(ctx, r)
	}
	if e := sandboxPayouts[kind]; e != 0 && payout != "" {
		if e == providersv1.PayoutEvent_PAYOUT_EVENT_REJECTED && text(data, "previous_status") == "paid" {
			e = providersv1.PayoutEvent_PAYOUT_EVENT_RETURNED
		}
		_, err = client.ReportPayout(ctx, &providersv1.ReportPayoutRequest{
			EventId: id, PayoutId: payout, Event: e, Amount: int64(amount), Currency: text(data, "currency"),
			OccurredAt: timestamppb.New(at), Reason: text(data, "reason_code"),
		})
	}
	return err
}
