package e2e

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/e2e/stack"
	"github.com/partnerline/partnerline/e2e/walk"
	"github.com/partnerline/partnerline/internal/operatorclient"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	providersv1 "github.com/partnerline/partnerline/proto/gen/providers/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/app"
	"github.com/partnerline/partnerline/testkit/apicall"
	"github.com/partnerline/partnerline/testkit/identity"
	"github.com/partnerline/partnerline/testkit/messagebox"
)

// liveMode connects live mode to what takes its messages, and to an identity provider.
func liveMode(box *messagebox.Box, people *identity.Provider) func(*stack.Options) {
	return func(o *stack.Options) {
		o.Configure = func(_ context.Context, _ stack.Env, cfg *app.Config) error {
			cfg.Messages.GRPC, cfg.Messages.Token = box.Address, messagebox.Token
			cfg.IdentityProvider.GRPC, cfg.IdentityProvider.Token = people.Address, identity.Token
			return nil
		}
	}
}

// pagesOf answers requests to the pages of the identity provider, which are on another site, and makes all others.
type pagesOf struct{ http.RoundTripper }

func (p pagesOf) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Host != "identity.example" {
		return p.RoundTripper.RoundTrip(r)
	}
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{},
		Body: io.NopCloser(strings.NewReader("the provider")), Request: r}, nil
}

// A safeBuffer is what several programs log into.
type safeBuffer struct {
	mu sync.Mutex // guards b
	b  bytes.Buffer
}

