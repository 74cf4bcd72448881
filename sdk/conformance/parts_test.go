package conformance_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/timestamppb"

	providersv1 "github.com/partnerline/partnerline/proto/gen/providers/v1"
	"github.com/partnerline/partnerline/sdk/conformance"
	"github.com/partnerline/partnerline/testkit/companies"
)

// sender is the message sender of the sandbox.
type sender struct {
	providersv1.UnimplementedMessageSenderServer
	*sandbox
}

func (s sender) SendMessage(_ context.Context,
	req *providersv1.SendMessageRequest) (*providersv1.SendMessageResponse, error) {
	th := s.open(&thing{id: req.GetMessageId(), text: req.GetText()})
	s.mu.Lock()
	defer s.mu.Unlock()
	over := !time.Now().Before(req.GetUsefulUntil().AsTime()) && s.broken != "does not look at the time"
	if known := s.things[th.id]; !over && (known.amount == 0 || s.broken == "sends at each call") {
		known.amount++
	}
	if s.broken == "answers another text with another id" && th.text != req.GetText() {
		th.page += "/2"
	}
	return &providersv1.SendMessageResponse{ProviderMessageId: th.page}, nil
}

func (s sender) act(_ context.Context, a conformance.Act) error {
	th, err := s.move(a.Subject, "sent", "open")
	want := map[string]int64{"count_messages": 1, "no_message": 0}
	switch {
	case err != nil:
		return err
	case a.Action == "bounce":
		s.report("bounced", th)
		return nil
	case th.amount != want[a.Action]:
		return fmt.Errorf("%d messages arrived, want %d", th.amount, want[a.Action])
	}
	return nil
}

func TestMessageSender(t *testing.T) {
	for broken, fails := range map[string]string{
		"":                                     "",
		"takes calls without a token":          "token",
		"opens another page at a repeat":       "repeated",
		"sends at each call":                   "sent_once",
		"does not repeat reports":              "bounced",
		"answers another text with another id": "other_content alone",
		"does not look at the time":            "useful_until alone",
	} {
		t.Run("broken: "+broken, func(t *testing.T) {
			t.Parallel()
			var m sender
			o := newSandbox(t, broken, func(server *grpc.Server, s *sandbox, back *grpc.ClientConn) {
				m = sender{sandbox: s}
				client := providersv1.NewMessageReportServiceClient(back)
				s.reports = func(ctx context.Context, _ string, th *thing) error {
					_, err := client.ReportMessage(ctx,
						&providersv1.ReportMessageRequest{MessageId: th.id, Outcome: providersv1.MessageOutcome_MESSAGE_OUTCOME_BOUNCED})
					return err
				}
				providersv1.RegisterMessageSenderServer(server, m)
			})
			o.Part, o.Hook = "message_sender", m.act
			check(t, o, fails)
		})
	}
}

// rail is the bank rail of the sandbox.
type rail struct {
	providersv1.UnimplementedBankRailServer
	*sandbox
}

func (r rail) SubmitPayout(_ context.Context,
	req *providersv1.SubmitPayoutRequest) (*providersv1.SubmitPayoutResponse, error) {
	if !r.sound(req.GetAmount(), 999_999_999_999_999_999, req.GetCurrency()) {
		return nil, status.Error(codes.InvalidArgument, "no such amount can be paid out")
	}
	r.open(&thing{id: req.GetPayoutId(), amount: req.GetAmount(), currency: req.GetCurrency()})
	return &providersv1.SubmitPayoutResponse{}, nil
}

func (r rail) CancelPayout(_ context.Context,
	req *providersv1.CancelPayoutRequest) (*providersv1.CancelPayoutResponse, error) {
	return &providersv1.CancelPayoutResponse{}, r.cancel(req.GetPayoutId())
}

