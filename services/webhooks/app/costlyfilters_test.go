package app

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	eventsv1 "github.com/partnerline/partnerline/proto/gen/events/v1"
)

// A tenant with costly filters gets its events in their order, and others get theirs meanwhile. A stop waits for none
// of it.
func TestCostlyFiltersDelayOnlyTheirTenant(t *testing.T) {
	t.Parallel()
	s := start(t, longGrace)
	d := s.dispatcher()
	const endpoints, events = 40, 20
	for i := range endpoints {
		filter := fmt.Sprintf(`[0,1,2,3,4,5,6,7,8,9].all(a,[0,1,2,3,4,5,6,7,8,9].all(b, a + b + %d >= 0))`, i)
		s.create(s.key, map[string]any{"url": target, "events": []string{"*"}, "filter": filter})
	}
	s.create(s.other, map[string]any{"url": target, "events": []string{"*"}})
	req := &eventsv1.PublishBatchRequest{}
	for range events {
		req.Events = append(req.Events, s.event(""))
	}
	other := s.event("")
	other.Tenant = s.otherTenant
	req.Events = append(req.Events, other)
	resp, err := eventsv1.NewEventServiceClient(s.grpc).PublishBatch(internal(t.Context()), req)
	if err != nil {
		t.Fatal(err)
	}
	ids := resp.GetEventIds()
	passed := 0
	for i, p := range d.next(endpoints*events + 1) {
		if p.GetEventId() == ids[events] {
			passed = i
		}
	}
	if passed > endpoints*events/2 {
		t.Errorf("another tenant's event is behind %d deliveries", passed)
	}
	s.eventually("all events are in the log", func() bool { return len(s.logged(s.tenant, false)) == events })
	if got := s.logged(s.tenant, false); !slices.Equal(got, ids[:events]) {
		t.Errorf("the log has %v, want %v", got, ids[:events])
	}
	m := s.metrics()
	if !strings.Contains(m, "webhooks_relay_costly_tenants") || !strings.Contains(m, "webhooks_filters_exceeded_total") {
		t.Error("the metrics do not show the cost of filters")
	}
	for range 50 {
		s.publish(20)
	}
	s.stopsWithinGrace()
}
