package relay

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/partnerline/partnerline/services/webhooks"
)

// A state is how far an event has come in this replica; doc.go has the table.
type state uint8

const (
	inOutbox state = iota
	queued
	sending
	sent
	stored
)

// transitions are all that there are. Storing is the only way out of sent: a row that was sent and is not stored would
// be sent again.
var transitions = map[state][]state{
	inOutbox: {queued, sending},
	queued:   {sending, inOutbox},
	sending:  {sent, queued, inOutbox},
	sent:     {stored},
	stored:   {inOutbox},
}

const (
	// queueEvents and queueBytes bound what is handed over and not sent yet. The relay reads what came when there was
	// no room.
	queueEvents = 4096
	queueBytes  = 32 << 20
	// Publishing calls wait while more than crowded events are queued, for at most maxWait: an event that has to be
	// read costs more than one that is handed over.
	crowded = 1024
	maxWait = 100 * time.Millisecond

	// A delivery is stored by the transaction that records its first outcome, so most are written once. The others are
	// stored storeAfter later: a receiver that is near has answered, and its outcome is recorded, within half of that.
	storeAfter = 300 * time.Millisecond
	// storeSoon applies while programs read the log of events, in which storing gives events their positions.
	storeSoon = 5 * time.Millisecond
	// storeTogether is how much younger events may be that are stored with those that are due.
	storeTogether = 100 * time.Millisecond
	maxUnstored   = 4096 // events; sending waits for room

	// remembered is how long a stored event is known. One may be found by a read before the call that stored it hands
	// it over.
	remembered = time.Second
)

// flight knows the events that are on their way in this replica. Publishing calls, the loop that sends and the one that
// stores share it. It has no clock and does no I/O.
type flight struct {
	wake     chan struct{} // has a value when something was queued, or the outbox is to be read
	storable chan struct{} // has a value when something may be stored earlier than before

	mu      sync.Mutex // guards all below
	rows    map[int64]row
	old     map[int64]struct{} // rows that are stored, of the time before since
	recent  map[int64]struct{} // rows that are stored since
	since   time.Time
	relayed [webhooks.Hashes]bool   // hashes whose events this replica sends
	held    map[webhooks.Scope]bool // scopes whose events stay in the outbox for now
	queue   []webhooks.OutboxEvent
	most    int  // events of the queue
	bytes   int  // of the bodies of the queue
	open    bool // all older events of the outbox are on their way, so new ones may be queued
	missed  bool // events that the outbox has and the queue has not
	unsaved []sentEvent
	soon    bool          // programs read the log of events
	asked   time.Time     // what was sent until then is stored at once
	changed chan struct{} // closed at the next change; nil while nothing waits for one
}

// A row is what is known of an outbox row that is on its way.
type row struct {
	state state
	read  bool // found in the outbox: another program may have stored it
}

// A sentEvent is an event, or a part of one, whose deliveries are to be stored.
type sentEvent struct {
	event webhooks.OutboxEvent // without its body
	at    time.Time
}

func newFlight() *flight {
	return &flight{
		wake: make(chan struct{}, 1), storable: make(chan struct{}, 1),
		rows: map[int64]row{}, recent: map[int64]struct{}{}, most: queueEvents,
	}
}

// newWriter returns the mark of this program's outbox rows; 0 marks those that are not handed over.
func newWriter() int64 {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails
	return int64(binary.LittleEndian.Uint64(b[:])>>2) + 1
}

// signal leaves a value in a channel of one.
func signal(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// state returns the state of a row. The caller holds mu.
func (f *flight) state(seq int64) state {
	if r, ok := f.rows[seq]; ok {
		return r.state
	}
	_, ended := f.recent[seq]
	if _, before := f.old[seq]; ended || before {
		return stored
	}
	return inOutbox
}

// move changes the state of a row if it may. The caller holds mu.
func (f *flight) move(seq int64, to state) bool {
	if !slices.Contains(transitions[f.state(seq)], to) {
		return false
	}
	switch to {
	case inOutbox:
		delete(f.rows, seq)
	case stored:
		delete(f.rows, seq)
		f.recent[seq] = struct{}{}
	default:
		f.rows[seq] = row{to, f.rows[seq].read}
	}
	return true
}

// notify wakes what waits for a change. The caller holds mu.
func (f *flight) notify() {
	if f.changed != nil {
		close(f.changed)
		f.changed = nil
	}
}

// await waits until a condition, which is evaluated with mu held, is true.
func (f *flight) await(ctx context.Context, is func() bool) error {
	for {
		f.mu.Lock()
		if is() {
			f.mu.Unlock()
			return nil
		}
		if f.changed == nil {
			f.changed = make(chan struct{})
		}
		changed := f.changed
		f.mu.Unlock()
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// awaitCapacity waits while the queue is crowded, for at most maxWait. After that the relay reads what comes, and calls
// wait no more until it has: NATS may be away.
func (f *flight) awaitCapacity(ctx context.Context) {
	free := func() bool { return !f.open || f.missed || len(f.queue) <= crowded }
	bounded, cancel := context.WithTimeout(ctx, maxWait)
	defer cancel()
	if f.await(bounded, free) != nil && ctx.Err() == nil {
		f.miss()
	}
}

// miss makes the relay read the outbox.
func (f *flight) miss() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.missed = true
	f.notify()
	signal(f.wake)
}

// accepts reports whether events may be handed over.
func (f *flight) accepts() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.open && !f.missed
}

// relays reports whether this replica sends the events of a hash.
func (f *flight) relays(hash int) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.relayed[hash]
}

