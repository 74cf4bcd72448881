package inflight

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/partnerline/partnerline/internal/streams"
)

// What other dispatchers ask for: attempts of messages that are in flight here, and of those that ended. Attempts whose
// messages were moved to another stream are open.
func TestHoldings(t *testing.T) {
	t.Parallel()
	set := NewSet(nil, NewChecker(nil, nil), nil)
	s := set.Stream("S", time.Minute, 0)
	set.Stream("PARKED", time.Minute, 0)
	take := func(sequence uint64, id string) *Message {
		m := read(t, s, &stub{sequence: sequence, header: nats.Header{jetstream.MsgIDHeader: {id}}}, epoch)
		s.Hold(m)
		return m
	}
	take(1, "dlv_held.1.1.d2")
	take(2, "dlv_doubtful.1.1").Doubt()
	take(6, "dlv_shared.1.1").Share()
	ended, moved, left := take(3, "dlv_ended.1.1"), take(4, "dlv_moved.1.1"), take(5, "dlv_left.1.1")
	ended.Made()
	ended.Ack()
	moved.Ack()
	left.Leave()
	at := epoch.UnixNano()
	here := func(sequence uint64, id string) Question {
		return Question{Stream: "S", Sequence: sequence, Stored: at, Attempt: id}
	}
	other := func(id string) Question { return Question{Stream: "PARKED", Sequence: 9, Attempt: id} }
	again := here(4, "dlv_other.1.1")
	again.Stored++
	for what, c := range map[string]struct {
		asked Question
		want  Holding
	}{
		"in flight":                          {other("dlv_held.1.1"), Held},
		"itself doubtful":                    {here(2, "dlv_doubtful.1.1"), NotHeld},
		"waiting, and shared":                {here(6, "dlv_shared.1.1"), NotHeld},
		"ended":                              {other("dlv_ended.1.1"), Done},
		"acknowledged, since it was moved":   {here(4, "dlv_moved.1.1"), Done},
		"moved, the other message":           {other("dlv_moved.1.1"), NotHeld},
		"of a stream that was created again": {again, NotHeld},
		"left":                               {here(5, "dlv_left.1.1"), NotHeld},
		"without an id":                      {Question{Stream: "S", Sequence: 9}, NotHeld},
	} {
		if got := set.holdings([]Question{c.asked}); got[0] != c.want {
			t.Errorf("%s: holding %d, want %d", what, got[0], c.want)
		}
	}
}

// The table of the package, all of it: what becomes of a message, and what the stream is answered.
func TestClaim(t *testing.T) {
	t.Parallel()
	type outcome struct {
		verdict  Verdict
		acks     int
		returned []time.Duration
		held     bool // it is still in flight
	}
	ignored := outcome{Make, 0, nil, true}
	want := func(doubtful, checked, often bool, h Holding, a Answer) outcome {
		switch {
		case !doubtful && !checked:
			return ignored
		case doubtful && h == Done:
			return outcome{Over, 1, nil, false}
		case doubtful && h == Held:
			return outcome{Gone, 0, nil, false}
		case doubtful && h == Silent:
			return outcome{Gone, 0, []time.Duration{silentPause}, false}
		}
		switch a {
		case NotNeeded:
			return outcome{Over, 1, nil, false}
		case Claimed:
			return outcome{Gone, 0, []time.Duration{claimedPause}, false}
		case AccessRevoked:
			return outcome{Revoked, 0, nil, true}
		case NoAnswer:
			if checked || !often {
				return outcome{Defer, 0, nil, true}
			}
		}
		return ignored
	}
	for _, doubtful := range []bool{false, true} {
		for _, checked := range []bool{false, true} {
			for _, often := range []bool{false, true} {
				for h := NotHeld; h <= Done; h++ {
					for a := NoAnswer; a <= AccessRevoked; a++ {
						set := NewSet(nil, NewChecker(nil, nil), slog.New(slog.DiscardHandler))
						set.ask = func(context.Context, Question) Holding { return h }
						set.check = func(context.Context, Attempt) Answer { return a }
						s := set.Stream("S", time.Minute, 0)
						msg := &stub{}
						if doubtful {
							msg.header = nats.Header{streams.HeaderDoubtful: {"1"}}
						}
						m := read(t, s, msg, time.Now())
						s.Hold(m)
						deferrals := 0
						if often {
							deferrals = MaxDeferrals
						}
						got := outcome{verdict: set.Claim(t.Context(), m, Attempt{}, checked, deferrals)}
						got.acks, got.returned, got.held = msg.acks, msg.returned, s.Held() == 1
						name := fmt.Sprintf("doubtful %t, checked %t, deferred often %t, others %d, webhooks %d",
							doubtful, checked, often, h, a)
						w := want(doubtful, checked, often, h, a)
						if got.verdict != w.verdict || got.acks != w.acks || got.held != w.held ||
							!slices.Equal(got.returned, w.returned) {
							t.Errorf("%s: %+v, want %+v", name, got, w)
						}
						if w.held && m.exclusive.Load() != (w.verdict == Make || !doubtful) {
							t.Errorf("%s: exclusive %t", name, m.exclusive.Load())
						}
					}
				}
			}
		}
	}
}

// During shutdown a message is returned, and not claimed.
func TestClaimDuringShutdown(t *testing.T) {
	t.Parallel()
	set := NewSet(nil, NewChecker(nil, nil), nil)
	set.ask = func(context.Context, Question) Holding { return Silent }
	s, msg := set.Stream("S", time.Minute, 0), &stub{deliveries: 2}
	m := read(t, s, msg, time.Now())
	s.Hold(m)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if v := set.Claim(ctx, m, Attempt{}, false, 0); v != Gone || !slices.Equal(msg.returned, []time.Duration{0}) {
		t.Errorf("verdict %d, returned %v", v, msg.returned)
	}
}
