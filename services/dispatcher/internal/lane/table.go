package lane

import (
	"container/list"
	"time"
)

// Table holds all lanes. The zero Table is of no use; see New. The caller serialises its calls.
type Table[T any] struct {
	limits Limits
	lanes  map[string]*lane[T]
	idle   *list.List // lanes of which nothing is here, the longest idle first
	ready  fifo[*lane[T]]
	// recheck holds lanes with parked items that could not fetch: Tick looks at them again.
	recheck fifo[*lane[T]]
	// running is ordered by the beginning of the attempts: the head is the first to become slow.
	running list.List
	// ripe is the last of running that has grown old; nil: none has.
	ripe *list.Element

	inFlight       int
	young          int // in flight and not old yet
	throttle       int // how many young ones there may be before healthy lanes wait
	queued         int
	fetched        int // of these, what had been parked
	asked          int // what fetches under way may still bring
	askedSuspects  int // of these, for suspect lanes
	suspects       int // in flight in suspect lanes
	activeSuspects int // suspect lanes that have anything in flight
	open           int // breakers
	paused         bool
	stalled        []offer[T] // what was offered while paused
}

type offer[T any] struct {
	endpoint string
	waiting[T]
}

// Slot is one attempt's place. Who got it must call End.
type Slot[T any] struct {
	Item  T
	lane  *lane[T]
	began time.Time
	place *list.Element
	probe bool
	young bool
}

// Fetch asks for up to N of the parked items of an endpoint. Who got it must offer what comes and then call Fetched.
type Fetch struct {
	Endpoint string
	N        int
}

// Moves are what a call decided. The caller may reuse one; calls append to it.
type Moves[T any] struct {
	Start []*Slot[T]
	Park  []T // to be stored outside; once an item is, Parked must be called
	Fetch []Fetch
}

// Ending is what an attempt told about its endpoint.
type Ending int

// The endings.
const (
	Answered Ending = iota + 1 // it ended before the deadline, well or not
	TimedOut                   // the deadline ended it
	Skipped                    // no attempt was made: nothing was learnt
	Closed                     // no attempt was made, nor will be: the endpoint takes nothing
)

// New returns an empty Table.
func New[T any](l Limits) *Table[T] {
	return &Table[T]{limits: l, throttle: l.InFlight, lanes: make(map[string]*lane[T]), idle: list.New()}
}

// Offer takes an item for an endpoint: it starts, waits here, or is to be parked. fetched says that a Fetch brought it. What
// others come with goes behind what is parked.
func (t *Table[T]) Offer(now time.Time, endpoint string, item T, fetched bool, out *Moves[T]) {
	l := t.lane(endpoint)
	if fetched {
		t.brought(l, 1)
	}
	if t.paused {
		// Nothing is decided by a state that is about to change; the caller offers little while paused.
		t.stalled = append(t.stalled, offer[T]{endpoint, waiting[T]{item, fetched}})
		t.queued++
		if fetched {
			t.fetched++
		}
	} else {
		t.place(now, l, waiting[T]{item, fetched}, out)
	}
	t.settle(l)
}

func (t *Table[T]) place(now time.Time, l *lane[T], w waiting[T], out *Moves[T]) {
	switch {
	case !w.fetched && l.outside.any():
		t.park(l, w.item, out)
	case l.queue.len() == 0 && t.mayStart(l, now):
		t.start(l, w.item, out)
	case l.suspect:
		t.park(l, w.item, out)
	case w.fetched || t.queued < t.limits.Queue*3/2 && l.queue.len() < t.room(l): // what was fetched has its room reserved
		t.push(l, w)
	default:
		t.park(l, w.item, out)
	}
}

// Began says that the attempt of a slot starts now: from here on its time counts. Waiting for a look-up before does not.
func (t *Table[T]) Began(now time.Time, s *Slot[T]) {
	s.began = now
	s.place = t.running.PushBack(s)
}

