package lane

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// A world models what a Table deals with: running attempts, items being stored, parked items and current fetches. It
// tracks the state of each item independently of the Table.
type world struct {
	t       *rapid.T
	limits  Limits
	tab     *Table[int]
	now     time.Time
	state   map[int]string
	of      map[int]string // the endpoint of an item
	running []*Slot[int]
	storing []int
	parked  map[string][]int
	fetches []Fetch
	paused  bool
	next    int
}

func newWorld(t *rapid.T, l Limits) *world {
	return &world{t: t, limits: l, tab: New[int](l), now: epoch, state: map[int]string{}, of: map[int]string{},
		parked: map[string][]int{}}
}

func (w *world) apply(out *Decisions[int]) {
	for _, s := range out.Start {
		w.move(s.Item, "here", "running")
		w.tab.Began(w.now, s)
		w.running = append(w.running, s)
	}
	for _, it := range out.Park {
		w.move(it, "here", "storing")
		w.storing = append(w.storing, it)
	}
	for _, f := range out.Fetch {
		if f.N < 1 || f.N > maxFetch {
			w.t.Fatalf("a fetch of %d", f.N)
		}
		for _, other := range w.fetches {
			if other.Endpoint == f.Endpoint {
				w.t.Fatalf("two fetches for %s at a time", f.Endpoint)
			}
		}
		w.fetches = append(w.fetches, f)
	}
}

func (w *world) move(item int, from, to string) {
	if w.state[item] != from {
		w.t.Fatalf("item %d becomes %s from %s", item, to, w.state[item])
	}
	w.state[item] = to
}

// call calls the table and executes its decisions.
func (w *world) call(f func(out *Decisions[int])) {
	var out Decisions[int]
	f(&out)
	w.apply(&out)
}

func (w *world) offer(endpoint string) {
	w.next++
	w.state[w.next], w.of[w.next] = "here", endpoint
	w.call(func(out *Decisions[int]) { w.tab.Offer(w.now, endpoint, w.next, false, out) })
}

func (w *world) end(i int, e Ending, took time.Duration) {
	s := w.running[i]
	w.running = append(w.running[:i], w.running[i+1:]...)
	w.move(s.Item, "running", "done")
	w.call(func(out *Decisions[int]) { w.tab.End(w.now, s, e, took, out) })
}

// store stores the i-th item that is being parked.
func (w *world) store(i int) {
	it := w.storing[i]
	w.storing = append(w.storing[:i], w.storing[i+1:]...)
	w.move(it, "storing", "parked")
	w.parked[w.of[it]] = append(w.parked[w.of[it]], it)
	w.call(func(out *Decisions[int]) { w.tab.Parked(w.now, w.of[it], true, out) })
}

// refuse has no room for the i-th item that is being parked.
func (w *world) refuse(i int) {
	it := w.storing[i]
	w.storing = append(w.storing[:i], w.storing[i+1:]...)
	w.move(it, "storing", "done")
	w.call(func(out *Decisions[int]) { w.tab.Parked(w.now, w.of[it], false, out) })
}

// answer ends the i-th fetch with what is there.
func (w *world) answer(i int, err error) {
	f := w.fetches[i]
	w.fetches = append(w.fetches[:i], w.fetches[i+1:]...)
	got := 0
	for ; err == nil && got < f.N && len(w.parked[f.Endpoint]) > 0; got++ {
		it := w.parked[f.Endpoint][0]
		w.parked[f.Endpoint] = w.parked[f.Endpoint][1:]
		w.move(it, "parked", "here")
		w.call(func(out *Decisions[int]) { w.tab.Offer(w.now, f.Endpoint, it, true, out) })
	}
	w.call(func(out *Decisions[int]) { w.tab.Fetched(w.now, f.Endpoint, got, len(w.parked[f.Endpoint]), err, out) })
}

func (w *world) tick(d time.Duration) {
	w.now = w.now.Add(d)
	w.call(func(out *Decisions[int]) { w.tab.Tick(w.now, out) })
}

// find reports to the table what is parked.
func (w *world) find() {
	for _, endpoint := range slices.Sorted(maps.Keys(w.parked)) { // in one order, so that a failure can be repeated
		if items := w.parked[endpoint]; len(items) > 0 {
			w.call(func(out *Decisions[int]) { w.tab.Found(w.now, endpoint, len(items), out) })
		}
	}
}

func (w *world) resume() {
	w.paused = false
	w.call(func(out *Decisions[int]) { w.tab.Resume(w.now, out) })
}

