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
	// running is ordered by the beginning of the attempts: the head is the first to become slow.
	running list.List
	// ripe is the last of running that has grown old; nil: none has.
	ripe *list.Element

	inFlight       int
	young          int // in flight and not old yet
	throttle       int // how many young ones there may be before healthy lanes wait
	queued         int
	suspects       int // in flight in suspect lanes
	activeSuspects int // suspect lanes that have anything in flight
	open           int // breakers
	paused         bool
	stalled        []offer[T] // what was offered while paused
}

type offer[T any] struct {
	endpoint string
	item     T
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

// Parked is an item that is to be put elsewhere for about Wait.
type Parked[T any] struct {
	Item T
	Wait time.Duration
}

// Moves are what a call decided. The caller may reuse one; calls append to it.
type Moves[T any] struct {
	Start []*Slot[T]
	Park  []Parked[T]
}

// Ending is what an attempt told about its endpoint.
type Ending int

// The endings.
const (
	Answered Ending = iota + 1 // it ended before the deadline, well or not
	TimedOut                   // the deadline ended it
	Skipped                    // no attempt was made: nothing was learnt
)

// New returns an empty Table.
func New[T any](l Limits) *Table[T] {
	return &Table[T]{limits: l, throttle: l.InFlight, lanes: make(map[string]*lane[T]), idle: list.New()}
}

// Offer takes an item for an endpoint: it starts, waits here, or is to be parked. deferred says that the item had been
// parked before.
func (t *Table[T]) Offer(now time.Time, endpoint string, item T, deferred bool, out *Moves[T]) {
	l := t.lane(endpoint)
	if deferred && l.deferred > 0 {
		l.deferred--
	}
	switch {
	case t.paused:
		// Nothing is decided by a state that is about to change; the caller offers little while paused.
		t.stalled = append(t.stalled, offer[T]{endpoint, item})
		t.queued++
	case l.queue.len() == 0 && t.mayStart(l, now):
		t.start(l, item, out)
	case !l.suspect && t.queued < t.limits.Queue*3/2 && l.queue.len() < t.room(l):
		l.queue.push(item)
		t.queued++
		t.line(l)
	default:
		t.park(l, item, now, out)
	}
	t.settle(l)
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
	}
	if l.suspect {
		t.spill(l, now, out)
	}
	t.refill(l, now, out)
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
			t.spill(s.lane, now, out)
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
		t.settle(l)
	}
	for _, o := range stalled {
		t.queued--
		t.Offer(now, o.endpoint, o.item, false, out)
	}
}

// Drain takes out all that waits here.
func (t *Table[T]) Drain() []T {
	var items []T
	for _, l := range t.lanes {
		for l.queue.len() > 0 {
			items = append(items, l.queue.pop())
		}
		l.ready = false
	}
	for _, o := range t.stalled {
		items = append(items, o.item)
	}
	t.ready, t.stalled, t.queued = fifo[*lane[T]]{}, nil, 0
	return items
}

// Room is how many more items the caller should take on. What it has asked for before may exceed it by half.
func (t *Table[T]) Room() int { return max(t.limits.Queue-t.queued, 0) }

// Stats are for gauges.
type Stats struct{ InFlight, Queued, Suspects, SuspectLanes, OpenBreakers, Lanes int }

// Stats returns the state in numbers.
func (t *Table[T]) Stats() Stats {
	return Stats{t.inFlight, t.queued, t.suspects, t.activeSuspects, t.open, len(t.lanes)}
}
