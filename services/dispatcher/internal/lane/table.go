package lane

import (
	"container/list"
	"time"
)

// Table holds all lanes. Use New. The caller serialises its calls.
type Table[T any] struct {
	pools[T]

	lanes map[string]*lane[T]
	idle  *list.List // lanes with nothing in flight, queued or being fetched; the longest idle first
	ready fifo[*lane[T]]
	// recheck holds lanes with parked items that could not fetch; Tick checks them again.
	recheck fifo[*lane[T]]
	// running is ordered by the start of the attempts: the head is the first to become slow.
	running list.List
	// lastLongRunning is the last of running that exceeds Limits.LongRunning; nil: none does.
	lastLongRunning *list.Element

	heldBack []offer[T] // what was offered while paused
}

type offer[T any] struct {
	endpoint string
	waiting[T]
}

// Slot is the right to make one attempt. Its holder must call End.
type Slot[T any] struct {
	Item         T
	lane         *lane[T]
	began        time.Time
	element      *list.Element
	probe        bool
	shortRunning bool
}

// Every is how long the starts of attempts to its endpoint are apart; 0 without a bound.
func (s *Slot[T]) Every() time.Duration { return s.lane.every }

// Fetch requests up to N of the parked items of an endpoint. The caller must offer what it gets and then call Fetched.
type Fetch struct {
	Endpoint string
	N        int
}

// Decisions are what the caller has to do. It may reuse one; calls append to it.
type Decisions[T any] struct {
	Start []*Slot[T]
	Park  []T // to be stored in the stream; then, or if there is no room for an item, Parked must be called
	Fetch []Fetch
}

// Ending is what the end of an attempt says about its endpoint.
type Ending int

// The endings.
const (
	Answered Ending = iota + 1 // before the deadline, successful or not
	TimedOut                   // the deadline ended it
	Skipped                    // no attempt was made
	Closed                     // no attempt was made, and none will be: the endpoint is not active
)

// New returns an empty Table.
func New[T any](l Limits) *Table[T] {
	return &Table[T]{pools: pools[T]{limits: l, throttle: l.InFlight}, lanes: make(map[string]*lane[T]), idle: list.New()}
}

// Offer passes an item for an endpoint: it starts, is queued or is to be parked. fetched means that it is the result of
// a Fetch; any other is parked behind what is parked already.
func (t *Table[T]) Offer(now time.Time, endpoint string, item T, fetched bool, out *Decisions[T]) {
	l := t.lane(endpoint)
	if fetched {
		t.releaseRequested(l, 1)
	}
	if t.paused {
		// Resume decides by the state of that time. The caller offers little while paused.
		t.heldBack = append(t.heldBack, offer[T]{endpoint, waiting[T]{item, fetched}})
		t.queued++
		if fetched {
			t.fetched++
		}
	} else {
		t.admit(now, l, waiting[T]{item, fetched}, out)
	}
	t.updateIdle(l)
}

func (t *Table[T]) admit(now time.Time, l *lane[T], w waiting[T], out *Decisions[T]) {
	switch {
	case !w.fetched && l.backlog.any():
		park(l, w.item, out)
	case l.queue.len() == 0 && t.mayStart(l, now):
		t.start(l, w.item, now, out)
	case l.holdsNothing():
		park(l, w.item, out)
	case w.fetched || t.queued < t.limits.Queue*3/2 && l.queue.len() < t.room(l): // room was reserved for what was fetched
		t.push(l, w)
	default:
		park(l, w.item, out)
	}
}

// Began reports that the request of a slot starts now: its time counts from here, without the lookup of the endpoint.
func (t *Table[T]) Began(now time.Time, s *Slot[T]) {
	s.began = now
	s.element = t.running.PushBack(s)
}

// Rate sets how long the starts of attempts to the endpoint of a slot are apart; 0 is no bound. What is queued is
// parked.
func (t *Table[T]) Rate(now time.Time, s *Slot[T], every time.Duration, out *Decisions[T]) {
	l := s.lane
	if l.every == every {
		return
	}
	l.every, l.startAt = every, now.Add(every)
	if every > 0 {
		t.parkQueue(l, out)
	}
	t.fetch(l, now, out)
	t.updateIdle(l)
}

