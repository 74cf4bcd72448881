package pages_test

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/pagekit"
	pagingv1 "github.com/partnerline/partnerline/proto/gen/paging/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/console/consoletest"
	"github.com/partnerline/partnerline/services/console/pages"
)

const hostile = `</code><script>document.title='x'</script>`

// plane is an operator plane of webhooks with one endpoint.
type plane struct {
	webhooksv1.UnimplementedOperatorServiceServer

	mu     sync.Mutex // guards all below
	active bool
}

// site is a console before the plane; partner connect and the identity provider are away.
type site struct {
	*consoletest.Site
	plane *plane
}

func newSite(t *testing.T) *site {
	t.Helper()
	p := &plane{active: true}
	return &site{consoletest.Start(t, consoletest.Planes{Webhooks: p}), p}
}

func (p *plane) ListTenants(ctx context.Context,
	_ *webhooksv1.ListTenantsRequest) (*webhooksv1.ListTenantsResponse, error) {
	if consoletest.Subject(ctx) == "stranger" {
		return nil, status.Error(codes.PermissionDenied, "no")
	}
	return &webhooksv1.ListTenantsResponse{Data: []*webhooksv1.Tenant{{Id: "ten_a", Name: hostile}}}, nil
}

func (p *plane) ListTenantEndpoints(context.Context,
	*webhooksv1.ListTenantEndpointsRequest) (*webhooksv1.ListTenantEndpointsResponse, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	text := hostile
	return &webhooksv1.ListTenantEndpointsResponse{Data: []*webhooksv1.Endpoint{{
		Id: "e1", Url: `javascript:alert("` + hostile + `")`, Description: &text, IsActive: p.active,
		Health: &webhooksv1.EndpointHealth{State: "failing"},
	}}}, nil
}

func (p *plane) ListFailingEndpoints(ctx context.Context,
	_ *webhooksv1.ListFailingEndpointsRequest) (*webhooksv1.ListFailingEndpointsResponse, error) {
	r, err := p.ListTenantEndpoints(ctx, nil)
	return &webhooksv1.ListFailingEndpointsResponse{Data: []*webhooksv1.FailingEndpoint{{Endpoint: r.GetData()[0],
		TenantId: "ten_a", TenantName: hostile}}}, err
}

func (p *plane) ListTenantDeliveries(_ context.Context,
	req *webhooksv1.ListTenantDeliveriesRequest) (*webhooksv1.ListTenantDeliveriesResponse, error) {
	text := hostile
	r := &webhooksv1.ListTenantDeliveriesResponse{Meta: &pagingv1.PageMeta{}}
	if req.GetStatus() == "delivered" || req.GetTenantId() != "ten_a" {
		return r, nil
	}
	r.Data = []*webhooksv1.TenantDelivery{{Livemode: true, Delivery: &webhooksv1.Delivery{
		Id: "dlv_" + req.GetPageToken(), EndpointId: "e1", EventId: "of " + req.GetEndpointId(), EventType: "=" + hostile,
		Status: "failed", Reason: &text,
	}}}
	if req.GetPageToken() == "" {
		r.Meta.NextPageToken = "second"
	}
	return r, nil
}

func (p *plane) SearchNotices(_ context.Context,
	req *webhooksv1.SearchNoticesRequest) (*webhooksv1.SearchNoticesResponse, error) {
	switch {
	case req.GetTenantId() == "ten_b":
		return &webhooksv1.SearchNoticesResponse{}, nil
	case req.GetEndpointId() == "x":
		return nil, status.Error(codes.InvalidArgument, "endpoint_id must be a UUID")
	}
	r := &webhooksv1.SearchNoticesResponse{Meta: &pagingv1.PageMeta{}, Data: []*webhooksv1.Notice{{
		Id: 7, Type: "endpoint.paused", TenantId: "ten_a", EndpointId: "e1", Livemode: true, FailureCount: 25, Actor: hostile,
		Reason: "=" + hostile,
	}}}
	if req.GetPageToken() == "" {
		r.Meta.NextPageToken = "second"
	}
	return r, nil
}

func (p *plane) GetEndpointDelivery(_ context.Context,
	req *webhooksv1.GetEndpointDeliveryRequest) (*webhooksv1.GetEndpointDeliveryResponse, error) {
	text := hostile
	if req.GetId() == "dlv_none" {
		return nil, status.Error(codes.NotFound, "no such delivery")
	}
	return &webhooksv1.GetEndpointDeliveryResponse{TenantId: "ten_a", RequestBody: hostile,
		Data: &webhooksv1.DeliveryDetail{
			Id: req.GetId(), EndpointId: "e1", Status: "failed", Reason: &text,
			Attempts: []*webhooksv1.Attempt{{
				Run: 1, Number: 1, Status: "failed", Error: &text, ResponseBody: hostile,
				ResponseHeaders: map[string]string{hostile: hostile},
			}, {Run: 1, Number: 2, Status: "failed", Error: &text, ResponseOmitted: true}},
		}}, nil
}

