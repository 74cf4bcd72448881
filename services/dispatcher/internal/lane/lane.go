package lane

import (
	"container/list"
	"time"
)

// lane is what is known of one endpoint. All of it may be forgotten; it is learnt again.
type lane[T any] struct {
	endpoint string
	inFlight int
	limit    int
	queue    fifo[waiting[T]]
	latency  time.Duration // moving average of how long attempts hold a slot
	timeouts int           // in a row
	suspect  bool
	open     bool          // the breaker
	probeAt  time.Time     // when an open breaker lets the next probe through
	pause    time.Duration // before the next probe
	ready    bool          // waits in Table.ready
	idle     *list.Element // in Table.idle when nothing of it is here
	outside  outside
}

// waiting is an item in a lane's queue.
type waiting[T any] struct {
	item    T
	fetched bool // it had been parked
}

// outside is what is known of the parked items of a lane. Others may park and fetch, too, so it is an estimate; a fetch that
// brings fewer than it asked for corrects it.
type outside struct {
	parked  int  // stored outside
	storing int  // being parked, not stored yet
	since   int  // parked since the fetch under way began
	asked   int  // that the fetch under way may still bring
	fetch   bool // one is under way
	suspect bool // it began while the lane was suspect
	recheck bool // in Table.recheck: it could not fetch when it was last looked at
}

// any reports whether something is parked, so that what comes has to go behind it.
func (o *outside) any() bool { return o.parked+o.storing > 0 }

// observe learns how long an attempt held its slot. A prompt answer after slow ones weighs more, so that an endpoint
// that recovered leaves the suspects after a few of them.
func (l *lane[T]) observe(took, slow time.Duration) {
	switch {
	case l.latency == 0:
		l.latency = took
	case took < slow && l.latency > slow:
		l.latency += (took - l.latency) / 2
	default:
		l.latency += (took - l.latency) / 5
	}
	l.latency = max(l.latency, 1)
}

// fifo is a queue that gives its memory back when it is empty.
type fifo[T any] struct {
	items []T
	head  int
}

func (q *fifo[T]) len() int { return len(q.items) - q.head }

func (q *fifo[T]) push(v T) { q.items = append(q.items, v) }

func (q *fifo[T]) pop() T {
	var zero T
	v := q.items[q.head]
	q.items[q.head] = zero
	q.head++
	switch {
	case q.head == len(q.items):
		*q = fifo[T]{}
	case q.head >= 64 && q.head*2 >= len(q.items):
		n := copy(q.items, q.items[q.head:])
		clear(q.items[n:])
		q.items, q.head = q.items[:n], 0
	}
	return v
}
