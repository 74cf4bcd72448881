package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	providersv1 "github.com/partnerline/partnerline/proto/gen/providers/v1"
)

const (
	callToken   = "token-of-the-calls-0123456789"
	reportToken = "token-of-the-reports-0123456789"
)

// A partnerline takes reports, as often as they come; those before it is up are not answered.
type partnerline struct {
	providersv1.UnimplementedProviderEventServiceServer
	address string

	mu         sync.Mutex
	up         bool
	reports    []*providersv1.ReportPaymentRequest
	identities []*providersv1.ReportIdentityRequest
	arrived    chan struct{}
}

func (p *partnerline) ReportIdentity(_ context.Context,
	r *providersv1.ReportIdentityRequest) (*providersv1.ReportIdentityResponse, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.identities = append(p.identities, r)
	p.arrived <- struct{}{}
	return &providersv1.ReportIdentityResponse{}, nil
}

func (p *partnerline) ReportPayment(ctx context.Context,
	r *providersv1.ReportPaymentRequest) (*providersv1.ReportPaymentResponse, error) {
	md, _ := metadata.FromIncomingContext(ctx)
	if got := md.Get("authorization"); len(got) != 1 || got[0] != "Bearer "+reportToken {
		return nil, status.Error(codes.Unauthenticated, "wrong token")
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.up {
		return nil, status.Error(codes.Unavailable, "down")
	}
	p.reports = append(p.reports, r)
	p.arrived <- struct{}{}
	return &providersv1.ReportPaymentResponse{}, nil
}

func (p *partnerline) start() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.up = true
}

// await waits for one more report.
func (p *partnerline) await(t *testing.T) {
	t.Helper()
	select {
	case <-p.arrived:
	case <-time.After(time.Minute):
		t.Fatal("no report")
	}
}

// next waits for a report of a payment.
func (p *partnerline) next(t *testing.T) *providersv1.ReportPaymentRequest {
	t.Helper()
	p.await(t)
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.reports[len(p.reports)-1]
}

// A world is the provider under test and the Partnerline that it reports to.
type world struct {
	t    *testing.T
	cfg  config
	line *partnerline
	stop func()
	conn *grpc.ClientConn
}

func start(t *testing.T) *world {
	t.Helper()
	dir := t.TempDir() // removed last
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &world{t: t, line: &partnerline{address: l.Addr().String(), arrived: make(chan struct{}, 100)}, stop: func() {}}
	s := grpc.NewServer()
	providersv1.RegisterProviderEventServiceServer(s, w.line)
	done := make(chan struct{})
	go func() { defer close(done); _ = s.Serve(l) }()
	t.Cleanup(func() { w.stop(); s.Stop(); <-done })
	w.cfg = config{
		stateFile: filepath.Join(dir, "state.json"), token: callToken, providerToken: reportToken,
		partnerconnect: w.line.address,
	}
	for { // another program may take a port that was free
		w.cfg.grpcAddr, w.cfg.httpAddr = free(t), free(t)
		w.cfg.publicURL = "http://" + w.cfg.httpAddr
		if w.begin() {
			return w
		}
	}
}

// free returns an address that is free, below the ports of outgoing connections: those may take a port while the
// provider is stopped.
func free(t *testing.T) string {
	t.Helper()
	for {
		address := fmt.Sprint("127.0.0.1:", 15_000+rand.IntN(17_000))
		if l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", address); err == nil {
			_ = l.Close()
			return address
		}
	}
}

// restart ends the provider and starts it with nothing but its file.
func (w *world) restart() {
	w.t.Helper()
	if w.stop(); !w.begin() {
		w.t.Fatal("another program has taken its port")
	}
}

// begin starts the provider. It reports false if that cannot listen.
func (w *world) begin() bool {
	w.t.Helper()
	ctx, cancel := context.WithCancel(w.t.Context())
	ended := make(chan error, 1)
	waiting, giveUp := context.WithCancel(w.ctx(callToken))
	defer giveUp()
	go func() {
		err := run(ctx, w.cfg, slog.New(slog.DiscardHandler))
		giveUp()
		ended <- err
	}()
	conn, err := grpc.NewClient(w.cfg.grpcAddr, grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.WaitForReady(true)))
	if err != nil {
		w.t.Fatal(err)
	}
	w.conn = conn
	w.stop = sync.OnceFunc(func() {
		_ = conn.Close()
		http.DefaultClient.CloseIdleConnections()
		cancel()
		if err := <-ended; err != nil {
			w.t.Error(err)
		}
	})
	// An answer says that it is up, the pages included: it listens before it serves.
	_, err = w.engine().CancelPayment(waiting, &providersv1.CancelPaymentRequest{PaymentId: "pay_unknown"})
	if status.Code(err) == codes.NotFound {
		return true
	}
	cancel()
	if err := <-ended; !errors.Is(err, syscall.EADDRINUSE) {
		w.t.Fatal(err)
	}
	_ = conn.Close()
	w.stop = func() {}
	return false
}

