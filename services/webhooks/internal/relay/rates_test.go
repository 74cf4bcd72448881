package relay

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

// A tenant has so many deliveries a minute in a mode, and a tenth of a second of them at once. An event may exceed
// that, and the events behind it wait until the rate is kept; those of other tenants and of its other mode do not.
func TestEventsOverTheRateWait(t *testing.T) {
	t.Parallel()
	p, begun := newPacer(Rates{}), time.Now()
	var limited []webhooks.Scope
	note := func(sc webhooks.Scope, _ time.Time) { limited = append(limited, sc) }
	p.rates = Rates{Live: 6000, Limited: note} // 10 at once
	relay := func(at time.Duration, events ...webhooks.OutboxEvent) { p.count(events, begun.Add(at)) }
	test, other := webhooks.Scope{Tenant: "a"}, webhooks.Scope{Tenant: "b", Livemode: true}
	relay(0, eventOf(live, 4), eventOf(live, 6), eventOf(test, 100))
	if got := p.waiting(); len(got) != 0 {
		t.Errorf("within the rate, %v wait", got)
	}
	relay(0, eventOf(live, 50), eventOf(other, 10))
	if got := p.waiting(); !slices.Equal(got, []webhooks.Scope{live}) ||
		p.ends(begun) {
		t.Errorf("above it, %v wait", got)
	}
	p.end(begun.Add(500*time.Millisecond - 1))
	if len(p.waiting()) != 1 {
		t.Error("the wait ends before the rate is kept")
	}
	p.end(begun.Add(500 * time.Millisecond))
	if len(p.waiting()) != 0 || len(limited) != 0 {
		t.Errorf("the wait goes on when the rate is kept, or there are notices of %v", limited)
	}
	kept := spending{}
	for i := range maxSpending + 1 {
		sc := webhooks.Scope{Tenant: webhooks.TenantID(fmt.Sprint(i))}
		kept.spend(eventOf(sc, 1), time.Second, begun.Add(time.Duration(i)*time.Second))
	}
	if len(kept) > 2 {
		t.Errorf("%d scopes are remembered", len(kept))
	}
}

// Of what could be relayed together, a scope gets no more than its rate allows, but for the event that exceeds it.
// Events of others behind one that waits are relayed with the next read.
func TestOnlyWhatKeepsTheRateIsRelayedTogether(t *testing.T) {
	t.Parallel()
	test, other := webhooks.Scope{Tenant: "a"}, webhooks.Scope{Tenant: "b", Livemode: true}
	for name, c := range map[string]struct {
		before int // deliveries of live mode
		events []webhooks.OutboxEvent
		want   int
	}{
		"none":            {0, nil, 0},
		"within it":       {0, []webhooks.OutboxEvent{eventOf(live, 4), eventOf(other, 9), eventOf(live, 6)}, 3},
		"the last one":    {0, []webhooks.OutboxEvent{eventOf(live, 50)}, 1},
		"behind it":       {0, []webhooks.OutboxEvent{eventOf(live, 50), eventOf(other, 1), eventOf(live, 1)}, 2},
		"without":         {0, []webhooks.OutboxEvent{eventOf(live, 50), eventOf(live, 0), eventOf(other, 1)}, 3},
		"ahead before":    {9, []webhooks.OutboxEvent{eventOf(live, 2), eventOf(live, 1)}, 1},
		"without a limit": {0, []webhooks.OutboxEvent{eventOf(test, 50), eventOf(test, 50)}, 2},
	} {
		p, now := newPacer(Rates{Live: 6000}), time.Now() // 10 at once
		p.count([]webhooks.OutboxEvent{eventOf(live, c.before)}, now)
		if got := p.keeping(c.events, now); got != c.want {
			t.Errorf("%s: %d events, want %d", name, got, c.want)
		}
	}
}

// A scope that keeps its rate is not reported, although that is nearly all it may have, and neither is one with a large
// event once in a while. One whose events wait all the time is.
func TestScopesWhoseEventsWaitAreReported(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		deliveries int
		every      time.Duration
		late       time.Duration // of the relay, after a wait
		reported   bool
	}{
		"91 % of the rate":    {91, time.Second, 0, false},
		"a large event":       {3000, time.Minute, 0, false},
		"all of the rate":     {100, time.Second, 0, false},
		"more than the rate":  {110, time.Second, 0, true},
		"large, one by one":   {3000, time.Second, 0, true},
		"small, all the time": {1, time.Millisecond, 0, true},
		"a slow relay":        {1000, time.Second, time.Second, true},
	} {
		reported, ahead, most, begun := false, false, int64(0), time.Now()
		p := newPacer(Rates{
			6000, 0, func(webhooks.Scope, time.Time) { reported = true },
			func(_ webhooks.Scope, rate int, _ time.Time) { ahead = rate == 6000 },
		})
		sc := webhooks.Scope{Tenant: "a"}
		for created, at := begun, begun; at.Sub(begun) < 3*time.Minute; created = created.Add(c.every) {
			if at = created; p.over[sc].After(at) {
				at = p.over[sc].Add(c.late)
			}
			o := eventOf(sc, c.deliveries)
			o.Event.CreatedAt = created
			p.count([]webhooks.OutboxEvent{o}, at)
			most = max(most, p.report(at))
		}
		if reported != c.reported || ahead != c.reported || (most > 0) != c.reported {
			t.Errorf("%s: reported is %t, ahead is %t, and %d are counted", name, reported, ahead, most)
		}
	}
}

// A scope is ahead of its rate while one event takes it for minutes, whether others are sent meanwhile or not.
func TestScopesAreAheadBehindAnEvent(t *testing.T) {
	t.Parallel()
	ahead, begun := 0, time.Now()
	limited := func(webhooks.Scope, time.Time) { t.Error("no event waited") }
	p := newPacer(Rates{60, 0, limited, func(webhooks.Scope, int, time.Time) { ahead++ }})
	p.count([]webhooks.OutboxEvent{eventOf(webhooks.Scope{Tenant: "a"}, 300)}, begun)
	for second := range 400 {
		now := begun.Add(time.Duration(second) * time.Second)
		for range 3 {
			p.report(now)
		}
		p.end(now)
	}
	if want := 300 - 1 - int(limitedAfter/time.Second); ahead != want {
		t.Errorf("it is reported %d times, want %d", ahead, want)
	}
}