func (r rail) act(_ context.Context, a conformance.Act) error {
	if a.Action == "receive" {
		if r.broken != "does not report credits" {
			r.report("received", &thing{text: a.Subject, amount: a.Amount, currency: a.Currency})
		}
		return nil
	}
	event := map[string]string{"execute": "executed", "try_to_execute": "executed", "reject": "rejected",
		"return": "returned"}[a.Action]
	from := []string{"open"}
	if event == "returned" {
		from = []string{"executed"}
	}
	th, err := r.move(a.Subject, event, from...)
	if err == nil {
		r.report(event, th)
	}
	if a.Action == "try_to_execute" {
		return nil
	}
	return err
}

// received makes one delivery of a credit.
func (r rail) received(ctx context.Context, client providersv1.ProviderEventServiceClient, th *thing) error {
	m, _ := th.message.(*providersv1.ReportIncomingTransferRequest)
	if m == nil {
		m = &providersv1.ReportIncomingTransferRequest{
			EventId: th.event, Account: "PL61109010140000071219812874", Amount: th.amount, Currency: th.currency,
			SenderName: "Conformance Example", Title: th.text, BookedAt: timestamppb.Now(),
		}
		th.message = m
	}
	switch r.broken {
	case "cuts titles":
		m.Title = th.text[:len(th.text)-1]
	case "reports what a fee left":
		m.Amount = th.amount - 1
	}
	_, err := client.ReportIncomingTransfer(ctx, m)
	return err
}

var payoutEvents = map[string]providersv1.PayoutEvent{
	"executed": providersv1.PayoutEvent_PAYOUT_EVENT_EXECUTED, "rejected": providersv1.PayoutEvent_PAYOUT_EVENT_REJECTED,
	"returned": providersv1.PayoutEvent_PAYOUT_EVENT_RETURNED,
}

func TestBankRail(t *testing.T) {
	for broken, fails := range map[string]string{
		"":                               "",
		"takes calls without a token":    "token",
		"opens again what was cancelled": "cancelled_is_not_executed",
		"forgets what was cancelled":     "cancel_repeated",
		"cancels what is done":           "cancel_executed",
		"returns a part":                 "returned",
		"does not repeat reports":        "reports_repeated",
		"gives each delivery an id":      "reports_once",
		"takes any amount":               "amounts_refused alone",
		"takes the last amount":          "submit_other_content alone",
		"does not report credits":        "incoming_transfer alone",
		"cuts titles":                    "incoming_transfer alone",
		"reports what a fee left":        "incoming_transfer alone",
	} {
		t.Run("broken: "+broken, func(t *testing.T) {
			t.Parallel()
			var r rail
			o := newSandbox(t, broken, func(server *grpc.Server, s *sandbox, back *grpc.ClientConn) {
				r = rail{sandbox: s}
				client := providersv1.NewProviderEventServiceClient(back)
				s.reports = func(ctx context.Context, event string, th *thing) error {
					if event == "received" {
						return r.received(ctx, client, th)
					}
					if th.message == nil {
						m := &providersv1.ReportPayoutRequest{EventId: th.event, PayoutId: th.id, Event: payoutEvents[event],
							Amount: th.amount, Currency: th.currency, OccurredAt: timestamppb.Now()}
						if s.broken == "returns a part" && event == "returned" {
							m.Amount--
						}
						th.message = m
					}
					m, _ := th.message.(*providersv1.ReportPayoutRequest)
					_, err := client.ReportPayout(ctx, m)
					return err
				}
				providersv1.RegisterBankRailServer(server, r)
			})
			o.Part, o.Hook = "bank_rail", r.act
			check(t, o, fails)
		})
	}
}

// verifier is the identity provider of the sandbox.
type verifier struct {
	providersv1.UnimplementedIdentityProviderServer
	*sandbox
}

func (v verifier) OpenSession(_ context.Context,
	req *providersv1.OpenSessionRequest) (*providersv1.OpenSessionResponse, error) {
	key := req.GetSessionId()
	if req.GetAttempt() > 1 && v.broken != "shows the page of the first attempt" {
		key += "/2"
	}
	known := v.open(&thing{id: key, attempt: req.GetAttempt(), text: req.GetLocale(),
		expires: req.GetExpiresAt().AsTime()})
	if v.broken == "refuses a request that has changed" && known.text != req.GetLocale() {
		return nil, status.Error(codes.InvalidArgument, "another session has this session_id")
	}
	return &providersv1.OpenSessionResponse{Data: &providersv1.IdentitySession{PageUrl: known.page}}, nil
}

