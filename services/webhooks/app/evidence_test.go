package app

import (
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	dispatchv1 "github.com/partnerline/partnerline/proto/gen/dispatch/v1"
	"github.com/partnerline/partnerline/services/webhooks"
)

func (s *service) delivery(id string) map[string]any {
	s.t.Helper()
	return s.call("GET", s.public+"/api/v1/deliveries/"+id, s.key, nil).want(s.t, 200).data()
}

func TestDeliveriesAndAttempts(t *testing.T) {
	t.Parallel()
	s := start(t)
	d := s.dispatcher()
	id := s.create(s.key, map[string]any{"url": target, "events": []string{"*"}}).data()["id"].(string)
	s.publish(5)
	list := d.next(5)
	one := list[0]
	if got := s.delivery(one.GetId()); got["status"] != "pending" || got["reason"] != nil || got["completed_at"] != nil ||
		got["run"] != 1.0 || len(got["attempts"].([]any)) != 0 {
		t.Errorf("pending: %v", got)
	}
	d.report(list[:1], 5, dispatchv1.Outcome_OUTCOME_FAILED)
	d.report(list[1:2], 1, dispatchv1.Outcome_OUTCOME_DELIVERED)
	s.eventually("the delivery failed", func() bool { return s.delivery(one.GetId())["status"] == "failed" })
	got := s.delivery(one.GetId())
	attempts := got["attempts"].([]any)
	a := attempts[0].(map[string]any)
	if got["reason"] != "http_5xx" || got["next_attempt_at"] != nil || got["event_type"] != "verification.completed" ||
		len(attempts) != 1 ||
		a["status"] != "failed" || a["error"] != "http_5xx" || a["response_status"] != 503.0 ||
		a["response_body"] != "no\x00" || a["number"] != 5.0 ||
		a["response_headers"].(map[string]any)["X\ufffd"] == nil || a["retry_after"] != nil {
		t.Errorf("failed: %v", got)
	}
	base := s.public + "/api/v1/webhooks/" + id + "/deliveries"
	if page := s.call("GET", base+"?status=failed&type=verification.completed", s.key, nil).want(t,
		200); len(page.Body["data"].([]any)) != 1 || strings.Contains(page.Raw, `"attempts"`) {
		t.Errorf("list: %s", page.Raw)
	}
	first := s.call("GET", base+"?page_size=3", s.key, nil).want(t, 200)
	token := first.Body["meta"].(map[string]any)["next_page_token"].(string)
	rest := s.call("GET", base+"?page_size=3&page_token="+token, s.key, nil).want(t, 200)
	if len(first.Body["data"].([]any)) != 3 || len(rest.Body["data"].([]any)) != 2 ||
		rest.Body["meta"].(map[string]any)["next_page_token"] != "" {
		t.Errorf("pages: %s, %s", first.Raw, rest.Raw)
	}
	s.call("GET", base+"?status=lost", s.key, nil).wantProblem(t, 400, "invalid_parameter", "status")
	s.call("GET", base, s.other, nil).wantProblem(t, 404, "endpoint_not_found")
	s.call("GET", s.public+"/api/v1/deliveries/"+one.GetId(), s.other, nil).wantProblem(t, 404, "delivery_not_found")
	s.call("GET", s.public+"/api/v1/deliveries/dlv_x", s.key, nil).wantProblem(t, 404, "delivery_not_found")

	// A resend is a new run under the same id; its failure does not count.
	resend := s.public + "/api/v1/deliveries/" + one.GetId() + "/resend"
	s.call("POST", resend, s.other, nil).wantProblem(t, 404, "delivery_not_found")
	if r := s.call("POST", resend, s.key, nil).want(t, 202).data(); r["run"] != 2.0 || r["status"] != "pending" ||
		r["id"] != one.GetId() {
		t.Errorf("resend: %v", r)
	}
	s.call("POST", resend, s.key, nil).wantProblem(t, 409, "invalid_state")
	again := d.next(1)
	if again[0].GetId() != one.GetId() || again[0].GetRun() != 2 || string(again[0].GetBody()) != string(one.GetBody()) {
		t.Errorf("second run: %v", again[0])
	}
	d.report(list[:1], 1, dispatchv1.Outcome_OUTCOME_DELIVERED) // a late result of the first run changes nothing
	d.report(again, 5, dispatchv1.Outcome_OUTCOME_FAILED)
	s.eventually("the resend failed", func() bool { return s.delivery(one.GetId())["status"] == "failed" })
	if e := s.endpoint(id); e["failure_count"] != 0.0 {
		t.Errorf("failure_count %v: the first failure was followed by a success, and a failed resend does not count",
			e["failure_count"])
	}
	s.call("PATCH", s.public+"/api/v1/webhooks/"+id, s.key, map[string]any{"is_active": false}).want(t, 200)
	s.call("POST", resend, s.key, nil).wantProblem(t, 409, "endpoint_inactive")
}

