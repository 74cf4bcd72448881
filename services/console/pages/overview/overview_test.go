package overview_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/timestamppb"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/console/consoletest"
	"github.com/partnerline/partnerline/services/console/internal/figures"
)

var began = timestamppb.New(time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC))

type webhooksPlane struct {
	webhooksv1.UnimplementedOperatorServiceServer
}

func (webhooksPlane) GetStatistics(context.Context,
	*webhooksv1.GetStatisticsRequest) (*webhooksv1.GetStatisticsResponse, error) {
	p99 := int32(15)
	return &webhooksv1.GetStatisticsResponse{SpanS: 600,
		Data: []*webhooksv1.Statistics{{Since: began, Accepted: 900, Delivered: 890, Failed: 10, LatencyP99Ms: &p99}}}, nil
}

func (webhooksPlane) GetBacklog(
	context.Context, *webhooksv1.GetBacklogRequest,
) (*webhooksv1.GetBacklogResponse, error) {
	return &webhooksv1.GetBacklogResponse{
		Data: []*webhooksv1.Stage{{Name: "held", Waiting: 10000}},
		Tenants: []*webhooksv1.WaitingTenant{
			{
				TenantId: "ten_a", TenantName: "Bell & Co", Livemode: true,
				Deliveries: &webhooksv1.WaitingForCapacity{Count: 10000, More: true, Since: began},
			},
			{TenantId: "ten_b", Events: &webhooksv1.WaitingEvents{Count: 7, Since: began, DeliveriesPerMinute: 600}},
		},
	}, nil
}

func (webhooksPlane) ListIntegrityChecks(context.Context,
	*webhooksv1.ListIntegrityChecksRequest) (*webhooksv1.ListIntegrityChecksResponse, error) {
	return &webhooksv1.ListIntegrityChecksResponse{Data: []*webhooksv1.IntegrityCheck{{Kind: "audit", VerifiedAt: began,
		Actor: "operator", OperatorName: "Grace"}}}, nil
}

type partnerconnectPlane struct {
	consoletest.UnimplementedPartnerConnect
}

func (partnerconnectPlane) ListReviews(context.Context, *pcv1.ListReviewsRequest) (*pcv1.ListReviewsResponse, error) {
	return &pcv1.ListReviewsResponse{Waiting: 7, Oldest: began}, nil
}

func (partnerconnectPlane) ListProviders(context.Context,
	*pcv1.ListProvidersRequest) (*pcv1.ListProvidersResponse, error) {
	return &pcv1.ListProvidersResponse{Data: []*pcv1.Provider{
		{Part: "bank_rail"}, {Part: "payment_engine", Connected: true, OpenCalls: 3, OldestCallAt: began,
			LastError: "<b>unavailable</b>"}, {Part: "message_sender", Connected: true},
	}}, nil
}

func (partnerconnectPlane) ListIntegrityChecks(context.Context,
	*pcv1.ListIntegrityChecksRequest) (*pcv1.ListIntegrityChecksResponse, error) {
	return &pcv1.ListIntegrityChecksResponse{Data: []*pcv1.IntegrityCheck{
		{Kind: "audit", Intact: true, VerifiedAt: began, Actor: "system"},
		{Kind: "ledger", VerifiedAt: began, Actor: "operator", OperatorName: "Ada"},
	}}, nil
}

func (partnerconnectPlane) CountWaitingOnboardings(_ context.Context,
	req *pcv1.CountWaitingOnboardingsRequest) (*pcv1.CountWaitingOnboardingsResponse, error) {
	if req.GetUnchangedSince().AsTime().Truncate(24*time.Hour) != req.GetUnchangedSince().AsTime() {
		return nil, status.Error(codes.InvalidArgument, "the list is by day")
	}
	return &pcv1.CountWaitingOnboardingsResponse{Data: []*pcv1.WaitingOnboardings{
		{WaitsFor: "merchant", Status: "draft", Count: 1000, More: true, Livemode: true, OldestSince: began},
		{WaitsFor: "operator", Count: 2, OldestSince: began},
	}}, nil
}

// The figures of Prometheus are beside the services' own; while it is away the page says so, and shows the others.
func TestFiguresOfPrometheus(t *testing.T) {
	var away atomic.Bool
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if away.Load() {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		result := ""
		if strings.Contains(r.FormValue("query"), "webhooks_stage_waiting") {
			result = `{"metric":{"stage":"<b>outbox</b>"},"values":[[` + r.FormValue("end") + `,"41.25"]]}`
		}
		_, _ = w.Write([]byte(`{"status":"success","data":{"resultType":"matrix","result":[` + result + `]}}`))
	}))
	t.Cleanup(server.Close)
	for _, isAway := range []bool{false, true} {
		away.Store(isAway)
		reader, err := figures.New(server.URL, "", time.Now)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(reader.Close)
		s := consoletest.Start(t, consoletest.Planes{Webhooks: webhooksPlane{}, PartnerConnect: partnerconnectPlane{},
			Figures: reader})
		resp, body := s.Call("GET", "/?lang=en", nil, s.SignedIn("viewer"))
		if resp.StatusCode != http.StatusOK || !strings.Contains(body, "<dd>15 ms</dd>") ||
			strings.Contains(body, "<b>outbox") {
			t.Errorf("status %d: %s", resp.StatusCode, body)
		}
		shown := strings.Contains(body, `Waiting at the stage: &lt;b&gt;outbox&lt;/b&gt;</h3>`) &&
			strings.Contains(body, `<td class="number">41.25</td>`)
		if said := strings.Contains(body, "The service cannot be reached."); shown == isAway || said != isAway {
			t.Errorf("away %t: shown %t, said %t: %s", isAway, shown, said, body)
		}
	}
}

func TestOverview(t *testing.T) {
	s := consoletest.Start(t, consoletest.Planes{Webhooks: webhooksPlane{}, PartnerConnect: partnerconnectPlane{}})
	resp, body := s.Call("GET", "/?lang=en", nil, s.SignedIn("viewer"))
	if resp.StatusCode != http.StatusOK {
		t.Fatalf("status %d", resp.StatusCode)
	}
	for _, want := range []string{
		"<dd>1.5</dd>", "<dd>15 ms</dd>", "<dd>10 of 900</dd>", // statistics
		`<svg class="chart" role="img" aria-label="Events accepted"`, `<title>12:00: 900</title>`,
		`<a href="#integrity-partnerconnect">the ledger does not hold</a>`,
		`<a href="review">7</a>`,
		`<a href="onboardings?waits_for=merchant&amp;status=draft&amp;unchanged=20`,
		`&amp;mode=live">They wait for the merchant: 1000+</a>`,
		`<a href="review?mode=test">They wait for an operator: 2</a>`,
		"Bank</span> <span class=\"state\">not connected", "&lt;b&gt;unavailable&lt;/b&gt;", "3 calls open", "nothing waits",
		"intact · ", "does not hold · ", "Ada", "Integrity of webhooks", "Grace", "<code>IntegrityBroken</code>",
		"<code>StageLate</code>",
		`<a href="webhooks/ten_a">Bell &amp; Co</a> · live`, `<a href="webhooks/ten_b">ten_b</a> · test`,
		"Deliveries that wait for capacity: 10000&#43;, the oldest since",
		"Events that wait for the rate of deliveries (600 a minute): 7, the oldest since",
	} {
		if !strings.Contains(body, want) {
			t.Errorf("%q is missing in\n%s", want, body)
		}
	}
}