func (v verifier) CancelSession(_ context.Context,
	req *providersv1.CancelSessionRequest) (*providersv1.CancelSessionResponse, error) {
	return &providersv1.CancelSessionResponse{}, v.cancel(req.GetSessionId())
}

func (v verifier) act(_ context.Context, a conformance.Act) error {
	event := map[string]string{
		"verify": "completed", "try_to_verify": "completed", "fail": "failed", "fail_document": "document failed",
		"begin": "started", "submit": "submitted", "send_to_review": "in review",
	}[a.Action]
	v.mu.Lock()
	key := a.Subject
	for id, th := range v.things {
		if th.page == a.PageURL {
			key = id
		}
	}
	v.mu.Unlock()
	th, err := v.move(key, event, "open", "started", "submitted", "in review")
	if err == nil && v.broken != "does not report that it is "+event {
		th.parent = a.Subject
		v.report(event, th)
	}
	if a.Action == "try_to_verify" {
		return nil
	}
	return err
}

var identityEvents = map[string]providersv1.IdentityEvent{
	"started":         providersv1.IdentityEvent_IDENTITY_EVENT_STARTED,
	"submitted":       providersv1.IdentityEvent_IDENTITY_EVENT_SUBMITTED,
	"in review":       providersv1.IdentityEvent_IDENTITY_EVENT_REVIEW_REQUIRED,
	"completed":       providersv1.IdentityEvent_IDENTITY_EVENT_COMPLETED,
	"failed":          providersv1.IdentityEvent_IDENTITY_EVENT_FAILED,
	"document failed": providersv1.IdentityEvent_IDENTITY_EVENT_FAILED,
}

// outcomes is the report of what an attempt has come to.
func (v verifier) outcomes(event string, th *thing) *providersv1.ReportIdentityRequest {
	m := &providersv1.ReportIdentityRequest{EventId: th.event, SessionId: th.parent, Attempt: th.attempt,
		Event: identityEvents[event], OccurredAt: timestamppb.Now()}
	ended := m.GetEvent() == providersv1.IdentityEvent_IDENTITY_EVENT_COMPLETED
	if m.GetEvent() == providersv1.IdentityEvent_IDENTITY_EVENT_FAILED {
		m.ReasonCodes, ended = []string{"document_expired"}, true
	}
	for _, c := range []providersv1.IdentityCheckType{providersv1.IdentityCheckType_IDENTITY_CHECK_TYPE_DOCUMENT,
		providersv1.IdentityCheckType_IDENTITY_CHECK_TYPE_LIVENESS} {
		outcome := providersv1.IdentityCheckOutcome_IDENTITY_CHECK_OUTCOME_PASSED
		if event == "failed" || event == "document failed" &&
			(c == providersv1.IdentityCheckType_IDENTITY_CHECK_TYPE_DOCUMENT || v.broken == "fails all checks with one") {
			outcome = providersv1.IdentityCheckOutcome_IDENTITY_CHECK_OUTCOME_FAILED
		}
		if ended || v.broken == "gives results ahead of the end" {
			m.Checks = append(m.Checks, &providersv1.IdentityCheck{Type: c, Outcome: outcome})
		}
	}
	switch v.broken {
	case "gives a result twice":
		m.Checks = append(m.GetChecks(), m.GetChecks()...)
	case "reports the begin late":
		if event == "started" {
			m.OccurredAt = timestamppb.New(time.Now().Add(30 * time.Second))
		}
	case "leaves a result out":
		m.Checks = m.GetChecks()[:1]
	case "gives no reason":
		m.ReasonCodes, m.Checks = nil, m.GetChecks()[:0]
	case "gives reasons of its own":
		m.ReasonCodes = []string{"on_a_list"}
	}
	return m
}

