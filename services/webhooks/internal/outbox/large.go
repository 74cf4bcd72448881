package outbox

import (
	"context"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/enqueue"
)

// A large event was sent up to one of its endpoints. After a crash it begins again: what is sent or stored twice is
// recognised.
type large struct {
	event     webhooks.OutboxEvent
	upTo      int
	published []jetstream.PubAckFuture // to EVENTS, until the first part
}

// An event that weighs more than this is sent in parts. The deliveries of other tenants wait for what is sent at once:
// with two cores, 60 ms for a weight of 500. Live mode has the larger bound, because it needs the throughput.
const (
	maxWholeTest = 100
	maxWholeLive = 500
)

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

// pacedPart is short enough that others' events hardly wait for it, and long enough that a transaction is worth it.
const pacedPart = 32

// newPace returns the pace of a number of deliveries a second; 0 is any number.
func newPace(rate int) pace {
	if rate == 0 {
		return pace{part: maxWholeLive}
	}
	return pace{part: pacedPart, each: time.Second / time.Duration(rate)}
}

// next is when the part after one of a weight that was due is due. One that came late is not made up for.
func (p pace) next(due, now time.Time, weight int) time.Time {
	if due = due.Add(time.Duration(weight) * p.each); due.Before(now) {
		return now
	}
	return due
}

// beginLarge publishes an event that is sent in parts from now on.
func (w *work) beginLarge(ctx context.Context, o webhooks.OutboxEvent) error {
	events := []webhooks.OutboxEvent{o}
	if first, _ := w.split(events); len(first) == 0 { // its parts are stored before what is sent and not stored yet
		if err := w.unstored.flush(ctx, events); err != nil {
			return err
		}
	}
	published, err := w.begin(events)
	if err != nil {
		return err
	}
	w.large = append(w.large, large{event: events[0], published: published}) // begin may have changed the event
	w.recent.add(events, time.Now())
	return nil
}

// nextPart sends and stores a part of one of the large events, which take turns, if it is due. It reports whether the
// event is done: those behind it are next.
func (w *work) nextPart(ctx context.Context) (done bool, err error) {
	now := time.Now()
	if len(w.large) == 0 || now.Before(w.due) {
		return false, nil
	}
	l := w.large[0]
	to := min(l.upTo+max(w.pace.part/l.event.Weight(), 1), len(l.event.Endpoints))
	part := l.event.Part(l.upTo, to)
	first, after := w.split([]webhooks.OutboxEvent{part})
	if len(first) > 0 {
		if err = w.unstored.room(ctx); err == nil {
			err = w.sendFirst(ctx, first, l.published, true)
		}
	} else if err = enqueue.Acknowledged(ctx, l.published); err == nil {
		err = w.fanOut(ctx, after)
	}
	if err != nil {
		return false, err
	}
	w.pacer.spend(part, now)
	w.due, w.large = w.pace.next(w.due, now, part.TotalWeight()), w.large[1:]
	l.upTo, l.published = to, nil
	if done = to == len(l.event.Endpoints); done {
		w.pacer.ended(l.event, now)
	} else {
		w.large = append(w.large, l)
	}
	return done, nil
}

// partDue has a value when the next part of a large event is due.
func (w *work) partDue(timer *time.Timer) <-chan time.Time {
	if len(w.large) == 0 {
		return nil
	}
	timer.Reset(time.Until(w.due))
	return timer.C
}
