package inflight

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/partnerline/partnerline/internal/streams"
)

// However the messages of attempts are delivered, repeated, copied and restored, and whoever is killed: an attempt is
// made by one dispatcher at a time, one whose outcome is recorded is not made again, and in the end each is made.
func TestOneDispatcherMakesAnAttempt(t *testing.T) {
	t.Parallel()
	seeds := 2000
	if testing.Short() {
		seeds = 300
	}
	for seed := range uint64(seeds) {
		synctest.Test(t, func(t *testing.T) {
			w := newWorld(t, seed)
			for range 200 {
				w.act(0)
			}
			w.settle()
			if t.Failed() {
				t.Fatalf("seed %d:\n%s", seed, strings.Join(w.history, "\n"))
			}
		})
	}
}

const (
	simDispatchers = 3
	simAttempts    = 4
	claimTime      = 15 * time.Second // as webhooks has it
)

// A simWorld has NATS and webhooks as they behave, and dispatchers with their sets.
type simWorld struct {
	t           *testing.T
	r           *rand.Rand
	history     []string
	messages    []*simMessage
	attempts    [simAttempts]simAttempt
	dispatchers [simDispatchers]*simDispatcher
	restored    time.Time // when acknowledged messages were last restored
}

type simAttempt struct {
	makes    map[*simDispatcher]bool
	recorded bool
	claimed  time.Time // until when
}

// A simMessage is a message in the stream; holder is who got it last, until due.
type simMessage struct {
	attempt    int
	sequence   uint64
	doubtful   bool
	deliveries uint64
	acked      bool
	holder     *simDispatcher
	due        time.Time
}

type simDispatcher struct {
	number int
	alive  bool
	set    *Set
	stream *Stream
	held   []*simHeld
}

// A simHeld is a message at a dispatcher: fetched, being made, or made.
type simHeld struct {
	message *Message
	of      *simMessage
	state   string
}

// A simStub answers NATS for a message.
type simStub struct {
	stub

	world *simWorld
	of    *simMessage
}

func (s *simStub) Ack() error { s.of.acked = true; return nil }
func (s *simStub) NakWithDelay(d time.Duration) error {
	s.of.due = time.Now().Add(d)
	return nil
}
func (s *simStub) Nak() error { return s.NakWithDelay(0) }
func (s *simStub) InProgress() error {
	s.of.due = time.Now().Add(streams.DispatchAckWait)
	return nil
}

func newWorld(t *testing.T, seed uint64) *simWorld {
	w := &simWorld{t: t, r: rand.New(rand.NewPCG(seed, 1))}
	for a := range w.attempts {
		w.attempts[a].makes = map[*simDispatcher]bool{}
		w.add(a, false)
	}
	for n := range w.dispatchers {
		w.dispatchers[n] = w.start(n)
	}
	return w
}

func (w *simWorld) note(format string, args ...any) {
	w.history = append(w.history, fmt.Sprintf(format, args...))
}

func (w *simWorld) add(attempt int, doubtful bool) {
	sequence := uint64(len(w.messages) + 1)
	w.messages = append(w.messages, &simMessage{attempt: attempt, sequence: sequence, doubtful: doubtful})
}

func (w *simWorld) start(n int) *simDispatcher {
	d := &simDispatcher{number: n, alive: true, set: NewSet(nil, NewChecker(nil, nil), slog.New(slog.DiscardHandler))}
	d.stream = d.set.Stream("S", streams.DispatchAckWait, streams.DispatchAckWait)
	if !w.restored.IsZero() {
		d.stream.DoubtUntil(time.Now())
	}
	d.set.ask = func(_ context.Context, q Question) Holding {
		h := NotHeld
		for _, other := range w.dispatchers {
			if other != nil && other.alive {
				h = max(h, other.set.holdings([]Question{q})[0])
			}
		}
		w.meanwhile()
		return h
	}
	d.set.check = func(_ context.Context, a Attempt) Answer {
		at := &w.attempts[a.Number]
		answer := Needed
		switch {
		case at.recorded:
			answer = NotNeeded
		case time.Now().Before(at.claimed):
			answer = Claimed
		default:
			at.claimed = time.Now().Add(claimTime)
		}
		w.meanwhile()
		return answer
	}
	return d
}

// meanwhile lets others act while a dispatcher waits for an answer.
func (w *simWorld) meanwhile() {
	if w.r.IntN(3) == 0 {
		w.act(1)
	}
}

// act does one thing that may happen; deep is how many claims are under way.
func (w *simWorld) act(deep int) {
	d := w.dispatchers[w.r.IntN(simDispatchers)]
	switch n := w.r.IntN(100); {
	case n < 40:
		w.fetch(d)
	case n < 65 && deep < 3:
		w.turn(d, deep)
	case n < 80:
		w.finish(d)
	case n < 88:
		time.Sleep(time.Duration(w.r.IntN(900)) * time.Millisecond)
		w.progress()
	case n < 92:
		a := w.r.IntN(simAttempts)
		w.note("another message of attempt %d", a)
		w.add(a, true)
	case n < 95 && deep == 0:
		w.kill(d)
	case n < 97:
		w.restore()
	}
}

