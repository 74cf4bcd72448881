package lane

import "time"

// rechecks bounds how many lanes one Tick looks at.
const rechecks = 512

// fetch asks for parked items of a lane as soon as it has room for them, or has the lane looked at again.
func (t *Table[T]) fetch(l *lane[T], now time.Time, out *Moves[T]) {
	if l.outside.parked == 0 || l.outside.fetch {
		return
	}
	n := min(t.wants(l, now), l.outside.parked, largestFetch)
	if n <= 0 {
		t.lookAgain(l)
		return
	}
	l.outside.fetch, l.outside.asked, l.outside.since, l.outside.suspect = true, n, 0, l.suspect
	t.asked += n
	if l.suspect {
		t.askedSuspects += n
	}
	out.Fetch = append(out.Fetch, Fetch{l.endpoint, n})
	t.settle(l)
}

// wants is how many parked items a lane could take now. A suspect one takes what can start at once; a healthy one fills its
// queue again when half of it is gone, so that the fetch is over before the rest is.
func (t *Table[T]) wants(l *lane[T], now time.Time) int {
	suspects := t.limits.Suspects - t.suspects - t.askedSuspects
	switch {
	case t.paused:
		return 0
	case l.open:
		if l.inFlight > 0 || now.Before(l.probeAt) {
			return 0
		}
		return min(1, suspects)
	case l.suspect:
		return min(t.share(l)-l.inFlight, suspects, t.limits.InFlight-t.inFlight)
	}
	room := t.room(l)
	if l.queue.len() > room/2 {
		return 0
	}
	free := t.limits.fetchedQueue() - t.fetched - t.asked
	if l.inFlight == 0 && l.queue.len() == 0 {
		free += t.limits.fetchedReserve()
	}
	return min(room-l.queue.len(), free)
}

// lookAgain has Tick look at a lane that has nothing queued; any other is looked at when an attempt of its queue ends.
func (t *Table[T]) lookAgain(l *lane[T]) {
	if !l.outside.recheck && l.queue.len() == 0 {
		l.outside.recheck = true
		t.recheck.push(l)
	}
}

// look fetches for the lanes that could not when they were last looked at.
func (t *Table[T]) look(now time.Time, out *Moves[T]) {
	for range min(t.recheck.len(), rechecks) {
		l := t.recheck.pop()
		l.outside.recheck = false
		if t.lanes[l.endpoint] == l { // not forgotten meanwhile
			t.fetch(l, now, out)
		}
	}
}

// brought gives back what was reserved for n items of a fetch.
func (t *Table[T]) brought(l *lane[T], n int) {
	n = min(n, l.outside.asked)
	l.outside.asked -= n
	t.asked -= n
	if l.outside.suspect {
		t.askedSuspects -= n
	}
}

// Parked says that an item of Moves.Park is stored outside.
func (t *Table[T]) Parked(now time.Time, endpoint string, out *Moves[T]) {
	l := t.lane(endpoint)
	o := &l.outside
	o.storing = max(o.storing-1, 0) // a forgotten lane knows of none
	o.parked++
	if o.fetch {
		o.since++
	}
	t.fetch(l, now, out)
	t.settle(l)
}

// Fetched ends a Fetch that brought got items and left others outside. err: it failed, and nothing was learnt.
func (t *Table[T]) Fetched(now time.Time, endpoint string, got, left int, err error, out *Moves[T]) {
	l := t.lane(endpoint)
	o := &l.outside
	all := o.asked == 0 // all that was asked for came: there may be more than the server counts, handed back by us
	t.brought(l, o.asked)
	o.fetch = false
	switch {
	case err != nil:
		o.parked = max(o.parked, 1)
	case all:
		o.parked = max(left, o.parked-o.since-got) + o.since
	default:
		o.parked = left + o.since
	}
	if err != nil || got == 0 {
		if o.parked > 0 {
			t.lookAgain(l) // not at once: what is parked is not to be had at this moment
		}
	} else {
		t.fetch(l, now, out)
	}
	t.settle(l)
}

// Found says that n items of an endpoint are parked, by whomever.
func (t *Table[T]) Found(now time.Time, endpoint string, n int, out *Moves[T]) {
	l := t.lane(endpoint)
	if !l.outside.any() && !l.outside.fetch {
		l.outside.parked = n
		t.fetch(l, now, out)
	}
	t.settle(l)
}
