package outbox

import (
	"slices"
	"testing"
	"time"

	"github.com/partnerline/partnerline/services/webhooks"
)

// A tenant has so many deliveries a minute in a mode. What is relayed together may exceed that, and the events behind it
// wait until the minute has passed; those of other tenants and of its other mode do not.
func TestEventsOverTheRateWait(t *testing.T) {
	t.Parallel()
	live := webhooks.Scope{Tenant: "a", Livemode: true}
	w, begun := newTestWork(), time.Now()
	var limited []webhooks.Scope
	w.rates = NewRates(0, 5, func(sc webhooks.Scope, _ time.Time) { limited = append(limited, sc) })
	event := func(sc webhooks.Scope, deliveries int) webhooks.OutboxEvent {
		o := plainEvent(sc.Tenant, 1)
		o.Event.Scope, o.Endpoints = sc, make([]webhooks.EndpointID, deliveries)
		return o
	}
	relay := func(at time.Duration, events ...webhooks.OutboxEvent) { w.count(events, begun.Add(at)) }
	relay(0, event(live, 2), event(live, 3), event(webhooks.Scope{Tenant: "a"}, 100), event(webhooks.Scope{Tenant: "b"}, 100))
	if got := w.waiting(); len(got) != 0 {
		t.Errorf("within the rate, %v wait", got)
	}
	relay(time.Second, event(live, 1), event(webhooks.Scope{Tenant: "b", Livemode: true}, 5))
	if got := w.waiting(); !slices.Equal(got, []webhooks.Scope{live}) || w.limited.Load() != 1 ||
		!slices.Equal(limited, got) || !w.isOver(event(live, 1)) {
		t.Errorf("above it, %v wait, and there are notices of %v", got, limited)
	}
	w.endOver(begun.Add(time.Minute - 1))
	if !w.isOver(event(live, 1)) {
		t.Error("the wait ends before the minute")
	}
	w.endOver(begun.Add(time.Minute))
	if w.isOver(event(live, 1)) || w.limited.Load() != 0 {
		t.Error("the wait goes on after the minute")
	}
	relay(time.Minute, event(live, 5))
	if got := w.waiting(); len(got) != 0 {
		t.Errorf("in the next minute, %v wait", got)
	}
}
