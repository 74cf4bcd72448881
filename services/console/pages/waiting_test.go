package pages_test

import (
	"context"
	"html"
	"net/http"
	"regexp"
	"strings"
	"testing"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/console/consoletest"
	"github.com/partnerline/partnerline/testkit/wait"
)

// work is a service where something waits.
type work struct {
	consoletest.UnimplementedPartnerConnect

	until <-chan struct{} // counts take until then; nil: no time
}

func (w *work) CountWork(ctx context.Context, _ *pcv1.CountWorkRequest) (*pcv1.CountWorkResponse, error) {
	if w.until != nil {
		select {
		case <-w.until:
		case <-ctx.Done():
		}
	}
	return &pcv1.CountWorkResponse{
		Reviews: &pcv1.WorkCount{Count: 99, More: true}, Approvals: &pcv1.WorkCount{Count: 2},
		BankLines: &pcv1.WorkCount{Count: 3}, Differences: &pcv1.WorkCount{Count: 1},
	}, nil
}

// failing has an endpoint that fails.
type failing struct {
	webhooksv1.UnimplementedOperatorServiceServer
}

func (failing) ListFailingEndpoints(
	context.Context, *webhooksv1.ListFailingEndpointsRequest,
) (*webhooksv1.ListFailingEndpointsResponse, error) {
	return &webhooksv1.ListFailingEndpointsResponse{Data: []*webhooksv1.FailingEndpoint{{}}}, nil
}

func (*work) RejectApproval(context.Context, *pcv1.RejectApprovalRequest) (*pcv1.RejectApprovalResponse, error) {
	return &pcv1.RejectApprovalResponse{}, nil
}

func (*work) ListApprovals(context.Context, *pcv1.ListApprovalsRequest) (*pcv1.ListApprovalsResponse, error) {
	return &pcv1.ListApprovalsResponse{}, nil
}

var counted = regexp.MustCompile(`href="([a-z]*)"[^>]*>[^<]+ <span class="count">([0-9+]+)</span>`)

// counts are those of the navigation of a page, by where they lead.
func counts(body string) map[string]string {
	out := map[string]string{}
	for _, m := range counted.FindAllStringSubmatch(html.UnescapeString(body), -1) {
		out[m[1]] = m[2]
	}
	return out
}

// The navigation says how much waits of what the person's roles open. It is asked for once in some seconds, and again
// after the person did something.
func TestNavigationCountsWhatWaits(t *testing.T) {
	t.Parallel()
	w := &work{}
	s := consoletest.Start(t, consoletest.Planes{PartnerConnect: w, Webhooks: failing{}, Waiting: true})
	for role, want := range map[string]map[string]string{
		"reviewer": {"review": "99+", "approvals": "2"}, "finance": {"approvals": "2", "money": "4"},
		"support": {"review": "99+", "money": "4", "webhooks": "1"}, "administrator": {},
	} {
		got := map[string]string{}
		wait.Until(t, "the counts of "+role, func() bool { // the first page need not have them
			_, body := s.Call("GET", "/nothing", nil, s.SignedIn(role))
			got = counts(body)
			return len(got) == len(want)
		})
		for path, n := range want {
			if got[path] != n {
				t.Errorf("%s: %v, want %v", role, got, want)
			}
		}
	}
	before := s.Count("CountWork")
	s.Call("GET", "/approvals", nil, s.SignedIn("finance"))
	if n := s.Count("CountWork"); n != before {
		t.Errorf("counted %d times more within some seconds", n-before)
	}
	resp, _ := s.Call("POST", "/approvals", consoletest.Form("approval_reject", "approval", "apr_1", "reason", "no"),
		s.SignedIn("finance"), "Sec-Fetch-Site", "same-origin")
	if resp.StatusCode != http.StatusSeeOther {
		t.Fatalf("status %d", resp.StatusCode)
	}
	s.Call("GET", "/approvals", nil, s.SignedIn("finance"))
	wait.Until(t, "another count", func() bool { return s.Count("CountWork") == before+1 })
}

// What was counted before a person did something is not shown after it, also when the count ends later.
func TestCountsAreOfAfterAnAct(t *testing.T) {
	t.Parallel()
	first := make(chan struct{})
	w := &work{until: first}
	s := consoletest.Start(t, consoletest.Planes{PartnerConnect: w, Waiting: true})
	s.Call("GET", "/approvals", nil, s.SignedIn("finance"))
	wait.Until(t, "a count that goes on", func() bool { return s.Count("CountWork") == 1 })
	resp, _ := s.Call("POST", "/approvals", consoletest.Form("approval_reject", "approval", "apr_1", "reason", "no"),
		s.SignedIn("finance"), "Sec-Fetch-Site", "same-origin")
	if resp.StatusCode != http.StatusSeeOther {
		t.Fatalf("status %d", resp.StatusCode)
	}
	close(first)
	wait.Until(t, "the counts", func() bool {
		_, body := s.Call("GET", "/approvals", nil, s.SignedIn("finance"))
		return len(counts(body)) > 0
	})
	if n := s.Count("CountWork"); n != 2 {
		t.Errorf("counted %d times", n)
	}
}

// A service that is slow to count, or away, slows no page.
func TestCountsSlowNoPage(t *testing.T) {
	t.Parallel()
	until := make(chan struct{})
	w := &work{until: until}
	s := consoletest.Start(t, consoletest.Planes{PartnerConnect: w, Waiting: true})
	for range 3 {
		resp, body := s.Call("GET", "/approvals?lang=en", nil, s.SignedIn("finance"))
		if resp.StatusCode != http.StatusOK || len(counts(body)) > 0 || !strings.Contains(body, "Approvals") {
			t.Fatalf("status %d: %s", resp.StatusCode, body)
		}
	}
	if n := s.Count("CountWork"); n > 1 {
		t.Errorf("%d calls count at the same time", n)
	}
	close(until)
	wait.Until(t, "the counts", func() bool {
		_, body := s.Call("GET", "/approvals", nil, s.SignedIn("finance"))
		return counts(body)["approvals"] == "2"
	})
}
