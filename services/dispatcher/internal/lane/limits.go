package lane

import "time"

// Limits size a Table.
type Limits struct {
	InFlight int // attempts at once, of all lanes
	Suspects int // of these, attempts of suspect lanes that may start
	Lane     int // attempts at once of one lane, when all is well
	Queue    int // waiting here, of all lanes
	Ring     int // waiting in one lane at least, before the time it would wait is asked about
	Lanes    int // lanes remembered; must exceed InFlight + Queue

	QueueFor   time.Duration // a healthy lane may queue what it works off in that time
	Slow       time.Duration // an attempt longer than this makes its lane suspect
	Old        time.Duration // an attempt longer than this no longer counts as one that keeps us busy
	BreakAfter int           // timeouts in a row that open the breaker
	ProbeFirst time.Duration // pause before the first probe; doubled by each that times out
	ProbeLast  time.Duration // longest pause
}

// DefaultLimits fit 256 MiB: an attempt held by a silent receiver costs about 50 KiB, a queued delivery its body.
func DefaultLimits() Limits {
	return Limits{
		InFlight: 2048, Suspects: 256, Lane: 8, Queue: 2048, Ring: 32, Lanes: 16384,
		QueueFor: time.Second, Slow: 500 * time.Millisecond, Old: 50 * time.Millisecond,
		BreakAfter: 5, ProbeFirst: time.Second, ProbeLast: 10 * time.Second,
	}
}

// largestFetch is the most that one fetch of parked items asks for: enough to pay for its round trip.
const largestFetch = 256

// laneQueue is the most that one lane may queue: a backlog of one endpoint must leave room for the others, or their
// deliveries wait behind it in the stream.
func (l Limits) laneQueue() int { return max(l.Queue/4, 1) }

// fetchedQueue is how many of what waits here may have been parked before, what is asked for included. The rest is left to
// what was never parked: the backlogs of some must not stop what comes for others.
func (l Limits) fetchedQueue() int { return max(l.Queue/2, 1) }

// fetchedReserve is what lanes that hold nothing may ask for beyond that: none is idle because others queue.
func (l Limits) fetchedReserve() int { return max(l.Queue/4, 1) }