func (p *plane) ResendEndpointDelivery(context.Context,
	*webhooksv1.ResendEndpointDeliveryRequest) (*webhooksv1.ResendEndpointDeliveryResponse, error) {
	return &webhooksv1.ResendEndpointDeliveryResponse{}, nil
}

func (p *plane) ListEndpointRecoveries(context.Context,
	*webhooksv1.ListEndpointRecoveriesRequest) (*webhooksv1.ListEndpointRecoveriesResponse, error) {
	return &webhooksv1.ListEndpointRecoveriesResponse{}, nil
}

func (p *plane) PreviewBulkRecovery(ctx context.Context,
	req *webhooksv1.PreviewBulkRecoveryRequest) (*webhooksv1.PreviewBulkRecoveryResponse, error) {
	if x := req.GetSelection(); x.GetUntil().AsTime().Sub(x.GetSince().AsTime()) > 8*24*time.Hour {
		return nil, grpcserver.Status(ctx,
			fault.Field("/selection/since", "too_early", "must lie within the retention")).Err()
	}
	return &webhooksv1.PreviewBulkRecoveryResponse{Endpoints: 1, CountedEndpoints: 1,
		Deliveries: int64(len(req.GetSelection().GetEndpointIds()))}, nil
}

func (p *plane) PauseEndpoint(ctx context.Context,
	req *webhooksv1.PauseEndpointRequest) (*webhooksv1.PauseEndpointResponse, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if req.GetReason() == "" {
		return nil, grpcserver.Status(ctx, fault.New(fault.ReasonRequired, "say why")).Err()
	}
	p.active = false
	return &webhooksv1.PauseEndpointResponse{}, nil
}

const (
	endpointPath     = "/webhooks/ten_a/e1"
	tenantDeliveries = "/webhooks/ten_a/deliveries"
)

// What strangers wrote is text on every page, and nothing on a page may run, be framed or be kept.
func TestPagesOfHostileTexts(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, path := range []string{"/", "/webhooks", "/webhooks/ten_a", "/webhooks/ten_a/deliveries", "/webhooks/notices",
		endpointPath, endpointPath + "/deliveries", endpointPath + "/deliveries/dlv_1"} {
		t.Run(path, func(t *testing.T) {
			resp, body := s.Call("GET", path, nil, s.SignedIn("support"))
			if resp.StatusCode != http.StatusOK || strings.Contains(body, "<script>") ||
				!strings.Contains(body, "&lt;script&gt;") || strings.Contains(body, `href="javascript:`) {
				t.Errorf("status %d: %s", resp.StatusCode, body)
			}
			policy := resp.Header.Get("Content-Security-Policy")
			if !strings.Contains(policy, "default-src 'none'") || !strings.Contains(policy, "frame-ancestors 'none'") ||
				strings.Contains(policy, "unsafe") ||
				resp.Header.Get("X-Frame-Options") != "DENY" || resp.Header.Get("Cache-Control") != "no-store" {
				t.Errorf("headers %v", resp.Header)
			}
		})
	}
}

// say is what the pages say in English.
var say = pages.Catalogue()[pagekit.English]

// A part of a page whose service is away says so, and the others are shown.
func TestOverviewWithoutPartnerConnect(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	_, body := s.Call("GET", "/", nil, s.SignedIn("viewer"))
	if strings.Count(body, say["part_away"]) != 7 || !strings.Contains(body, "/webhooks/ten_a/e1") &&
		!strings.Contains(body, "webhooks/ten_a/e1") {
		t.Error(body)
	}
}

