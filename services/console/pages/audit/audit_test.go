package audit_test

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/timestamppb"

	pagingv1 "github.com/partnerline/partnerline/proto/gen/paging/v1"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/console/consoletest"
)

const hostile = `=1+1</td><script>document.title='x'</script>`

// trail has two pages of one entry each, and keeps what it was asked for last.
type trail struct {
	consoletest.UnimplementedPartnerConnect
	asked *pcv1.ListAuditEntriesRequest
	fails bool
}

func (p *trail) ListAuditEntries(ctx context.Context,
	req *pcv1.ListAuditEntriesRequest) (*pcv1.ListAuditEntriesResponse, error) {
	if consoletest.Subject(ctx) == "stranger" {
		return nil, status.Error(codes.PermissionDenied, "no")
	}
	p.asked = req
	next := "second"
	if req.GetPageToken() != "" {
		next = ""
	}
	return &pcv1.ListAuditEntriesResponse{Meta: &pagingv1.PageMeta{NextPageToken: next}, Data: []*pcv1.AuditEntry{{
		Position: 7, At: timestamppb.New(time.Unix(1_790_000_000, 0)), Actor: "operator",
		Operation: "AccessOperatorService.SuspendPartner", Outcome: "ok", PartnerId: "ptn_a",
		OperatorSubject: "usr_1", OperatorName: hostile, OperatorRoles: []string{"administrator"}, Reason: hostile,
		ObjectId: "ptn_a",
	}}}, nil
}

func (*trail) VerifyAudit(context.Context, *pcv1.VerifyAuditRequest) (*pcv1.VerifyAuditResponse, error) {
	return &pcv1.VerifyAuditResponse{Entries: 12, FirstBroken: 5, Head: "abcd", ExportKey: "PUBLIC"}, nil
}

func (p *trail) ExportAudit(req *pcv1.ExportAuditRequest,
	stream grpc.ServerStreamingServer[pcv1.ExportAuditResponse]) error {
	if req.GetAfter() == 99 {
		return status.Error(codes.InvalidArgument, "there is no such position")
	}
	if err := stream.Send(&pcv1.ExportAuditResponse{Chunk: []byte("first\n")}); err != nil {
		return err
	}
	if p.fails {
		return status.Error(codes.Internal, "broken off")
	}
	return stream.Send(&pcv1.ExportAuditResponse{Chunk: []byte("signature\n")})
}

func TestFiltersReachTheService(t *testing.T) {
	plane := &trail{}
	s := consoletest.Start(t, consoletest.Planes{PartnerConnect: plane})
	resp, body := s.Call("GET", "/audit?lang=en&person=Anna&operation=AccessOperatorService.X&object=chn_a&partner=ptn_a"+
		"&merchant=mrc_1&actor=operator&from=2026-11-01&until=2026-11-02&page=second", nil, s.SignedIn("viewer"))
	got := plane.asked
	if resp.StatusCode != http.StatusOK || got.GetPerson() != "Anna" || got.GetOperation() != "AccessOperatorService.X" ||
		got.GetObjectId() != "chn_a" || got.GetPartnerId() != "ptn_a" ||
		got.GetMerchantRef() != "mrc_1" || got.GetActor() != "operator" || got.GetPageToken() != "second" ||
		got.GetFrom().AsTime().Format(time.DateOnly) != "2026-11-01" ||
		got.GetUntil().AsTime().Format(time.DateOnly) != "2026-11-03" {
		t.Errorf("status %d, asked for %v", resp.StatusCode, got)
	}
	if strings.Contains(body, "<script>") || !strings.Contains(body, "&lt;script&gt;") ||
		!strings.Contains(body, `value="Anna"`) {
		t.Error(body)
	}
	if _, body := s.Call("GET", "/audit?partner=ptn_a", nil, s.SignedIn("viewer")); !strings.Contains(body,
		`href="audit?page=second&amp;partner=ptn_a"`) {
		t.Errorf("no next page of the filtered list: %s", body)
	}
	if resp, body := s.Call("GET", "/audit?from=yesterday&lang=en", nil,
		s.SignedIn("viewer")); resp.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(body, "Give a day") {
		t.Errorf("status %d: %s", resp.StatusCode, body)
	}
}

// journal is the trail of webhooks, with one entry.
type journal struct {
	webhooksv1.UnimplementedOperatorServiceServer
	asked *webhooksv1.ListAuditEntriesRequest
}

func (p *journal) ListAuditEntries(_ context.Context,
	req *webhooksv1.ListAuditEntriesRequest) (*webhooksv1.ListAuditEntriesResponse, error) {
	p.asked = req
	return &webhooksv1.ListAuditEntriesResponse{Meta: &pagingv1.PageMeta{}, Data: []*webhooksv1.AuditEntry{{
		Position: 41, At: timestamppb.New(time.Unix(1_790_000_000, 0)), Operation: "OperatorService.PauseEndpoint",
		ObjectId: "endpoint-1", TenantId: "ten_a", OperatorName: "bootstrap", Reason: hostile,
	}}}, nil
}

