package consumer

import (
	"container/heap"
	"time"
)

const (
	// A tier fetches on until the last message it fetched is due this far ahead: the stream is first in, first out with
	// one delay, so everything it has not fetched is due later still.
	lookahead = 3 * time.Second
	tierBatch = 256
	tierHeld  = 4096 // of one tier in our hands at most
	// While it does not fetch, a tier looks this often for what others handed back or lost: redeliveries come before
	// the rest, whatever their age. It costs at most one early message each time.
	peekEvery = time.Second
	// handBackLead is how much before its time a handed-back message becomes visible, so that the next peek finds it
	// early enough.
	handBackLead = 2 * time.Second
)

// A schedule is what one tier holds until it is due. It is pure: time is passed in.
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

// add takes a message that was stored at a time; its delay counts from there.
func (s *schedule) add(it *item) {
	due := it.stored.Add(s.delay)
	heap.Push(&s.waiting, dueItem{it, due})
	if due.After(s.lastDue) {
		s.lastDue = due
	}
}

// due takes out up to n that are due.
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

// fetch says how many messages to ask for, held being in our hands; if none, how long to let it be. peek asks for a
// single one that is there already.
func (s *schedule) fetch(now time.Time, held int) (n int, peek bool, wait time.Duration) {
	room := tierHeld - held
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
		if held < tierHeld/2 {
			return 1, true, 0
		}
		rest = peekEvery
	}
	return 0, false, min(ahead-lookahead, rest)
}

// drain takes out everything, with the delay to hand it back with.
func (s *schedule) drain(now time.Time) (items []*item, delays []time.Duration) {
	for _, d := range s.waiting {
		items = append(items, d.item)
		delays = append(delays, max(d.due.Sub(now)-handBackLead, 0))
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
