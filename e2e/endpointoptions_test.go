package e2e

import (
	"net/http"
	"testing"
	"time"

	"github.com/partnerline/partnerline/e2e/stack"
	"github.com/partnerline/partnerline/testkit/receiver"
)

// An endpoint gets what its filter matches, with its headers; one whose receiver is gone is deactivated by the first
// response that says so.
func TestEndpointOptions(t *testing.T) {
	t.Parallel()
	s := start(t, t.TempDir(), cluster.Server(t).URL("postgres"), func(o *stack.Options) {
		o.RetrySchedule = []time.Duration{30 * time.Second} // longer than it takes to deactivate an endpoint
	})
	create := func(fields map[string]any) string {
		t.Helper()
		fields["events"] = []string{"*"}
		status, body := s.api("POST", "/api/v1/webhooks", fields)
		if status != http.StatusCreated {
			t.Fatalf("status %d: %v", status, body)
		}
		return body["data"].(map[string]any)["id"].(string)
	}
	matching, other, gone := receiver.New(t), receiver.New(t), receiver.New(t)
	gone.Respond(receiver.Always(http.StatusGone))
	create(map[string]any{"url": matching.URL(), "filter": `event.data.status == "completed"`,
		"headers": map[string]string{"X-Gateway-Key": "b7f1c2"}})
	none := create(map[string]any{"url": other.URL(), "filter": `event.data.status == "failed"`})
	away := create(map[string]any{"url": gone.URL(), "deactivate_on_410": true})

	event := s.publish()
	if got := matching.WaitFor(t, 1)[0]; got.Header.Get("X-Gateway-Key") != "b7f1c2" {
		t.Errorf("headers %v", got.Header)
	}
	s.eventually("the endpoint whose receiver is gone is deactivated", func() bool {
		e := s.read(away)
		return e["is_active"] == false && e["disabled_at"] != nil
	})
	if n := gone.Count(); n != 1 {
		t.Errorf("the receiver that is gone was called %d times", n)
	}
	_, body := s.api("GET", "/api/v1/webhooks/"+none+"/deliveries", nil)
	if list := body["data"].([]any); len(list) != 0 || other.Count() != 0 {
		t.Errorf("event %s does not match the filter: %v", event, list)
	}
	// Test events are not filtered: what comes after them shows that nothing else came before.
	s.send(none, 1)
	if got := other.WaitFor(t, 1)[0]; got.Header.Get("X-Webhook-Event") != "verification.test" {
		t.Errorf("%s came", got.Header.Get("X-Webhook-Event"))
	}
}