func (w *world) ctx(token string) context.Context {
	return metadata.AppendToOutgoingContext(w.t.Context(), "authorization", "Bearer "+token)
}

func (w *world) engine() providersv1.PaymentEngineClient {
	return providersv1.NewPaymentEngineClient(w.conn)
}

func order(id string) *providersv1.CreatePaymentRequest {
	return &providersv1.CreatePaymentRequest{
		PaymentId: id, MerchantName: "Shop", Amount: 12_300, Currency: "PLN", Description: "A bell",
		ReturnUrl: "https://shop.example/back",
		ExpiresAt: timestamppb.New(time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC)),
	}
}

func (w *world) create(id string) string {
	w.t.Helper()
	resp, err := w.engine().CreatePayment(w.ctx(callToken), order(id))
	if err != nil {
		w.t.Fatal(err)
	}
	return resp.GetData().GetPageUrl()
}

// page opens a page, or sends a form of it, and returns the status and the body.
func (w *world) page(url string, form url.Values) (int, string) {
	w.t.Helper()
	method, body := http.MethodGet, io.Reader(nil)
	if form != nil {
		method, body = http.MethodPost, strings.NewReader(form.Encode())
	}
	req, err := http.NewRequestWithContext(w.t.Context(), method, url, body)
	if err != nil {
		w.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		w.t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		w.t.Fatal(err)
	}
	return resp.StatusCode, string(b)
}

// A payment is opened once, paid on its page, and reported until the report is answered, whatever is restarted in
// between.
func TestPaymentSurvivesRestarts(t *testing.T) {
	w := start(t)
	page := w.create("pay_1")
	w.restart()
	if again := w.create("pay_1"); again != page {
		t.Errorf("a repeat got %s, the first call %s", again, page)
	}
	if status, body := w.page(page, nil); status != http.StatusOK || !strings.Contains(body, "123.00 PLN") ||
		!strings.Contains(body, "to Shop") {
		t.Errorf("%d %s", status, body)
	}
	form := url.Values{"do": {"pay"}, "method": {"blik"}}
	if status, body := w.page(page, form); status != http.StatusOK || !strings.Contains(body, "This is paid.") {
		t.Errorf("%d %s", status, body)
	}
	if status, _ := w.page(page, form); status != http.StatusConflict {
		t.Errorf("paid twice: %d", status)
	}
	w.restart() // Partnerline is down: nothing was reported yet
	w.line.start()
	r := w.line.next(t)
	if r.GetPaymentId() != "pay_1" || r.GetEvent() != providersv1.PaymentEvent_PAYMENT_EVENT_PAID ||
		r.GetAmount() != 12_300 || r.GetCurrency() != "PLN" ||
		r.GetMethod() != providersv1.PaymentMethod_PAYMENT_METHOD_BLIK || r.GetEventId() == "" {
		t.Errorf("%v", r)
	}
	if _, err := w.engine().CancelPayment(w.ctx(callToken),
		&providersv1.CancelPaymentRequest{PaymentId: "pay_1"}); status.Code(err) != codes.FailedPrecondition {
		t.Errorf("a paid payment was closed: %v", err)
	}
}

func TestPaymentsThatAreNotPaid(t *testing.T) {
	w := start(t)
	w.line.start()
	page := w.create("pay_1")
	w.page(page, url.Values{"do": {"decline"}})
	if r := w.line.next(t); r.GetEvent() != providersv1.PaymentEvent_PAYMENT_EVENT_FAILED ||
		r.GetReason() != "declined_by_payer" {
		t.Errorf("%v", r)
	}
	page = w.create("pay_2")
	for range 2 {
		if _, err := w.engine().CancelPayment(w.ctx(callToken),
			&providersv1.CancelPaymentRequest{PaymentId: "pay_2"}); err != nil {
			t.Error(err)
		}
	}
	if status, _ := w.page(page, url.Values{"do": {"pay"}}); status != http.StatusConflict {
		t.Errorf("a closed payment was paid: %d", status)
	}
	late := order("pay_3")
	late.ExpiresAt = timestamppb.New(time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC))
	resp, err := w.engine().CreatePayment(w.ctx(callToken), late)
	if err != nil {
		t.Fatal(err)
	}
	if status, _ := w.page(resp.GetData().GetPageUrl(), url.Values{"do": {"pay"}}); status != http.StatusConflict {
		t.Errorf("a payment was paid after its time: %d", status)
	}
	if status, _ := w.page(w.cfg.publicURL+"/pay/unknown", nil); status != http.StatusNotFound {
		t.Errorf("an unknown page: %d", status)
	}
}

