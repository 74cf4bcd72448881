package lane

import "time"

// maxRechecks bounds how many lanes one Tick checks.
const maxRechecks = 512

// fetch fetches parked items of a lane if it has room for them, and otherwise schedules a recheck.
func (t *Table[T]) fetch(l *lane[T], now time.Time, out *Decisions[T]) {
	if l.backlog.parked == 0 || l.backlog.fetch {
		return
	}
	n := min(t.fetchable(l, now), l.backlog.parked, maxFetch)
	if n <= 0 {
		t.scheduleRecheck(l)
		return
	}
	l.backlog.fetch, l.backlog.requested, l.backlog.since, l.backlog.suspect = true, n, 0, l.suspect
	t.requested += n
	if l.suspect {
		t.requestedSuspects += n
	}
	out.Fetch = append(out.Fetch, Fetch{l.endpoint, n})
	t.updateIdle(l)
}

// scheduleRecheck makes Tick check a lane with an empty queue; any other is checked when an attempt of its queue ends.
func (t *Table[T]) scheduleRecheck(l *lane[T]) {
	if !l.backlog.recheck && l.queue.len() == 0 {
		l.backlog.recheck = true
		t.recheck.push(l)
	}
}

// recheckLanes fetches for the lanes that could not when they were last checked.
func (t *Table[T]) recheckLanes(now time.Time, out *Decisions[T]) {
	for range min(t.recheck.len(), maxRechecks) {
		l := t.recheck.pop()
		l.backlog.recheck = false
		if t.lanes[l.endpoint] == l { // not discarded meanwhile
			t.fetch(l, now, out)
		}
	}
}

// Parked reports that an item of Decisions.Park is stored in the stream, or that this had no room and the item is
// elsewhere.
func (t *Table[T]) Parked(now time.Time, endpoint string, stored bool, out *Decisions[T]) {
	l := t.lane(endpoint)
	o := &l.backlog
	o.storing = max(o.storing-1, 0) // 0 in a lane that was discarded meanwhile
	if stored {
		o.parked++
		if o.fetch {
			o.since++
		}
	}
	t.fetch(l, now, out)
	t.updateIdle(l)
}

// Fetched ends a Fetch that returned got items and left others in the stream. With err it failed, and left is unknown.
func (t *Table[T]) Fetched(now time.Time, endpoint string, got, left int, err error, out *Decisions[T]) {
	l := t.lane(endpoint)
	o := &l.backlog
	all := o.requested == 0 // there may be more than the server counts: items that we returned to the stream
	t.releaseRequested(l, o.requested)
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
			t.scheduleRecheck(l) // not at once: what is parked cannot be fetched at this moment
		}
	} else {
		t.fetch(l, now, out)
	}
	t.updateIdle(l)
}

// Found reports that n items of an endpoint are parked, by any dispatcher.
func (t *Table[T]) Found(now time.Time, endpoint string, n int, out *Decisions[T]) {
	l := t.lane(endpoint)
	if !l.backlog.any() && !l.backlog.fetch {
		l.backlog.parked = n
		t.fetch(l, now, out)
	}
	t.updateIdle(l)
}
