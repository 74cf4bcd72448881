package app

import (
	"testing"

	dispatchv1 "github.com/partnerline/partnerline/proto/gen/dispatch/v1"
)

// The events of a key are sent one at a time. What waits says what holds it back, to tenants over the API and in the
// portal; both skip, and so send the next one.
func TestEventsOfAKeyAreSentInOrder(t *testing.T) {
	t.Parallel()
	s := start(t)
	id := s.create(s.key, map[string]any{
		"url": target, "events": []string{"*"}, "order_by": "event.type", "order_on_failure": "stop",
	}).data()["id"].(string)
	d := s.dispatcher()
	s.publish(4)
	first := d.next(1)[0]
	list := s.call("GET", s.public+"/api/v1/webhooks/"+id+"/deliveries", s.key, nil).want(t, 200).Body["data"].([]any)
	if len(list) != 4 {
		t.Fatalf("%d deliveries", len(list))
	}
	waiting := map[string]bool{}
	for _, one := range list {
		x := one.(map[string]any)
		held := x["held_back_by"] != nil
		if x["order_key"] != "verification.completed" || held == (x["id"] == first.GetId()) ||
			held && (x["held_back_by"] != first.GetId() || x["next_attempt_at"] != nil) {
			t.Errorf("listed as %v", x)
		}
		if held {
			waiting[x["id"].(string)] = true
		}
	}
	if h := s.endpoint(id)["health"].(map[string]any); h["held_back"] != 3.0 || h["without_key_24h"] != 0.0 {
		t.Errorf("health: %v", h)
	}
	skip := s.public + "/api/v1/deliveries/" + first.GetId() + "/skip"
	s.call("POST", skip, s.other, nil).wantProblem(t, 404, "delivery_not_found")
	s.call("POST", skip, s.key, nil).wantProblem(t, 409, "invalid_state")

	d.report([]*dispatchv1.Delivery{first}, 1, dispatchv1.Outcome_OUTCOME_DELIVERED)
	second := d.next(1)[0]
	d.report([]*dispatchv1.Delivery{second}, 5, dispatchv1.Outcome_OUTCOME_FAILED)
	s.eventually("it failed", func() bool { return s.delivery(second.GetId())["status"] == "failed" })
	skip = s.public + "/api/v1/deliveries/" + second.GetId() + "/skip"
	if got := s.call("POST", skip, s.key, nil).want(t, 200).data(); got["status"] != "failed" {
		t.Errorf("skipped as %v", got)
	}
	third := d.next(1)[0]
	if !waiting[second.GetId()] || !waiting[third.GetId()] || third.GetId() == second.GetId() {
		t.Errorf("sent %s, then %s, of %v", second.GetId(), third.GetId(), waiting)
	}

	delete(waiting, second.GetId())
	delete(waiting, third.GetId())
	v := s.inPortal(s.key, "manager")
	for last := range waiting {
		page := "/portal/deliveries/" + last
		v.get(page).is(t, 200, "data-held-back-by", third.GetId(), `name="do" value="skip"`)
		v.send(page, "do", "skip").is(t, 303)
		v.get(page).is(t, 200, "It was skipped")
		if got := s.delivery(last); got["status"] != "cancelled" || got["reason"] != "skipped" || got["held_back_by"] != nil {
			t.Errorf("skipped as %v", got)
		}
	}
}
