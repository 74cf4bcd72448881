package inflight

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"go.uber.org/goleak"

	"github.com/partnerline/partnerline/internal/streams"
	"github.com/partnerline/partnerline/testkit/natstest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestCount(t *testing.T) {
	t.Parallel()
	p, now := newPeers(nil), time.Unix(1_800_000_000, 0)
	check := func(what string, dispatchers int64) {
		t.Helper()
		if n := p.count.Load(); n != dispatchers {
			t.Errorf("%s: %d dispatchers, want %d", what, n, dispatchers)
		}
	}
	check("at the start", 1)
	p.onAnnounce(p.id, now)
	check("itself", 1)
	if !p.onAnnounce("b", now) || p.onAnnounce("b", now) {
		t.Error("want b announced as new the first time alone")
	}
	p.onAnnounce("c", now.Add(2*time.Second))
	check("two others", 3)
	if every := p.every(10); every != 300*time.Millisecond {
		t.Errorf("attempts are %s apart", every)
	}
	if every := p.every(0); every != 0 {
		t.Errorf("without a rate they are %s apart", every)
	}
	p.recount(now.Add(peerGone))
	check("within the time", 3)
	p.recount(now.Add(peerGone + time.Millisecond))
	check("one is gone", 2)
	if ids := p.alive(now.Add(silentFor)); !slices.Equal(slices.Sorted(slices.Values(ids)), []string{"b", "c"}) {
		t.Errorf("it asks %v", ids)
	}
	p.recount(now.Add(2*time.Second + silentFor + time.Millisecond))
	if ids := p.alive(now); len(ids) > 0 {
		t.Errorf("it asks %v", ids)
	}
	p.onAnnounce(strings.Repeat("x", maxPeerID+1), now)
	for i := range 2 * maxPeers {
		p.onAnnounce(fmt.Sprint(i), now)
	}
	if n := len(p.heard); n != maxPeers {
		t.Errorf("%d others are remembered", n)
	}
}

// start runs the peers of a dispatcher until the test ends.
func start(t *testing.T, s *natstest.Server, answer func([]Question) []Holding) (*peers, *nats.Conn) {
	t.Helper()
	nc := s.Conn(t)
	p := newPeers(nc)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- p.run(ctx, answer) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("Run: %v", err)
		}
	})
	return p, nc
}

func nothing(asked []Question) []Holding { return make([]Holding, len(asked)) }

// always answers the same of each message.
func always(h Holding) func([]Question) []Holding {
	return func(asked []Question) []Holding { return slices.Repeat([]Holding{h}, len(asked)) }
}

// knows waits until p has heard others.
func knows(t *testing.T, p *peers, others int) {
	t.Helper()
	for p.count.Load() != int64(others+1) {
		if !streams.SleepContext(t.Context(), 5*time.Millisecond) {
			t.Fatal(context.Cause(t.Context()))
		}
	}
}

func TestAsk(t *testing.T) {
	t.Parallel()
	type answers []func([]Question) []Holding
	endFirst := func(_ *testing.T, all []*nats.Conn) { all[0].Close() }
	often := func(m *Question) { m.Deliveries = maxSilent + 1 }
	message := Question{Stream: "DELIVERIES", Sequence: 7, Stored: 1, Attempt: "dlv_1.1.1", Deliveries: 2}
	for name, c := range map[string]struct {
		others  answers
		message func(*Question)
		then    func(*testing.T, []*nats.Conn) // before it is asked
		want    Holding
	}{
		"alone":                                {want: NotHeld},
		"none has it":                          {others: answers{nothing, nothing}, want: NotHeld},
		"one makes it":                         {others: answers{nothing, always(Held)}, want: Held},
		"one has acknowledged it":              {others: answers{always(Done), always(Held)}, want: Done},
		"the one that makes it has ended":      {others: answers{always(Held)}, then: endFirst, want: NotHeld},
		"one does not answer":                  {others: answers{nothing, never}, want: Silent},
		"one does not answer, for a long time": {others: answers{never}, message: often, want: NotHeld},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := natstest.New(t)
			var conns []*nats.Conn
			for _, answer := range c.others {
				_, nc := start(t, s, answer)
				conns = append(conns, nc)
			}
			p, _ := start(t, s, nothing)
			knows(t, p, len(c.others))
			if c.then != nil {
				c.then(t, conns)
			}
			m := message
			if c.message != nil {
				c.message(&m)
			}
			got := p.askOthers(t.Context(), m)
			// until the server has noticed it, as at the next redelivery
			for c.then != nil && got == Silent && t.Context().Err() == nil {
				got = p.askOthers(t.Context(), m)
			}
			if got != c.want {
				t.Errorf("holding %d, want %d", got, c.want)
			}
		})
	}
}

// never answers only when everything is over for whoever asked.
func never(asked []Question) []Holding {
	streams.SleepContext(context.Background(), 2*askTimeout)
	return nothing(asked)
}

// A question holds what the other needs to find the message, and many are one request.
func TestQuestionsAreBatched(t *testing.T) {
	t.Parallel()
	s := natstest.New(t)
	asked := make(chan []Question, 100)
	start(t, s, func(list []Question) []Holding { asked <- list; return always(Held)(list) })
	p, _ := start(t, s, nothing)
	knows(t, p, 1)
	const n = 50
	held := make(chan Holding, n)
	for i := range n {
		go func() {
			held <- p.askOthers(t.Context(), Question{Stream: "S", Sequence: uint64(i), Stored: 5, Attempt: fmt.Sprint(i)})
		}()
	}
	for range n {
		if h := <-held; h != Held {
			t.Errorf("holding %d", h)
		}
	}
	close(asked)
	seen, requests := map[Question]bool{}, 0
	for list := range asked {
		requests++
		for _, m := range list {
			seen[m] = true
		}
	}
	if len(seen) != n || !seen[Question{Stream: "S", Sequence: 3, Stored: 5, Attempt: "3"}] {
		t.Errorf("%d messages were asked for: %v", len(seen), seen)
	}
	if requests == n {
		t.Errorf("%d requests for %d messages", requests, n)
	}
}

// Dispatchers that start at the same time know each other before they ask.
func TestNewcomersAreKnownAtOnce(t *testing.T) {
	t.Parallel()
	s := natstest.New(t)
	first, _ := start(t, s, always(Held))
	second, _ := start(t, s, always(Held))
	for _, p := range []*peers{first, second} {
		if h := p.askOthers(t.Context(), Question{Stream: "S", Attempt: "a"}); h != Held {
			t.Errorf("holding %d", h)
		}
	}
}
