package relay

import (
	"slices"
	"testing"
	"time"

	"github.com/partnerline/partnerline/internal/eventfilter"
	"github.com/partnerline/partnerline/services/webhooks"
)

// withOrder are events with a delivery that has an order.
func withOrder(sc webhooks.Scope, seqs ...int64) []webhooks.OutboxEvent {
	list := rowsOf(sc, seqs...)
	for i := range list {
		list[i].Ordered = []webhooks.OrderedEndpoint{{Endpoint: "o", Activation: 1, Key: "a"}}
	}
	return list
}

// Events of a scope with deliveries that have an order are stored soon, behind those of the scope that were sent
// before. Those of others are stored as ever.
func TestOrderedEventsAreStoredSoon(t *testing.T) {
	t.Parallel()
	f, begun := openFlight(), time.Now()
	f.sendAt(rowsOf(scopeA, 1), begun)
	f.sendAt(rowsOf(scopeB, 2), begun)
	f.sendAt(withOrder(scopeB, 3), begun.Add(time.Millisecond))
	f.sendAt(rowsOf(scopeB, 4), begun.Add(2*time.Millisecond))
	if !isSignalled(f.storable) {
		t.Error("it is not heard")
	}
	soon := begun.Add(storeOrdered)
	b, wait := f.due(soon)
	if got := seqs(b.events); !slices.Equal(got, []int64{2, 3, 4}) || wait != 0 {
		t.Fatalf("%v are due, or in %s", got, wait)
	}
	f.sendAt(withOrder(scopeA, 5), soon) // the batch is being stored
	f.stored(b, soon)
	b, _ = f.due(soon.Add(storeOrdered))
	if got := seqs(b.events); !slices.Equal(got, []int64{1, 5}) {
		t.Errorf("then %v are due", got)
	}
	f.stored(b, soon)
	f.sendAt(rowsOf(scopeB, 6), soon)
	if b, wait := f.due(soon.Add(storeOrdered)); len(b.events) > 0 || wait != storeAfter-storeOrdered {
		t.Errorf("without an order %v are due, or in %s", seqs(b.events), wait)
	}
}

// Neither of the two kinds waits for ever behind the other.
func TestBothKindsAreStored(t *testing.T) {
	t.Parallel()
	f, at := openFlight(), time.Now()
	f.sendAt(rowsOf(scopeA, 1), at)
	seq := int64(1)
	for range 1000 {
		seq++
		f.sendAt(withOrder(scopeB, seq), at)
		at = at.Add(storeOrdered)
		b, _ := f.due(at)
		f.stored(b, at)
		if slices.Contains(seqs(b.events), 1) {
			return
		}
	}
	t.Error("an event without an order is not stored next to those with one")
}

// The expressions for keys count against the tenant's share of the relay's time, as filters do.
func TestKeysAreEvaluatedInTheLane(t *testing.T) {
	t.Parallel()
	l := newTestLoop()
	costly := costlyEvent("a", 1)
	costly.Filters, costly.OrderBys = nil, costly.Filters
	for i := range costly.OrderBys {
		costly.OrderBys[i] = "event.data.seq > 0 && " + costly.OrderBys[i]
	}
	ready := filterAll(l, []webhooks.OutboxEvent{costly, plainEvent("b", 2)})
	if got := seqs(ready); !slices.Equal(got, []int64{2}) || !slices.Equal(l.waiting(), bothModes("a")) {
		t.Errorf("ready are %v", got)
	}
	costly.Filter(eventfilter.NewCache(), func() bool { return true })
	if len(costly.Ordered) != 500 || len(costly.Endpoints) != 0 || costly.Ordered[499].Key != "true" {
		t.Errorf("%d have an order, %d have none", len(costly.Ordered), len(costly.Endpoints))
	}
}