func TestRefunds(t *testing.T) {
	w := start(t)
	w.line.start()
	w.page(w.create("pay_1"), url.Values{"do": {"pay"}})
	w.line.next(t)
	refund := func(id string, amount int64) error {
		_, err := w.engine().RefundPayment(w.ctx(callToken),
			&providersv1.RefundPaymentRequest{RefundId: id, PaymentId: "pay_1", Amount: amount, Currency: "PLN"})
		return err
	}
	if err := errors.Join(refund("rfd_1", 12_000), refund("rfd_1", 12_000)); err != nil {
		t.Fatal(err)
	}
	if err := refund("rfd_2", 301); status.Code(err) != codes.OutOfRange {
		t.Errorf("more than is left: %v", err)
	}
	if err := refund("rfd_1", 300); status.Code(err) != codes.InvalidArgument {
		t.Errorf("another content: %v", err)
	}
	w.page(w.cfg.publicURL+"/refunds/rfd_1", url.Values{"do": {"failed"}})
	if r := w.line.next(t); r.GetEvent() != providersv1.PaymentEvent_PAYMENT_EVENT_REFUND_FAILED ||
		r.GetRefundId() != "rfd_1" || r.GetAmount() != 12_000 {
		t.Errorf("%v", r)
	}
	if err := refund("rfd_2", 12_300); err != nil {
		t.Errorf("after a refund that failed: %v", err)
	}
	w.page(w.cfg.publicURL+"/refunds/rfd_2", url.Values{"do": {"arrived"}})
	if r := w.line.next(t); r.GetEvent() != providersv1.PaymentEvent_PAYMENT_EVENT_REFUNDED || r.GetRefundId() != "rfd_2" {
		t.Errorf("%v", r)
	}
}

// The refusals of calls.
func TestRefusals(t *testing.T) {
	w := start(t)
	w.create("pay_1")
	other, nothing, tooMuch, elsewhere := order("pay_1"), order("pay_2"), order("pay_2"), order("pay_2")
	other.Amount++
	nothing.Amount, tooMuch.Amount, elsewhere.Currency = 0, maxAmount+1, "ZZZ"
	for _, c := range []struct {
		name, token string
		request     *providersv1.CreatePaymentRequest
		want        codes.Code
	}{
		{"no token", "", order("pay_2"), codes.Unauthenticated},
		{"another token", reportToken, order("pay_2"), codes.Unauthenticated},
		{"no id", callToken, order(""), codes.InvalidArgument},
		{"a repeat with another content", callToken, other, codes.InvalidArgument},
		{"no amount", callToken, nothing, codes.InvalidArgument},
		{"more than the highest amount", callToken, tooMuch, codes.InvalidArgument},
		{"a currency that is not offered", callToken, elsewhere, codes.InvalidArgument},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := w.engine().CreatePayment(w.ctx(c.token), proto.CloneOf(c.request)); status.Code(err) != c.want {
				t.Errorf("%v, want %v", err, c.want)
			}
		})
	}
	t.Run("a form of another site", func(t *testing.T) {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, w.create("pay_1"), strings.NewReader("do=pay"))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Sec-Fetch-Site", "cross-site")
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
		if resp.StatusCode != http.StatusForbidden {
			t.Errorf("%d", resp.StatusCode)
		}
	})
}