func TestRolesAndWhatIsShown(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	omitted := say["response_omitted"]
	for name, c := range map[string]struct {
		cookies []*http.Cookie
		path    string
		status  int
		says    string
	}{
		"support acts":   {s.SignedIn("support"), endpointPath, 200, `value="pause"`},
		"the build":      {s.SignedIn("viewer"), "/webhooks", 200, "Partnerline dev (unknown)</span>"},
		"a viewer reads": {s.SignedIn("viewer"), endpointPath, 200, say["read_only"]},
		"no role":        {s.SignedIn(), "/", 403, say["norole_what"]},
		"the service refuses": {[]*http.Cookie{s.Sealed(consoletest.SessionCookie, s.Session("stranger", "viewer"))},
			"/webhooks", 403, say["denied_what"]},
		"an endpoint that is gone": {s.SignedIn("viewer"), "/webhooks/ten_a/e2", 404, say["notfound_what"]},
		"a delivery to support":    {s.SignedIn("support"), endpointPath + "/deliveries/dlv_1", 200, `value="resend"`},
		"an answer left out":       {s.SignedIn("support"), endpointPath + "/deliveries/dlv_1", 200, omitted},
		"a delivery to a viewer":   {s.SignedIn("viewer"), endpointPath + "/deliveries/dlv_1", 200, "customers&#39; data"},
		"of another endpoint":      {s.SignedIn("viewer"), "/webhooks/ten_a/e2/deliveries/dlv_1", 404, say["notfound_what"]},
		"deliveries of a day": {s.SignedIn("viewer"), endpointPath + "/deliveries?from=yesterday", 422,
			say["deliveries_day"]},
		"none of a status": {s.SignedIn("viewer"), endpointPath + "/deliveries?status=delivered", 200,
			say["deliveries_none"]},
		"the next page": {s.SignedIn("viewer"), endpointPath + "/deliveries?status=failed", 200,
			"page=second&amp;status=failed"},
		"deliveries of a tenant": {s.SignedIn("viewer"), tenantDeliveries, 200, endpointPath[1:] + `/deliveries/dlv_"`},
		"those of one endpoint": {s.SignedIn("viewer"), tenantDeliveries + "?endpoint=e1", 200,
			`<option value="e1" selected>`},
		"a tenant's next page": {s.SignedIn("viewer"), tenantDeliveries + "?endpoint=e1&status=failed", 200,
			"endpoint=e1&amp;page=second&amp;status=failed"},
		"a tenant's, of a day": {s.SignedIn("viewer"), tenantDeliveries + "?from=yesterday", 422, say["deliveries_day"]},
		"none of a tenant":     {s.SignedIn("viewer"), "/webhooks/ten_b/deliveries", 200, say["deliveries_none"]},
		"opened, but not there": {s.SignedIn("viewer"), tenantDeliveries + "?delivery=dlv_none", 404,
			say["delivery_unknown"]},
		"opened, of another tenant": {s.SignedIn("viewer"), "/webhooks/ten_b/deliveries?delivery=dlv_1", 404,
			say["delivery_unknown"]},
		"notices": {s.SignedIn("viewer"), "/webhooks/notices", 200, say["notice_endpoint.paused"]},
		"of a tenant, next page": {s.SignedIn("viewer"), "/webhooks/notices?tenant=ten_a&type=endpoint.paused", 200,
			"tenant=ten_a&amp;type=endpoint.paused&amp;page=second"},
		"no notices":                {s.SignedIn("viewer"), "/webhooks/notices?tenant=ten_b", 200, say["notices_none"]},
		"notices of no endpoint":    {s.SignedIn("viewer"), "/webhooks/notices?endpoint=x", 422, "must be a UUID"},
		"below the notices":         {s.SignedIn("viewer"), "/webhooks/notices/7", 404, say["notfound_what"]},
		"a delivery of no endpoint": {s.SignedIn("viewer"), tenantDeliveries + "/dlv_1", 404, say["notfound_what"]},
		"a preview": {s.SignedIn("support"), endpointPath + "?window=24h", 200,
			`data-preview="deliveries">1<`},
		"a preview that is refused": {s.SignedIn("support"), endpointPath + "?window=720h", 422,
			"must lie within the retention"},
		"below an endpoint": {s.SignedIn("viewer"), endpointPath + "/nothing", 404, say["notfound_what"]},
		"no such page":      {s.SignedIn("viewer"), "/nothing", 404, say["notfound_what"]},
	} {
		t.Run(name, func(t *testing.T) {
			if resp, body := s.Call("GET", c.path, nil, c.cookies); resp.StatusCode != c.status ||
				!strings.Contains(body, c.says) {
				t.Errorf("status %d: %s", resp.StatusCode, body)
			}
		})
	}
}

// A person sends a delivery again; the list is saved with all its pages, and no cell of it is a formula.
func TestDeliveriesOfAnEndpoint(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	resend := consoletest.Form("resend", "reason", "the customer asked")
	if resp, body := s.Call("POST", endpointPath+"/deliveries/dlv_1", resend,
		s.SignedIn("support")); resp.StatusCode != http.StatusSeeOther || s.Count("ResendEndpointDelivery") != 1 {
		t.Errorf("status %d: %s", resp.StatusCode, body)
	}
	resp, body := s.Call("GET", endpointPath+"/deliveries/deliveries.csv", nil, s.SignedIn("viewer"))
	if lines := strings.Split(strings.TrimSpace(body), "\n"); resp.StatusCode != http.StatusOK || len(lines) != 3 ||
		!strings.Contains(lines[2], "dlv_second") || strings.Contains(body, ",=") {
		t.Errorf("status %d: %s", resp.StatusCode, body)
	}
}

