// Package handover passes events from the call that stored them to the relay of the same program, which then need not read them. It is a
// shortcut: the outbox has all of them, whatever is handed over.
package handover

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"slices"
	"sync"
	"time"

	"github.com/partnerline/partnerline/services/webhooks"
)

// How many events wait for the relay, and of how many bytes. It reads what came when there was no room.
const (
	capacity      = 4096
	capacityBytes = 32 << 20
)

// Publishing calls wait while more than few events wait for the relay, for at most maxWait: events that it has to read cost more than those that
// are handed over.
const (
	few     = 1024
	maxWait = 100 * time.Millisecond
)

// A Queue holds events that this program has stored, in the order of the calls that did, as far as these did not overlap.
type Queue struct {
	writer int64
	notify func(hash int)
	wake   chan struct{}

	mu      sync.Mutex // guards all below
	relayed [webhooks.Hashes]bool
	waiting map[webhooks.Scope]bool
	sent    func() []int64 // nil: none
	events  []webhooks.OutboxEvent
	bytes   int           // of their bodies
	missing bool          // since the last Take, events came that the relay has to read
	open    bool          // the relay has read all that waits
	fewer   chan struct{} // closed when fewer events wait, or none needs to wait for that; nil while none does
}

// NewQueue returns a queue of a relay that relays nothing yet; notify notifies the relay of a hash in another program.
func NewQueue(notify func(hash int)) *Queue {
	return &Queue{writer: newWriter(), notify: notify, wake: make(chan struct{}, 1)}
}

func newWriter() int64 {
	var b [8]byte
	_, _ = rand.Read(b[:]) // it does not fail
	return int64(binary.LittleEndian.Uint64(b[:])>>2) + 1
}

// Writer marks the outbox rows of events that are handed over by this queue.
func (q *Queue) Writer() int64 { return q.writer }

// Relays sets the hashes of scopes whose events the relay of this program relays.
func (q *Queue) Relays(hash func(int) bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for h := range q.relayed {
		q.relayed[h] = hash(h)
	}
}

// Waiting sets the scopes whose events the relay does not take now. When the wait of one has ended, the relay sets the
// others, and then reads what waits.
func (q *Queue) Waiting(list []webhooks.Scope) {
	waiting := make(map[webhooks.Scope]bool, len(list))
	for _, sc := range list {
		waiting[sc] = true
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	q.waiting = waiting
}

// Open sets whether the relay has read all that waits, and takes what is handed over.
func (q *Queue) Open(open bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.open = open
	q.roomy()
}

// roomy ends what waits for room, with the lock held.
func (q *Queue) roomy() {
	if q.fewer != nil {
		close(q.fewer)
		q.fewer = nil
	}
}

// Room waits while many events wait for the relay. When that takes too long, as while NATS is away, the relay is to read what comes, and none waits
// until it has.
func (q *Queue) Room(ctx context.Context) {
	var timeout <-chan time.Time
	for {
		q.mu.Lock()
		if !q.open || q.missing || len(q.events) <= few {
			q.mu.Unlock()
			return
		}
		if q.fewer == nil {
			q.fewer = make(chan struct{})
		}
		fewer := q.fewer
		q.mu.Unlock()
		if timeout == nil {
			t := time.NewTimer(maxWait)
			defer t.Stop()
			timeout = t.C
		}
		select {
		case <-fewer:
		case <-timeout:
			q.Read()
			return
		case <-ctx.Done():
			return
		}
	}
}

// Takes reports whether it is of use to hand events over: the rows that wait are few then.
func (q *Queue) Takes() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.open && !q.missing
}

// Sends sets how the rows of other writers are found that the relay has sent and that still wait to be stored.
func (q *Queue) Sends(rows func() []int64) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.sent = rows
}

// Sent are the rows of other writers that the relay has sent: events that are handed over come behind them.
func (q *Queue) Sent() []int64 {
	q.mu.Lock()
	rows := q.sent
	q.mu.Unlock()
	if rows == nil {
		return []int64{}
	}
	return rows()
}

// Misses reports whether the relay of a hash is perhaps another program's.
func (q *Queue) Misses(hash int) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return !q.relayed[hash]
}

// Notify notifies the relays of events that are committed and are not relayed here.
func (q *Queue) Notify(events []webhooks.Event) {
	var notified [webhooks.Hashes]bool
	for i := range events {
		if h := events[i].Scope.Hash(); !notified[h] && q.Misses(h) {
			notified[h] = true
			q.notify(h)
		}
	}
}

// Put hands events over that are committed, and wakes the relay. It never waits. Those of scopes of which others stored
// events before are left to a read, which the relay makes now, unless their scope waits or its relay is another
// program's, which is notified.
func (q *Queue) Put(list []webhooks.OutboxEvent, others map[webhooks.Scope]bool) {
	list = slices.DeleteFunc(list, func(o webhooks.OutboxEvent) bool { return others[o.Event.Scope] })
	size := 0
	for i := range list {
		size += len(list[i].Event.Body)
	}
	q.mu.Lock()
	for sc := range others {
		if q.relayed[sc.Hash()] && !q.waiting[sc] {
			q.missing = true
			q.roomy()
		}
	}
	if len(q.events)+len(list) > capacity || q.bytes+size > capacityBytes {
		q.missing = true
	} else {
		q.events, q.bytes = append(q.events, list...), q.bytes+size
	}
	q.mu.Unlock()
	q.hurry()
}

// Read has the relay read the outbox.
func (q *Queue) Read() {
	q.mu.Lock()
	q.missing = true
	q.roomy()
	q.mu.Unlock()
	q.hurry()
}

func (q *Queue) hurry() {
	select {
	case q.wake <- struct{}{}:
	default:
	}
}

// Wake has a value when there may be something to take.
func (q *Queue) Wake() <-chan struct{} { return q.wake }

// Take removes up to n events and returns them, those of a scope in their order; of more than n, the first of each hash come before the second of any, so
// that many events of one tenant do not delay those of others. complete is false when the outbox has to be read, which has all that is left.
func (q *Queue) Take(n int) (list []webhooks.OutboxEvent, complete bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	defer q.roomy()
	list, complete = q.events, !q.missing
	q.events, q.bytes, q.missing = nil, 0, false
	if !complete || len(list) <= n {
		return list, complete
	}
	list, q.events = fairly(list, n)
	for i := range q.events {
		q.bytes += len(q.events[i].Event.Body)
	}
	q.hurry()
	return list, true
}

// Clear drops what waits: the relay reads it.
func (q *Queue) Clear() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.events, q.bytes = nil, 0
	q.roomy()
}

// fairly divides events into n that are next and the others, both in their order.
func fairly(list []webhooks.OutboxEvent, n int) (next, others []webhooks.OutboxEvent) {
	var count, first [webhooks.Hashes]int // events of a hash: all, and those that are next
	hashes := make([]int, len(list))
	for i := range list {
		hashes[i] = list[i].Event.Scope.Hash()
		count[hashes[i]]++
	}
	for left, rank := n, 0; left > 0; rank++ {
		for h := range count {
			if count[h] > rank && left > 0 {
				first[h]++
				left--
			}
		}
	}
	next, others = make([]webhooks.OutboxEvent, 0, n), make([]webhooks.OutboxEvent, 0, len(list)-n)
	for i, h := range hashes {
		if first[h] > 0 {
			first[h]--
			next = append(next, list[i])
		} else {
			others = append(others, list[i])
		}
	}
	return next, others
}