func (*journal) VerifyAudit(context.Context, *webhooksv1.VerifyAuditRequest) (*webhooksv1.VerifyAuditResponse, error) {
	return &webhooksv1.VerifyAuditResponse{Intact: true, Entries: 41, Head: "ef01", ExportKey: "OTHER"}, nil
}

func (*journal) ExportAudit(req *webhooksv1.ExportAuditRequest,
	stream grpc.ServerStreamingServer[webhooksv1.ExportAuditResponse]) error {
	if req.GetAfter() == 99 {
		return status.Error(codes.InvalidArgument, "there is no such position")
	}
	return stream.Send(&webhooksv1.ExportAuditResponse{Chunk: []byte("of webhooks\n")})
}

// Each service's chain is verified and exported by itself, and a form that is refused keeps what was typed into it, and
// no other does.
func TestEachServiceHasItsChain(t *testing.T) {
	s := consoletest.Start(t, consoletest.Planes{PartnerConnect: &trail{}, Webhooks: &journal{}})
	resp, body := s.Call("POST", "/audit?lang=en", consoletest.Form("verify_webhooks"), s.SignedIn("viewer"))
	if resp.StatusCode != http.StatusOK || !strings.Contains(body, "The chain is intact.") ||
		!strings.Contains(body, "OTHER") || !strings.Contains(body, "ef01") || strings.Contains(body, "PUBLIC") {
		t.Errorf("status %d: %s", resp.StatusCode, body)
	}
	resp, body = s.Call("POST", "/audit", consoletest.Form("export_webhooks", "after", "12", "reason", "the auditor's"),
		s.SignedIn("administrator"))
	if resp.StatusCode != http.StatusOK || body != "of webhooks\n" ||
		!strings.Contains(resp.Header.Get("Content-Disposition"), "audit-webhooks-after-12.jsonl") {
		t.Errorf("status %d, %v: %q", resp.StatusCode, resp.Header, body)
	}
	if calls := s.Calls(); calls[len(calls)-1].Reason != "the auditor's" {
		t.Errorf("%v", calls)
	}
	resp, body = s.Call("POST", "/audit?lang=en",
		consoletest.Form("export_webhooks", "after", "99", "reason", "kept reason"), s.SignedIn("administrator"))
	if resp.StatusCode != http.StatusUnprocessableEntity || strings.Count(body, `value="kept reason"`) != 1 ||
		strings.Count(body, `value="99"`) != 1 || !strings.Contains(body, "there is no such position") {
		t.Errorf("status %d: %s", resp.StatusCode, body)
	}
	for _, program := range []string{"partnerconnectd verify-audit", "webhooksd verify-audit"} {
		if !strings.Contains(body, program) {
			t.Errorf("%s is not named", program)
		}
	}
	if !strings.Contains(body, "<td>7</td>") || !strings.Contains(body, "<td>41</td>") {
		t.Error("the lists have no positions")
	}
}

// Each service has its part; one that the filters cannot be of is left out, and one that is away leaves the other.
func TestBothServices(t *testing.T) {
	webhooks := &journal{}
	s := consoletest.Start(t, consoletest.Planes{PartnerConnect: &trail{}, Webhooks: webhooks})
	const ofWebhooks, ofPartners = `title="OperatorService.PauseEndpoint"`, `title="AccessOperatorService.SuspendPartner"`
	for query, want := range map[string][2]bool{"": {true, true}, "tenant=ten_a&from=2026-11-01": {true, false},
		"partner=ptn_a": {false, true}, "merchant=mrc_1": {false, true}, "actor=partner": {false, true},
		"actor=operator": {true, true}} {
		t.Run(query, func(t *testing.T) {
			resp, body := s.Call("GET", "/audit?"+query, nil, s.SignedIn("viewer"))
			if resp.StatusCode != http.StatusOK || strings.Contains(body, ofWebhooks) != want[0] ||
				strings.Contains(body, ofPartners) != want[1] || strings.Contains(body, "<script>") {
				t.Errorf("status %d: %s", resp.StatusCode, body)
			}
		})
	}
	resp, body := s.Call("GET", "/audit/webhooks.csv?tenant=ten_a&person=Anna&from=2026-11-01", nil, s.SignedIn("viewer"))
	if resp.StatusCode != http.StatusOK || strings.Count(body, "\r\n") != 2 || !strings.HasPrefix(body, "position,at,") ||
		!strings.Contains(body, "\r\n41,") || !strings.Contains(body, ",endpoint-1,ten_a,") ||
		strings.Contains(body, ",=1+1") || strings.Contains(body, `"=1+1`) ||
		webhooks.asked.GetTenantId() != "ten_a" || webhooks.asked.GetPerson() != "Anna" ||
		webhooks.asked.GetFrom().AsTime().Format(time.DateOnly) != "2026-11-01" {
		t.Errorf("status %d, %v: %s", resp.StatusCode, webhooks.asked, body)
	}
	alone := consoletest.Start(t, consoletest.Planes{Webhooks: webhooks})
	if _, body := alone.Call("GET", "/audit?lang=en", nil, alone.SignedIn("viewer")); !strings.Contains(body,
		ofWebhooks) || !strings.Contains(body, "cannot be reached") {
		t.Error(body)
	}
}

