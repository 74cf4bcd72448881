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
	// storeOrdered applies to scopes with deliveries that have an order, which are sent once they are stored. Each
	// commit waits for the disk: a shorter time would be more of them.
	storeOrdered = 20 * time.Millisecond
	// storeTogether is how much younger events may be that are stored with those that are due.
	storeTogether = 100 * time.Millisecond
	maxUnstored   = 4096 // events; sending waits for room
)

// flight knows the events that are on their way in this replica. Publishing calls, the loop that sends and the one that
// stores share it. It has no clock and does no I/O.
type flight struct {
	wake     chan struct{} // has a value when something was queued, or the outbox is to be read
	storable chan struct{} // has a value when something may be stored earlier than before

	mu      sync.Mutex // guards all below
	states  states
	relayed [webhooks.Hashes]bool   // hashes whose events this replica sends
	held    map[webhooks.Scope]bool // scopes whose events stay in the outbox for now
	queue   []webhooks.OutboxEvent
	most    int  // events of the queue
	bytes   int  // of the bodies of the queue
	open    bool // all older events of the outbox are on their way, so new ones may be queued
	missed  bool // the outbox has events that were not queued
	dropped int  // queued events that were left to the outbox since the last read
	unsaved []sentEvent
	ordered int           // of unsaved, those that are stored soon because of an order
	numbers uint64        // of what was sent so far
	epoch   int           // of unsaved; one ends with trouble
	soon    bool          // programs read the log of events
	asked   time.Time     // what was sent until then is stored without delay
	changed chan struct{} // closed at the next change; nil while nothing waits for one
}

// A sentEvent is an event, or a part of one, whose deliveries are to be stored.
type sentEvent struct {
	event webhooks.OutboxEvent // without its body
	at    time.Time
	found bool // by a read: another program may have stored it

	number  uint64 // of this sending
	ordered bool   // its scope has deliveries with an order among what is not stored
}