// An attempt is decided on its page, check by check, and a further one has a page of its own.
func TestIdentity(t *testing.T) {
	w := start(t)
	w.line.start()
	client := providersv1.NewIdentityProviderClient(w.conn)
	open := func(number int32) string {
		t.Helper()
		resp, err := client.OpenSession(w.ctx(callToken), &providersv1.OpenSessionRequest{
			SessionId: "0192f0c4-7b1a-7c3d-9e5f-0a1b2c3d4e5f", Attempt: number,
			Applicant: &providersv1.IdentityApplicant{GivenNames: "Ada", FamilyName: "Testowa"},
			Checks: []providersv1.IdentityCheckType{providersv1.IdentityCheckType_IDENTITY_CHECK_TYPE_DOCUMENT,
				providersv1.IdentityCheckType_IDENTITY_CHECK_TYPE_NATIONAL_ID},
			ReturnUrl: "https://connect.example/back", ExpiresAt: timestamppb.New(time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC)),
		})
		if err != nil {
			t.Fatal(err)
		}
		return resp.GetData().GetPageUrl()
	}
	last := func() *providersv1.ReportIdentityRequest {
		w.line.await(t)
		w.line.mu.Lock()
		defer w.line.mu.Unlock()
		return w.line.identities[len(w.line.identities)-1]
	}
	first := open(1)
	if again := open(1); again != first {
		t.Errorf("a repeat got %s, the first call %s", again, first)
	}
	if status, body := w.page(first, nil); status != http.StatusOK || !strings.Contains(body, "Ada Testowa") ||
		!strings.Contains(body, "https://connect.example/back") {
		t.Errorf("%d %s", status, body)
	}
	w.page(first, url.Values{"document": {"passed"}, "national id": {"failed"}})
	r := last()
	if r.GetEvent() != providersv1.IdentityEvent_IDENTITY_EVENT_FAILED || r.GetAttempt() != 1 || len(r.GetChecks()) != 2 ||
		len(r.GetReasonCodes()) != 1 || r.GetReasonCodes()[0] != "data_mismatch" ||
		r.GetChecks()[0].GetOutcome() != providersv1.IdentityCheckOutcome_IDENTITY_CHECK_OUTCOME_PASSED {
		t.Errorf("%v", r)
	}
	if status, _ := w.page(first, url.Values{}); status != http.StatusConflict {
		t.Errorf("decided twice: %d", status)
	}
	w.page(open(2), url.Values{})
	if r := last(); r.GetEvent() != providersv1.IdentityEvent_IDENTITY_EVENT_COMPLETED || r.GetAttempt() != 2 ||
		len(r.GetReasonCodes()) != 0 {
		t.Errorf("%v", r)
	}
	third := open(3)
	cancel := func(session string) error {
		_, err := client.CancelSession(w.ctx(callToken), &providersv1.CancelSessionRequest{SessionId: session})
		return err
	}
	if err := cancel("0192f0c4-7b1a-7c3d-9e5f-0a1b2c3d4e5f"); err != nil {
		t.Error(err)
	}
	if status, _ := w.page(third, url.Values{}); status != http.StatusConflict {
		t.Errorf("decided after it was closed: %d", status)
	}
	if err := cancel("unknown"); status.Code(err) != codes.NotFound {
		t.Errorf("%v", err)
	}
}

func TestMessages(t *testing.T) {
	w := start(t)
	for range 2 {
		resp, err := providersv1.NewMessageSenderClient(w.conn).SendMessage(w.ctx(callToken),
			&providersv1.SendMessageRequest{MessageId: "msg_1", To: "+48600100200", Text: "The code is <123456>."})
		if err != nil || resp.GetProviderMessageId() != "phone-msg_1" {
			t.Errorf("%v, %v", resp, err)
		}
	}
	w.restart()
	status, body := w.page(w.cfg.publicURL+"/", nil)
	if status != http.StatusOK || strings.Count(body, "The code is &lt;123456&gt;.") != 1 {
		t.Errorf("%d %s", status, body)
	}
}

func TestConfig(t *testing.T) {
	good := map[string]string{"TOKEN": callToken, "PROVIDER_TOKEN": reportToken}
	for _, c := range []struct{ name, variable, value, want string }{
		{"complete", "TOKEN", callToken, ""},
		{"a short token", "TOKEN", "short", "TOKEN: want"},
		{"no token for reports", "PROVIDER_TOKEN", "", "PROVIDER_TOKEN: want"},
		{"no URL", "PUBLIC_URL", "pages", "PUBLIC_URL: want"},
		{"half of TLS", "TLS_CERT", "cert.pem", "TLS_CERT, TLS_KEY, TLS_CA: want"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := readConfig(func(name string) string {
				if name == c.variable {
					return c.value
				}
				return good[name]
			})
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}

func TestMoney(t *testing.T) {
	for want, c := range map[string]struct {
		minor    int64
		currency string
	}{"123.45 PLN": {12345, "PLN"}, "0.05 EUR": {5, "EUR"}, "5 JPY": {5, "JPY"}, "0.005 KWD": {5, "KWD"}} {
		t.Run(want, func(t *testing.T) {
			if got := money(c.minor, c.currency); got != want {
				t.Errorf("%s, want %s", got, want)
			}
		})
	}
}