func (l *safeBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *safeBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// An applicant is a merchant of live mode at the identity page.
type applicant struct {
	*system
	b      *walk.Browser
	people *identity.Provider
	events providersv1.ProviderEventServiceClient
	n      int
}

func (a *applicant) open(url string) {
	a.t.Helper()
	if err := a.b.Open(a.t.Context(), url); err != nil {
		a.t.Fatal(err)
	}
}

func (a *applicant) send(fields map[string]string) {
	a.t.Helper()
	if err := a.b.Send(a.t.Context(), fields); err != nil {
		a.t.Fatal(err)
	}
}

func (a *applicant) shows(texts ...string) {
	a.t.Helper()
	for _, text := range texts {
		if !a.b.Has(text) {
			a.t.Errorf("%s does not show %q", a.b.At(), text)
		}
	}
}

// report reports something of a session, and returns what came of it.
func (a *applicant) report(session string, attempt int32, event providersv1.IdentityEvent,
	changes ...func(*providersv1.ReportIdentityRequest)) string {
	a.t.Helper()
	a.n++
	req := &providersv1.ReportIdentityRequest{EventId: fmt.Sprint("event-", a.n), SessionId: session, Attempt: attempt,
		Event: event, OccurredAt: timestamppb.Now()}
	for _, change := range changes {
		change(req)
	}
	resp, err := a.events.ReportIdentity(a.internal(), req)
	if err != nil {
		a.t.Fatal(err)
	}
	return strings.TrimSpace(strings.ToLower(strings.TrimPrefix(resp.GetData().GetOutcome().String(), "REPORT_OUTCOME_")) +
		" " + resp.GetData().GetDifference())
}

func (s *system) internal() context.Context {
	return metadata.AppendToOutgoingContext(s.t.Context(), "authorization", "Bearer "+s.Env.InternalToken)
}

// verification is a session as the tenant of the partner reads it.
func (s *system) verification(id string) map[string]any {
	s.t.Helper()
	a := apicall.Call(s.t, "GET", s.Env.VerificationBaseURL+"/api/v1/verifications/"+id, s.Env.VerificationAPIKeyLive, nil)
	data, _ := a.Body["data"].(map[string]any)
	return data
}

func startApplicant(t *testing.T) (*applicant, string, *safeBuffer) {
	t.Helper()
	box, people, log := messagebox.New(t), identity.Start(t), &safeBuffer{}
	s := start(t, t.TempDir(), cluster.Server(t).URL("postgres"), liveMode(box, people), func(o *stack.Options) {
		o.Log = slog.New(slog.NewJSONHandler(log, nil))
	})
	conn, err := grpc.NewClient(s.Env.PartnerGRPC, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	s.Env.PartnerKey = s.Env.PartnerKeyLive
	ref, link := s.complete("Teodor", "Wzorcowy", s.importLive(), "Srebrny Dmuchawiec sp. z o.o.")
	b, err := walk.NewBrowser()
	if err != nil {
		t.Fatal(err)
	}
	a := &applicant{system: s, b: b.Via(pagesOf{http.DefaultTransport}), people: people,
		events: providersv1.NewProviderEventServiceClient(conn)}
	a.open(link)
	a.send(nil)
	for n := range 2 {
		a.send(map[string]string{"do": "send"})
		code := sixDigits.FindString(box.Await(n+1, func(*providersv1.SendMessageRequest) bool { return true }).GetText())
		a.send(map[string]string{"do": "code", "code": code})
	}
	a.send(nil)
	if b.Page() != "identity" {
		t.Fatalf("the page is %s", b.At())
	}
	return a, ref, log
}

// In live mode the person goes to the page of the provider and comes back. A failed attempt shows why, and the next one
// passes; what the provider reports moves the session that the partner's tenant sees. A provider that does not answer
// is waited for.
func TestIdentityOfLiveMode(t *testing.T) {
	t.Parallel()
	a, ref, log := startApplicant(t)
	back := a.b.At() + "?wait"

	a.people.Before(func(string, string) error { return status.Error(codes.Unavailable, "away") })
	a.send(map[string]string{"do": "start"})
	a.shows("We are opening the page of the identity check", `<meta http-equiv="refresh" content="2;url=identity?open">`)
	a.people.Before(nil)
	a.eventually("the page continues by itself", func() bool {
		a.open(strings.TrimSuffix(back, "wait") + "open")
		return a.b.Has("the provider")
	})
	opened := a.people.Opened()
	if len(opened) != 1 {
		t.Fatalf("%d attempts were opened", len(opened))
	}
	who, session := opened[0].GetApplicant(), opened[0].GetSessionId()
	if a.b.At() != a.people.Page(session, 1) {
		t.Errorf("the browser is at %s", a.b.At())
	}
	if who.GetGivenNames() != "Teodor" || who.GetFamilyName() != "Wzorcowy" ||
		who.GetNationalId().GetScheme() != "PL_PESEL" || who.GetNationalId().GetValue() != "44051401359" ||
		who.GetDocument().GetNumber() != "ABA300000" || who.GetEmail() != "applicant@example.com" ||
		who.GetResidence().GetCity() != "Warszawa" || len(who.GetCitizenships()) != 1 ||
		opened[0].GetMerchantRef() != ref || opened[0].GetReturnUrl() != back || opened[0].GetLocale() != "pl" ||
		len(opened[0].GetChecks()) != 4 {
		t.Errorf("%v", opened[0])
	}

	const started, submitted = providersv1.IdentityEvent_IDENTITY_EVENT_STARTED,
		providersv1.IdentityEvent_IDENTITY_EVENT_SUBMITTED
	for _, event := range []providersv1.IdentityEvent{started, submitted} {
		if got := a.report(session, 1, event); got != "applied" {
			t.Errorf("%s: %s", event, got)
		}
	}
	if got := a.report(session, 1, providersv1.IdentityEvent_IDENTITY_EVENT_FAILED,
		because("document_unreadable", "document")); got != "applied" {
		t.Error(got)
	}
	a.open(back)
	a.shows("Your identity document could not be read.", "Try again")
	a.eventually("the session is in progress", func() bool { return a.verification(session)["status"] == "in_progress" })

	a.send(map[string]string{"do": "start"})
	a.shows(`<meta http-equiv="refresh" content="0;url=identity?open">`)
	a.open(strings.TrimSuffix(back, "wait") + "open")
	if a.b.At() != a.people.Page(session, 2) {
		t.Errorf("the browser is at %s", a.b.At())
	}
	a.eventually("the second attempt counts", func() bool { return a.verification(session)["attempt"] == 2.0 })
	same := func(r *providersv1.ReportIdentityRequest) {
		passed(r)
		r.EventId, r.OccurredAt = "the-same", &timestamppb.Timestamp{Seconds: 1_790_000_000}
	}
	for range 2 {
		if got := a.report(session, 2, providersv1.IdentityEvent_IDENTITY_EVENT_COMPLETED, same); got != "applied" {
			t.Error(got)
		}
	}
	if got := a.report(session, 2, started); got != "unchanged" {
		t.Error(got)
	}
	if got := a.report(session, 1, providersv1.IdentityEvent_IDENTITY_EVENT_COMPLETED,
		passed); got != "difference completed_after_failed" {
		t.Error(got)
	}
	a.open(back)
	if a.b.Page() != "declarations" {
		t.Fatalf("after the check the page is %s", a.b.At())
	}
	v := a.verification(session)
	if v["status"] != "completed" || len(v["checks"].([]any)) != 4 ||
		!strings.Contains(fmt.Sprint(v["checks"]), "passed") {
		t.Errorf("%v", v)
	}
	a.operator(func(ctx context.Context, op operatorclient.PartnerConnect) error {
		calls, err1 := op.ListProviderCalls(ctx, &pcv1.ListProviderCallsRequest{})
		differences, err2 := op.ListDifferences(ctx, &pcv1.ListDifferencesRequest{})
		if len(calls.GetData()) != 0 || len(differences.GetData()) != 1 ||
			differences.GetData()[0].GetPart() != "identity_provider" {
			t.Errorf("%v, %v", calls, differences)
		}
		return errors.Join(err1, err2)
	})
	for _, secret := range []string{"Wzorcowy", "44051401359", "ABA300000", "applicant@example.com", "identity.example"} {
		if strings.Contains(log.String(), secret) {
			t.Errorf("the log has %s", secret)
		}
	}
}

// Three failed attempts end the session; the person reads why, and may begin another.
func TestIdentityAttemptsAreUsedUp(t *testing.T) {
	t.Parallel()
	a, _, _ := startApplicant(t)
	back := a.b.At() + "?wait"
	var session string
	for attempt := int32(1); attempt <= 3; attempt++ {
		a.send(map[string]string{"do": "start"})
		a.eventually("the attempt is open", func() bool { return len(a.people.Opened()) == int(attempt) })
		session = a.people.Opened()[0].GetSessionId()
		if got := a.report(session, attempt, providersv1.IdentityEvent_IDENTITY_EVENT_FAILED,
			because("data_mismatch", "national_id")); got != "applied" {
			t.Error(got)
		}
		a.eventually("the page shows the failure", func() bool {
			a.open(back)
			return a.b.Has("Your data and your document do not match.")
		})
	}
	a.shows("failed three times", "Try again")
	a.eventually("the session has failed", func() bool {
		v := a.verification(session)
		return v["status"] == "failed" && strings.Contains(fmt.Sprint(v["result"]), "data_mismatch attempts_exhausted") &&
			v["attempt"] == 3.0
	})
	a.send(map[string]string{"do": "start"})
	a.eventually("another session is open", func() bool { return len(a.people.Opened()) == 4 })
	if again := a.people.Opened()[3]; again.GetSessionId() == session || again.GetAttempt() != 1 {
		t.Errorf("%v", again)
	}
	a.send(map[string]string{"do": "start"}) // it is open already
	a.shows("Go to the identity check")
}

func because(reason, check string) func(*providersv1.ReportIdentityRequest) {
	return func(r *providersv1.ReportIdentityRequest) {
		kind := providersv1.IdentityCheckType(providersv1.IdentityCheckType_value["IDENTITY_CHECK_TYPE_"+
			strings.ToUpper(check)])
		r.ReasonCodes = []string{reason}
		r.Checks = []*providersv1.IdentityCheck{{Type: kind,
			Outcome: providersv1.IdentityCheckOutcome_IDENTITY_CHECK_OUTCOME_FAILED}}
	}
}

func passed(r *providersv1.ReportIdentityRequest) {
	for kind := providersv1.IdentityCheckType_IDENTITY_CHECK_TYPE_DOCUMENT; kind <= providersv1.IdentityCheckType_IDENTITY_CHECK_TYPE_SANCTIONS; kind++ {
		r.Checks = append(r.Checks, &providersv1.IdentityCheck{Type: kind,
			Outcome: providersv1.IdentityCheckOutcome_IDENTITY_CHECK_OUTCOME_PASSED})
	}
}
