package jobs_test

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/grpcserver"
	pagingv1 "github.com/partnerline/partnerline/proto/gen/paging/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/console/consoletest"
)

const hostile = `<script>alert(1)</script>`

// plane has one job.
type plane struct {
	webhooksv1.UnimplementedOperatorServiceServer

	mu      sync.Mutex // guards all below
	status  string
	asked   *webhooksv1.BulkSelection
	key     string
	refuses bool
}

func (p *plane) job() *webhooksv1.BulkRecovery {
	now := timestamppb.Now()
	return &webhooksv1.BulkRecovery{
		Id: "blk_1", Status: p.status,
		Selection: &webhooksv1.BulkSelection{TenantIds: []string{"ten_a"}, Since: now, Until: now}, StartedBy: hostile,
		Reason:    hostile,
		Endpoints: 3, Waiting: 1, Completed: 2, Matched: 9, Requeued: 6, CreatedAt: now,
	}
}

func (p *plane) PreviewBulkRecovery(_ context.Context,
	req *webhooksv1.PreviewBulkRecoveryRequest) (*webhooksv1.PreviewBulkRecoveryResponse, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked = req.GetSelection()
	if len(p.asked.GetTenantIds()) == 0 {
		return &webhooksv1.PreviewBulkRecoveryResponse{}, nil
	}
	return &webhooksv1.PreviewBulkRecoveryResponse{Endpoints: 7, InactiveEndpoints: 2, Deliveries: 41,
		CountedEndpoints: 3}, nil
}

func (p *plane) StartBulkRecovery(ctx context.Context,
	req *webhooksv1.StartBulkRecoveryRequest) (*webhooksv1.StartBulkRecoveryResponse, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked, p.key = req.GetSelection(), req.GetIdempotencyKey()
	if p.refuses {
		return nil, grpcserver.Status(ctx, fault.Field("/selection", "too_many", "must select fewer")).Err()
	}
	return &webhooksv1.StartBulkRecoveryResponse{Data: p.job()}, nil
}

func (p *plane) GetBulkRecovery(_ context.Context,
	req *webhooksv1.GetBulkRecoveryRequest) (*webhooksv1.GetBulkRecoveryResponse, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if req.GetId() != "blk_1" {
		return nil, status.Error(codes.NotFound, "no")
	}
	return &webhooksv1.GetBulkRecoveryResponse{Data: p.job()}, nil
}

func (p *plane) ListBulkRecoveries(context.Context,
	*webhooksv1.ListBulkRecoveriesRequest) (*webhooksv1.ListBulkRecoveriesResponse, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return &webhooksv1.ListBulkRecoveriesResponse{Data: []*webhooksv1.BulkRecovery{p.job()}}, nil
}

func (p *plane) ListBulkRecoveryEndpoints(context.Context,
	*webhooksv1.ListBulkRecoveryEndpointsRequest) (*webhooksv1.ListBulkRecoveryEndpointsResponse, error) {
	return &webhooksv1.ListBulkRecoveryEndpointsResponse{Meta: &pagingv1.PageMeta{NextPageToken: "second"},
		Data: []*webhooksv1.BulkEndpoint{
			{EndpointId: "e1", TenantId: "ten_a", Url: "https://example.com/" + hostile, Status: "completed", Requeued: 4},
			{EndpointId: "e2", TenantId: "ten_a", Status: "cancelled", Cause: "endpoint_deleted"},
		}}, nil
}

func (p *plane) PauseBulkRecovery(context.Context,
	*webhooksv1.PauseBulkRecoveryRequest) (*webhooksv1.PauseBulkRecoveryResponse, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.status = "paused"
	return &webhooksv1.PauseBulkRecoveryResponse{Data: p.job()}, nil
}

func (p *plane) set(status string, refuses bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.status, p.refuses = status, refuses
}

const filled = "/jobs/new?mode=live&tenants=ten_a,+ten_b&endpoints=&types=&failing_from=2026-11-23T08:00&failing_until=2026-11-23T09:00&since=2026-11-23T07:30&until=2026-11-23T10:00"

