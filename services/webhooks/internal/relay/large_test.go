package relay

import (
	"slices"
	"testing"
	"time"

	"github.com/partnerline/partnerline/services/webhooks"
)

func TestBatchIsBoundedByDeliveries(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		endpoints []int // of each event
		body      int   // bytes of each
		want      int
	}{
		"none":                            {nil, 0, 0},
		"all fit":                         {[]int{60, 0, 90}, 0, 3},
		"the last one not":                {[]int{60, 90, 1}, 0, 2},
		"without endpoints":               {[]int{75, 75, 0, 0}, 0, 4},
		"the first is large":              {[]int{maxWholeTest + 1, 1}, 0, 0},
		"the second is large":             {[]int{1, maxWholeTest + 1}, 0, 1},
		"as many as are sent at once":     {[]int{maxWholeTest}, 0, 1},
		"together more than at once, not": {[]int{maxWholeTest, maxWholeTest}, 0, 1},
		"large bodies, in parts":          {[]int{21, 1}, 8 << 10, 0},
		"large bodies, one by one":        {[]int{1, 1, 1}, 200 << 10, 1},
	} {
		var events []webhooks.OutboxEvent
		for _, n := range c.endpoints {
			o := webhooks.OutboxEvent{Endpoints: make([]webhooks.EndpointID, n)}
			o.Event.Body = make([]byte, c.body)
			events = append(events, o)
		}
		if got := whole(events, 150); got != c.want {
			t.Errorf("%s: %d events, want %d", name, got, c.want)
		}
	}
}

// The parts of an event are all of its endpoints, once and in order, and the last one ends its row.
func TestPartsAreTheEvent(t *testing.T) {
	t.Parallel()
	o := webhooks.OutboxEvent{Seq: 7}
	for i := range 10 {
		o.Endpoints, o.Activations = append(o.Endpoints, webhooks.EndpointID(rune('a'+i))), append(o.Activations, i)
	}
	var endpoints []webhooks.EndpointID
	for from := 0; from < 10; from += 4 {
		to := min(from+4, 10)
		p := o.Part(from, to)
		if p.Seq != 7 || p.Continues != (to < 10) || len(p.Activations) != to-from || p.Activations[0] != from {
			t.Errorf("from %d: %+v", from, p)
		}
		endpoints = append(endpoints, p.Endpoints...)
	}
	if !slices.Equal(endpoints, o.Endpoints) {
		t.Errorf("the parts have %v", endpoints)
	}
}

func TestPaceOfLargeEvents(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rate, part int
		second     time.Duration // what a second's deliveries take
	}{
		"any number": {0, maxWholeLive, 0},
		"default":    {6000, pacedPart, time.Second},
		"slow":       {10, pacedPart, time.Second},
	} {
		p := newPace(c.rate)
		if p.part != c.part {
			t.Errorf("%s: parts of %d, want %d", name, p.part, c.part)
		}
		took := time.Duration(c.rate) * p.each
		if off := (took - c.second).Abs(); off > time.Millisecond {
			t.Errorf("%s: a second's deliveries take %s", name, took)
		}
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

// Behind a large event, those of its scope stay in the outbox, and those of others return to the queue. Without room
// for it, it is tried again.
func TestEventsBehindALargeOne(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		under int // large events under way
		rests bool
	}{"with room": {0, false}, "without": {maxLarge, true}} {
		l := newTestLoop()
		l.large = make([]large, c.under)
		o := eventOf(scopeA, maxWholeTest+1)
		others := l.begin([]webhooks.OutboxEvent{o, rowsOf(scopeA, 2)[0], rowsOf(scopeB, 3)[0]})
		if got := seqs(others); !slices.Equal(got, []int64{3}) {
			t.Errorf("%s: %v return to the queue", name, got)
		}
		now := time.Now()
		if waits := slices.Contains(l.waiting(), scopeA); !waits || l.pacer.report(now) > 0 {
			t.Errorf("%s: its scope waits: %t", name, waits)
		}
		if l.pacer.end(now.Add(poll)); slices.Contains(l.waiting(), scopeA) == c.rests {
			t.Errorf("%s: a second later, %v wait", name, l.waiting())
		}
	}
}

// A large event without room goes before the next events of a scope whose large event has just ended.
func TestLargeEventsWithoutRoomComeFirst(t *testing.T) {
	t.Parallel()
	p, now := newPacer(Rates{}), time.Now()
	done, other := eventOf(live, maxWholeLive+1), eventOf(scopeB, maxWholeTest+1)
	isOver := func(o webhooks.OutboxEvent) bool { return slices.Contains(p.waiting(), o.Event.Scope) }
	if p.ended(done, now); isOver(done) {
		t.Error("it waits although none is without room")
	}
	p.rest(other, now)
	p.ended(done, now.Add(poll/2))
	if p.over[done.Event.Scope].Before(p.over[other.Event.Scope]) {
		t.Error("it is read before the one without room")
	}
	p.end(now.Add(poll))
	if p.ended(done, now.Add(2*poll)); isOver(done) {
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
