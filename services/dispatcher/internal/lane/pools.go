package lane

import "time"

// pools count attempts and queued items of all lanes, and decide by these counts what a lane may start, queue and
// fetch.
type pools[T any] struct {
	limits Limits
	paused bool

	inFlight          int
	shortRunning      int // in flight, not long-running yet
	throttle          int // how many of these there may be before healthy lanes wait
	queued            int
	fetched           int // of these, fetched from the stream
	requested         int // what current fetches may still return
	requestedSuspects int // of these, for suspect lanes
	suspects          int // in flight in suspect lanes
	activeSuspects    int // suspect lanes that have anything in flight
	open              int // breakers
}

// Throttle sets how many short-running attempts there may be before healthy lanes wait: more of them than the
// processors can serve do not end sooner.
func (p *pools[T]) Throttle(n int) { p.throttle = n }

// share is how many attempts a lane may have in flight now.
func (p *pools[T]) share(l *lane[T]) int {
	if l.suspect {
		return min(l.limit, max(1, p.limits.Suspects/max(p.activeSuspects, 1)))
	}
	// The fuller the common pool, the smaller the share of a lane: endpoints that begin to hang all at once would
	// otherwise fill it before the first of them is known to be slow.
	switch {
	case p.inFlight >= p.limits.InFlight*3/4:
		return 1
	case p.inFlight >= p.limits.InFlight/2:
		return min(l.limit, 2)
	}
	return l.limit
}

func (p *pools[T]) mayStart(l *lane[T], now time.Time) bool {
	switch {
	case p.paused || p.inFlight >= p.limits.InFlight:
		return false
	case l.every > 0 && l.due(now) == 0:
		return false
	case l.open:
		return l.inFlight == 0 && !now.Before(l.probeAt) && p.suspects < p.limits.Suspects
	case l.suspect && p.suspects >= p.limits.Suspects:
		return false
	}
	return l.inFlight < p.share(l) && (l.suspect || p.shortRunning < p.throttle)
}

// room is how many items may be queued in a healthy lane: what it completes within QueueFor. An endpoint whose latency
// is unknown gets an eighth of the whole queue: much, since most are fast, but not all. The fuller the whole queue, the
// smaller the part of a lane: past a half, slow lanes hold little; past three quarters, nearly nothing, which leaves
// room for fast ones.
func (p *pools[T]) room(l *lane[T]) int {
	floor, within := p.limits.MinQueue, p.limits.QueueFor
	switch {
	case p.queued > p.limits.Queue*3/4:
		floor, within = floor/16, within/16
	case p.queued > p.limits.Queue/2:
		floor, within = floor/4, within/4
	}
	floor = max(floor, 1)
	if l.latency == 0 {
		return max(p.limits.Queue/8, floor)
	}
	inTime := int64(within) * int64(l.limit) / int64(l.latency)
	return int(min(max(inTime, int64(floor)), int64(max(p.limits.laneQueue(), floor))))
}

func (p *pools[T]) start(l *lane[T], item T, now time.Time, out *Decisions[T]) {
	l.started(now)
	l.inFlight++
	p.inFlight++
	if l.suspect {
		p.suspects++
		if l.inFlight == 1 {
			p.activeSuspects++
		}
	}
	p.shortRunning++
	out.Start = append(out.Start, &Slot[T]{Item: item, lane: l, probe: l.open, shortRunning: true})
}

// markLongRunning stops counting a slot against the throttle.
func (p *pools[T]) markLongRunning(s *Slot[T]) {
	if s.shortRunning {
		s.shortRunning = false
		p.shortRunning--
	}
}

func (p *pools[T]) release(l *lane[T]) {
	l.inFlight--
	p.inFlight--
	if l.suspect {
		p.suspects--
		if l.inFlight == 0 {
			p.activeSuspects--
		}
	}
}

func (p *pools[T]) setSuspect(l *lane[T], suspect bool) {
	if l.suspect == suspect {
		return
	}
	l.suspect = suspect
	if l.inFlight == 0 {
		return
	}
	if suspect {
		p.suspects += l.inFlight
		p.activeSuspects++
	} else {
		p.suspects -= l.inFlight
		p.activeSuspects--
	}
}

func (p *pools[T]) setOpen(l *lane[T], open bool) {
	if l.open == open {
		return
	}
	l.open = open
	if open {
		p.open++
	} else {
		p.open--
	}
}

// trip opens the breaker after a run of timeouts, or doubles its pause after a probe that timed out. Attempts that were
// in flight when it opened do not count.
func (p *pools[T]) trip(l *lane[T], probe bool, now time.Time) {
	switch {
	case l.open && probe:
		l.pause = min(2*l.pause, p.limits.ProbeLast)
	case !l.open && l.timeouts >= p.limits.BreakAfter:
		p.setOpen(l, true)
		l.pause = p.limits.ProbeFirst
	default:
		return
	}
	l.probeAt = now.Add(l.pause)
}

// pop removes the item that waited longest.
func (p *pools[T]) pop(l *lane[T]) T {
	w := l.queue.pop()
	p.queued--
	if w.fetched {
		p.fetched--
	}
	return w.item
}

// parkQueue parks the queue of a lane that is to hold nothing.
func (p *pools[T]) parkQueue(l *lane[T], out *Decisions[T]) {
	for l.queue.len() > 0 {
		park(l, p.pop(l), out)
	}
}

// fetchable is how many parked items a lane has room for. A suspect one, and one with a rate, fetches what can start at
// once; a healthy one refills its queue when half of it is empty, so that the fetch completes before the other half is.
func (p *pools[T]) fetchable(l *lane[T], now time.Time) int {
	free := p.limits.fetchedQueue() - p.fetched - p.requested
	reserved := free + p.limits.fetchedReserve()
	// A suspect lane may be healthy, or the table paused, when its items arrive: then they are queued.
	suspects := min(p.limits.Suspects-p.suspects-p.requestedSuspects, reserved)
	switch {
	case p.paused:
		return 0
	case l.open:
		if l.inFlight > 0 || now.Before(l.probeAt) {
			return 0
		}
		return min(1, suspects, l.rated(now))
	case l.suspect:
		return min(p.share(l)-l.inFlight, suspects, p.limits.InFlight-p.inFlight, l.rated(now))
	case l.every > 0:
		if p.shortRunning >= p.throttle {
			return 0
		}
		return min(p.share(l)-l.inFlight, reserved, p.limits.InFlight-p.inFlight, l.rated(now))
	}
	room := p.room(l)
	if l.queue.len() > room/2 {
		return 0
	}
	if l.inFlight == 0 && l.queue.len() == 0 {
		free = reserved
	}
	return min(room-l.queue.len(), free)
}

// releaseRequested releases what was reserved for n items of a fetch.
func (p *pools[T]) releaseRequested(l *lane[T], n int) {
	n = min(n, l.backlog.requested)
	l.backlog.requested -= n
	p.requested -= n
	if l.backlog.suspect {
		p.requestedSuspects -= n
	}
}

// park has an item stored in the stream.
func park[T any](l *lane[T], item T, out *Decisions[T]) {
	out.Park = append(out.Park, item)
	l.backlog.storing++
}