// check compares the table's figures with those of the world, and checks its bounds.
func (w *world) check() {
	perLane, here, shortRunning := map[*lane[int]]int{}, 0, 0
	for _, s := range w.running {
		perLane[s.lane]++
		if s.shortRunning {
			shortRunning++
		}
	}
	for _, at := range w.state {
		if at == "here" {
			here++
		}
	}
	requested := 0
	for _, f := range w.fetches {
		requested += f.N
	}
	suspects, active, open := 0, 0, 0
	for _, l := range w.tab.lanes {
		if l.inFlight != perLane[l] || l.inFlight > w.limits.Lane {
			w.t.Fatalf("lane %s: in flight %d, really %d", l.endpoint, l.inFlight, perLane[l])
		}
		if l.suspect && l.inFlight > 0 {
			suspects, active = suspects+l.inFlight, active+1
		}
		if l.open {
			open++
		}
		if l.holdsNothing() && l.queue.len() > 0 {
			w.t.Fatalf("lane %s has a queue (suspect %t, every %s)", l.endpoint, l.suspect, l.every)
		}
		if l.backlog.parked > 0 && l.queue.len() == 0 && !l.backlog.fetch && !l.backlog.recheck {
			w.t.Fatalf("lane %s has %d parked and nothing queued, and does not fetch", l.endpoint, l.backlog.parked)
		}
	}
	st := w.tab.Stats()
	if shortRunning != w.tab.shortRunning {
		w.t.Fatalf("%d short-running, really %d", w.tab.shortRunning, shortRunning)
	}
	if w.tab.requested != requested {
		w.t.Fatalf("%d requested, really %d", w.tab.requested, requested)
	}
	if most := w.limits.fetchedQueue() + w.limits.fetchedReserve(); w.tab.fetched+w.tab.requested > most {
		w.t.Fatalf("%d fetched and requested, more than %d", w.tab.fetched+w.tab.requested, most)
	}
	if st.InFlight != len(w.running) || st.InFlight > w.limits.InFlight || st.Queued != here ||
		st.Suspects != suspects || st.SuspectLanes != active || st.OpenBreakers != open {
		w.t.Fatalf("stats %+v, really %d running, %d here, %d/%d suspects, %d open", st, len(w.running), here,
			suspects, active, open)
	}
}

func draw(t *rapid.T) Limits {
	limits := small()
	limits.InFlight = rapid.IntRange(1, 12).Draw(t, "in flight")
	limits.Suspects = rapid.IntRange(1, 4).Draw(t, "suspects")
	return limits
}

// Whatever happens in whatever order: nothing is lost or duplicated, no bound is exceeded, and while attempts end and
// parked items can be fetched, nothing waits without end.
func TestNothingIsLostOrStarved(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld(t, draw(t))
		which := func(t *rapid.T, n int) int {
			if n == 0 {
				t.Skip("nothing there")
			}
			return rapid.IntRange(0, n-1).Draw(t, "which")
		}
		t.Repeat(map[string]func(*rapid.T){
			"":      func(t *rapid.T) { w.t = t; w.check() },
			"offer": func(t *rapid.T) { w.offer(fmt.Sprint(rapid.IntRange(0, 5).Draw(t, "endpoint"))) },
			"end": func(t *rapid.T) {
				i := which(t, len(w.running))
				ending := rapid.SampledFrom([]Ending{Answered, TimedOut, Skipped, Closed}).Draw(t, "ending")
				w.end(i, ending, rapid.SampledFrom([]time.Duration{time.Millisecond, 400 * time.Millisecond,
					10 * time.Second}).Draw(t, "took"))
			},
			"rate": func(t *rapid.T) {
				s := w.running[which(t, len(w.running))]
				every := rapid.SampledFrom([]time.Duration{0, 10 * time.Millisecond, time.Second}).Draw(t, "every")
				w.call(func(out *Decisions[int]) { w.tab.Rate(w.now, s, every, out) })
			},
			"store":  func(t *rapid.T) { w.store(which(t, len(w.storing))) },
			"refuse": func(t *rapid.T) { w.refuse(which(t, len(w.storing))) },
			"answer": func(t *rapid.T) { w.answer(which(t, len(w.fetches)), nil) },
			"fail":   func(t *rapid.T) { w.answer(which(t, len(w.fetches)), errors.New("no answer")) },
			"another dispatcher fetches": func(t *rapid.T) {
				endpoint := fmt.Sprint(rapid.IntRange(0, 5).Draw(t, "endpoint"))
				i := which(t, len(w.parked[endpoint]))
				w.move(w.parked[endpoint][i], "parked", "done")
				w.parked[endpoint] = append(w.parked[endpoint][:i:i], w.parked[endpoint][i+1:]...)
			},
			"another dispatcher parks": func(t *rapid.T) {
				endpoint := fmt.Sprint(rapid.IntRange(0, 5).Draw(t, "endpoint"))
				w.next++
				w.state[w.next], w.of[w.next] = "parked", endpoint
				w.parked[endpoint] = append(w.parked[endpoint], w.next)
			},
			"find":     func(*rapid.T) { w.find() },
			"time":     func(t *rapid.T) { w.tick(time.Duration(rapid.IntRange(1, 3000).Draw(t, "ms")) * time.Millisecond) },
			"throttle": func(t *rapid.T) { w.tab.Throttle(rapid.IntRange(1, 12).Draw(t, "throttle")) },
			"pause":    func(*rapid.T) { w.tab.Pause() },
			"resume":   func(*rapid.T) { w.resume() },
		})
		w.t = t
		w.resume()
		for round := 0; ; round++ {
			for len(w.running)+len(w.storing)+len(w.fetches) > 0 {
				switch {
				case len(w.storing) > 0:
					w.store(0)
				case len(w.fetches) > 0:
					w.answer(0, nil)
				default:
					w.end(0, Answered, time.Millisecond)
				}
				w.check()
			}
			left := 0
			for _, items := range w.parked {
				left += len(items)
			}
			if left+w.tab.Stats().Queued == 0 {
				return
			}
			if round == 1000 {
				t.Fatalf("%d items are queued and %d parked although nothing runs", w.tab.Stats().Queued, left)
			}
			w.find()
			w.tick(time.Second) // the next probe of an open breaker
		}
	})
}

