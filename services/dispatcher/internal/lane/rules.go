package lane

import "time"

// lane returns the lane of an endpoint, creating it if needed; if there are too many, the longest idle one is
// discarded.
func (t *Table[T]) lane(endpoint string) *lane[T] {
	if l, ok := t.lanes[endpoint]; ok {
		return l
	}
	if oldest := t.idle.Front(); oldest != nil && len(t.lanes) >= t.limits.Lanes {
		t.forget(t.idle.Remove(oldest).(*lane[T]))
	}
	l := &lane[T]{endpoint: endpoint, limit: t.limits.Lane}
	t.lanes[endpoint] = l
	return l
}

func (t *Table[T]) forget(l *lane[T]) {
	t.setOpen(l, false)
	delete(t.lanes, l.endpoint)
}

// updateIdle adds a lane to the idle ones or removes it.
func (t *Table[T]) updateIdle(l *lane[T]) {
	switch {
	case l.inFlight > 0 || l.queue.len() > 0 || l.backlog.fetch:
		if l.idle != nil {
			t.idle.Remove(l.idle)
			l.idle = nil
		}
	case l.idle == nil:
		l.idle = t.idle.PushBack(l)
	default:
		t.idle.MoveToBack(l.idle)
	}
}

// push queues an item in its lane.
func (t *Table[T]) push(l *lane[T], w waiting[T]) {
	l.queue.push(w)
	t.queued++
	if w.fetched {
		t.fetched++
	}
	t.enqueueReady(l)
}

// enqueueReady queues a lane for a slot, unless it only waits for its own cap: then its own next End continues.
func (t *Table[T]) enqueueReady(l *lane[T]) {
	if !l.ready && l.queue.len() > 0 && (l.inFlight < l.limit || t.paused) {
		l.ready = true
		t.ready.push(l)
	}
}

// refillLane starts what a lane may start and queues it for the rest.
func (t *Table[T]) refillLane(l *lane[T], now time.Time, out *Decisions[T]) {
	for l.queue.len() > 0 && t.mayStart(l, now) {
		t.start(l, t.pop(l), now, out)
	}
	t.enqueueReady(l)
}

// refill reuses a freed slot. Lanes that wait for the common pool take turns, one attempt each, the lane of the freed
// slot last; if none waits, that lane continues.
func (t *Table[T]) refill(l *lane[T], now time.Time, out *Decisions[T]) {
	if t.ready.len() == 0 {
		t.refillLane(l, now, out)
		return
	}
	t.enqueueReady(l)
	t.startReady(now, out)
}

// startReady starts attempts of the lanes that are queued for a slot.
func (t *Table[T]) startReady(now time.Time, out *Decisions[T]) {
	// The lane at the head may have to wait for its share, so that more are tried; the bound keeps a call short. There is
	// a next call: while lanes are queued, the pool is at least half full or throttled.
	const maxLanes = 16
	for n := 0; n < maxLanes && t.ready.len() > 0 && t.inFlight < t.limits.InFlight && !t.paused; n++ {
		next := t.ready.pop()
		next.ready = false
		if next.queue.len() > 0 && t.mayStart(next, now) {
			t.start(next, t.pop(next), now, out)
			t.fetch(next, now, out)
			t.updateIdle(next)
		}
		t.enqueueReady(next)
	}
}
