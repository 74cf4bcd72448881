package consumer

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/partnerline/partnerline/services/dispatcher/internal/inflight"
)

var epoch = time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC)

func storedAt(t time.Time) *item { return &item{Message: &inflight.Message{Stored: t}} }

func TestScheduleFiresInOrder(t *testing.T) {
	s := schedule{delay: 10 * time.Second}
	a, b := storedAt(epoch), storedAt(epoch.Add(time.Second))
	s.add(b)
	s.add(a) // a redelivery: older than the first
	if got := s.due(epoch.Add(10*time.Second-1), 10); got != nil {
		t.Fatalf("%d messages before their time", len(got))
	}
	if wait, ok := s.next(epoch); !ok || wait != 10*time.Second {
		t.Errorf("next in %s, want 10s", wait)
	}
	if got := s.due(epoch.Add(10*time.Second), 10); len(got) != 1 || got[0] != a {
		t.Errorf("due %v, want the older one", got)
	}
	if got := s.due(epoch.Add(time.Minute), 10); len(got) != 1 || got[0] != b {
		t.Errorf("due %v, want the younger one", got)
	}
}

// A clock that is ahead of the server's fires early by the difference, one that is behind late, and neither loses a
// message nor stops fetching: due times come from the server's clock, the current time from ours.
func TestScheduleWithASkewedClock(t *testing.T) {
	const delay = 10 * time.Second
	for _, skew := range []time.Duration{-time.Hour, -3 * time.Second, 0, 3 * time.Second, time.Hour} {
		s := schedule{delay: delay}
		ours := func(server time.Time) time.Time { return server.Add(skew) }
		s.add(storedAt(epoch))
		wait, ok := s.next(ours(epoch))
		if want := max(delay-skew, 0); !ok || wait != want {
			t.Errorf("skew %s: fires in %s, want %s", skew, wait, want)
		}
		if got := s.due(ours(epoch).Add(wait), 10); len(got) != 1 {
			t.Errorf("skew %s: %d messages are due then, want the one", skew, len(got))
		}
		// A server that restarts with another clock stops the tier from fetching for no longer than the difference.
		n, peek, pause := s.fetch(ours(epoch.Add(delay)), 0)
		if skew >= 0 && (n != tierBatch || peek) || skew < 0 && n == 0 && pause <= 0 {
			t.Errorf("skew %s: fetch of %d, peek %v, pause %s", skew, n, peek, pause)
		}
	}
}

func TestScheduleStopsFetchingAhead(t *testing.T) {
	s := schedule{delay: time.Minute}
	now := epoch
	if n, peek, _ := s.fetch(now, 0); n != tierBatch || peek {
		t.Fatalf("first fetch of %d, peek %v", n, peek)
	}
	s.add(storedAt(now)) // due in a minute
	n, peek, _ := s.fetch(now, 1)
	if n != 1 || !peek {
		t.Fatalf("fetch of %d, peek %v: want one peek for redeliveries", n, peek)
	}
	n, _, wait := s.fetch(now, 1)
	if n != 0 || wait != peekEvery {
		t.Errorf("fetch of %d, wait %s: want to wait for the next peek", n, wait)
	}
	now = now.Add(peekEvery)
	if n, peek, _ = s.fetch(now, 1); n != 1 || !peek {
		t.Errorf("fetch of %d, peek %v after the wait", n, peek)
	}
	now = epoch.Add(time.Minute - lookahead)
	if n, peek, _ = s.fetch(now, 1); n != tierBatch || peek {
		t.Errorf("fetch of %d, peek %v when the last is due soon", n, peek)
	}
}

func TestScheduleIsBounded(t *testing.T) {
	s := schedule{delay: time.Second}
	if n, _, wait := s.fetch(epoch, tierMax); n != 0 || wait <= 0 {
		t.Errorf("fetch of %d without room", n)
	}
	if n, _, _ := s.fetch(epoch, tierMax-10); n != 10 {
		t.Errorf("fetch of %d, want what there is room for", n)
	}
}

// What shutdown returns to the stream is redelivered a little before its due time, so that the next dispatcher has it
// in time.
func TestDrainReturnsEarly(t *testing.T) {
	s := schedule{delay: time.Minute}
	s.add(storedAt(epoch))
	s.add(storedAt(epoch.Add(-58 * time.Second)))
	items, delays := s.drain(epoch)
	if len(items) != 2 || delays[0] != 0 || delays[1] != time.Minute-nakLead {
		t.Errorf("%d items with delays %v", len(items), delays)
	}
	if _, ok := s.next(epoch); ok {
		t.Error("something is left")
	}
}

// In any order of messages, each fires once and never early, and next never sleeps past one.
func TestScheduleProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := schedule{delay: time.Duration(rapid.IntRange(1, 5000).Draw(t, "delay")) * time.Millisecond}
		now, in, out := epoch, 0, 0
		t.Repeat(map[string]func(*rapid.T){
			"add": func(t *rapid.T) {
				s.add(storedAt(now.Add(-time.Duration(rapid.IntRange(0, 10_000).Draw(t, "age")) * time.Millisecond)))
				in++
			},
			"sleep": func(t *rapid.T) {
				wait, ok := s.next(now)
				if !ok {
					t.Skip("nothing is scheduled")
				}
				now = now.Add(wait)
				due := s.due(now, tierBatch)
				if len(due) == 0 {
					t.Fatal("nothing is due after the sleep")
				}
				for _, it := range due {
					if early := it.Stored.Add(s.delay).Sub(now); early > 0 {
						t.Fatalf("fired %s early", early)
					}
				}
				out += len(due)
			},
		})
		now = now.Add(time.Hour)
		for due := s.due(now, tierBatch); len(due) > 0; due = s.due(now, tierBatch) {
			out += len(due)
		}
		if in != out {
			t.Fatalf("%d added, %d fired", in, out)
		}
	})
}

func TestThrottleFollowsTheLoad(t *testing.T) {
	th := &throttle{least: 100, most: 1000, limit: 200, processors: 2}
	used, now := time.Duration(0), epoch
	adjust := func(share float64) int {
		now = now.Add(tick)
		used += time.Duration(share * 2 * float64(tick))
		return th.adjust(now, used)
	}
	th.adjust(now, used)
	th.limit = 200
	for i, c := range []struct {
		share float64
		want  int
	}{{1, 100}, {1, 100}, {0.8, 100}, {0.1, 200}, {0.1, 400}, {0.1, 800}, {0.1, 1000}, {0.95, 500}} {
		if got := adjust(c.share); got != c.want {
			t.Errorf("adjustment %d at %.0f %%: %d, want %d", i, 100*c.share, got, c.want)
		}
	}
}