// The deliveries of a tenant are saved with the endpoint and the mode of each; an id that is entered leads to its
// delivery.
func TestDeliveriesOfATenant(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	resp, body := s.Call("GET", tenantDeliveries+"/deliveries.csv?endpoint=e1", nil, s.SignedIn("viewer"))
	if lines := strings.Split(strings.TrimSpace(body), "\n"); resp.StatusCode != http.StatusOK || len(lines) != 3 ||
		!strings.HasPrefix(lines[2], "dlv_second,of e1,") || !strings.HasSuffix(lines[2], ",e1,true") {
		t.Errorf("status %d: %s", resp.StatusCode, body)
	}
	if resp, _ := s.Call("GET", tenantDeliveries+"?delivery=+dlv_1+", nil,
		s.SignedIn("viewer")); resp.StatusCode != http.StatusSeeOther ||
		!strings.HasSuffix(resp.Header.Get("Location"), endpointPath+"/deliveries/dlv_1") {
		t.Errorf("status %d to %s", resp.StatusCode, resp.Header.Get("Location"))
	}
}

// Notices are saved with who acted and why; what a person wrote is no formula.
func TestNoticesAsAFile(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	resp, body := s.Call("GET", "/webhooks/notices/notices.csv", nil, s.SignedIn("viewer"))
	if lines := strings.Split(strings.TrimSpace(body), "\n"); resp.StatusCode != http.StatusOK || len(lines) != 3 ||
		!strings.HasPrefix(lines[2], "7,endpoint.paused,ten_a,e1,true,25,") || strings.Contains(body, ",=") {
		t.Errorf("status %d: %s", resp.StatusCode, body)
	}
}

// A form is taken from a page of the same session alone, and calls the service as the person, with the reason.
func TestForms(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	good := consoletest.Form("pause", "reason", "the receiver's operator asked")
	for name, c := range map[string]struct {
		form    string
		headers []string
	}{
		"without a token": {"", nil}, "another session's token": {"form-of-p2", nil},
		"from another site":   {"form-of-p1", []string{"Sec-Fetch-Site", "cross-site"}},
		"from another origin": {"form-of-p1", []string{"Origin", "https://evil.example"}},
		"from a subdomain":    {"form-of-p1", []string{"Sec-Fetch-Site", "same-site"}},
	} {
		t.Run(name, func(t *testing.T) {
			values := url.Values{"form": {c.form}, "once": {"x"}, "do": good["do"], "reason": good["reason"]}
			if resp, _ := s.Call("POST", endpointPath, values, s.SignedIn("support"),
				c.headers...); resp.StatusCode != http.StatusForbidden {
				t.Errorf("status %d", resp.StatusCode)
			}
		})
	}
	if n := s.Count("PauseEndpoint"); n != 0 {
		t.Fatalf("%d forged forms were taken", n)
	}
	missing := consoletest.Form("pause")
	if resp, body := s.Call("POST", endpointPath, missing,
		s.SignedIn("support")); resp.StatusCode != http.StatusUnprocessableEntity ||
		!strings.Contains(body, say["reason_missing"]) {
		t.Errorf("status %d: %s", resp.StatusCode, body)
	}
	resp, _ := s.Call("POST", endpointPath, good, s.SignedIn("support"), "Sec-Fetch-Site", "same-origin")
	if resp.StatusCode != http.StatusSeeOther || resp.Header.Get("Location") != "../../webhooks/ten_a/e1?done=pause" {
		t.Errorf("status %d to %s", resp.StatusCode, resp.Header.Get("Location"))
	}
	s.plane.mu.Lock()
	defer s.plane.mu.Unlock()
	calls := s.Calls()
	if last, want := calls[len(calls)-1],
		(consoletest.Call{Method: "/webhooks.v1.OperatorService/PauseEndpoint", Subject: "p1",
			Reason: good.Get("reason")}); s.plane.active || last != want {
		t.Errorf("active %t, %v", s.plane.active, last)
	}
}

