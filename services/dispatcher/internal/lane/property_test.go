package lane

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// Whatever happens in whatever order: nothing is lost or doubled, no bound is exceeded, and when attempts keep ending
// nothing waits for ever.
func TestProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limits := small()
		limits.InFlight = rapid.IntRange(1, 12).Draw(t, "in flight")
		limits.Suspects = rapid.IntRange(1, 4).Draw(t, "suspects")
		tab, now := New[int](limits), epoch
		state := map[int]string{} // item -> where it is
		var running []*Slot[int]
		next := 0
		apply := func(out *Moves[int]) {
			for _, s := range out.Start {
				if state[s.Item] != "here" {
					t.Fatalf("item %d starts from %q", s.Item, state[s.Item])
				}
				state[s.Item] = "running"
				tab.Began(now, s)
				running = append(running, s)
			}
			for _, p := range out.Park {
				if state[p.Item] != "here" {
					t.Fatalf("item %d is parked from %q", p.Item, state[p.Item])
				}
				if p.Wait < 0 || p.Wait > time.Hour {
					t.Fatalf("item %d is parked for %s", p.Item, p.Wait)
				}
				state[p.Item] = "parked"
			}
		}
		end := func(i int, e Ending, took time.Duration) {
			s := running[i]
			running = append(running[:i], running[i+1:]...)
			state[s.Item] = "done"
			var out Moves[int]
			tab.End(now, s, e, took, &out)
			apply(&out)
		}
		check := func() {
			perLane, here := map[*lane[int]]int{}, 0
			for _, s := range running {
				perLane[s.lane]++
			}
			for _, w := range state {
				if w == "here" {
					here++
				}
			}
			suspects, active, open := 0, 0, 0
			for _, l := range tab.lanes {
				if l.inFlight != perLane[l] || l.inFlight > limits.Lane {
					t.Fatalf("lane %s: in flight %d, really %d", l.endpoint, l.inFlight, perLane[l])
				}
				if l.suspect && l.inFlight > 0 {
					suspects, active = suspects+l.inFlight, active+1
				}
				if l.open {
					open++
				}
				if l.suspect && l.queue.len() > 0 {
					t.Fatalf("suspect lane %s has a queue", l.endpoint)
				}
			}
			st := tab.Stats()
			young := 0
			for _, s := range running {
				if s.young {
					young++
				}
			}
			if young != tab.young {
				t.Fatalf("%d young, really %d", tab.young, young)
			}
			if st.InFlight != len(running) || st.InFlight > limits.InFlight || st.Queued != here ||
				st.Suspects != suspects || st.SuspectLanes != active || st.OpenBreakers != open {
				t.Fatalf("stats %+v, really %d running, %d here, %d/%d suspects, %d open", st, len(running), here, suspects, active, open)
			}
		}
		t.Repeat(map[string]func(*rapid.T){
			"": func(*rapid.T) { check() },
			"offer": func(t *rapid.T) {
				var out Moves[int]
				endpoint := fmt.Sprint(rapid.IntRange(0, 5).Draw(t, "endpoint"))
				next++
				state[next] = "here"
				tab.Offer(now, endpoint, next, rapid.Bool().Draw(t, "deferred"), &out)
				apply(&out)
			},
			"end": func(t *rapid.T) {
				if len(running) == 0 {
					t.Skip("nothing runs")
				}
				ending := rapid.SampledFrom([]Ending{Answered, TimedOut, Skipped}).Draw(t, "ending")
				took := rapid.SampledFrom([]time.Duration{time.Millisecond, 400 * time.Millisecond, 10 * time.Second}).Draw(t, "took")
				end(rapid.IntRange(0, len(running)-1).Draw(t, "which"), ending, took)
			},
			"time": func(t *rapid.T) {
				now = now.Add(time.Duration(rapid.IntRange(1, 3000).Draw(t, "ms")) * time.Millisecond)
				var out Moves[int]
				tab.Tick(now, &out)
				apply(&out)
			},
			"throttle": func(t *rapid.T) { tab.Throttle(rapid.IntRange(1, 12).Draw(t, "throttle")) },
			"pause":    func(*rapid.T) { tab.Pause() },
			"resume":   func(*rapid.T) { var out Moves[int]; tab.Resume(now, &out); apply(&out) },
		})
		var out Moves[int]
		tab.Resume(now, &out)
		apply(&out)
		for len(running) > 0 {
			end(0, Answered, time.Millisecond)
			check()
		}
		if n := tab.Stats().Queued; n != 0 {
			t.Fatalf("%d items wait although nothing runs", n)
		}
	})
}
