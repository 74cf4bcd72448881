package outbox

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/partnerline/partnerline/services/webhooks"
)

var live = webhooks.Scope{Tenant: "a", Livemode: true}

func eventOf(sc webhooks.Scope, deliveries int) webhooks.OutboxEvent {
	o := plainEvent(sc.Tenant, 1)
	o.Event.Scope, o.Endpoints = sc, make([]webhooks.EndpointID, deliveries)
	o.Activations = make([]int, deliveries)
	return o
}

// A tenant has so many deliveries a minute in a mode, and a tenth of a second of them at once. What is relayed together
// may exceed that, and the events behind it wait until the rate is kept; those of other tenants and of its other mode
// do not. Who uses up a minute is named.
func TestEventsOverTheRateWait(t *testing.T) {
	t.Parallel()
	w, begun := newTestWork(), time.Now()
	var limited []webhooks.Scope
	note := func(sc webhooks.Scope, _ time.Time) { limited = append(limited, sc) }
	w.pacer.rates = NewRates(0, 6000, note) // 10 at once
	relay := func(at time.Duration, events ...webhooks.OutboxEvent) { w.pacer.count(events, begun.Add(at)) }
	test, other := webhooks.Scope{Tenant: "a"}, webhooks.Scope{Tenant: "b", Livemode: true}
	relay(0, eventOf(live, 4), eventOf(live, 6), eventOf(test, 100))
	if got := w.waiting(); len(got) != 0 {
		t.Errorf("within the rate, %v wait", got)
	}
	relay(0, eventOf(live, 50), eventOf(other, 10))
	if got := w.waiting(); !slices.Equal(got, []webhooks.Scope{live}) ||
		!w.pacer.isOver(eventOf(live, 1)) {
		t.Errorf("above it, %v wait", got)
	}
	w.pacer.endOver(begun.Add(500*time.Millisecond - 1))
	if !w.pacer.isOver(eventOf(live, 1)) {
		t.Error("the wait ends before the rate is kept")
	}
	w.pacer.endOver(begun.Add(500 * time.Millisecond))
	if w.pacer.isOver(eventOf(live, 1)) || len(limited) != 0 {
		t.Errorf("the wait goes on when the rate is kept, or there are notices of %v", limited)
	}
	for at := time.Second; at < 3*time.Minute && len(limited) == 0; {
		relay(at, eventOf(live, 10))
		at = max(at, w.pacer.over[live].Sub(begun))
		w.pacer.endOver(begun.Add(at))
	}
	if !slices.Equal(limited, []webhooks.Scope{live}) {
		t.Errorf("there are notices of %v", limited)
	}
	spent := spending{}
	for i := range maxSpending + 1 {
		sc := webhooks.Scope{Tenant: webhooks.TenantID(fmt.Sprint(i))}
		spent.spend(sc, 1, time.Second, begun.Add(time.Duration(i)*time.Second))
	}
	if len(spent) > 2 {
		t.Errorf("%d scopes are remembered", len(spent))
	}
}

// An event with more deliveries than its scope may have at once is sent in parts. A large event whose scope is ahead of
// its rate gives way to others.
func TestLargeEventsKeepTheRate(t *testing.T) {
	t.Parallel()
	w, now := newTestWork(), time.Now()
	w.pacer.rates = NewRates(6000, 0, func(webhooks.Scope, time.Time) {})
	a, b := webhooks.Scope{Tenant: "a"}, webhooks.Scope{Tenant: "b"}
	for _, c := range []struct {
		event webhooks.OutboxEvent
		whole int
	}{
		{eventOf(a, 10), 1}, {eventOf(a, 11), 0}, {eventOf(live, maxPart), 1}, {eventOf(live, maxPart+1), 0},
	} {
		if got := whole([]webhooks.OutboxEvent{c.event}, w.pacer.rates.atOnce, maxFanOut); got != c.whole {
			t.Errorf("%d deliveries of %v: %d events are relayed at once", len(c.event.Endpoints), c.event.Event.Scope, got)
		}
	}
	list := []large{{event: eventOf(a, 100)}, {event: eventOf(b, 100)}}
	var due time.Time
	w.pacer.count([]webhooks.OutboxEvent{eventOf(a, 60)}, now)
	if list, due = w.pacer.turn(list, now); due.After(now) || list[0].event.Event.Scope != b {
		t.Errorf("%v is next, in %s", list[0].event.Event.Scope, due.Sub(now))
	}
	w.pacer.count([]webhooks.OutboxEvent{eventOf(b, 40)}, now)
	if list, due = w.pacer.turn(list, now); due.Sub(now) != 300*time.Millisecond || list[0].event.Event.Scope != b {
		t.Errorf("%v is next, in %s", list[0].event.Event.Scope, due.Sub(now))
	}
	w.pacer.count([]webhooks.OutboxEvent{eventOf(b, 40)}, now)
	if list, due = w.pacer.turn(list, now); due.Sub(now) != 500*time.Millisecond || list[0].event.Event.Scope != a {
		t.Errorf("%v is next, in %s", list[0].event.Event.Scope, due.Sub(now))
	}
}

// As many events are read as are relayed at once: not those of many endpoints again and again.
func TestBatchFollowsWhatIsRelayed(t *testing.T) {
	t.Parallel()
	batch := batchSize
	for i, c := range []struct{ read, relayed, want int }{
		{500, 500, 500}, {500, 0, 8}, {8, 1, 8}, {8, 8, 16}, {16, 10, 20}, {20, 20, 40}, {40, 40, 80}, {80, 80, 160},
		{160, 160, 320}, {320, 320, 500}, {500, 400, 500},
	} {
		if batch = nextBatch(batch, c.read, c.relayed); batch != c.want {
			t.Errorf("%d: after %d of %d, %d are read", i, c.relayed, c.read, batch)
		}
	}
}
