package inflight

import (
	"context"
	"log/slog"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/partnerline/partnerline/internal/streams"
)

const (
	// silentPause is after how long a message is delivered again that a dispatcher may hold which does not answer.
	silentPause = streams.DispatchAckWait
	// claimedPause is after how long a message is delivered again whose attempt another message of it is making.
	claimedPause = time.Second
	// MaxDeferrals is how often a doubtful attempt is deferred because webhooks does not answer. An outage of Postgres
	// with its recovery is over by then.
	MaxDeferrals = 10
	// resentFor is of which time acknowledgements are sent again after a reconnect: longer than it takes to notice that
	// a connection is lost.
	resentFor = time.Minute
)

// A Set is the messages that this dispatcher has in flight, and what it knows of other dispatchers.
type Set struct {
	nc      *nats.Conn
	log     *slog.Logger
	streams []*Stream
	peers   *peers
	ask     func(context.Context, Question) Holding
	check   func(context.Context, Attempt) Answer
}

// NewSet returns an empty set; Run does its work.
func NewSet(nc *nats.Conn, c *Checker, log *slog.Logger) *Set {
	p := newPeers(nc)
	return &Set{nc: nc, log: log, peers: p, ask: p.askOthers, check: c.check}
}

// Stream adds a stream whose consumer waits for an acknowledgement for a time, for at most another.
func (s *Set) Stream(name string, wait, most time.Duration) *Stream {
	added := newStream(name, wait, most)
	s.streams = append(s.streams, added)
	return added
}

// Run answers and asks the other dispatchers until ctx ends.
func (s *Set) Run(ctx context.Context) error { return s.peers.run(ctx, s.holdings) }

// Every is how long the starts of attempts are apart in this dispatcher for an endpoint that all dispatchers may call
// perSecond times a second; 0 for no bound.
func (s *Set) Every(perSecond int) time.Duration { return s.peers.every(perSecond) }

// Extend keeps NATS from delivering again what is in flight here.
func (s *Set) Extend(now time.Time) {
	for _, stream := range s.streams {
		stream.extend(now)
	}
}

// Reconnected makes messages doubtful that are stored by now, and sends the last acknowledgements again: they may be
// lost. A repeated one costs nothing, a redelivery up to a minute.
func (s *Set) Reconnected(now time.Time) {
	for _, stream := range s.streams {
		stream.DoubtUntil(now)
		stream.acknowledgedSince(now.Add(-resentFor), func(reply string) {
			_ = s.nc.Publish(reply, ackBody) // if it is lost, too, the message is delivered again and recognised
		})
	}
}

var ackBody = []byte("+ACK")

// A Verdict is what becomes of a message whose turn has come.
type Verdict int

// The verdicts.
const (
	Make    Verdict = iota // this dispatcher makes the attempt, and no other
	Over                   // the attempt need not be made; the message is acknowledged
	Gone                   // another message of the attempt goes first; this one is left or returned
	Revoked                // the tenant may not get the event any more; the delivery ends
	Defer                  // webhooks does not answer
)

// byHolding and byAnswer are the table of the package.
var (
	byHolding = map[Holding]Verdict{NotHeld: Make, Silent: Gone, Held: Gone, Done: Over}
	byAnswer  = map[Answer]Verdict{Needed: Make, NotNeeded: Over, Claimed: Gone, AccessRevoked: Revoked, NoAnswer: Defer}
)

// Claim decides whether this dispatcher makes the attempt of a message. checked attempts are asked about even if they
// are not doubtful, and not made without an answer; deferrals is how often the attempt was deferred.
func (s *Set) Claim(ctx context.Context, m *Message, a Attempt, checked bool, deferrals int) Verdict {
	s.DoubtLapsed(m)
	if m.doubtful {
		if v := s.claimFromOthers(ctx, m); v != Make {
			return v
		}
	}
	if m.doubtful || checked {
		switch v := byAnswer[s.check(ctx, a)]; {
		case v == Defer && !checked && deferrals >= MaxDeferrals:
			// An attempt is rather made twice than never, but not for a tenant that may have lost access.
			s.log.LogAttrs(ctx, slog.LevelWarn, "attempt made without a check whether it is recorded",
				slog.String("delivery_id", a.Delivery), slog.Int("attempt", a.Number))
		case v == Over:
			m.Ack()
			return v
		case v == Gone:
			m.Return(claimedPause)
			return v
		case v != Make:
			return v
		}
	}
	m.exclusive.Store(true)
	return Make
}

// DoubtLapsed makes a message doubtful that another dispatcher may have got, as when this program was suspended.
func (*Set) DoubtLapsed(m *Message) {
	if m.stream.hasLapsed(m, time.Now()) {
		m.Doubt()
	}
}

// claimFromOthers asks the other dispatchers about a doubtful message.
func (s *Set) claimFromOthers(ctx context.Context, m *Message) Verdict {
	holding := s.ask(ctx, Question{
		Stream: m.stream.name, Sequence: m.sequence, Stored: m.Stored.UnixNano(), Attempt: m.attempt(),
		Deliveries: m.deliveries,
	})
	switch {
	case ctx.Err() != nil: // during shutdown
		m.Return(0)
		return Gone
	case holding == Done:
		m.Ack()
	case holding == Held:
		m.Leave()
	case holding == Silent:
		m.Return(silentPause)
	}
	return byHolding[holding]
}

// holdings answers another dispatcher, and this one itself, what attempts have come to here.
func (s *Set) holdings(asked []Question) []Holding {
	list := make([]Holding, len(asked))
	attempts := map[string]Holding{}
	for i, q := range asked {
		for _, stream := range s.streams {
			if stream.name == q.Stream && stream.wasAcknowledged(position{q.Sequence, q.Stored}) {
				list[i] = Done
			}
		}
		if q.Attempt != "" {
			attempts[q.Attempt] = NotHeld
		}
	}
	for _, stream := range s.streams {
		stream.find(attempts)
	}
	for i, q := range asked {
		list[i] = max(list[i], attempts[q.Attempt])
	}
	return list
}
