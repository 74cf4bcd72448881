package usecase

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/partnerline/partnerline/internal/eventtype"
	"github.com/partnerline/partnerline/services/webhooks"
)

// fail has n deliveries in a row to an endpoint fail, n of the list.
func (s *service) fail(list []webhooks.Delivery, at time.Time) {
	s.t.Helper()
	var attempts []webhooks.Attempt
	for _, d := range list {
		attempts = append(attempts, attemptOf(d, 5, webhooks.OutcomeFailed, at))
	}
	for range 2 { // a batch that comes a second time changes nothing
		if _, err := s.deliveries.RecordAttempts(s.t.Context(), attempts, at); err != nil {
			s.t.Fatal(err)
		}
	}
}

// next are the events that wait for their fan-out, by type, with the endpoints that get them; they are fanned out.
func (s *service) next() map[webhooks.EventType][]webhooks.EndpointID {
	s.t.Helper()
	events, _ := s.waiting(100)
	out := map[webhooks.EventType][]webhooks.EndpointID{}
	for _, e := range events {
		if _, twice := out[e.Event.Type]; twice {
			s.t.Errorf("two events %s", e.Event.Type)
		}
		out[e.Event.Type] = e.Endpoints
		s.checkData(e.Event)
	}
	if err := s.keep(events...); err != nil {
		s.t.Fatal(err)
	}
	return out
}

func (s *service) checkData(e webhooks.Event) {
	s.t.Helper()
	types, err := eventtype.Webhooks()
	if err != nil {
		s.t.Fatal(err)
	}
	var envelope struct {
		Data map[string]any `json:"data"`
	}
	if err := json.Unmarshal(e.Body, &envelope); err != nil {
		s.t.Fatal(err)
	}
	if err := types.Check(string(e.Type), envelope.Data); err != nil {
		s.t.Errorf("%s: %v", e.Body, err)
	}
}

// What happens to an endpoint is an event for the tenant's other endpoints that list the type: once, and for no others.
func TestEndpointEvents(t *testing.T) {
	s := newService(t)
	all := []string{"endpoint.failing", "endpoint.deactivated", "endpoint.reactivated"}
	watched := s.newEndpointWith(webhooks.EndpointChanges{}) // "*" does not include them
	list := s.fanOut(webhooks.DeactivateAfter)
	s.newEndpoint()
	watching := s.newEndpoint()
	update := func(e webhooks.Endpoint, c webhooks.EndpointChanges) {
		t.Helper()
		if _, err := s.endpoints.UpdateEndpoint(t.Context(), scope, e.ID, c, nil); err != nil {
			t.Fatal(err)
		}
	}
	update(watching, webhooks.EndpointChanges{Events: &all})
	// its own events are not for it
	update(watched, webhooks.EndpointChanges{Events: new(append([]string{"verification.completed"}, all...))})

	check := func(want ...webhooks.EventType) {
		t.Helper()
		got := s.next()
		if types := slices.Sorted(maps.Keys(got)); !slices.Equal(types, want) {
			t.Fatalf("events %v, want %v", types, want)
		}
		for e, endpoints := range got {
			if !slices.Equal(endpoints, []webhooks.EndpointID{watching.ID}) {
				t.Errorf("%s is for %v", e, endpoints)
			}
		}
	}
	now := time.Now()
	s.fail(list[:webhooks.FailingAfter-1], now)
	check()
	s.fail(list[webhooks.FailingAfter-1:webhooks.FailingAfter], now)
	check(webhooks.EndpointFailing)
	s.fail(list[webhooks.FailingAfter:], now)
	check(webhooks.EndpointDeactivated)
	update(watched, webhooks.EndpointChanges{IsActive: new(true)})
	check(webhooks.EndpointReactivated)
	update(watched, webhooks.EndpointChanges{Description: new(new("x"))})
	check()

	// Where no other endpoint lists them, none is stored.
	update(watching, webhooks.EndpointChanges{IsActive: new(false)})
	before := s.count(`SELECT count(*) FROM events`)
	update(watched, webhooks.EndpointChanges{IsActive: new(false)})
	update(watched, webhooks.EndpointChanges{IsActive: new(true)})
	if n := s.count(`SELECT count(*) FROM events`); n != before {
		t.Errorf("%d events were stored", n-before)
	}
}
