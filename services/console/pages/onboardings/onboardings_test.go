package onboardings_test

import (
	"context"
	"encoding/csv"
	"net/http"
	"strings"
	"sync"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/timestamppb"

	pagingv1 "github.com/partnerline/partnerline/proto/gen/paging/v1"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/console/consoletest"
)

// name is that of the merchant.
const name = "Kredowe Koło"

const hostile = `=cmd()</td><script>document.title='x'</script>`

// plane has one onboarding, mrc_1. Those whose subject is "stranger" may see nothing.
type plane struct {
	consoletest.UnimplementedPartnerConnect

	mu             sync.Mutex // guards all below
	merchantStatus string
	asked          *pcv1.SearchOnboardingsRequest
	did            []string
}

func (p *plane) note(what ...string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.did = append(p.did, strings.Join(what, " "))
}

func found() *pcv1.SearchedOnboarding {
	return &pcv1.SearchedOnboarding{
		Ref: "mrc_1", PartnerId: "ptn_a", Channel: "chn_a", PartnerExternalRef: hostile, Status: "in_review",
		WaitsFor: "operator", Reasons: []string{"documents"}, UpdatedAt: timestamppb.Now(),
	}
}

func (p *plane) SearchOnboardings(ctx context.Context,
	req *pcv1.SearchOnboardingsRequest) (*pcv1.SearchOnboardingsResponse, error) {
	if consoletest.Subject(ctx) == "stranger" {
		return nil, status.Error(codes.PermissionDenied, "no")
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked = req
	next := "second"
	if req.GetPageToken() != "" {
		next = ""
	}
	return &pcv1.SearchOnboardingsResponse{
		Data: []*pcv1.SearchedOnboarding{found()}, MerchantNames: map[string]string{"mrc_1": name},
		Meta: &pagingv1.PageMeta{NextPageToken: next},
	}, nil
}

func (p *plane) GetOnboardingDetails(ctx context.Context,
	req *pcv1.GetOnboardingDetailsRequest) (*pcv1.GetOnboardingDetailsResponse, error) {
	switch {
	case consoletest.Subject(ctx) == "stranger":
		return nil, status.Error(codes.PermissionDenied, "no")
	case req.GetRef() != "mrc_1":
		return nil, status.Error(codes.NotFound, "no")
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return &pcv1.GetOnboardingDetailsResponse{
		MerchantName: name,
		Data:         found(), State: &pcv1.MerchantState{MerchantStatus: p.merchantStatus, DelegationStatus: "active"},
		Onboarding: &pcv1.GetOnboardingResponse{
			MissingDetails: []*pcv1.MissingDetail{{Code: "business.website", ResolvableBy: "partner"}},
			Invitations: []*pcv1.Invitation{{InvitationId: "inv_1", InviteeMasked: "A*** " + hostile, Status: "pending",
				LastMessage: &pcv1.LastMessage{Status: "failed"}}},
			Documents:   []*pcv1.Document{{Filename: hostile, Status: "received"}},
			HostedSteps: []*pcv1.HostedStep{{Step: "agreement_signing", Status: "pending"}},
		},
	}, nil
}

func (*plane) GetOnboardingTimeline(context.Context,
	*pcv1.GetOnboardingTimelineRequest) (*pcv1.GetOnboardingTimelineResponse, error) {
	return &pcv1.GetOnboardingTimelineResponse{
		Data: []*pcv1.TimelineEntry{{At: timestamppb.Now(), Kind: "operator", What: "SuspendMerchant", Actor: hostile,
			Reason: hostile}}, Meta: &pagingv1.PageMeta{NextPageToken: "older"},
	}, nil
}

func (p *plane) ListMessages(_ context.Context, req *pcv1.ListMessagesRequest) (*pcv1.ListMessagesResponse, error) {
	return &pcv1.ListMessagesResponse{Data: []*pcv1.Message{{Id: "msg_1", Template: "contact_code", Medium: "sms",
		Status: "failed", Failure: "bounced", To: "+48600100200", Subject: "letter", Text: "code 123456"}}}, nil
}

func (*plane) ListMerchantKeys(context.Context, *pcv1.ListMerchantKeysRequest) (*pcv1.ListMerchantKeysResponse, error) {
	return &pcv1.ListMerchantKeysResponse{Data: []*pcv1.MerchantKey{
		{Id: "key_test", Prefix: "mk_test_a"}, {Id: "key_live", Prefix: "mk_live_b", Livemode: true},
		{Id: "key_ended", Prefix: "mk_test_c", RevokedAt: timestamppb.Now()},
	}}, nil
}

func (*plane) ListLedgerLines(context.Context, *pcv1.ListLedgerLinesRequest) (*pcv1.ListLedgerLinesResponse, error) {
	return &pcv1.ListLedgerLinesResponse{Accounts: []*pcv1.LedgerAccount{{Account: "available", Currency: "PLN",
		Balance: 12345}}}, nil
}

func (*plane) SearchPayments(_ context.Context, req *pcv1.SearchPaymentsRequest) (*pcv1.SearchPaymentsResponse, error) {
	return &pcv1.SearchPaymentsResponse{Data: []*pcv1.Payment{{PaymentId: "pay_of_" + req.GetMerchantRef(),
		ExternalRef: hostile, Amount: 700, Currency: "JPY"}}}, nil
}

func (*plane) SearchPayouts(_ context.Context, req *pcv1.SearchPayoutsRequest) (*pcv1.SearchPayoutsResponse, error) {
	return &pcv1.SearchPayoutsResponse{Data: []*pcv1.Payout{{PayoutId: "pyt_of_" + req.GetMerchantRef(),
		IbanMasked: "****9999"}}}, nil
}

func (p *plane) SuspendMerchant(_ context.Context,
	req *pcv1.SuspendMerchantRequest) (*pcv1.SuspendMerchantResponse, error) {
	p.note("suspend", req.GetRef())
	return &pcv1.SuspendMerchantResponse{}, nil
}

func (p *plane) ResumeMerchant(_ context.Context,
	req *pcv1.ResumeMerchantRequest) (*pcv1.ResumeMerchantResponse, error) {
	p.note("resume", req.GetRef())
	return nil, status.Error(codes.FailedPrecondition, "it is not suspended")
}

func (p *plane) RevokeDelegation(_ context.Context,
	req *pcv1.RevokeDelegationRequest) (*pcv1.RevokeDelegationResponse, error) {
	p.note("revoke", req.GetRef())
	return &pcv1.RevokeDelegationResponse{}, nil
}

func (p *plane) ReconcileVerifications(_ context.Context,
	req *pcv1.ReconcileVerificationsRequest) (*pcv1.ReconcileVerificationsResponse, error) {
	p.note("reconcile", req.GetRef())
	return &pcv1.ReconcileVerificationsResponse{}, nil
}

func (p *plane) CreateMerchantKey(_ context.Context,
	req *pcv1.CreateMerchantKeyRequest) (*pcv1.CreateMerchantKeyResponse, error) {
	p.note("create", req.GetMerchantRef())
	return &pcv1.CreateMerchantKeyResponse{Data: &pcv1.MerchantKey{Livemode: req.GetLivemode()}, Key: "mk_test_created"},
		nil
}

func (p *plane) RotateMerchantKey(_ context.Context,
	req *pcv1.RotateMerchantKeyRequest) (*pcv1.RotateMerchantKeyResponse, error) {
	p.note("rotate", req.GetId())
	return &pcv1.RotateMerchantKeyResponse{Data: &pcv1.MerchantKey{}, Key: "mk_test_rotated"}, nil
}

func (p *plane) RevokeMerchantKey(_ context.Context,
	req *pcv1.RevokeMerchantKeyRequest) (*pcv1.RevokeMerchantKeyResponse, error) {
	p.note("end", req.GetId())
	return &pcv1.RevokeMerchantKeyResponse{}, nil
}

func (p *plane) RevealPersonalData(_ context.Context,
	req *pcv1.RevealPersonalDataRequest) (*pcv1.RevealPersonalDataResponse, error) {
	p.note("reveal", strings.TrimSpace(strings.Join(req.GetFields(), ",")+" "+req.GetInvitationId()))
	return &pcv1.RevealPersonalDataResponse{Data: []*pcv1.RevealedField{{Field: "name", Value: hostile}},
		Approval: &pcv1.Approval{Id: "apr_1"}}, nil
}

// EraseMerchant needs a second person for the reason "proposed".
func (p *plane) EraseMerchant(ctx context.Context,
	req *pcv1.EraseMerchantRequest) (*pcv1.EraseMerchantResponse, error) {
	p.note("erase", req.GetRef())
	switch consoletest.Reason(ctx) {
	case "proposed":
		return &pcv1.EraseMerchantResponse{Approval: &pcv1.Approval{Id: "apr_2"}}, nil
	case "too early":
		return nil, status.Error(codes.FailedPrecondition, "the personal data must be kept until 2031-11-24")
	}
	return &pcv1.EraseMerchantResponse{}, nil
}

func (*plane) ExportMerchant(req *pcv1.ExportMerchantRequest,
	stream grpc.ServerStreamingServer[pcv1.ExportMerchantResponse]) error {
	for _, piece := range []string{"PK", req.GetRef()} {
		if err := stream.Send(&pcv1.ExportMerchantResponse{Chunk: []byte(piece)}); err != nil {
			return err
		}
	}
	return nil
}

func stranger(s *consoletest.Site) []*http.Cookie {
	return []*http.Cookie{s.Sealed(consoletest.SessionCookie, s.Session("stranger", "administrator"))}
}

// What strangers wrote stays text, and a service that is away leaves the page saying so.
func TestPages(t *testing.T) {
	s, alone := consoletest.Start(t, consoletest.Planes{PartnerConnect: &plane{merchantStatus: "active"}}),
		consoletest.Start(t, consoletest.Planes{})
	for path, says := range map[string]string{
		"/onboardings?lang=en&status=in_review": `href="onboardings?status=in_review&amp;page=second"`,
		"/onboardings?lang=pl":                  "<td>operator ",
		"/onboardings/mrc_1?lang=en":            `href="../onboardings/mrc_1?page=older#timeline"`,
		"/onboardings/mrc_1?lang=pl":            "uzupełnia partner",
		"/onboardings/mrc_1/merchant?lang=en":   "123.45 PLN",
		"/onboardings/mrc_1/merchant?lang=pl":   "123,45 PLN",
	} {
		t.Run(path, func(t *testing.T) {
			resp, body := s.Call("GET", path, nil, s.SignedIn("reviewer"))
			if resp.StatusCode != http.StatusOK || strings.Contains(body, "<script>") ||
				!strings.Contains(body, "&lt;script&gt;") || !strings.Contains(body, says) {
				t.Errorf("status %d: %s", resp.StatusCode, body)
			}
			resp, body = alone.Call("GET", path, nil, alone.SignedIn("reviewer"))
			whole := strings.HasPrefix(path, "/onboardings/mrc_1?")
			if (resp.StatusCode == http.StatusServiceUnavailable) != whole || !strings.Contains(body, "cannot be reached") &&
				!strings.Contains(body, "niedostępna") {
				t.Errorf("away: status %d: %s", resp.StatusCode, body)
			}
		})
	}
	for path, code := range map[string]int{
		"/onboardings/mrc_2": http.StatusNotFound, "/onboardings/mrc_2/merchant": http.StatusNotFound,
		"/onboardings/mrc_1/other":                  http.StatusNotFound,
		"/onboardings?unchanged=yesterday":          http.StatusUnprocessableEntity,
		"/onboardings/list.csv?unchanged=yesterday": http.StatusNotFound,
	} {
		if resp, _ := s.Call("GET", path, nil, s.SignedIn("support")); resp.StatusCode != code {
			t.Errorf("%s: status %d", path, resp.StatusCode)
		}
	}
}

// A person sees what the roles show, and is offered what they allow.
func TestRoles(t *testing.T) {
	p := &plane{merchantStatus: "active"}
	s := consoletest.Start(t, consoletest.Planes{PartnerConnect: p})
	for role, may := range map[string]struct{ leads, offered string }{
		"viewer":   {"onboardings/mrc_1/merchant", ""},
		"finance":  {"onboardings/mrc_1/merchant", ""},
		"support":  {"onboardings/mrc_1", "merchant_revoke merchantkey_rotate merchantkey_revoke merchantkey_create"},
		"reviewer": {"onboardings/mrc_1", "merchant_suspend merchant_revoke"},
	} {
		t.Run(role, func(t *testing.T) {
			if _, body := s.Call("GET", "/onboardings", nil, s.SignedIn(role)); !strings.Contains(body, `href="`+may.leads+`"`) {
				t.Errorf("the list does not lead to %s: %s", may.leads, body)
			}
			_, body := s.Call("GET", "/onboardings/mrc_1/merchant", nil, s.SignedIn(role))
			for _, do := range []string{"merchant_suspend", "merchant_resume", "merchant_revoke", "merchantkey_rotate",
				"merchantkey_revoke", "merchantkey_create"} {
				if strings.Contains(body, `value="`+do+`"`) != strings.Contains(may.offered, do) {
					t.Errorf("%s is offered, or it is not: %s", do, body)
				}
			}
			if strings.Contains(body, `value="key_live"`) || strings.Contains(body, `value="key_ended"`) ||
				strings.Contains(body, `value="live"`) {
				t.Errorf("a key that only an administrator ends, or an ended one, is offered: %s", body)
			}
		})
	}
	if _, body := s.Call("GET", "/onboardings/mrc_1/merchant?lang=en", nil, stranger(s)); !strings.Contains(body,
		"Your roles do not show this") || !strings.Contains(body, `value="key_live"`) ||
		strings.Contains(body, `value="merchant_suspend"`) {
		t.Error(body)
	}
	if resp, _ := s.Call("GET", "/onboardings/mrc_1", nil, stranger(s)); resp.StatusCode != http.StatusForbidden {
		t.Errorf("status %d", resp.StatusCode)
	}
	p.merchantStatus = "suspended"
	if _, body := s.Call("GET", "/onboardings/mrc_1/merchant", nil, s.SignedIn("reviewer")); !strings.Contains(body,
		`value="merchant_resume"`) || strings.Contains(body, `value="merchant_suspend"`) {
		t.Error(body)
	}
}

// The list as CSV has all pages, and no cell of it is a formula.
func TestListAsCSV(t *testing.T) {
	p := &plane{}
	s := consoletest.Start(t, consoletest.Planes{PartnerConnect: p})
	resp, body := s.Call("GET", "/onboardings/list.csv?status=in_review&waits_for=operator&mode=test&partner=ptn_a&unchanged=2026-11-02", nil, s.SignedIn("viewer"))
	table, err := csv.NewReader(strings.NewReader(body)).ReadAll()
	if err != nil || resp.StatusCode != http.StatusOK || len(table) != 3 || table[2][0] != "mrc_1" ||
		table[2][3] != "'"+hostile || table[2][9] != "documents" {
		t.Fatalf("status %d, %v: %s", resp.StatusCode, err, body)
	}
	if a := p.asked; a.GetStatus() != "in_review" || a.GetWaitsFor() != "operator" || a.GetMode() != "test" ||
		a.GetPartnerId() != "ptn_a" || a.GetPageToken() != "second" || a.GetUnchangedSince().AsTime().Day() != 2 {
		t.Errorf("asked for %v", a)
	}
	if resp, _ := s.Call("GET", "/onboardings/list.csv", nil, stranger(s)); resp.StatusCode != http.StatusForbidden {
		t.Errorf("status %d", resp.StatusCode)
	}
}

// Forms do what they say for their reason; a refusal is shown on the page.
func TestForms(t *testing.T) {
	p := &plane{merchantStatus: "active"}
	s := consoletest.Start(t, consoletest.Planes{PartnerConnect: p})
	post := func(path, role, do string, inputs ...string) (*http.Response, string) {
		return s.Call("POST", path+"?lang=en", consoletest.Confirmed(do, append(inputs, "reason", "because")...),
			s.SignedIn(role))
	}
	const onboarding, merchant = "/onboardings/mrc_1", "/onboardings/mrc_1/merchant"
	for _, c := range []struct {
		path, do, did string
		code          int
	}{
		{merchant, "merchant_suspend", "suspend mrc_1", http.StatusSeeOther},
		{merchant, "merchant_resume", "resume mrc_1", http.StatusUnprocessableEntity},
		{merchant, "merchant_revoke", "revoke mrc_1", http.StatusSeeOther},
		{merchant, "merchantkey_create", "create mrc_1", http.StatusOK},
		{merchant, "merchantkey_rotate", "rotate key_test", http.StatusOK},
		{merchant, "merchantkey_revoke", "end key_test", http.StatusSeeOther},
		{onboarding, "onboarding_reconcile", "reconcile mrc_1", http.StatusSeeOther},
	} {
		t.Run(c.do, func(t *testing.T) {
			resp, body := post(c.path, "reviewer", c.do, "key", "key_test", "mode", "test")
			if resp.StatusCode != c.code || p.did[len(p.did)-1] != c.did {
				t.Errorf("status %d, did %v: %s", resp.StatusCode, p.did, body)
			}
			if strings.Contains(c.did, "create") && !strings.Contains(body, "mk_test_created") ||
				strings.Contains(c.did, "rotate") && !strings.Contains(body, "mk_test_rotated") ||
				strings.Contains(c.did, "resume") && !strings.Contains(body, "it is not suspended") {
				t.Error(body)
			}
		})
	}
	for _, c := range s.Calls() {
		if strings.HasSuffix(c.Method, "Merchant") && c.Reason != "because" {
			t.Errorf("%s for %q", c.Method, c.Reason)
		}
	}
	if resp, body := post(onboarding, "support", "onboarding_messages"); resp.StatusCode != http.StatusOK ||
		!strings.Contains(body, `data-message="msg_1"`) || !strings.Contains(body, "bounced") ||
		strings.Contains(body, "123456") || strings.Contains(body, "letter") || strings.Contains(body, "+48600100200") {
		t.Errorf("status %d: %s", resp.StatusCode, body)
	}
	reveal := consoletest.Form("onboarding_reveal", "reason", "a complaint")
	reveal["fields"] = []string{"name", "national_id"}
	if resp, body := s.Call("POST", onboarding+"?lang=en", reveal,
		s.SignedIn("reviewer")); resp.StatusCode != http.StatusOK || p.did[len(p.did)-1] != "reveal name,national_id" ||
		!strings.Contains(body, `data-field="name">=cmd()&lt;/td&gt;`) || !strings.Contains(body, `data-approval="apr_1"`) {
		t.Errorf("status %d, did %v: %s", resp.StatusCode, p.did, body)
	}
	reveal["invitation"], reveal["fields"] = []string{"inv_1"}, []string{"name", "email"}
	if resp, body := s.Call("POST", onboarding+"?lang=en", reveal,
		s.SignedIn("reviewer")); resp.StatusCode != http.StatusOK || p.did[len(p.did)-1] != "reveal name,email inv_1" ||
		!strings.Contains(body, "<code>inv_1</code></h3>") {
		t.Errorf("status %d, did %v: %s", resp.StatusCode, p.did, body)
	}
	for reason, want := range map[string]struct {
		code int
		says string
	}{
		"a demand": {http.StatusSeeOther, ""}, "proposed": {http.StatusOK, `data-approval="apr_2"`},
		"too early": {http.StatusUnprocessableEntity, "must be kept until 2031-11-24"},
	} {
		resp, body := s.Call("POST", onboarding+"?lang=en", consoletest.Confirmed("onboarding_erase", "reason", reason),
			s.SignedIn("reviewer"))
		if resp.StatusCode != want.code || p.did[len(p.did)-1] != "erase mrc_1" || !strings.Contains(body, want.says) {
			t.Errorf("erased for %q: status %d: %s", reason, resp.StatusCode, body)
		}
	}
	if _, body := s.Call("GET", onboarding, nil, s.SignedIn("support")); strings.Contains(body,
		`value="onboarding_reveal"`) || strings.Contains(body, `value="onboarding_erase"`) {
		t.Error("support is offered to see personal data")
	}
	if resp, body := post(onboarding, "reviewer", "onboarding_export"); resp.StatusCode != http.StatusOK ||
		body != "PKmrc_1" || !strings.Contains(resp.Header.Get("Content-Disposition"), "mrc_1.zip") {
		t.Errorf("status %d: %q", resp.StatusCode, body)
	}
}

// The list, the onboarding and its merchant say whose they are by name.
func TestMerchantIsNamed(t *testing.T) {
	t.Parallel()
	s := consoletest.Start(t, consoletest.Planes{PartnerConnect: &plane{merchantStatus: "active"}})
	for path, says := range map[string]string{
		"/onboardings": `title="` + name + ` · mrc_1"`, "/onboardings/mrc_1": "<dd data-name>" + name,
		"/onboardings/mrc_1/merchant": "<dd data-name>" + name,
	} {
		if _, body := s.Call("GET", path, nil, s.SignedIn("reviewer")); !strings.Contains(body, says) {
			t.Errorf("%s: no %s in %s", path, says, body)
		}
	}
}
