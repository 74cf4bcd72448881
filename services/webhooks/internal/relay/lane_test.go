package relay

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/partnerline/partnerline/internal/eventfilter"
	"github.com/partnerline/partnerline/services/webhooks"
)

// costlyEvent has as many filters, none of which is compiled yet, as take longer than an event may in the relay. The
// last one matches.
func costlyEvent(tenant webhooks.TenantID, seq int) webhooks.OutboxEvent {
	o := plainEvent(tenant, seq)
	o.Endpoints, o.Activations = nil, nil
	for i := range 500 {
		o.Endpoints, o.Activations = append(o.Endpoints, webhooks.EndpointID(fmt.Sprint(i))), append(o.Activations, i)
		o.Filters = append(o.Filters, fmt.Sprintf("event.data.seq == %d && event.data.n == %d", seq, i))
	}
	return o
}

func plainEvent(tenant webhooks.TenantID, seq int) webhooks.OutboxEvent {
	return webhooks.OutboxEvent{
		Seq: int64(seq), Endpoints: []webhooks.EndpointID{"a"}, Activations: []int{1},
		Event: webhooks.Event{
			Type: webhooks.VerificationCompleted, Scope: webhooks.Scope{Tenant: tenant},
			Body: fmt.Appendf(nil, `{"data":{"seq":%d,"n":499}}`, seq),
		},
	}
}

func newTestLoop() *loop {
	return newLoop(world{}, openFlight(), &leases{shards: 1}, Config{}, &gauges{}, eventfilter.NewCache())
}

// filterAll filters events all of which are relayed.
func filterAll(l *loop, events []webhooks.OutboxEvent) []webhooks.OutboxEvent {
	ready, begun := l.filter(events)
	l.enter(begun, nil)
	return ready
}

func bothModes(t webhooks.TenantID) []webhooks.Scope {
	return []webhooks.Scope{{Tenant: t}, {Tenant: t, Livemode: true}}
}

// Events of a tenant whose filters take more than its share go to the lane, in their order; those of others are ready.
func TestCostlyFiltersGoToTheLane(t *testing.T) {
	t.Parallel()
	l := newTestLoop()
	first := []webhooks.OutboxEvent{costlyEvent("a", 1), plainEvent("b", 2), costlyEvent("a", 3), plainEvent("b", 4)}
	ready := filterAll(l, first)
	if got := seqs(ready); !slices.Equal(got, []int64{2, 4}) {
		t.Errorf("ready are %v", got)
	}
	ready = filterAll(l, []webhooks.OutboxEvent{plainEvent("a", 5), plainEvent("b", 6)})
	if got := seqs(ready); !slices.Equal(got, []int64{6}) {
		t.Errorf("behind them, ready are %v", got)
	}
	if got := l.waiting(); !slices.Equal(got, bothModes("a")) || l.gauges.costly.Load() != 1 {
		t.Errorf("waiting are %v", got)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		l.lane.run(ctx)
	}()
	for _, want := range []int64{1, 3} {
		f := <-l.lane.filtered
		only := slices.Equal(f.event.Endpoints, []webhooks.EndpointID{"499"})
		if f.event.Seq != want || f.last != (want == 3) || !only {
			t.Errorf("the lane returns event %d, last %t, for %v", f.event.Seq, f.last, f.event.Endpoints)
		}
	}
	l.dropCostly(func(c *costlyTenant) bool { return l.leases.ofShards(c.tenant, []int{0}) })
	if got := l.waiting(); !slices.Equal(got, bothModes("a")) || !l.unread {
		t.Errorf("before the next read, waiting are %v", got)
	}
	if l.ending = nil; len(l.waiting()) != 0 || l.gauges.costly.Load() != 0 {
		t.Errorf("in the end, waiting are %v", l.waiting())
	}
	cancel()
	<-ended
}

// While an event of a tenant that is ready is not relayed, no later one is in the lane, which would overtake it.
func TestLaneWaitsForWhatIsReady(t *testing.T) {
	t.Parallel()
	l := newTestLoop()
	events := []webhooks.OutboxEvent{plainEvent("a", 1), plainEvent("b", 2), costlyEvent("a", 3), costlyEvent("b", 4)}
	ready, begun := l.filter(events)
	if got := seqs(ready); !slices.Equal(got, []int64{1, 2}) {
		t.Fatalf("ready are %v", got)
	}
	l.enter(begun, ready[:1])
	got := l.waiting()
	if want := slices.Concat(bothModes("a"), bothModes("b")); !slices.Equal(got, want) || l.gauges.costly.Load() != 1 {
		t.Errorf("waiting are %v", got)
	}
	if c := <-l.lane.tenants; c.tenant != "b" || len(l.lane.tenants) != 0 {
		t.Errorf("%s is in the lane, and %d others", c.tenant, len(l.lane.tenants))
	}
}

// What filters take in the relay is of their tenant's share, also when it is little.
func TestFiltersUseTheShare(t *testing.T) {
	t.Parallel()
	l := newTestLoop()
	o := plainEvent("a", 1)
	o.Filters = []string{"event.data.n == 499"}
	for range 1000 {
		filterAll(l, []webhooks.OutboxEvent{o})
	}
	if l.shares["a"].used == 0 {
		t.Error("nothing of the share is used")
	}
}

// However many tenants are costly, others go on, and those that find no room are known to wait.
func TestLaneIsBounded(t *testing.T) {
	t.Parallel()
	l := newTestLoop()
	var events []webhooks.OutboxEvent
	for i := range maxCostly + 2 {
		tenant := webhooks.TenantID(fmt.Sprint(i))
		l.shares.use(tenant, time.Hour, time.Now())
		for range maxQueued + 1 {
			o := plainEvent(tenant, i)
			o.Filters = []string{"true"}
			events = append(events, o)
		}
	}
	if ready := filterAll(l, append(events, plainEvent("b", 0))); len(ready) != 1 {
		t.Errorf("%d events are ready", len(ready))
	}
	if len(l.lane.tenants) != maxCostly || len(l.waiting()) != 2*(maxCostly+2) {
		t.Errorf("%d tenants are in the lane, %d modes wait", len(l.lane.tenants), len(l.waiting()))
	}
	if c := <-l.lane.tenants; len(c.events) != maxQueued {
		t.Errorf("%d events of a tenant are in the lane", len(c.events))
	}
}

func TestSharesComeBack(t *testing.T) {
	t.Parallel()
	s, now := shares{}, time.Now()
	s.use("a", shareBurst, now)
	for name, c := range map[string]struct {
		tenant webhooks.TenantID
		after  time.Duration
		left   bool
	}{
		"used up":        {"a", 0, false},
		"another's":      {"b", 0, true},
		"a moment later": {"a", shareOf * time.Millisecond, true},
	} {
		if got := s.left(c.tenant, now.Add(c.after)); got != c.left {
			t.Errorf("%s: %t", name, got)
		}
	}
	for i := range 2 * maxShares {
		s.use(webhooks.TenantID(fmt.Sprint(i)), time.Microsecond, now.Add(time.Duration(i)*time.Millisecond))
	}
	if len(s) > maxShares+1 {
		t.Errorf("%d tenants are remembered", len(s))
	}
}
