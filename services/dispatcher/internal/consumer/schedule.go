package consumer

import (
	"container/heap"
	"time"
)

const (
	// A tier fetches until the last message it fetched is due this far ahead: the stream is first in, first out with one
	// delay, so everything it has not fetched is due later.
	lookahead = 3 * time.Second
	tierBatch = 256
	tierMax   = 4096 // messages of one tier in flight
	// peekEvery is how often a tier that does not fetch ahead checks for redeliveries: the server sends them before the
	// rest, whatever their age. A check fetches at most one message early.
	peekEvery = time.Second
	// nakLead is how long before its due time a returned message is redelivered, so that the next peek finds it in time.
	nakLead = 2 * time.Second
)

// A schedule orders the messages of one tier by due time. It is pure: time is passed in.
type schedule struct {
	delay   time.Duration
	waiting dueHeap
	lastDue time.Time // of the messages fetched so far
	peeked  time.Time
}

type dueItem struct {
	item *item
	due  time.Time
}

// add adds a message; its delay counts from when it was stored.
func (s *schedule) add(it *item) {
	due := it.Stored.Add(s.delay)
	heap.Push(&s.waiting, dueItem{it, due})
	if due.After(s.lastDue) {
		s.lastDue = due
	}
}

// due removes up to n messages that are due.
func (s *schedule) due(now time.Time, n int) []*item {
	var items []*item
	for len(items) < n && len(s.waiting) > 0 && !s.waiting[0].due.After(now) {
		items = append(items, heap.Pop(&s.waiting).(dueItem).item)
	}
	return items
}

// next is how long until something is due.
func (s *schedule) next(now time.Time) (time.Duration, bool) {
	if len(s.waiting) == 0 {
		return 0, false
	}
	return max(s.waiting[0].due.Sub(now), 0), true
}

// fetch returns how many messages to fetch, given how many are in flight; if none, how long to wait. peek means to
// fetch a single one without waiting for it.
func (s *schedule) fetch(now time.Time, tracked int) (n int, peek bool, wait time.Duration) {
	room := tierMax - tracked
	if room <= 0 {
		return 0, false, 10 * time.Millisecond
	}
	ahead := s.lastDue.Sub(now) // hugely negative before the first fetch
	if s.lastDue.IsZero() || ahead <= lookahead {
		return min(tierBatch, room), false, 0
	}
	rest := peekEvery - now.Sub(s.peeked)
	if s.peeked.IsZero() || rest <= 0 {
		s.peeked = now
		if tracked < tierMax/2 {
			return 1, true, 0
		}
		rest = peekEvery
	}
	return 0, false, min(ahead-lookahead, rest)
}

// drain removes everything, with the delays of its redelivery.
func (s *schedule) drain(now time.Time) (items []*item, delays []time.Duration) {
	for _, d := range s.waiting {
		items = append(items, d.item)
		delays = append(delays, max(d.due.Sub(now)-nakLead, 0))
	}
	s.waiting = nil
	return items, delays
}

// dueHeap orders by due time.
type dueHeap []dueItem

func (h dueHeap) Len() int           { return len(h) }
func (h dueHeap) Less(i, j int) bool { return h[i].due.Before(h[j].due) }
func (h dueHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *dueHeap) Push(x any)        { *h = append(*h, x.(dueItem)) }
func (h *dueHeap) Pop() any {
	last := len(*h) - 1
	x := (*h)[last]
	(*h)[last] = dueItem{}
	*h = (*h)[:last]
	return x
}
