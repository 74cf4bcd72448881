package lane

import "time"

// Limits size a Table.
type Limits struct {
	InFlight int // attempts at once, of all lanes
	Suspects int // of these, attempts of suspect lanes that may start
	Lane     int // attempts at once of one lane, when all is well
	Queue    int // waiting in memory, of all lanes
	MinQueue int // a lane may always queue as many, however slow it is
	Lanes    int // lanes remembered; must exceed InFlight + Queue

	QueueFor    time.Duration // a healthy lane may queue what it completes in that time
	Slow        time.Duration // an attempt longer than this makes its lane suspect
	LongRunning time.Duration // an attempt longer than this no longer counts against the throttle
	BreakAfter  int           // timeouts in a row that open the breaker
	ProbeFirst  time.Duration // pause before the first probe; each one that times out doubles it
	ProbeLast   time.Duration // longest pause
}

// DefaultLimits fit 256 MiB: an attempt held by a silent receiver costs about 50 KiB, a queued delivery its body.
func DefaultLimits() Limits {
	return Limits{
		InFlight: 2048, Suspects: 256, Lane: 8, Queue: 2048, MinQueue: 32, Lanes: 16384,
		QueueFor: time.Second, Slow: 500 * time.Millisecond, LongRunning: 50 * time.Millisecond,
		BreakAfter: 5, ProbeFirst: time.Second, ProbeLast: 10 * time.Second,
	}
}

// maxFetch is the most that one fetch of parked items requests: enough to make up for its round trip.
const maxFetch = 256

// laneQueue is the most that one lane may queue: the backlog of one endpoint must leave room for the others, or their
// deliveries would wait behind it in the stream.
func (l Limits) laneQueue() int { return max(l.Queue/4, 1) }

// freshQueue is how many of the queued items may be such that were never parked. Lanes that are quick fill what they
// are given: with more than this they would be held to the parts of a queue that is nearly full, and be parked, which
// is twice the work and delays them further.
func (l Limits) freshQueue() int { return max(l.Queue*5/8, 1) }

// fetchedQueue is how many of the queued items may have been parked before, those being fetched included. The rest is
// left to items that were never parked: the backlogs of some endpoints must not block deliveries to others.
func (l Limits) fetchedQueue() int { return max(l.Queue/2, 1) }

// fetchedReserve is what empty lanes and suspect ones may fetch beyond that: none is idle because others queue.
func (l Limits) fetchedReserve() int { return max(l.Queue/4, 1) }