// hand queues events that a call has committed, in their order. It never waits. An event stays in the outbox while its
// scope is held or another replica sends it, and if older ones of its scope, which other programs stored, are there.
func (f *flight) hand(list []webhooks.OutboxEvent, others map[webhooks.Scope]bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, o := range list {
		sc := o.Event.Scope
		switch {
		case !f.relayed[sc.Hash()] || f.held[sc]:
		case !f.open || f.missed || others[sc] || len(f.queue) >= f.most || f.bytes+len(o.Event.Body) > queueBytes:
			f.missed = true
		case f.move(o.Seq, queued):
			f.queue, f.bytes = append(f.queue, o), f.bytes+len(o.Event.Body)
		}
	}
	f.notify()
	signal(f.wake)
}

// relay sets the hashes whose events this replica sends. What is queued of others stays in the outbox.
func (f *flight) relay(hash func(int) bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for h := range f.relayed {
		f.relayed[h] = hash(h)
	}
	f.dropQueued(func(sc webhooks.Scope) bool { return !f.relayed[sc.Hash()] })
}

// hold sets the scopes whose events stay in the outbox. When one is not held any more, a read has to follow.
func (f *flight) hold(scopes []webhooks.Scope) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(scopes) == 0 && len(f.held) == 0 {
		return
	}
	held := make(map[webhooks.Scope]bool, len(scopes))
	for _, sc := range scopes {
		held[sc] = true
	}
	if maps.Equal(held, f.held) {
		return
	}
	f.held = held
	f.dropQueued(func(sc webhooks.Scope) bool { return f.held[sc] })
}

// dropQueued leaves the queued events of some scopes to the outbox. The caller holds mu.
func (f *flight) dropQueued(of func(webhooks.Scope) bool) {
	f.setQueue(slices.DeleteFunc(f.queue, func(o webhooks.OutboxEvent) bool {
		return of(o.Event.Scope) && f.move(o.Seq, inOutbox)
	}))
}

// setQueue replaces the queue. The caller holds mu.
func (f *flight) setQueue(list []webhooks.OutboxEvent) {
	f.queue, f.bytes = list, 0
	for i := range list {
		f.bytes += len(list[i].Event.Body)
	}
	f.notify()
}

// reading begins a read: what is missed from now on needs another one.
func (f *flight) reading() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.missed = false
}

// found queues what a read has found, before what was handed over meanwhile. After a read that was not complete, the
// outbox has events older than those: they stay there.
func (f *flight) found(list []webhooks.OutboxEvent, complete bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	before := f.queue
	for _, o := range before {
		f.move(o.Seq, inOutbox)
	}
	f.queue = nil
	for _, o := range list {
		if f.move(o.Seq, queued) { // it may be on its way, or have been stored since the read began
			f.rows[o.Seq] = row{queued, true}
			f.queue = append(f.queue, o)
		}
	}
	for _, o := range before {
		if complete && f.move(o.Seq, queued) {
			f.queue = append(f.queue, o)
		}
	}
	f.open = complete
	f.setQueue(f.queue)
}

// take takes up to n events to be sent, those of a scope in their order. Of more than n, the first of each hash come
// before the second of any, so that many events of one tenant do not delay those of others.
func (f *flight) take(n int) []webhooks.OutboxEvent {
	f.mu.Lock()
	defer f.mu.Unlock()
	list, rest := f.queue, []webhooks.OutboxEvent(nil)
	if len(list) > n {
		list, rest = fairly(list, n)
	}
	for i := range list {
		f.move(list[i].Seq, sending)
	}
	f.setQueue(rest)
	return list
}