func TestListAsCSV(t *testing.T) {
	s := consoletest.Start(t, consoletest.Planes{PartnerConnect: &trail{}})
	resp, body := s.Call("GET", "/audit/entries.csv?partner=ptn_a", nil, s.SignedIn("viewer"))
	lines := strings.Split(strings.TrimSpace(body), "\r\n")
	if resp.StatusCode != http.StatusOK || len(lines) != 3 || !strings.HasPrefix(lines[0], "position,at,actor,") ||
		strings.Contains(body, ",=1+1") || strings.Contains(body, `"=1+1`) ||
		!strings.Contains(resp.Header.Get("Content-Disposition"), "attachment") {
		t.Errorf("status %d, %v: %s", resp.StatusCode, resp.Header, body)
	}
	if resp, _ := s.Call("GET", "/audit/entries.csv?from=x", nil,
		s.SignedIn("viewer")); resp.StatusCode != http.StatusNotFound {
		t.Errorf("status %d", resp.StatusCode)
	}
}

func TestVerificationIsShown(t *testing.T) {
	s := consoletest.Start(t, consoletest.Planes{PartnerConnect: &trail{}})
	resp, body := s.Call("POST", "/audit?lang=en", consoletest.Form("verify"), s.SignedIn("viewer"))
	if resp.StatusCode != http.StatusOK || !strings.Contains(body, "broken at position 5") ||
		!strings.Contains(body, "PUBLIC") || !strings.Contains(body, "abcd") {
		t.Errorf("status %d: %s", resp.StatusCode, body)
	}
}

func TestExports(t *testing.T) {
	plane := &trail{}
	s := consoletest.Start(t, consoletest.Planes{PartnerConnect: plane})
	resp, body := s.Call("POST", "/audit", consoletest.Form("export", "after", "12", "reason", "the auditor's"),
		s.SignedIn("administrator"))
	if resp.StatusCode != http.StatusOK || body != "first\nsignature\n" ||
		!strings.Contains(resp.Header.Get("Content-Disposition"), "after-12.jsonl") {
		t.Errorf("status %d, %v: %q", resp.StatusCode, resp.Header, body)
	}
	if calls := s.Calls(); calls[len(calls)-1].Reason != "the auditor's" {
		t.Errorf("%v", calls)
	}
	for name, c := range map[string]struct{ after, says string }{"refused": {"99", "there is no such position"},
		"no number": {"x", "The position is a number"}} {
		t.Run(name, func(t *testing.T) {
			resp, body := s.Call("POST", "/audit?lang=en",
				consoletest.Form("export", "after", c.after, "reason", "kept <reason>"), s.SignedIn("administrator"))
			if resp.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(body, c.says) ||
				!strings.Contains(body, `value="kept &lt;reason&gt;"`) {
				t.Errorf("status %d: %s", resp.StatusCode, body)
			}
		})
	}
	plane.fails = true
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+"/audit",
		strings.NewReader(consoletest.Form("export", "reason", "x").Encode()))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.AddCookie(s.SignedIn("administrator")[0])
	if resp, err := http.DefaultTransport.RoundTrip(req); err == nil {
		buf := make([]byte, 100)
		for err == nil {
			_, err = resp.Body.Read(buf)
		}
		_ = resp.Body.Close()
		if err.Error() == "EOF" {
			t.Error("an export that broke off ended as a whole one")
		}
	}
}

func TestWhoMaySeeTheTrail(t *testing.T) {
	s := consoletest.Start(t, consoletest.Planes{PartnerConnect: &trail{}})
	if _, body := s.Call("GET", "/audit", nil, s.SignedIn("viewer")); strings.Contains(body, `value="export"`) {
		t.Error("a viewer is offered an export")
	}
	if _, body := s.Call("GET", "/audit", nil, s.SignedIn("administrator")); !strings.Contains(body, `value="export"`) {
		t.Error("an administrator is not")
	}
	stranger := []*http.Cookie{s.Sealed(consoletest.SessionCookie, s.Session("stranger", "support"))}
	if resp, body := s.Call("GET", "/audit?lang=en", nil, stranger); resp.StatusCode != http.StatusOK ||
		!strings.Contains(body, "Your roles do not show this") {
		t.Errorf("status %d: %s", resp.StatusCode, body)
	}
	if resp, _ := s.Call("GET", "/audit/entries.csv", nil, stranger); resp.StatusCode != http.StatusForbidden {
		t.Errorf("status %d", resp.StatusCode)
	}
	alone := consoletest.Start(t, consoletest.Planes{})
	if resp, body := alone.Call("GET", "/audit?lang=en", url.Values(nil),
		alone.SignedIn("viewer")); resp.StatusCode != http.StatusOK || !strings.Contains(body, "cannot be reached") {
		t.Errorf("status %d: %s", resp.StatusCode, body)
	}
}
