package outbox

import (
	"slices"
	"testing"
	"time"

	"github.com/partnerline/partnerline/services/webhooks"
)

func TestPaceOfLargeEvents(t *testing.T) {
	for name, c := range map[string]struct {
		rate, part int
		second     time.Duration // what a second's deliveries take
	}{
		"any number": {0, maxWholeLive, 0},
		"default":    {6000, pacedPart, time.Second},
		"slow":       {10, pacedPart, time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPace(c.rate)
			if p.part != c.part {
				t.Errorf("parts of %d, want %d", p.part, c.part)
			}
			took := time.Duration(c.rate) * p.each
			if off := (took - c.second).Abs(); off > time.Millisecond {
				t.Errorf("a second's deliveries take %s", took)
			}
		})
	}
	p, now := newPace(1000), time.Now()
	for name, c := range map[string]struct{ due, want time.Time }{
		"in time":    {now, now.Add(32 * p.each)},
		"a bit late": {now.Add(-8 * p.each), now.Add(24 * p.each)},
		"very late":  {now.Add(-time.Minute), now},
	} {
		if got := p.next(c.due, now, 32); !got.Equal(c.want) {
			t.Errorf("%s: the next part is due %s later, want %s", name, got.Sub(now), c.want.Sub(now))
		}
	}
}

func TestEventsBehindALargeOneWait(t *testing.T) {
	w := newTestWork()
	w.large = []large{{event: rowsOf(1)[0]}}
	if !w.waits(rowsOf(2)[0]) {
		t.Error("an event of its scope does not wait")
	}
	for _, sc := range []webhooks.Scope{{Tenant: "ten_b"}, {Tenant: "ten_a", Livemode: true}} {
		if w.waits(webhooks.OutboxEvent{Event: webhooks.Event{Scope: sc}}) || slices.Contains(w.waiting(), sc) {
			t.Errorf("an event of %v waits", sc)
		}
	}
}

// A large event for which there is no room waits for a while, with what is behind it. All others are read on.
func TestLargeEventWithoutRoomWaits(t *testing.T) {
	t.Parallel()
	w, now := newTestWork(), time.Now()
	o := rowsOf(1)[0]
	w.pacer.rest(o, now)
	if !w.waits(rowsOf(2)[0]) || !slices.Equal(w.waiting(), []webhooks.Scope{o.Event.Scope}) || w.pacer.limited(now) > 0 {
		t.Errorf("%v wait, and %d are limited", w.waiting(), w.pacer.limited(now))
	}
	w.pacer.endOver(now.Add(poll))
	if w.waits(o) {
		t.Error("it is not tried again")
	}
}

// A large event without room goes before the next events of a scope whose large event has just ended.
func TestLargeEventsWithoutRoomComeFirst(t *testing.T) {
	t.Parallel()
	p, now := newPacer(Rates{}), time.Now()
	done, other := eventOf(live, maxWholeLive+1), eventOf(webhooks.Scope{Tenant: "b"}, maxWholeTest+1)
	if p.ended(done, now); p.isOver(done) {
		t.Error("it waits although none is without room")
	}
	p.rest(other, now)
	p.ended(done, now.Add(poll/2))
	if p.over[done.Event.Scope].Before(p.over[other.Event.Scope]) {
		t.Error("it is read before the one without room")
	}
	p.endOver(now.Add(poll))
	if p.ended(done, now.Add(2*poll)); p.isOver(done) {
		t.Error("it still waits although none has been without room")
	}
}

func TestLargeEventsOfAMode(t *testing.T) {
	t.Parallel()
	for _, sc := range []webhooks.Scope{live, {Tenant: "a"}} {
		most := map[bool]int{true: maxWholeLive, false: maxWholeTest}[sc.Livemode]
		if isLarge(eventOf(sc, most)) || !isLarge(eventOf(sc, most+1)) {
			t.Errorf("live mode %t: another bound than %d", sc.Livemode, most)
		}
	}
}