// End frees a slot. took is how long the attempt held it.
func (t *Table[T]) End(now time.Time, s *Slot[T], ending Ending, took time.Duration, out *Moves[T]) {
	l := s.lane
	if s.place != nil {
		if t.ripe == s.place {
			t.ripe = s.place.Prev()
		}
		t.running.Remove(s.place)
		s.place = nil
	}
	t.grown(s)
	t.release(l)
	switch ending {
	case Answered:
		l.timeouts, l.pause = 0, 0
		t.setOpen(l, false)
		l.limit = min(l.limit+1, t.limits.Lane)
		l.observe(took, t.limits.Slow)
		t.setSuspect(l, l.latency > t.limits.Slow)
	case TimedOut:
		l.timeouts++
		l.limit = max(l.limit/2, 1)
		l.observe(took, t.limits.Slow)
		t.setSuspect(l, true)
		t.trip(l, s.probe, now)
	case Skipped:
		if s.probe {
			l.probeAt = now // the next one probes instead
		}
	case Closed: // what is left for it costs no time
		l.timeouts, l.pause, l.latency, l.limit = 0, 0, 0, t.limits.Lane
		t.setOpen(l, false)
		t.setSuspect(l, false)
	}
	if l.suspect {
		t.spill(l, out)
	}
	t.refill(l, now, out)
	t.fetch(l, now, out)
	t.settle(l)
}

// Tick shows the table the time. Lanes become suspect whose attempts take long although they have not ended: a hanging
// endpoint leaves the common pool after Limits.Slow, not after its deadline. And attempts grow old: they wait for
// their receivers, not for us, and no longer count against the throttle.
func (t *Table[T]) Tick(now time.Time, out *Moves[T]) {
	for e := t.running.Front(); e != nil; e = e.Next() {
		s := e.Value.(*Slot[T])
		if now.Sub(s.began) <= t.limits.Slow {
			break
		}
		if !s.lane.suspect {
			t.setSuspect(s.lane, true)
			t.spill(s.lane, out)
			t.fetch(s.lane, now, out)
		}
	}
	next := t.running.Front()
	if t.ripe != nil {
		next = t.ripe.Next()
	}
	for ; next != nil && now.Sub(next.Value.(*Slot[T]).began) > t.limits.Old; next = next.Next() {
		t.grown(next.Value.(*Slot[T]))
		t.ripe = next
	}
	t.turns(now, out)
	t.look(now, out)
}

// Throttle sets how many young attempts there may be before healthy lanes wait. More of them than the processors can
// serve do not end sooner, they only cost more.
func (t *Table[T]) Throttle(n int) { t.throttle = n }

// Pause stops starting; what runs goes on. Resume decides anew about what was offered meanwhile.
func (t *Table[T]) Pause() { t.paused = true }

// Resume ends a Pause.
func (t *Table[T]) Resume(now time.Time, out *Moves[T]) {
	if !t.paused {
		return
	}
	t.paused = false
	stalled := t.stalled
	t.stalled = nil
	// What was queued before comes first.
	for range t.ready.len() {
		l := t.ready.pop()
		l.ready = false
		t.refillLane(l, now, out)
		t.fetch(l, now, out)
		t.settle(l)
	}
	for _, o := range stalled {
		t.queued--
		if o.fetched {
			t.fetched--
		}
		l := t.lane(o.endpoint)
		t.place(now, l, o.waiting, out)
		t.settle(l)
	}
}

// Drain takes out all that waits here.
func (t *Table[T]) Drain() []T {
	var items []T
	for _, l := range t.lanes {
		for l.queue.len() > 0 {
			items = append(items, t.pop(l))
		}
		l.ready = false
	}
	for _, o := range t.stalled {
		items = append(items, o.item)
	}
	t.ready, t.stalled, t.queued, t.fetched = fifo[*lane[T]]{}, nil, 0, 0
	return items
}

// Room is how many more items the caller should take on. What it has asked for before may exceed it by half.
func (t *Table[T]) Room() int { return max(t.limits.Queue-t.queued-t.asked, 0) }

// Stats are for gauges.
type Stats struct{ InFlight, Queued, Suspects, SuspectLanes, OpenBreakers, Lanes int }

// Stats returns the state in numbers.
func (t *Table[T]) Stats() Stats {
	return Stats{t.inFlight, t.queued, t.suspects, t.activeSuspects, t.open, len(t.lanes)}
}