// A healthy lane is never idle while something of it is parked, beyond the time that a fetch takes, whatever the speed
// of its endpoint and its slow moments.
func TestHealthyLaneIsNotIdle(t *testing.T) {
	const (
		step      = 5 * time.Millisecond
		roundTrip = 25 * time.Millisecond // of storing and of fetching
		bound     = 200 * time.Millisecond
	)
	rapid.Check(t, func(t *rapid.T) {
		limits := DefaultLimits()
		w := newWorld(t, limits)
		takes := time.Duration(rapid.IntRange(1, 40).Draw(t, "an attempt takes, steps")) * step
		slow := time.Duration(rapid.IntRange(0, 600).Draw(t, "slow moment, steps")) * step
		slowAt := epoch.Add(time.Duration(rapid.IntRange(0, 200).Draw(t, "slow moment at")) * step)
		n := rapid.IntRange(1, 3).Draw(t, "times what is queued") * limits.laneQueue()
		perStep := rapid.IntRange(1, 200).Draw(t, "a step brings")

		var stored, answered []time.Time // when the oldest of each is done
		ends := map[*Slot[int]]time.Time{}
		offered, idle := 0, time.Duration(0)
		for left := n; left > 0; {
			w.tick(step)
			for range min(perStep, n-offered) {
				w.offer("a")
				offered++
			}
			for len(stored) < len(w.storing) {
				stored = append(stored, w.now.Add(roundTrip))
			}
			for len(stored) > 0 && !stored[0].After(w.now) {
				stored = stored[1:]
				w.store(0)
			}
			for len(answered) < len(w.fetches) {
				answered = append(answered, w.now.Add(roundTrip))
			}
			for len(answered) > 0 && !answered[0].After(w.now) {
				answered = answered[1:]
				w.answer(0, nil)
			}
			for i := 0; i < len(w.running); i++ {
				s := w.running[i]
				end, ok := ends[s]
				if !ok {
					end = w.now.Add(takes)
					if until := slowAt.Add(slow); !w.now.Before(slowAt) && w.now.Before(until) {
						end = until.Add(takes)
					}
					ends[s] = end
				}
				if !end.After(w.now) {
					w.end(i, Answered, w.now.Sub(s.began))
					left--
					i--
				}
			}
			if idle += step; len(w.running) > 0 || len(w.storing)+len(w.fetches)+len(w.parked["a"])+w.tab.Stats().Queued == 0 {
				idle = 0
			}
			if idle > bound {
				t.Fatalf("idle for %s while %d are queued and %d parked", idle, w.tab.Stats().Queued, len(w.parked["a"]))
			}
		}
	})
}
