package webhooks

import (
	"maps"
	"time"
)

// A HeldDelivery waits in Postgres for an attempt for which no stream had room, or that was moved to now.
type HeldDelivery struct {
	Delivery DeliveryID
	Endpoint EndpointID
	EventAt  time.Time
	Run      int
	Attempt  int       // the number of the attempt to make
	DueAt    time.Time // the attempt, however often it was held
}

// Held is the held delivery of an attempt that was returned.
func (a Attempt) Held() HeldDelivery {
	h := HeldDelivery{
		Delivery: a.Delivery, Endpoint: a.Endpoint, EventAt: a.EventAt, Run: a.Run, Attempt: a.Number, DueAt: a.EndedAt,
	}
	if a.NextAttemptAt != nil {
		h.DueAt = *a.NextAttemptAt
	}
	return h
}

// A DueDelivery is a held delivery that is due.
type DueDelivery struct {
	HeldDelivery
	Stored bool // its delivery is; one that was sent first may be stored a moment later
	Open   bool // its delivery still waits for this attempt
	Size   int  // of the event's body

	HeldAt time.Time // the last time
	Moved  bool      // it was moved to now, and not given back since
}

const (
	// heldUnstored is how long a held delivery waits for its delivery to be stored.
	heldUnstored = time.Hour
	// releasedBytes is how many bytes of a tenant are sent together, and releasedDeliveries how many deliveries: few
	// enough that those of others hardly wait behind them.
	releasedBytes      = 1 << 20
	releasedDeliveries = 1000
	// shortestPause is the time between two sendings to an endpoint, longestPause that of an endpoint that has no room.
	shortestPause = 500 * time.Millisecond
	longestPause  = 30 * time.Second
)

// ReleasedOf is how many held deliveries of an endpoint a release considers, when so many endpoints of its tenant have
// some.
func ReleasedOf(endpoints int) int { return max(releasedDeliveries/max(endpoints, 1), 1) }

// Release divides the due deliveries of a tenant, those of an endpoint in their order, into those to send now and
// those that need no attempt any more. The first of each endpoint come before the second of any. The others wait.
func Release(due []DueDelivery, now time.Time) (send, drop []HeldDelivery) {
	byRank, rank := [][]DueDelivery{}, map[EndpointID]int{}
	for _, d := range due {
		switch {
		case d.Open:
			if rank[d.Endpoint] == len(byRank) {
				byRank = append(byRank, nil)
			}
			byRank[rank[d.Endpoint]] = append(byRank[rank[d.Endpoint]], d)
			rank[d.Endpoint]++
		case d.Stored || now.Sub(d.EventAt) > heldUnstored:
			drop = append(drop, d.HeldDelivery)
		}
	}
	bytes := 0
	for _, list := range byRank {
		for _, d := range list {
			if bytes += d.Size; bytes > releasedBytes && len(send) > 0 {
				return send, drop
			}
			send = append(send, d.HeldDelivery)
		}
	}
	return send, drop
}

// HeldPaces say for each endpoint how many held deliveries are sent together, and when. The next are sent once the
// fate of the last is known. If all come back, the endpoint has no room: it rests, each time twice as long, and then
// is sent one. If some were taken, that many are sent next; if all were, twice as many.
type HeldPaces map[EndpointID]heldPace

type heldPace struct {
	next    time.Time     // before it nothing is sent
	pause   time.Duration // between two sendings; 0: the shortest
	most    int           // are sent at once; 0: any number
	sent    int           // at the last sending, while it is not known what came of it
	sentAt  time.Time
	last    HeldDelivery // of these
	checked time.Time    // by the clock of the database: what is held later was given back
}

// Rests reports whether nothing is sent to an endpoint now.
func (p HeldPaces) Rests(id EndpointID, now time.Time) bool { return now.Before(p[id].next) }

// Sent returns the deliveries that were sent last to endpoints, while it is not known what came of them.
func (p HeldPaces) Sent(endpoints []EndpointID) (list []HeldDelivery) {
	for _, id := range endpoints {
		if pace := p[id]; pace.sent > 0 {
			list = append(list, pace.last)
		}
	}
	return list
}

// Admit returns which of the due deliveries may be sent now, or dropped. Those of an endpoint are its oldest, in their
// order, as read from the database at a time of its clock; they include those that came back. An endpoint waits for a
// while if its last delivery is known to have neither come back nor been attempted.
func (p HeldPaces) Admit(
	due []DueDelivery, unsettled map[DeliveryID]bool, read, now time.Time,
) (admitted []DueDelivery) {
	back := map[EndpointID]int{}
	for _, d := range due {
		back[d.Endpoint] += 0
		if d.Open && !d.Moved && d.HeldAt.After(p[d.Endpoint].checked) {
			back[d.Endpoint]++
		}
	}
	for id, n := range back {
		pace := p[id]
		switch {
		case pace.sent == 0:
			pace.checked = read
		case !unsettled[pace.last.Delivery]:
			pace = pace.after(n)
			pace.checked = read
		case now.Sub(pace.sentAt) < longestPause:
			pace.next = now.Add(shortestPause)
		default: // it is lost, or everything is late
			pace = pace.after(pace.sent)
			pace.checked = read
		}
		p[id] = pace
	}
	open := map[EndpointID]int{}
	for _, d := range due {
		if pace := p[d.Endpoint]; d.Open {
			if p.Rests(d.Endpoint, now) || pace.most > 0 && open[d.Endpoint] == pace.most {
				continue
			}
			open[d.Endpoint]++
		}
		admitted = append(admitted, d)
	}
	return admitted
}

// after is the pace once it is known how many of those that were sent have come back.
func (p heldPace) after(back int) heldPace {
	switch {
	case back >= p.sent:
		p.most, p.pause = 1, min(max(2*p.pause, shortestPause), longestPause)
		p.next = p.sentAt.Add(p.pause)
	case back > 0:
		p.most, p.pause = p.sent-back, p.pause/4 // one that hangs takes some, too
	default:
		p.most, p.pause = min(2*p.most, releasedDeliveries), p.pause/4
	}
	p.sent = 0
	return p
}

// Send sets which deliveries are sent now, with the numbers of their attempts.
func (p HeldPaces) Send(list []Delivery, attempts []int, now time.Time) {
	for i, d := range list {
		pace := p[d.Endpoint]
		pace.sent++
		pace.last = HeldDelivery{Delivery: d.ID, Endpoint: d.Endpoint, EventAt: d.EventAt, Run: d.Run, Attempt: attempts[i]}
		pace.sentAt, pace.next = now, now.Add(shortestPause)
		p[d.Endpoint] = pace
	}
}

// Forget forgets the endpoints to which nothing was sent for a while.
func (p HeldPaces) Forget(now time.Time) {
	maps.DeleteFunc(p, func(_ EndpointID, pace heldPace) bool { return now.After(pace.next.Add(longestPause)) })
}