// End frees a slot. took is how long the attempt held it.
func (t *Table[T]) End(now time.Time, s *Slot[T], ending Ending, took time.Duration, out *Decisions[T]) {
	l := s.lane
	if s.element != nil {
		if t.lastLongRunning == s.element {
			t.lastLongRunning = s.element.Prev()
		}
		t.running.Remove(s.element)
		s.element = nil
	}
	t.markLongRunning(s)
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
			l.probeAt = now // the next attempt is the probe instead
		}
	case Closed: // what is left for it takes no time
		l.timeouts, l.pause, l.latency, l.limit = 0, 0, 0, t.limits.Lane
		t.setOpen(l, false)
		t.setSuspect(l, false)
	}
	if l.suspect {
		t.parkQueue(l, out)
	}
	t.refill(l, now, out)
	t.fetch(l, now, out)
	t.updateIdle(l)
}

// Tick advances the clock. A lane becomes suspect when an attempt has run for Limits.Slow, before it ends: a hanging
// endpoint leaves the common pool then, not after the deadline. Attempts become long-running: they wait for their
// receivers, not for a processor, and no longer count against the throttle.
func (t *Table[T]) Tick(now time.Time, out *Decisions[T]) {
	for e := t.running.Front(); e != nil; e = e.Next() {
		s := e.Value.(*Slot[T])
		if now.Sub(s.began) <= t.limits.Slow {
			break
		}
		if !s.lane.suspect {
			t.setSuspect(s.lane, true)
			t.parkQueue(s.lane, out)
			t.fetch(s.lane, now, out)
		}
	}
	next := t.running.Front()
	if t.lastLongRunning != nil {
		next = t.lastLongRunning.Next()
	}
	for ; next != nil && now.Sub(next.Value.(*Slot[T]).began) > t.limits.LongRunning; next = next.Next() {
		t.markLongRunning(next.Value.(*Slot[T]))
		t.lastLongRunning = next
	}
	t.startReady(now, out)
	t.recheckLanes(now, out)
}

// Pause stops starting attempts; what runs continues. Resume decides about what was offered meanwhile.
func (t *Table[T]) Pause() { t.paused = true }

// Resume ends a Pause.
func (t *Table[T]) Resume(now time.Time, out *Decisions[T]) {
	if !t.paused {
		return
	}
	t.paused = false
	heldBack := t.heldBack
	t.heldBack = nil
	// What was queued before is started first.
	for range t.ready.len() {
		l := t.ready.pop()
		l.ready = false
		t.refillLane(l, now, out)
		t.fetch(l, now, out)
		t.updateIdle(l)
	}
	for _, o := range heldBack {
		t.queued--
		if o.fetched {
			t.fetched--
		}
		l := t.lane(o.endpoint)
		t.admit(now, l, o.waiting, out)
		t.updateIdle(l)
	}
}

// Drain removes all that is queued.
func (t *Table[T]) Drain() []T {
	var items []T
	for _, l := range t.lanes {
		for l.queue.len() > 0 {
			items = append(items, t.pop(l))
		}
		l.ready = false
	}
	for _, o := range t.heldBack {
		items = append(items, o.item)
	}
	t.ready, t.heldBack, t.queued, t.fetched = fifo[*lane[T]]{}, nil, 0, 0
	return items
}

// Room is how many more first attempts the caller should fetch. What it is fetching already may exceed it by half.
func (t *Table[T]) Room() int {
	return max(min(t.limits.freshQueue()-(t.queued-t.fetched), t.limits.Queue-t.queued-t.requested), 0)
}

// Stats are for gauges.
type Stats struct{ InFlight, Queued, Suspects, SuspectLanes, OpenBreakers, Lanes int }

// Stats returns the state in numbers.
func (t *Table[T]) Stats() Stats {
	return Stats{t.inFlight, t.queued, t.suspects, t.activeSuspects, t.open, len(t.lanes)}
}