// putBack returns events that were taken and not sent to the head of the queue.
func (f *flight) putBack(list []webhooks.OutboxEvent) {
	if len(list) == 0 {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for i := range list {
		f.move(list[i].Seq, queued)
	}
	f.setQueue(slices.Concat(list, f.queue))
}

// drop leaves events that were taken and not sent to the outbox.
func (f *flight) drop(list []webhooks.OutboxEvent) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for i := range list {
		f.move(list[i].Seq, inOutbox)
	}
}

// takeBack takes an event that was dropped. It reports whether the event was in the outbox only.
func (f *flight) takeBack(o webhooks.OutboxEvent) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.state(o.Seq) == inOutbox && f.move(o.Seq, sending)
}

// isEmpty reports whether nothing is queued.
func (f *flight) isEmpty() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.queue) == 0
}

// isOpen reports whether the last read left nothing in the outbox that may be queued.
func (f *flight) isOpen() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.open
}

// hasMissed reports whether the outbox is to be read.
func (f *flight) hasMissed() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.missed
}

// reset leaves everything that is not sent to the outbox, and takes nothing more until the next read. After a crash of
// Postgres, rows that were stored may be there again, and stored parts of an event may be gone: the event begins again.
func (f *flight) reset() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for seq, r := range f.rows {
		if r.state != sent {
			delete(f.rows, seq)
		}
	}
	f.relayed, f.held, f.open = [webhooks.Hashes]bool{}, nil, false
	f.old, f.recent = nil, map[int64]struct{}{}
	for i := range f.unsaved {
		if o := &f.unsaved[i].event; o.IsPart {
			o.Continues = true
			delete(f.rows, o.Seq)
		}
	}
	f.setQueue(nil)
}

// sent notes that NATS has the deliveries of events, or of parts of them. Their bodies are not needed any more.
func (f *flight) sent(events []webhooks.OutboxEvent, now time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	wasEmpty := len(f.unsaved) == 0
	for _, o := range events {
		if !o.Continues {
			f.move(o.Seq, sent)
		}
		o.Event.Body = nil
		f.unsaved = append(f.unsaved, sentEvent{o, now})
	}
	if wasEmpty || len(f.unsaved) >= maxUnstored {
		signal(f.storable)
	}
}

// sentRows are the rows whose events are sent and not stored; found leaves out those that this program handed over.
func (f *flight) sentRows(found bool) []int64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	rows := make([]int64, 0, len(f.unsaved))
	for _, s := range f.unsaved {
		if r := f.rows[s.event.Seq]; !s.event.Continues && r.state == sent && (r.read || !found) {
			rows = append(rows, s.event.Seq)
		}
	}
	return rows
}

// awaitRoom waits until one more batch may be sent.
func (f *flight) awaitRoom(ctx context.Context) error {
	return f.await(ctx, func() bool { return len(f.unsaved) <= maxUnstored })
}

// flush stores everything that was sent before a time, and waits until nothing is left to store.
func (f *flight) flush(ctx context.Context, now time.Time) error {
	f.storeUntil(now)
	return f.await(ctx, func() bool { return len(f.unsaved) == 0 })
}

// storeUntil lets everything that was sent until a time be stored at once.
func (f *flight) storeUntil(t time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.asked = t
	signal(f.storable)
}

// hurry sets whether programs read the log of events.
func (f *flight) hurry(soon bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.soon != soon {
		f.soon = soon
		signal(f.storable)
	}
}

// due returns the first sent events that are to be stored now, or how long none is.
func (f *flight) due(now time.Time) (batch []webhooks.OutboxEvent, wait time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.unsaved) == 0 {
		return nil, time.Hour
	}
	first, after := f.unsaved[0].at, storeAfter
	switch {
	case len(f.unsaved) >= maxUnstored || !first.After(f.asked):
		after = 0
	case f.soon:
		after = storeSoon
	}
	if rest := first.Add(after).Sub(now); rest > 0 {
		return nil, rest
	}
	deliveries := 0
	for _, s := range f.unsaved {
		deliveries += len(s.event.Endpoints)
		if !s.at.Add(after-storeTogether).Before(now) || deliveries > maxFanOut && len(batch) > 0 {
			break
		}
		batch = append(batch, s.event)
	}
	return batch, 0
}

// stored notes that the first n sent events are stored.
func (f *flight) stored(n int, now time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if now.Sub(f.since) > remembered {
		f.old, f.recent, f.since = f.recent, make(map[int64]struct{}, n), now
	}
	for _, s := range f.unsaved[:n] {
		if !s.event.Continues {
			f.move(s.event.Seq, stored)
		}
	}
	f.unsaved = slices.Delete(f.unsaved, 0, n)
	f.notify()
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
