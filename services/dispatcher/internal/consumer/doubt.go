package consumer

import (
	"time"

	"github.com/partnerline/partnerline/internal/streams"
	"github.com/partnerline/partnerline/services/dispatcher"
	"github.com/partnerline/partnerline/services/dispatcher/internal/peers"
)

// silentPause is after how long a message is tried again that a dispatcher may hold which does not answer.
const silentPause = streams.DispatchAckWait

// doubt is about attempts of which other messages may be with other dispatchers.
type doubt struct{ engine *Engine }

// lapsed makes an item doubtful whose message another dispatcher may have got meanwhile.
func (doubt) lapsed(it *item) {
	if it.source.hasLapsed(it, time.Now()) {
		it.doubtful = true
		it.sure.Store(false)
	}
}

// moved makes an item doubtful that was to wait and whose attempt may have been moved to now since: by the target of its
// endpoint or, where that is not known, in any case.
func (d doubt) moved(it *item, target *dispatcher.Target, known bool) {
	if it.attempt > 1 && d.engine.isFromTier(it) && (!known || target.MovedSince(it.stored.Add(-clockSkew))) {
		it.doubtful = true
		it.sure.Store(false)
	}
}

// chosen reports whether the attempt of a doubtful message is for this dispatcher to check and make: no other message of it is being made, here or elsewhere, and this one was not
// acknowledged elsewhere. It is done with one that is not.
func (d doubt) chosen(it *item) bool {
	e, s := d.engine, it.source
	holding := e.peers.Ask(e.intake, peers.Message{
		Stream: s.stream, Sequence: it.sequence, Stored: it.stored.UnixNano(), Attempt: attemptID(it.msg), Deliveries: it.delivered,
	})
	if e.intake.Err() != nil { // during shutdown
		s.nak(it, 0)
		return false
	}
	switch holding {
	case peers.Done:
		e.metrics.over()
		s.ack(it)
		return false
	case peers.Held:
		s.leave(it)
		return false
	case peers.Silent:
		s.nak(it, silentPause)
		return false
	case peers.NotHeld:
	}
	return true
}

// holdings answers what attempts of others' messages have come to here.
func (d doubt) holdings(asked []peers.Message) []peers.Holding {
	list := make([]peers.Holding, len(asked))
	attempts := map[string]peers.Holding{}
	all := d.engine.sources()
	for i, m := range asked {
		for _, s := range all {
			if s.stream == m.Stream && s.wasAcked(position{m.Sequence, m.Stored}) {
				list[i] = peers.Done
			}
		}
		if m.Attempt != "" {
			attempts[m.Attempt] = peers.NotHeld
		}
	}
	for _, s := range all {
		s.findAttempts(attempts)
	}
	for i, m := range asked {
		list[i] = max(list[i], attempts[m.Attempt])
	}
	return list
}
