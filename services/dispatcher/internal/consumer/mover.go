package consumer

import (
	"time"

	"github.com/nats-io/nats.go"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/streams"
	dispatchv1 "github.com/partnerline/partnerline/proto/gen/dispatch/v1"
	"github.com/partnerline/partnerline/services/dispatcher"
)

// mover moves attempts that are not made now to where they wait: a stream, or webhooks.
type mover struct{ engine *Engine }

// move stores an attempt in another stream under its number, or gives it back when that has no room. It calls moved
// when either is done or the attempt cannot be read.
func (m mover) move(it *item, stream, subject string, moved func(kept bool)) {
	e := m.engine
	if it.delivery == nil {
		if err := it.decode(); err != nil {
			e.poison(it, err)
			moved(false)
			return
		}
	}
	e.inflight.DoubtLapsed(it.Message)
	if e.isFromTier(it) {
		target, known := e.targets.Cached(it.Endpoint, int(it.delivery.GetActivation()))
		doubtMoved(e, it, target, known)
	}
	e.metrics.deferred()
	it.unstored.Store(1)
	k, due := it.deferrals+1, time.Now()
	if stream == streams.Deferred {
		due = due.Add(e.cfg.DeferDelay)
	}
	m.keep(it, stream, it.copyTo(subject, streams.DeferredMsgID(it.id(), k), it.attempt, k), func() {
		e.stored(it)
		moved(true)
	}, func() {
		m.giveBack(it, it.attempt, due)
		moved(false)
	})
}

// keep stores the message of an attempt in a stream. It calls refused instead of kept when its endpoint or tenant has
// its share of the stream, or the stream is full.
func (m mover) keep(it *item, stream string, msg *nats.Msg, kept, refused func()) {
	if !m.engine.room.take(stream, it.delivery.GetTenantId(), it.Endpoint, msg.Size()) {
		refused()
		return
	}
	m.engine.out.publish(msg, kept, refused)
}

// giveBack returns an attempt for which no stream has room to webhooks, which keeps it and sends it again once it is
// due and there is room.
func (m mover) giveBack(it *item, attempt int, due time.Time) {
	m.engine.metrics.returned()
	now := time.Now()
	report := describe(it, dispatcher.Result{StartedAt: now, EndedAt: now}, dispatcher.Verdict{})
	report.Number, report.Outcome = int32(attempt), dispatchv1.Outcome_OUTCOME_RETURNED
	report.NextAttemptAt = timestamppb.New(due)
	m.engine.results.report(it, report)
}
