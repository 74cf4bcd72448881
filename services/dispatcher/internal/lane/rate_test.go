package lane

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

// Attempts to an endpoint with a rate start no more often than it allows, and no less often while something waits: in
// any second as many as the rate, and at most what catchUp is worth more. An endpoint beside it is not delayed.
func TestRate(t *testing.T) {
	const (
		tick      = 25 * time.Millisecond
		roundTrip = 2 // ticks of storing and of fetching
	)
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld(t, DefaultLimits())
		perSecond := rapid.IntRange(1, 200).Draw(t, "rate")
		every := time.Second / time.Duration(perSecond)
		n := perSecond * rapid.IntRange(2, 5).Draw(t, "seconds")
		w.offer("a")
		w.call(func(out *Decisions[int]) { w.tab.Rate(w.now, w.running[0], every, out) })
		for range n {
			w.offer("a")
		}
		w.offer("b")
		if s := w.running[len(w.running)-1]; s.lane.endpoint != "b" {
			t.Fatal("another endpoint is delayed")
		}
		var starts []time.Time
		known := map[*Slot[int]]bool{}
		began, late := w.now, 0
		for len(starts) < n+1 {
			for range len(w.running) {
				s := w.running[0]
				if !known[s] && s.lane.endpoint == "a" {
					starts = append(starts, w.now)
				}
				known[s] = true
				w.end(0, Answered, time.Millisecond)
			}
			w.tick(tick)
			if late++; late%roundTrip == 0 {
				for len(w.storing) > 0 {
					w.store(0)
				}
				for len(w.fetches) > 0 {
					w.answer(0, nil)
				}
			}
			if most := time.Duration(n+1)*every*3/2 + 2*time.Second; w.now.Sub(began) > most {
				t.Fatalf("%d of %d started within %s at %d a second", len(starts), n+1, most, perSecond)
			}
			w.check()
		}
		// The first attempt started before the rate was known.
		allowed := perSecond + int(catchUp/every) + 2
		for i := range starts {
			in := 0
			for _, at := range starts[i:] {
				if at.Sub(starts[i]) < time.Second {
					in++
				}
			}
			if in > allowed {
				t.Fatalf("%d started within a second, %d are allowed", in, allowed)
			}
		}
	})
}

// A rate that ends lets what waits start.
func TestRateEnds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld(t, DefaultLimits())
		w.offer("a")
		s := w.running[0]
		w.call(func(out *Decisions[int]) { w.tab.Rate(w.now, s, time.Hour, out) })
		for range 5 {
			w.offer("a")
		}
		for len(w.storing) > 0 {
			w.store(0)
		}
		w.tick(time.Second)
		if len(w.running) != 1 || len(w.fetches) != 0 || len(w.parked["a"]) != 5 {
			t.Fatalf("%d run, %d fetches, %d parked", len(w.running), len(w.fetches), len(w.parked["a"]))
		}
		w.call(func(out *Decisions[int]) { w.tab.Rate(w.now, s, 0, out) })
		w.answer(0, nil)
		if len(w.running) != 6 {
			t.Fatalf("%d run", len(w.running))
		}
	})
}