// Where a name leads inside is not the tenant's to know: an address that egress refuses is not shown, whatever the
// attempt failed with.
func TestRefusedAddressesAreNotShown(t *testing.T) {
	t.Parallel()
	s := start(t)
	d := s.dispatcher()
	s.create(s.key, map[string]any{"url": target, "events": []string{"*"}})
	s.publish(1)
	x := d.next(1)[0]
	batch := &dispatchv1.AttemptBatch{}
	at := timestamppb.Now()
	for i, c := range []struct{ failure, remote string }{
		{"blocked_address", "10.0.0.5:443"}, {"connect_refused", "[fd00::5]:443"}, {"connect_refused", "169.254.169.254:80"},
		{"connect_refused", "8.8.8.8:443"}, {"timeout", "not an address"},
	} {
		batch.Attempts = append(batch.Attempts, &dispatchv1.Attempt{
			DeliveryId: x.GetId(), EndpointId: x.GetEndpointId(), EventId: x.GetEventId(), Activation: x.GetActivation(),
			EventCreatedAt: x.GetEventCreatedAt(), Run: 1, Number: int32(i + 1),
			Outcome: dispatchv1.Outcome_OUTCOME_RETRY, StartedAt: at, EndedAt: at, Error: c.failure, RemoteAddress: c.remote,
		})
	}
	d.publish(batch)
	s.eventually("five attempts", func() bool { return s.delivery(x.GetId())["attempt_count"] == 5.0 })
	for i, want := range []any{nil, nil, nil, "8.8.8.8:443", nil} {
		a := s.delivery(x.GetId())["attempts"].([]any)[i].(map[string]any)
		if a["remote_address"] != want {
			t.Errorf("%s: remote_address %v, want %v", a["error"], a["remote_address"], want)
		}
	}
}

