package lane

import (
	"container/list"
	"time"
)

// lane is the state of one endpoint. It may be discarded while nothing of it is here, and is learned again.
type lane[T any] struct {
	endpoint string
	inFlight int
	limit    int
	queue    fifo[waiting[T]]
	latency  time.Duration // moving average of how long attempts hold their slot
	timeouts int           // in a row
	suspect  bool
	open     bool          // the breaker
	probeAt  time.Time     // when an open breaker allows the next probe
	pause    time.Duration // before the next probe
	every    time.Duration // between the starts of attempts; 0: as fast as it goes
	startAt  time.Time     // when the next attempt may start, if every is set
	ready    bool          // queued in Table.ready
	idle     *list.Element // in Table.idle, while nothing is in flight, queued or being fetched
	backlog  backlog
}

// holdsNothing reports whether what cannot start is parked instead of queued.
func (l *lane[T]) holdsNothing() bool { return l.suspect || l.every > 0 }

// catchUp is how far a lane with a rate may be behind and still make up for it: two ticks, by which starts are late.
const catchUp = 50 * time.Millisecond

// due is how many attempts a lane with a rate may start now.
func (l *lane[T]) due(now time.Time) int {
	if now.Before(l.startAt) {
		return 0
	}
	return int(min(now.Sub(l.startAt), catchUp)/l.every) + 1
}

// rated is due for a lane with a rate, and no bound for any other.
func (l *lane[T]) rated(now time.Time) int {
	if l.every == 0 {
		return maxFetch
	}
	return l.due(now)
}

// started moves the start of the next attempt.
func (l *lane[T]) started(now time.Time) {
	if l.every == 0 {
		return
	}
	if earliest := now.Add(-catchUp); l.startAt.Before(earliest) {
		l.startAt = earliest
	}
	l.startAt = l.startAt.Add(l.every)
}

// waiting is an item in a lane's queue.
type waiting[T any] struct {
	item    T
	fetched bool // it had been parked
}

// backlog is what is known of the parked items of a lane. Other dispatchers park and fetch, too, so it is an estimate;
// a fetch that returns fewer than it requested corrects it.
type backlog struct {
	parked    int  // stored in the stream
	storing   int  // being stored
	since     int  // parked since the current fetch began
	requested int  // what the current fetch may still return
	fetch     bool // one is in progress
	suspect   bool // it began while the lane was suspect
	recheck   bool // in Table.recheck: it could not fetch when it was last checked
}

// any reports whether something is parked: what arrives has to be parked behind it.
func (o *backlog) any() bool { return o.parked+o.storing > 0 }

// observe updates the latency by how long an attempt held its slot. A fast answer after slow ones weighs more, so that
// an endpoint that recovered leaves the suspects after a few of them.
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

// fifo is a queue that releases its memory when it is empty.
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