func newFlight() *flight {
	return &flight{
		wake: make(chan struct{}, 1), storable: make(chan struct{}, 1),
		states: newStates(), most: queueEvents,
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

// broadcast wakes what waits for a change.
func broadcast(changed *chan struct{}) {
	if *changed != nil {
		close(*changed)
		*changed = nil
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
	f.mu.Lock()
	isFree := free()
	f.mu.Unlock()
	if isFree {
		return
	}
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
	broadcast(&f.changed)
	signal(f.wake)
}

// relays reports whether this replica sends the events of a hash.
func (f *flight) relays(hash int) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.relayed[hash]
}

// hand queues events that a call has committed, in their order. It never waits. An event stays in the outbox while its
// scope is held or another replica sends it. It also stays there while the outbox has older events of its scope from
// other programs.
func (f *flight) hand(list []webhooks.OutboxEvent, others map[webhooks.Scope]bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, o := range list {
		sc := o.Event.Scope
		switch {
		case !f.relayed[sc.Hash()] || f.held[sc]:
		case !f.open || f.missed || others[sc] || len(f.queue) >= f.most || f.bytes+len(o.Event.Body) > queueBytes:
			f.missed = true
		case f.states.move(o.Seq, queued):
			f.queue, f.bytes = append(f.queue, o), f.bytes+len(o.Event.Body)
		}
	}
	if f.missed {
		broadcast(&f.changed)
	}
	signal(f.wake)
}

// keep leaves the events of other hashes to the outbox: another replica sends them.
func (f *flight) keep(hash func(int) bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for h := range f.relayed {
		f.relayed[h] = f.relayed[h] && hash(h)
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
	before := len(f.queue)
	f.setQueue(slices.DeleteFunc(f.queue, func(o webhooks.OutboxEvent) bool {
		return of(o.Event.Scope) && f.states.move(o.Seq, inOutbox)
	}))
	f.dropped += before - len(f.queue)
}

// setQueue replaces the queue. The caller holds mu.
func (f *flight) setQueue(list []webhooks.OutboxEvent) {
	f.queue, f.bytes = list, 0
	for i := range list {
		f.bytes += len(list[i].Event.Body)
	}
	broadcast(&f.changed)
}

// reading begins a read, after which events of some hashes may be queued: what is missed from now on needs another
// read. It returns how many queued events were left to the outbox since the last read.
func (f *flight) reading(hash func(int) bool) (dropped int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for h := range f.relayed {
		f.relayed[h] = hash(h)
	}
	dropped, f.dropped, f.missed = f.dropped, 0, false
	return dropped
}

// found queues what a read has found, before what was handed over meanwhile. After a read that was not complete, the
// outbox has events older than those: they stay there.
func (f *flight) found(list []webhooks.OutboxEvent, complete bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	before := f.queue
	for _, o := range before {
		f.states.move(o.Seq, inOutbox)
	}
	f.queue = nil
	for _, o := range list {
		if f.states.find(o.Seq) { // it may be on its way, or have been stored since the read began
			f.queue = append(f.queue, o)
		}
	}
	for _, o := range before {
		if complete && f.states.move(o.Seq, queued) {
			f.queue = append(f.queue, o)
		}
	}
	f.open = complete
	f.setQueue(f.queue)
}

// take takes up to n events to be sent, those of a scope in their order. If more are queued, the first event of each
// hash comes before the second of any, so that many events of one tenant do not delay those of others.
func (f *flight) take(n int) []webhooks.OutboxEvent {
	f.mu.Lock()
	defer f.mu.Unlock()
	list, rest := f.queue, []webhooks.OutboxEvent(nil)
	if len(list) > n {
		list, rest = fairly(list, n)
	}
	for i := range list {
		f.states.move(list[i].Seq, sending)
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
		f.states.move(list[i].Seq, queued)
	}
	f.setQueue(slices.Concat(list, f.queue))
}

// drop leaves events that were taken and not sent to the outbox.
func (f *flight) drop(list []webhooks.OutboxEvent) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.dropped += len(list)
	for i := range list {
		f.states.move(list[i].Seq, inOutbox)
	}
}

// takeBack takes an event that was dropped. It reports whether the event was in the outbox only.
func (f *flight) takeBack(o webhooks.OutboxEvent) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.states.of(o.Seq) == inOutbox && f.states.move(o.Seq, sending)
}

// A status is what the loop decides by.
type status struct {
	empty  bool // nothing is queued
	open   bool // the last read left nothing in the outbox that may be queued
	missed bool // the outbox is to be read
}

func (f *flight) status() status {
	f.mu.Lock()
	defer f.mu.Unlock()
	return status{len(f.queue) == 0, f.open, f.missed}
}

// leave leaves every event that is not sent to the outbox, and takes nothing more until the next read. With all, as
// after trouble, it also leaves what is sent or stored: a crash of Postgres may have taken back what was stored, and a
// row must not end before the older ones of its scope.
func (f *flight) leave(all bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.relayed, f.held, f.open = [webhooks.Hashes]bool{}, nil, false
	f.setQueue(nil)
	if f.states.leave(); all {
		f.states, f.unsaved, f.ordered = newStates(), nil, 0
		f.epoch++
	}
}

// sent notes that NATS has the deliveries of events, or of parts of them. Their bodies are not needed any more.
func (f *flight) sent(events []webhooks.OutboxEvent, now time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	wasEmpty := len(f.unsaved) == 0
	for _, o := range events {
		if !o.Continues {
			f.states.move(o.Seq, sent)
		}
		o.Event.Body = nil
		f.numbers++
		f.unsaved = append(f.unsaved,
			sentEvent{event: o, at: now, found: f.states.rows[o.Seq].found, number: f.numbers})
	}
	if f.ordered > 0 || slices.ContainsFunc(events, func(o webhooks.OutboxEvent) bool { return len(o.Ordered) > 0 }) {
		f.ordered = markOrdered(f.unsaved)
	}
	if f.ordered > 0 || wasEmpty || len(f.unsaved) >= maxUnstored {
		signal(f.storable)
	}
}

// markOrdered marks what is sent of scopes with deliveries that have an order, and returns how many it marked: all
// events of a scope are stored alike, so their order stays.
func markOrdered(unsaved []sentEvent) (n int) {
	scopes := map[webhooks.Scope]bool{}
	for i := range unsaved {
		if s := &unsaved[i]; s.ordered || len(s.event.Ordered) > 0 {
			scopes[s.event.Event.Scope] = true
		}
	}
	for i := range unsaved {
		s := &unsaved[i]
		if s.ordered = scopes[s.event.Event.Scope]; s.ordered {
			n++
		}
	}
	return n
}

// sentRows returns the rows that are sent and not stored; with found, only those that a read has found.
func (f *flight) sentRows(found bool) []int64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	rows := make([]int64, 0, len(f.unsaved))
	for i := range f.unsaved {
		if s := &f.unsaved[i]; !s.event.Continues && (s.found || !found) {
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

// storeUntil lets everything that was sent until a time be stored without delay.
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

// A batch is sent events that are to be stored.
type batch struct {
	events  []webhooks.OutboxEvent
	numbers []uint64
	epoch   int
}

// due returns the first sent events that are to be stored now, or the time until the first one is due.
func (f *flight) due(now time.Time) (b batch, wait time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	b.epoch = f.epoch
	if len(f.unsaved) == 0 {
		return b, time.Hour
	}
	storeAfter := func(s *sentEvent) time.Duration {
		switch {
		case len(f.unsaved) >= maxUnstored || !s.at.After(f.asked):
			return 0
		case f.soon:
			return storeSoon
		case s.ordered:
			return storeOrdered
		}
		return storeAfter
	}
	first := &f.unsaved[0]
	after := storeAfter(first)
	if f.ordered > 0 { // the first of the others may be due earlier
		other := slices.IndexFunc(f.unsaved, func(s sentEvent) bool { return s.ordered != first.ordered })
		if other >= 0 {
			s := &f.unsaved[other]
			if wait := storeAfter(s); s.at.Add(wait).Before(first.at.Add(after)) {
				first, after = s, wait
			}
		}
	}
	if rest := first.at.Add(after).Sub(now); rest > 0 {
		return b, rest
	}
	deliveries := 0
	for i := range f.unsaved {
		s := &f.unsaved[i]
		if s.ordered != first.ordered {
			continue
		}
		deliveries += s.event.Count()
		if !s.at.Add(after-storeTogether).Before(now) || deliveries > maxFanOut && len(b.events) > 0 {
			break
		}
		b.events, b.numbers = append(b.events, s.event), append(b.numbers, s.number)
	}
	return b, 0
}

// stored notes that a batch is stored. One of an earlier epoch may be in the outbox again.
func (f *flight) stored(b batch, now time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if b.epoch != f.epoch {
		return
	}
	f.states.forget(now)
	for _, o := range b.events {
		if !o.Continues {
			f.states.move(o.Seq, stored)
		}
	}
	left := b.numbers // both are in the order of the numbers
	f.unsaved = slices.DeleteFunc(f.unsaved, func(s sentEvent) bool {
		isStored := len(left) > 0 && left[0] == s.number
		if isStored {
			left = left[1:]
			if s.ordered {
				f.ordered--
			}
		}
		return isStored
	})
	broadcast(&f.changed)
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
