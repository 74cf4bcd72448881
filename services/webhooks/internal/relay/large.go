package relay

import (
	"context"
	"time"

	"github.com/partnerline/partnerline/services/webhooks"
)

const (
	// An event that weighs more than this is sent in parts. The deliveries of other tenants wait for what is sent in
	// one batch: with two cores, 60 ms for a weight of 500. Live mode has the larger bound, because it needs the
	// throughput.
	maxWholeTest = 100
	maxWholeLive = 500
	// pacedPart is short enough that other events hardly wait for it, and long enough to be worth a transaction.
	pacedPart = 32
	maxLarge  = 64 // large events under way at the same time, each of another scope
)

// A large event was sent up to one of its endpoints. Other events of its scope wait until it is done. After a crash it
// begins again: what is sent or stored twice is recognised.
type large struct {
	event webhooks.OutboxEvent
	upTo  int
}

// isLarge reports whether an event is sent in parts.
func isLarge(o webhooks.OutboxEvent) bool {
	most := maxWholeTest
	if o.Event.Scope.Livemode {
		most = maxWholeLive
	}
	return len(o.Endpoints) > 1 && o.TotalWeight() > most
}

// A pace spreads the parts of large events over time, so that the deliveries of others do not wait for the processors.
type pace struct {
	part int           // deliveries of a part, by weight
	each time.Duration // from the beginning of a part to that of the next, for a weight of 1
}

// newPace returns the pace of a number of deliveries a second; 0 is any number.
func newPace(rate int) pace {
	if rate == 0 {
		return pace{part: maxWholeLive}
	}
	return pace{part: pacedPart, each: time.Second / time.Duration(rate)}
}

// next is when the part after one of a weight that was due is due. A part that came late is not made up for.
func (p pace) next(due, now time.Time, weight int) time.Time {
	if due = due.Add(time.Duration(weight) * p.each); due.Before(now) {
		return now
	}
	return due
}

// begin begins the first of some events, which is large, and returns the events of other scopes. Without room, the
// event stays in the outbox, and is tried again.
func (l *loop) begin(events []webhooks.OutboxEvent) (others []webhooks.OutboxEvent) {
	first := events[0]
	sameScope := func(o webhooks.OutboxEvent) bool { return o.Event.Scope == first.Event.Scope }
	behind, others := divide(events[1:], sameScope)
	if len(l.large) == maxLarge {
		l.pacer.rest(first, time.Now())
		behind = append(behind, first)
	} else {
		l.large = append(l.large, large{event: first})
	}
	l.flight.drop(behind)
	return others
}

// nextPart sends a part of one of the large events, which take turns, if it is due.
func (l *loop) nextPart(ctx context.Context) error {
	now := time.Now()
	if len(l.large) == 0 || now.Before(l.due) {
		return nil
	}
	x := l.large[0]
	to := min(x.upTo+max(l.pace.part/x.event.Weight(), 1), len(x.event.Endpoints))
	parts := []webhooks.OutboxEvent{x.event.Part(x.upTo, to)}
	events := parts
	if x.upTo > 0 {
		events = nil
	}
	if err := l.send(ctx, events, parts); err != nil {
		return err
	}
	x.event.Event.Traceparent = parts[0].Event.Traceparent // that of the relay, once it is published
	l.due, l.large = l.pace.next(l.due, now, parts[0].TotalWeight()), l.large[1:]
	if x.upTo = to; to < len(x.event.Endpoints) {
		l.large = append(l.large, x)
		return nil
	}
	l.pacer.ended(x.event, now)
	l.ending, l.unread = append(l.ending, x.event.Event.Scope), true
	return nil
}

// partDue has a value when the next part of a large event is due.
func (l *loop) partDue(timer *time.Timer) <-chan time.Time {
	if len(l.large) == 0 {
		return nil
	}
	timer.Reset(time.Until(l.due))
	return timer.C
}