func TestIdentityProvider(t *testing.T) {
	for broken, fails := range map[string]string{
		"":                                     "",
		"takes calls without a token":          "token",
		"opens another page at a repeat":       "open_repeated",
		"opens again what was cancelled":       "cancelled_verifies_no_one",
		"forgets what was cancelled":           "cancel_repeated",
		"shows the page of the first attempt":  "second_attempt",
		"leaves a result out":                  "completed",
		"gives no reason":                      "failed",
		"gives reasons of its own":             "reports_valid",
		"does not repeat reports":              "reports_repeated",
		"refuses a request that has changed":   "open_other_content alone",
		"does not look at the time":            "expired_verifies_no_one alone",
		"does not report that it is started":   "started",
		"reports the begin late":               "started alone",
		"does not report that it is submitted": "submitted alone",
		"does not report that it is in review": "in_review alone",
		"fails all checks with one":            "one_check_failed alone",
		"gives a result twice":                 "results_with_the_end alone",
		"gives results ahead of the end":       "results_with_the_end alone",
	} {
		t.Run("broken: "+broken, func(t *testing.T) {
			t.Parallel()
			var v verifier
			o := newSandbox(t, broken, func(server *grpc.Server, s *sandbox, back *grpc.ClientConn) {
				v = verifier{sandbox: s}
				client := providersv1.NewProviderEventServiceClient(back)
				s.reports = func(ctx context.Context, event string, th *thing) error {
					if th.message == nil {
						th.message = v.outcomes(event, th)
					}
					m, _ := th.message.(*providersv1.ReportIdentityRequest)
					_, err := client.ReportIdentity(ctx, m)
					return err
				}
				providersv1.RegisterIdentityProviderServer(server, v)
			})
			o.Part, o.Hook = "identity_provider", v.act
			check(t, o, fails)
		})
	}
}

// directory is the company register of the test kit, broken in one way.
type directory struct {
	*companies.Register
	broken string
}

func (d directory) LookUpCompany(ctx context.Context,
	req *providersv1.LookUpCompanyRequest) (*providersv1.LookUpCompanyResponse, error) {
	a, err := d.Register.LookUpCompany(ctx, req)
	switch code := status.Code(err); {
	case d.broken == "takes calls without a token" && code == codes.Unauthenticated:
		return &providersv1.LookUpCompanyResponse{}, nil
	case d.broken == "answers an empty entry" && code == codes.NotFound:
		return &providersv1.LookUpCompanyResponse{}, nil
	case d.broken == "does not know its schemes" && code == codes.Unimplemented:
		return nil, status.Error(codes.NotFound, "")
	}
	return a, err
}

func TestCompanyRegister(t *testing.T) {
	for broken, c := range map[string]struct {
		fails  string
		change func(*providersv1.Company)
	}{
		"":                            {"", nil},
		"takes calls without a token": {"token", nil},
		"answers an empty entry":      {"unlisted", nil},
		"does not know its schemes":   {"unknown_scheme", nil},
		"names no source":             {"company", func(c *providersv1.Company) { c.Source = "" }},
		"names no status":             {"company", func(c *providersv1.Company) { c.Status = 0 }},
		"lists traders as boards": {"trader", func(c *providersv1.Company) {
			c.Representatives[0].Kind = providersv1.RepresentativeKind_REPRESENTATIVE_KIND_MEMBER
		}},
	} {
		t.Run("broken: "+broken, func(t *testing.T) {
			t.Parallel()
			d := directory{companies.Start(t), broken}
			company, trader := companies.Company("0000000701", "Anna", "Zmyślona"),
				companies.Trader("9990000103", "Teodor", "Wzorcowy")
			if c.change != nil {
				c.change(company)
				c.change(trader)
			}
			d.Put(company)
			d.Put(trader)
			address := serve(t, func(server *grpc.Server) { providersv1.RegisterCompanyRegisterServer(server, d) })
			o := connect(t, address, companies.Token)
			o.Part, o.Company, o.Trader, o.Unlisted = "company_register", "PL_KRS/0000000701", "PL_NIP/9990000103",
				"PL_KRS/0000000702"
			check(t, o, c.fails)
		})
	}
}