// A form that was sent after the session's end is there again after the sign-in of the same person, and is not sent by
// itself.
func TestFormsOutliveSessions(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	old := s.Session("p1", "support")
	old.Seen = s.Now.Add(-2 * time.Hour)
	values := url.Values{"form": {old.Form}, "do": {"pause"}, "reason": {"typed at length"}}
	resp, body := s.Call("POST", endpointPath, values, []*http.Cookie{s.Sealed(consoletest.SessionCookie, old)})
	if resp.StatusCode != http.StatusUnauthorized || !strings.Contains(body, say["expired_kept"]) ||
		!strings.Contains(body, "sign-in?to=%2Fwebhooks%2Ften_a%2Fe1") {
		t.Fatalf("status %d: %s", resp.StatusCode, body)
	}
	var kept *http.Cookie
	for _, c := range resp.Cookies() {
		if c.Name == pages.FormCookie {
			kept = c
		}
	}
	if kept == nil || !kept.HttpOnly || kept.SameSite != http.SameSiteLaxMode || strings.Contains(kept.Value, "typed") {
		t.Fatalf("cookie %v", kept)
	}
	for subject, want := range map[string]bool{"p1": true, "p2": false} {
		t.Run(subject, func(t *testing.T) {
			_, body := s.Call("GET", endpointPath, nil,
				[]*http.Cookie{s.Sealed(consoletest.SessionCookie, s.Session(subject, "support")), kept})
			if strings.Contains(body, `value="typed at length"`) != want {
				t.Error(body)
			}
		})
	}
	if s.Count("PauseEndpoint") != 0 {
		t.Error("the form was sent by itself")
	}
	values.Set("reason", strings.Repeat("long", 2000))
	if _, body := s.Call("POST", endpointPath, values,
		[]*http.Cookie{s.Sealed(consoletest.SessionCookie, old)}); !strings.Contains(body, say["expired_lost"]) {
		t.Errorf("a form that no cookie holds: %s", body)
	}
}

// A session is what the console sealed for this purpose, and ends by its limits.
func TestSessions(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	over := s.Session("p1", "viewer")
	over.Began = s.Now.Add(-12 * time.Hour)
	other := &http.Cookie{Name: consoletest.SessionCookie,
		Value: s.Sealed(pages.FormCookie, s.Session("p1", "viewer")).Value}
	for name, cookie := range map[string]*http.Cookie{
		"none": {Name: "another", Value: "x"}, "made up": {Name: consoletest.SessionCookie, Value: "eyJzdWIiOiJwMSJ9"},
		"sealed for something else": other, "over": s.Sealed(consoletest.SessionCookie, over),
	} {
		t.Run(name, func(t *testing.T) {
			resp, _ := s.Call("GET", "/webhooks?after=ten_a", nil, []*http.Cookie{cookie})
			if resp.StatusCode != http.StatusSeeOther ||
				resp.Header.Get("Location") != "sign-in?to=%2Fwebhooks%3Fafter%3Dten_a" {
				t.Errorf("status %d to %s", resp.StatusCode, resp.Header.Get("Location"))
			}
		})
	}
	due := s.Session("p1", "viewer")
	due.RefreshToken, due.Refreshed = "r", s.Now.Add(-time.Hour)
	if resp, _ := s.Call("GET", "/webhooks", nil,
		[]*http.Cookie{s.Sealed(consoletest.SessionCookie, due)}); resp.StatusCode != http.StatusOK {
		t.Errorf("a session while the identity provider is away: status %d", resp.StatusCode)
	}
	if resp, body := s.Call("GET", "/sign-in", nil, nil); resp.StatusCode != http.StatusServiceUnavailable ||
		!strings.Contains(body, say["away_what"]) {
		t.Errorf("a sign-in while it is away: status %d: %s", resp.StatusCode, body)
	}
	if resp, _ := s.Call("GET", "/sign-in/callback?code=c&state=s", nil, nil); resp.StatusCode != http.StatusForbidden {
		t.Errorf("an answer to a sign-in that this browser did not begin: status %d", resp.StatusCode)
	}
	cookies := s.SignedIn("viewer")
	s.Call("POST", "/sign-out", consoletest.Form(""), cookies)
	if resp, _ := s.Call("GET", "/webhooks", nil, cookies); resp.StatusCode != http.StatusSeeOther {
		t.Errorf("the cookie of a session that was ended: status %d", resp.StatusCode)
	}
}

// No text is empty in a language, and no two screens have one of the same key.
func TestTexts(t *testing.T) {
	t.Parallel()
	n := len(pages.CommonTexts)
	for _, s := range pages.Screens {
		n += len(s.Texts)
	}
	for lang, all := range pages.Catalogue() {
		if len(all) != n {
			t.Errorf("%d texts in %s, but the screens have %d", len(all), lang, n)
		}
		for key, text := range all {
			if text == "" {
				t.Errorf("%s is empty in %s", key, lang)
			}
		}
	}
}
