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
	queue    fifo[T]
	latency  time.Duration // moving average of how long attempts hold a slot
	timeouts int           // in a row
	deferred int           // parked outside, as far as we know
	suspect  bool
	open     bool          // the breaker
	probeAt  time.Time     // when an open breaker lets the next probe through
	pause    time.Duration // before the next probe
	ready    bool          // waits in Table.ready
	idle     *list.Element // in Table.idle when nothing of it is here
}

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
