package lane

import "time"

// lane returns the lane of an endpoint, creating it if needed; if there are too many, the longest idle one is discarded.
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

// share is how many attempts a lane may have in flight now.
func (t *Table[T]) share(l *lane[T]) int {
	if l.suspect {
		return min(l.limit, max(1, t.limits.Suspects/max(t.activeSuspects, 1)))
	}
	// The fuller the common pool, the smaller the share of a lane: endpoints that begin to hang all at once would otherwise
	// fill it before the first of them is known to be slow.
	switch {
	case t.inFlight >= t.limits.InFlight*3/4:
		return 1
	case t.inFlight >= t.limits.InFlight/2:
		return min(l.limit, 2)
	}
	return l.limit
}

func (t *Table[T]) mayStart(l *lane[T], now time.Time) bool {
	switch {
	case t.paused || t.inFlight >= t.limits.InFlight:
		return false
	case l.open:
		return l.inFlight == 0 && !now.Before(l.probeAt) && t.suspects < t.limits.Suspects
	case l.suspect && t.suspects >= t.limits.Suspects:
		return false
	}
	return l.inFlight < t.share(l) && (l.suspect || t.shortRunning < t.throttle)
}

// room is how many items may be queued in a healthy lane: what it completes within QueueFor. An endpoint whose latency is
// unknown gets an eighth of the whole queue: much, since most are fast, but not all. The fuller the whole queue, the smaller
// the part of a lane: past a half, slow lanes hold little; past three quarters, nearly nothing, which leaves room for fast ones.
func (t *Table[T]) room(l *lane[T]) int {
	floor, within := t.limits.MinQueue, t.limits.QueueFor
	switch {
	case t.queued > t.limits.Queue*3/4:
		floor, within = floor/16, within/16
	case t.queued > t.limits.Queue/2:
		floor, within = floor/4, within/4
	}
	floor = max(floor, 1)
	if l.latency == 0 {
		return max(t.limits.Queue/8, floor)
	}
	inTime := int64(within) * int64(l.limit) / int64(l.latency)
	return int(min(max(inTime, int64(floor)), int64(max(t.limits.laneQueue(), floor))))
}

func (t *Table[T]) start(l *lane[T], item T, out *Decisions[T]) {
	l.inFlight++
	t.inFlight++
	if l.suspect {
		t.suspects++
		if l.inFlight == 1 {
			t.activeSuspects++
		}
	}
	t.shortRunning++
	out.Start = append(out.Start, &Slot[T]{Item: item, lane: l, probe: l.open, shortRunning: true})
}

// markLongRunning stops counting a slot against the throttle.
func (t *Table[T]) markLongRunning(s *Slot[T]) {
	if s.shortRunning {
		s.shortRunning = false
		t.shortRunning--
	}
}

func (t *Table[T]) release(l *lane[T]) {
	l.inFlight--
	t.inFlight--
	if l.suspect {
		t.suspects--
		if l.inFlight == 0 {
			t.activeSuspects--
		}
	}
}

func (t *Table[T]) setSuspect(l *lane[T], suspect bool) {
	if l.suspect == suspect {
		return
	}
	l.suspect = suspect
	if l.inFlight == 0 {
		return
	}
	if suspect {
		t.suspects += l.inFlight
		t.activeSuspects++
	} else {
		t.suspects -= l.inFlight
		t.activeSuspects--
	}
}

func (t *Table[T]) setOpen(l *lane[T], open bool) {
	if l.open == open {
		return
	}
	l.open = open
	if open {
		t.open++
	} else {
		t.open--
	}
}

// trip opens the breaker after a run of timeouts, or doubles its pause after a probe that timed out. Attempts that were in
// flight when it opened do not count.
func (t *Table[T]) trip(l *lane[T], probe bool, now time.Time) {
	switch {
	case l.open && probe:
		l.pause = min(2*l.pause, t.limits.ProbeLast)
	case !l.open && l.timeouts >= t.limits.BreakAfter:
		t.setOpen(l, true)
		l.pause = t.limits.ProbeFirst
	default:
		return
	}
	l.probeAt = now.Add(l.pause)
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

// pop removes the item that waited longest.
func (t *Table[T]) pop(l *lane[T]) T {
	w := l.queue.pop()
	t.queued--
	if w.fetched {
		t.fetched--
	}
	return w.item
}

func (t *Table[T]) park(l *lane[T], item T, out *Decisions[T]) {
	out.Park = append(out.Park, item)
	l.backlog.storing++
}

// parkQueue parks the queue of a lane that has become suspect.
func (t *Table[T]) parkQueue(l *lane[T], out *Decisions[T]) {
	for l.queue.len() > 0 {
		t.park(l, t.pop(l), out)
	}
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
		t.start(l, t.pop(l), out)
	}
	t.enqueueReady(l)
}

// refill reuses a freed slot. Lanes that wait for the common pool take turns, one attempt each, the lane of the freed slot
// last; if none waits, that lane continues.
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
	// The lane at the head may have to wait for its share, so that more are tried; the bound keeps a call short. There is a
	// next call: while lanes are queued, the pool is at least half full or throttled.
	const maxLanes = 16
	for n := 0; n < maxLanes && t.ready.len() > 0 && t.inFlight < t.limits.InFlight && !t.paused; n++ {
		next := t.ready.pop()
		next.ready = false
		if next.queue.len() > 0 && t.mayStart(next, now) {
			t.start(next, t.pop(next), out)
			t.fetch(next, now, out)
			t.updateIdle(next)
		}
		t.enqueueReady(next)
	}
}
