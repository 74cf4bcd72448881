package lane

import "time"

// lane finds or makes the lane of an endpoint, forgetting the longest idle one when there are too many.
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

// settle files a lane as idle or takes it out again.
func (t *Table[T]) settle(l *lane[T]) {
	switch {
	case l.inFlight > 0 || l.queue.len() > 0 || l.outside.fetch:
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
	// The fuller the common pool, the less of it for each: endpoints that begin to hang all at once would otherwise fill
	// it before the first of them is known to be slow.
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
	return l.inFlight < t.share(l) && (l.suspect || t.young < t.throttle)
}

// room is how many may wait in a healthy lane: what it works off within QueueFor. An endpoint of which nothing is known
// gets an eighth of all room: much, since most are quick, but not all. The fuller the queue, the less of it for each: past
// half of it a slow lane holds little, past three quarters next to nothing, so that there is always room for quick ones.
func (t *Table[T]) room(l *lane[T]) int {
	floor, within := t.limits.Ring, t.limits.QueueFor
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

func (t *Table[T]) start(l *lane[T], item T, out *Moves[T]) {
	l.inFlight++
	t.inFlight++
	if l.suspect {
		t.suspects++
		if l.inFlight == 1 {
			t.activeSuspects++
		}
	}
	t.young++
	out.Start = append(out.Start, &Slot[T]{Item: item, lane: l, probe: l.open, young: true})
}

// grown notes that a slot is young no more.
func (t *Table[T]) grown(s *Slot[T]) {
	if s.young {
		s.young = false
		t.young--
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

// trip opens the breaker after a run of timeouts, or prolongs its pause after a probe that timed out. What was in
// flight when it opened changes nothing.
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

// push lets an item wait in its lane.
func (t *Table[T]) push(l *lane[T], w waiting[T]) {
	l.queue.push(w)
	t.queued++
	if w.fetched {
		t.fetched++
	}
	t.line(l)
}

// pop takes the item out that waited longest.
func (t *Table[T]) pop(l *lane[T]) T {
	w := l.queue.pop()
	t.queued--
	if w.fetched {
		t.fetched--
	}
	return w.item
}

func (t *Table[T]) park(l *lane[T], item T, out *Moves[T]) {
	out.Park = append(out.Park, item)
	l.outside.storing++
}

// spill parks the queue of a lane that has become suspect.
func (t *Table[T]) spill(l *lane[T], out *Moves[T]) {
	for l.queue.len() > 0 {
		t.park(l, t.pop(l), out)
	}
}

// line puts a lane into the line for slots, unless only its own cap is in its way: then its own next End goes on.
func (t *Table[T]) line(l *lane[T]) {
	if !l.ready && l.queue.len() > 0 && (l.inFlight < l.limit || t.paused) {
		l.ready = true
		t.ready.push(l)
	}
}

// refillLane starts what a lane may start and lines it up for the rest.
func (t *Table[T]) refillLane(l *lane[T], now time.Time, out *Moves[T]) {
	for l.queue.len() > 0 && t.mayStart(l, now) {
		t.start(l, t.pop(l), out)
	}
	t.line(l)
}

// refill hands on a freed slot. Lanes that wait for the common pool take turns, one attempt each, the lane that just
// had a slot last among them; if there are none, that lane goes on by itself.
func (t *Table[T]) refill(l *lane[T], now time.Time, out *Moves[T]) {
	if t.ready.len() == 0 {
		t.refillLane(l, now, out)
		return
	}
	t.line(l)
	t.turns(now, out)
}

// turns starts what waits in line.
func (t *Table[T]) turns(now time.Time, out *Moves[T]) {
	// A lane at the head may have to wait for its share; looking at a few more keeps a call short. There is a next call:
	// when anything waits in line, the pool is at least half full or throttled.
	const looks = 16
	for n := 0; n < looks && t.ready.len() > 0 && t.inFlight < t.limits.InFlight && !t.paused; n++ {
		next := t.ready.pop()
		next.ready = false
		if next.queue.len() > 0 && t.mayStart(next, now) {
			t.start(next, t.pop(next), out)
			t.fetch(next, now, out)
			t.settle(next)
		}
		t.line(next)
	}
}