func TestRecoverySendsAllThatWasMissed(t *testing.T) {
	t.Parallel()
	s := start(t)
	d := s.dispatcher()
	path := s.public + "/api/v1/webhooks/"
	id := s.create(s.key, map[string]any{"url": target, "events": []string{"*"}}).data()["id"].(string)
	since := time.Now().Add(-time.Minute).UTC().Format(time.RFC3339)
	s.publish(6)
	list := d.next(6)
	s.stored()
	want := map[string]bool{}
	for _, x := range list[:3] {
		want[x.GetId()] = true
	}
	d.report(list[:3], 5, dispatchv1.Outcome_OUTCOME_FAILED)
	d.report(list[3:], 1, dispatchv1.Outcome_OUTCOME_DELIVERED)
	s.eventually("six ended", func() bool { return s.endpoint(id)["health"].(map[string]any)["pending"] == 0.0 })
	s.call("PATCH", path+id, s.key, map[string]any{"is_active": false}).want(t, 200)
	s.publish(600) // while it is away; more than one step
	s.publish(600)
	s.stored()
	s.call("POST", path+id+"/recover", s.key, map[string]any{"since": since}).wantProblem(t, 409, "endpoint_inactive")
	s.call("PATCH", path+id, s.key, map[string]any{"is_active": true}).want(t, 200)

	for name, c := range map[string]struct {
		body  any
		field string
	}{
		"nothing":       {map[string]any{}, "/since"},
		"too early":     {map[string]any{"since": "2020-01-01T00:00:00Z"}, "/since"},
		"in the future": {map[string]any{"since": "2099-01-01T00:00:00Z"}, "/since"},
		"no status":     {map[string]any{"since": since, "statuses": []string{}}, "/statuses"},
		"bad status":    {map[string]any{"since": since, "statuses": []string{"lost"}}, "/statuses/0"},
	} {
		t.Run(name, func(t *testing.T) {
			s.call("POST", path+id+"/recover", s.key, c.body).wantProblem(t, 422, "validation_failed", c.field)
		})
	}
	job := s.call("POST", path+id+"/recover", s.key, map[string]any{"since": since}).want(t, 202).data()
	url := s.public + "/api/v1/recoveries/" + job["id"].(string)
	s.call("GET", url, s.other, nil).wantProblem(t, 404, "recovery_not_found")
	s.call("DELETE", url, s.other, nil).wantProblem(t, 404, "recovery_not_found")

	// The job waits when much is pending; taking what came lets it go on.
	got := map[string]int{}
	for len(got) < 1203 {
		batch := d.next(min(100, 1203-len(got)))
		for _, x := range batch {
			got[x.GetId()]++
		}
		d.report(batch, 1, dispatchv1.Outcome_OUTCOME_DELIVERED)
	}
	for x := range want {
		if got[x] != 1 {
			t.Errorf("the failed delivery %s came %d times", x, got[x])
		}
	}
	s.eventually("the job completed",
		func() bool { return s.call("GET", url, s.key, nil).want(t, 200).data()["status"] == "completed" })
	if r := s.call("GET", url, s.key, nil).data(); r["matched"] != 1203.0 || r["requeued"] != 1203.0 ||
		r["finished_at"] == nil {
		t.Errorf("job: %v", r)
	}
	s.call("DELETE", url, s.key, nil).want(t, 204)

	// A second recovery finds nothing.
	s.eventually("all ended", func() bool { return s.endpoint(id)["health"].(map[string]any)["pending"] == 0.0 })
	again := s.call("POST", path+id+"/recover", s.key, map[string]any{"since": since}).want(t, 202).data()["id"].(string)
	s.eventually("the second job completed", func() bool {
		r := s.call("GET", s.public+"/api/v1/recoveries/"+again, s.key, nil).data()
		return r["status"] == "completed" && r["requeued"] == 0.0
	})
}

func (s *service) outboxIsEmpty() bool {
	s.t.Helper()
	return s.query(`SELECT count(*) FROM outbox`) == 0
}

func TestEventLog(t *testing.T) {
	t.Parallel()
	s := shared(t)
	types := s.call("GET", s.public+"/api/v1/event-types", s.key, nil).want(t, 200).Body["data"].([]any)
	if len(types) != len(webhooks.EventTypes) {
		t.Fatalf("%d types, want %d", len(types), len(webhooks.EventTypes))
	}
	for _, x := range types {
		m := x.(map[string]any)
		if m["description"] == "" || m["schema"].(map[string]any)["type"] != "object" ||
			m["example"].(map[string]any)["type"] != m["type"] {
			t.Errorf("%v", m)
		}
	}
	session := s.openVerification(s.key)
	s.call("POST", s.public+"/verifications/"+session+"/advance", s.key, map[string]any{"to": "completed"}).want(t, 200)
	page := s.call("GET", s.public+"/api/v1/events?type=verification.completed", s.key, nil).want(t,
		200).Body["data"].([]any)
	if len(page) != 1 {
		t.Fatalf("%v", page)
	}
	e := page[0].(map[string]any)
	if e["data"].(map[string]any)["verification_session_id"] != session || e["tenant"] != s.tenant ||
		e["api_version"] != "v1" || e["livemode"] != false {
		t.Errorf("%v", e)
	}
	id := e["id"].(string)
	if one := s.call("GET", s.public+"/api/v1/events/"+id, s.key, nil).want(t, 200).data(); one["id"] != id {
		t.Errorf("%v", one)
	}
	s.call("GET", s.public+"/api/v1/events/"+id, s.other, nil).wantProblem(t, 404, "event_not_found")
	s.call("GET", s.public+"/api/v1/events/"+id, s.keyLive, nil).wantProblem(t, 404, "event_not_found")
	if list := s.call("GET", s.public+"/api/v1/events?page_size=2", s.key, nil).want(t,
		200); list.Body["meta"].(map[string]any)["next_page_token"] == "" {
		t.Errorf("%s", list.Raw)
	}
}