// progress is what each dispatcher reports in time.
func (w *simWorld) progress() {
	for _, d := range w.dispatchers {
		d.set.Extend(time.Now())
	}
}

// fetch delivers a message that is due.
func (w *simWorld) fetch(d *simDispatcher) {
	now := time.Now()
	for _, i := range w.r.Perm(len(w.messages)) {
		m := w.messages[i]
		if m.acked || now.Before(m.due) || !w.inOrder(m) {
			continue
		}
		m.deliveries, m.due, m.holder = m.deliveries+1, now.Add(streams.DispatchAckWait), d
		header := nats.Header{jetstream.MsgIDHeader: {fmt.Sprintf("dlv_%d.1.1", m.attempt)}}
		if m.doubtful {
			header[streams.HeaderDoubtful] = []string{"1"}
		}
		msg := &simStub{stub: stub{header: header, sequence: m.sequence, deliveries: m.deliveries}, world: w, of: m}
		read, err := NewMessage(d.stream, msg, now)
		if err != nil {
			w.t.Fatal(err)
		}
		holds := d.stream.Hold(read)
		w.note("%d gets message %d of attempt %d, delivery %d: %t", d.number, m.sequence, m.attempt, m.deliveries, holds)
		if holds {
			d.held = append(d.held, &simHeld{message: read, of: m})
		}
		return
	}
}

// inOrder reports whether all earlier messages of the attempt were delivered before: a stream delivers a message for
// the first time after those that it got before.
func (w *simWorld) inOrder(m *simMessage) bool {
	for _, before := range w.messages[:m.sequence-1] {
		if before.attempt == m.attempt && before.deliveries == 0 {
			return false
		}
	}
	return true
}

// turn is when the attempt of a fetched message is to be made.
func (w *simWorld) turn(d *simDispatcher, deep int) {
	for _, h := range d.held {
		if h.state != "" {
			continue
		}
		h.state = "asking"
		a := h.of.attempt
		v := d.set.Claim(w.t.Context(), h.message, Attempt{Number: a}, false, 0)
		w.note("%d claims message %d of attempt %d at depth %d: %d", d.number, h.of.sequence, a, deep, v)
		if v != Make {
			d.remove(h)
			return
		}
		at := &w.attempts[a]
		for other := range at.makes {
			w.t.Errorf("attempt %d is made by %d while %d makes it", a, d.number, other.number)
		}
		if at.recorded {
			w.t.Errorf("attempt %d is made again, which is recorded", a)
		}
		h.state, at.makes[d] = "making", true
		return
	}
}

func (d *simDispatcher) remove(h *simHeld) {
	for i := range d.held {
		if d.held[i] == h {
			d.held = append(d.held[:i:i], d.held[i+1:]...)
			return
		}
	}
}

// finish ends a request, or records its outcome and acknowledges the message.
func (w *simWorld) finish(d *simDispatcher) {
	for _, h := range d.held {
		at := &w.attempts[h.of.attempt]
		switch h.state {
		case "making":
			h.message.Settle()
			h.message.Made()
			h.state = "made"
		case "made":
			w.note("%d has stored the outcome of attempt %d", d.number, h.of.attempt)
			at.recorded = true
			delete(at.makes, d)
			h.message.Ack()
			d.remove(h)
		default:
			continue
		}
		return
	}
}

// kill ends a dispatcher, with its requests. Another one starts.
func (w *simWorld) kill(d *simDispatcher) {
	w.note("%d is killed", d.number)
	d.alive = false
	for a := range w.attempts {
		delete(w.attempts[a].makes, d)
	}
	w.dispatchers[d.number] = w.start(d.number)
}

// restore is a crash of NATS: acknowledged messages are there again, and all dispatchers reconnect.
func (w *simWorld) restore() {
	w.note("NATS crashes")
	w.restored = time.Now()
	for _, m := range w.messages {
		m.acked = m.acked && w.r.IntN(2) == 0
	}
	for _, d := range w.dispatchers {
		d.stream.DoubtUntil(time.Now())
	}
}

// settle lets all go on without faults until everything is made.
func (w *simWorld) settle() {
	for range 400 {
		for _, d := range w.dispatchers {
			w.fetch(d)
			w.turn(d, 3)
			w.finish(d)
		}
		time.Sleep(500 * time.Millisecond)
		w.progress()
	}
	for a := range w.attempts {
		if !w.attempts[a].recorded {
			w.t.Errorf("attempt %d is not made", a)
		}
	}
	for _, m := range w.messages {
		if !m.acked {
			w.t.Errorf("message %d of attempt %d is in the stream", m.sequence, m.attempt)
		}
	}
}