func TestForm(t *testing.T) {
	p := &plane{status: "running"}
	s := consoletest.Start(t, consoletest.Planes{Webhooks: p})
	for name, c := range map[string]struct {
		path, role string
		status     int
		says, not  string
	}{
		"empty":       {"/jobs/new", "support", 200, `id="since"`, "bulk_start"},
		"a preview":   {filled, "support", 200, `data-preview="deliveries">41 or more`, hostile},
		"to a viewer": {filled, "viewer", 200, `data-preview="endpoints">7<`, "bulk_start"},
		"of no endpoint": {"/jobs/new?since=2026-11-23T07:30&until=2026-11-23T10:00", "support", 200,
			"There is nothing to recover", "bulk_start"},
		"a time that none": {"/jobs/new?since=yesterday&until=2026-11-23T10:00", "support", 422,
			"Give times as in", "bulk_start"},
	} {
		t.Run(name, func(t *testing.T) {
			resp, body := s.Call("GET", c.path, nil, s.SignedIn(c.role))
			if resp.StatusCode != c.status || !strings.Contains(body, c.says) || strings.Contains(body, c.not) {
				t.Errorf("status %d: %s", resp.StatusCode, body)
			}
		})
	}
	at := func(clock string) time.Time {
		out, err := time.Parse("2006-01-02 15:04", "2026-11-23 "+clock)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	p.set("running", true)
	form := consoletest.Form("bulk_start", "reason", "the outage of Monday")
	resp, body := s.Call("POST", filled, form, s.SignedIn("support"))
	if resp.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(body, "must select fewer") ||
		!strings.Contains(body, `value="the outage of Monday"`) {
		t.Errorf("refused: status %d: %s", resp.StatusCode, body)
	}
	p.set("running", false)
	form = consoletest.Form("bulk_start", "reason", "the outage of Monday")
	resp, _ = s.Call("POST", filled, form, s.SignedIn("support"))
	if resp.StatusCode != http.StatusSeeOther ||
		!strings.HasSuffix(resp.Header.Get("Location"), "jobs/blk_1?done=bulk_start") {
		t.Errorf("started: status %d to %s", resp.StatusCode, resp.Header.Get("Location"))
	}
	x := p.asked
	if len(p.key) != 64 || !x.GetLivemode() || strings.Join(x.GetTenantIds(), " ") != "ten_a ten_b" ||
		len(x.GetEndpointIds())+len(x.GetEventTypes()) != 0 ||
		!x.GetFailingFrom().AsTime().Equal(at("08:00")) || !x.GetFailingUntil().AsTime().Equal(at("09:00")) ||
		!x.GetSince().AsTime().Equal(at("07:30")) || !x.GetUntil().AsTime().Equal(at("10:00")) {
		t.Errorf("key %s, %v", p.key, x)
	}
	calls := s.Calls()
	if last := calls[len(calls)-1]; last.Subject != "p1" || last.Reason != "the outage of Monday" {
		t.Errorf("%v", last)
	}
}

// The page of a job that runs continues by itself, without a form that it would take away; who may steer it does so on
// a page that stays.
func TestJob(t *testing.T) {
	p := &plane{status: "running"}
	s := consoletest.Start(t, consoletest.Planes{Webhooks: p})
	const continues, pause, resume, cancel = `http-equiv="refresh"`, `value="bulk_pause"`, `value="bulk_resume"`,
		`value="bulk_cancel"`
	for _, c := range []struct {
		name, status, path, role string
		has, not                 []string
	}{
		{"running", "running", "/jobs/blk_1?done=bulk_start", "support",
			[]string{continues, "6 of 9", "the endpoint was deleted", "?steer=yes", "has begun", "page=second"},
			[]string{pause, cancel}},
		{"the next page", "running", "/jobs/blk_1?page=second", "support", []string{continues, "3;url=./blk_1?page=second"},
			[]string{pause}},
		{"steered", "running", "/jobs/blk_1?steer=yes", "support", []string{pause, cancel}, []string{continues, resume}},
		{"to a viewer", "running", "/jobs/blk_1?steer=yes", "viewer", []string{"6 of 9", "role support"},
			[]string{pause, cancel}},
		{"paused", "paused", "/jobs/blk_1", "support", []string{resume, cancel}, []string{continues, pause}},
		{"completed", "completed", "/jobs/blk_1?steer=yes", "support", []string{`data-job="completed"`},
			[]string{continues, pause, resume, cancel}},
		{"the list", "completed", "/jobs", "viewer", []string{"blk_1", "completed"}, []string{continues}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p.set(c.status, false)
			resp, body := s.Call("GET", c.path, nil, s.SignedIn(c.role))
			if resp.StatusCode != http.StatusOK || strings.Contains(body, "<script>alert") ||
				!strings.Contains(body, "&lt;script&gt;") {
				t.Errorf("status %d: %s", resp.StatusCode, body)
			}
			for _, text := range c.has {
				if !strings.Contains(body, text) {
					t.Errorf("lacks %s: %s", text, body)
				}
			}
			for _, text := range c.not {
				if strings.Contains(body, text) {
					t.Errorf("has %s: %s", text, body)
				}
			}
		})
	}
	p.set("running", false)
	resp, _ := s.Call("POST", "/jobs/blk_1?steer=yes", consoletest.Form("bulk_pause", "reason", "too fast"),
		s.SignedIn("support"))
	if resp.StatusCode != http.StatusSeeOther ||
		!strings.HasSuffix(resp.Header.Get("Location"), "jobs/blk_1?done=bulk_pause") || p.status != "paused" {
		t.Errorf("paused: status %d to %s", resp.StatusCode, resp.Header.Get("Location"))
	}
	for path, want := range map[string]int{"/jobs/blk_2": 404, "/jobs/blk_1/x": 404} {
		if resp, _ := s.Call("GET", path, nil, s.SignedIn("viewer")); resp.StatusCode != want {
			t.Errorf("%s: status %d", path, resp.StatusCode)
		}
	}
	away := consoletest.Start(t, consoletest.Planes{})
	for _, path := range []string{"/jobs", "/jobs/blk_1", filled} {
		if resp, _ := away.Call("GET", path, nil,
			away.SignedIn("support")); resp.StatusCode != http.StatusServiceUnavailable {
			t.Errorf("%s while the service is away: status %d", path, resp.StatusCode)
		}
	}
}
