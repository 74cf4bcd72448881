package lane

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
)

var epoch = time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC)

func small() Limits {
	l := DefaultLimits()
	l.InFlight, l.Suspects, l.Lane, l.Queue, l.MinQueue, l.Lanes = 16, 4, 4, 16, 4, 64
	return l
}

type bench struct {
	t   *testing.T
	tab *Table[int]
	now time.Time
	run []*Slot[int]
	out Decisions[int]
	n   int

	storing map[string]int // parked and not stored yet
	fetches []Fetch        // not ended yet
}

func newBench(t *testing.T, l Limits) *bench {
	return &bench{t: t, tab: New[int](l), now: epoch, storing: map[string]int{}}
}

// offer offers n items and returns how many started and were parked.
func (b *bench) offer(endpoint string, n int) (started, parked int) {
	for range n {
		b.out = Decisions[int]{}
		b.n++
		b.tab.Offer(b.now, endpoint, b.n, false, &b.out)
		started, parked = started+len(b.out.Start), parked+len(b.out.Park)
		b.acted(endpoint)
	}
	return started, parked
}

// acted executes the last decisions; endpoint is that of what was parked.
func (b *bench) acted(endpoint string) {
	for _, s := range b.out.Start {
		b.tab.Began(b.now, s)
		b.run = append(b.run, s)
	}
	b.storing[endpoint] += len(b.out.Park)
	b.fetches = append(b.fetches, b.out.Fetch...)
}

// stored ends the storing of all that was parked of an endpoint.
func (b *bench) stored(endpoint string) {
	for ; b.storing[endpoint] > 0; b.storing[endpoint]-- {
		b.out = Decisions[int]{}
		b.tab.Parked(b.now, endpoint, true, &b.out)
		b.acted(endpoint)
	}
}

// tick advances the clock and returns how many attempts started and items were parked, all of one endpoint.
func (b *bench) tick(d time.Duration, endpoint string) (started, parked int) {
	b.now = b.now.Add(d)
	b.out = Decisions[int]{}
	b.tab.Tick(b.now, &b.out)
	b.acted(endpoint)
	return len(b.out.Start), len(b.out.Park)
}

// bring ends the one current fetch, which returns as many as it requested, or what is there.
func (b *bench) bring(there int) (started int) {
	b.t.Helper()
	if len(b.fetches) != 1 {
		b.t.Fatalf("%d fetches are in progress, want one", len(b.fetches))
	}
	f := b.fetches[0]
	b.fetches = nil
	got := min(f.N, there)
	for range got {
		b.out = Decisions[int]{}
		b.n++
		b.tab.Offer(b.now, f.Endpoint, b.n, true, &b.out)
		started += len(b.out.Start)
		b.acted(f.Endpoint)
	}
	b.out = Decisions[int]{}
	b.tab.Fetched(b.now, f.Endpoint, got, there-got, nil, &b.out)
	b.acted(f.Endpoint)
	return started
}

// end ends the oldest running attempt of an endpoint.
func (b *bench) end(endpoint string, e Ending, took time.Duration) (started, parked int) {
	b.t.Helper()
	for i, s := range b.run {
		if s.lane.endpoint == endpoint {
			b.run = append(b.run[:i], b.run[i+1:]...)
			b.out = Decisions[int]{}
			b.tab.End(b.now, s, e, took, &b.out)
			b.acted(endpoint)
			return len(b.out.Start), len(b.out.Park)
		}
	}
	b.t.Fatalf("nothing of %s is running", endpoint)
	return 0, 0
}

func (b *bench) want(what string, got, want int) {
	b.t.Helper()
	if got != want {
		b.t.Errorf("%s = %d, want %d", what, got, want)
	}
}

func TestCapAndQueue(t *testing.T) {
	b := newBench(t, small())
	started, parked := b.offer("a", 10)
	b.want("started", started, 4)
	b.want("parked", parked, 2) // 4 wait: the minimum of a lane's queue
	b.want("queued", b.tab.Stats().Queued, 4)
	started, _ = b.end("a", Answered, time.Millisecond)
	b.want("started from the queue", started, 1)
}

func TestTimeoutsHalveAndAnswersRaise(t *testing.T) {
	b := newBench(t, small())
	b.offer("a", 4)
	for _, want := range []int{2, 1, 1} {
		b.end("a", TimedOut, 10*time.Second)
		b.want("limit", b.tab.lanes["a"].limit, want)
	}
	b.end("a", Answered, time.Millisecond)
	b.want("limit", b.tab.lanes["a"].limit, 2)
	b.offer("a", 1)
	b.end("a", Answered, time.Millisecond)
	b.want("limit", b.tab.lanes["a"].limit, 3)
}

// A lane that hangs leaves the common pool after Slow, long before its attempts end, and its queue is parked.
func TestTickFindsHanging(t *testing.T) {
	b := newBench(t, small())
	b.offer("a", 8)
	_, parked := b.tick(small().Slow+time.Millisecond, "a")
	b.want("parked", parked, 4)
	s := b.tab.Stats()
	b.want("suspects", s.Suspects, 4)
	b.want("queued", s.Queued, 0)
	_, parked = b.offer("b", 1) // a full pool of suspects does not affect healthy lanes
	b.want("parked of a healthy lane", parked, 0)
	_, parked = b.offer("a", 1)
	b.want("parked of the suspect", parked, 1)
}

func TestPromptFailuresKeepTheirLane(t *testing.T) {
	b := newBench(t, small())
	for range 100 { // 500 answered in a millisecond, connection refused
		b.offer("a", 1)
		b.end("a", Answered, time.Millisecond)
	}
	if l := b.tab.lanes["a"]; l.suspect || l.limit != 4 || l.open {
		t.Errorf("lane = %+v, want it unchanged", l)
	}
}

func TestBreaker(t *testing.T) {
	b := newBench(t, small())
	for range small().BreakAfter {
		b.offer("a", 1)
		b.end("a", TimedOut, 10*time.Second)
	}
	b.want("open", b.tab.Stats().OpenBreakers, 1)
	if started, parked := b.offer("a", 1); started != 0 || parked != 1 {
		t.Fatal("an open breaker lets an attempt through")
	}
	b.stored("a")
	b.want("fetches before the probe is due", len(b.fetches), 0)
	b.tick(small().ProbeFirst, "a")
	b.want("probes", b.bring(9), 1)
	b.end("a", TimedOut, 10*time.Second)
	b.tick(small().ProbeFirst, "a")
	b.want("fetches within the doubled pause", len(b.fetches), 0)
	b.tick(small().ProbeFirst, "a")
	b.want("probes after the doubled pause", b.bring(8), 1)
	b.end("a", Answered, time.Millisecond)
	b.want("open after an answer", b.tab.Stats().OpenBreakers, 0)
	b.want("started after recovery", b.bring(7), 2) // the ramp: 1, +1 for the answer
}

func TestSkippedProbeProbesAgain(t *testing.T) {
	b := newBench(t, small())
	for range small().BreakAfter {
		b.offer("a", 1)
		b.end("a", TimedOut, 10*time.Second)
	}
	b.now = b.now.Add(small().ProbeFirst)
	b.offer("a", 1)
	b.end("a", Skipped, 0)
	started, _ := b.offer("a", 1)
	b.want("probes", started, 1)
}

// When the common pool is full, waiting lanes take turns.
func TestRoundRobin(t *testing.T) {
	l := small()
	l.InFlight, l.Queue = 4, 40
	b := newBench(t, l)
	b.offer("busy", 12)
	for i := range 3 {
		b.offer(fmt.Sprint("quiet", i), 1)
	}
	seen := map[string]int{}
	for _, s := range b.run {
		seen[s.lane.endpoint] = 0 // started at once
	}
	for turn := 1; turn <= 3; turn++ {
		b.end(b.run[0].lane.endpoint, Answered, time.Millisecond)
		for _, s := range b.out.Start {
			if _, ok := seen[s.lane.endpoint]; !ok {
				seen[s.lane.endpoint] = turn
			}
		}
	}
	for i := range 3 {
		if _, ok := seen[fmt.Sprint("quiet", i)]; !ok {
			t.Errorf("quiet%d waits behind the busy lane: %v", i, seen)
		}
	}
}

// Many endpoints that hang at once do not fill the pool before they are known to be slow.
func TestShareShrinksUnderPressure(t *testing.T) {
	l := small()
	l.InFlight, l.Queue = 64, 1000
	b := newBench(t, l)
	for i := range 40 {
		b.offer(fmt.Sprint("hangs", i), 4)
	}
	lanes := map[string]int{}
	for _, s := range b.run {
		lanes[s.lane.endpoint]++
	}
	if len(lanes) < 30 {
		t.Errorf("%d lanes share the pool, want at least 30", len(lanes))
	}
}

func TestSuspectsShareTheirPool(t *testing.T) {
	l := small()
	l.InFlight, l.Suspects = 64, 8
	b := newBench(t, l)
	for i := range 4 {
		b.offer(fmt.Sprint(i), 1)
	}
	b.tick(time.Second, "")
	for i := range 4 {
		b.offer(fmt.Sprint(i), 4)
	}
	for i := range 4 {
		b.want("in flight of suspect "+fmt.Sprint(i), b.tab.lanes[fmt.Sprint(i)].inFlight, 2)
	}
}

func TestPauseAndResume(t *testing.T) {
	b := newBench(t, small())
	b.offer("a", 6) // 4 run, 2 wait
	b.tab.Pause()
	started, parked := b.offer("b", 3)
	b.want("started while paused", started, 0)
	b.want("parked while paused", parked, 0)
	started, _ = b.end("a", Answered, time.Millisecond)
	b.want("started by an end while paused", started, 0)
	b.out = Decisions[int]{}
	b.tab.Resume(b.now, &b.out)
	b.want("started by resume", len(b.out.Start), 4) // one of a, three of b
	b.acted("")
	b.want("queued", b.tab.Stats().Queued, 1)
}

func TestDrainAndForget(t *testing.T) {
	l := small()
	b := newBench(t, l)
	b.offer("a", 7)
	b.want("drained", len(b.tab.Drain()), 3)
	b.want("queued", b.tab.Stats().Queued, 0)
	for i := range 10 * l.Lanes {
		endpoint := fmt.Sprint("e", i)
		b.offer(endpoint, 1)
		b.end(endpoint, Answered, time.Millisecond)
	}
	if n := b.tab.Stats().Lanes; n > l.Lanes {
		t.Errorf("%d lanes are remembered, want at most %d", n, l.Lanes)
	}
}

// A fast endpoint may queue much, since parking is not free, but never so much that it fills the queue; a slow one
// queues nearly nothing.
func TestRoomFollowsSpeed(t *testing.T) {
	l := small()
	l.Queue = 1000
	b := newBench(t, l)
	b.offer("quick", 1)
	b.end("quick", Answered, time.Millisecond)
	_, parked := b.offer("quick", 500)
	b.want("parked of quick", parked, 500-4-250)
	b.offer("slow", 1)
	b.end("slow", Answered, 400*time.Millisecond)
	_, parked = b.offer("slow", 100)
	b.want("parked of slow", parked, 100-4-10)
}

// What was parked is fetched when half of the queue is empty, and what arrives meanwhile is parked behind it.
func TestParkedIsFetchedInOrder(t *testing.T) {
	b := newBench(t, small())
	_, parked := b.offer("a", 10)
	b.want("parked", parked, 2) // four run, four wait
	_, parked = b.offer("a", 1)
	b.want("parked behind what is being parked", parked, 1)
	b.stored("a")
	b.want("fetches while the queue is full", len(b.fetches), 0)
	b.end("a", Answered, time.Millisecond)
	b.end("a", Answered, time.Millisecond)
	if len(b.fetches) != 1 || b.fetches[0].N != 2 {
		t.Fatalf("fetches %v, want one that fills the queue", b.fetches)
	}
	_, parked = b.offer("a", 1)
	b.want("parked behind what is being fetched", parked, 1)
	b.bring(3)
	b.stored("a")
	b.end("a", Answered, time.Millisecond)
	b.end("a", Answered, time.Millisecond)
	b.bring(2)
	for b.tab.Stats().InFlight > 0 {
		b.end("a", Answered, time.Millisecond)
	}
	started, _ := b.offer("a", 1)
	b.want("started once nothing is parked", started, 1)
}

// A fetch that fails, or returns nothing although something is parked, is repeated by the next Tick and not before.
func TestFetchIsRepeated(t *testing.T) {
	for name, err := range map[string]error{"failed": errors.New("no answer"), "nothing there yet": nil} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, small())
			b.out = Decisions[int]{}
			b.tab.Found(b.now, "a", 1, &b.out)
			b.acted("a")
			b.offer("a", 1) // is parked behind it
			b.stored("a")
			b.want("fetches", len(b.fetches), 1)
			b.fetches = nil
			b.out = Decisions[int]{}
			b.tab.Fetched(b.now, "a", 0, 0, err, &b.out)
			b.acted("a")
			b.want("fetches at once", len(b.fetches), 0)
			b.tick(time.Millisecond, "a")
			b.want("fetches after a tick", len(b.fetches), 1)
		})
	}
}

// Backlogs of many endpoints leave room for what was never parked.
func TestBacklogsLeaveRoom(t *testing.T) {
	l := small()
	l.Queue = 64
	b := newBench(t, l)
	for i := range 40 {
		b.out = Decisions[int]{}
		b.tab.Found(b.now, fmt.Sprint("backlog", i), 1000, &b.out)
		b.acted("")
	}
	if room := b.tab.Room(); room < l.Queue/4 {
		t.Errorf("room for %d, want at least %d", room, l.Queue/4)
	}
	started, parked := b.offer("other", 1)
	b.want("started of another", started, 1)
	b.want("parked of another", parked, 0)
}

// An endpoint that is not active any more takes no time, however slow it was before.
func TestClosedEndpointIsNotSlow(t *testing.T) {
	b := newBench(t, small())
	for range small().BreakAfter {
		b.offer("a", 1)
		b.end("a", TimedOut, 10*time.Second)
	}
	b.now = b.now.Add(small().ProbeFirst)
	b.offer("a", 1)
	b.end("a", Closed, 0)
	started, _ := b.offer("a", 4)
	b.want("started", started, 4)
}

// Short-running attempts are limited while the processors are busy; those that wait for a slow receiver do not count.
func TestShortAttemptsAreLimitedWhileProcessorsAreBusy(t *testing.T) {
	b := newBench(t, small())
	b.tab.Throttle(3)
	for i := range 5 {
		b.offer(fmt.Sprint(i), 1)
	}
	b.want("in flight", b.tab.Stats().InFlight, 3)
	b.end("0", Answered, time.Millisecond)
	b.want("in flight after an end", b.tab.Stats().InFlight, 3)
	started, _ := b.tick(small().LongRunning+time.Millisecond, "")
	b.want("started as others became long-running", started, 1)
	b.want("queued", b.tab.Stats().Queued, 0)
}

// A backlog for quick endpoints is queued, and none of it parked, while the caller fetches what there is room for.
func TestBacklogOfQuickEndpointsIsNotParked(t *testing.T) {
	const endpoints, rounds = 50, 2000
	random := rand.New(rand.NewPCG(1, 2))
	l := DefaultLimits()
	b := newBench(t, l)
	offered, parked := 0, 0
	for range rounds {
		for n := b.tab.Room(); n > 0; n-- {
			_, p := b.offer(fmt.Sprint("endpoint", offered%endpoints), 1)
			offered, parked = offered+1, parked+p
		}
		b.now = b.now.Add(time.Millisecond)
		for range min(20+random.IntN(40), len(b.run)) { // receivers and processors serve some of them, in any order
			s := b.run[random.IntN(len(b.run))]
			_, p := b.end(s.lane.endpoint, Answered, time.Duration(5+random.IntN(20))*time.Millisecond)
			parked += p
		}
		if len(b.run) < endpoints*l.Lane/2 {
			t.Fatalf("%d attempts are running: there is too little work", len(b.run))
		}
	}
	if parked > 0 {
		t.Errorf("%d of %d were parked", parked, offered)
	}
}

// As many endpoints as a tenant may have, which take nearly too long and have a backlog each, leave slots: an attempt
// to another endpoint starts at once.
func TestEndpointsOfATenantLeaveSlots(t *testing.T) {
	t.Parallel()
	const endpoints, quiet, slow, fast = 500, "quiet", 450 * time.Millisecond, 5 * time.Millisecond
	b := newBench(t, DefaultLimits())
	most := 0
	for range 400 {
		for i := range endpoints {
			b.offer(fmt.Sprint("slow", i), 1)
			b.stored(fmt.Sprint("slow", i))
		}
		fetches := b.fetches
		b.fetches = nil
		for _, f := range fetches {
			for range f.N {
				b.out = Decisions[int]{}
				b.tab.Offer(b.now, f.Endpoint, 0, true, &b.out)
				b.acted(f.Endpoint)
			}
			b.out = Decisions[int]{}
			b.tab.Fetched(b.now, f.Endpoint, f.N, 1000, nil, &b.out)
			b.acted(f.Endpoint)
		}
		b.tick(25*time.Millisecond, "")
		running := b.run
		b.run = nil
		for _, s := range running {
			took := slow
			if s.lane.endpoint == quiet {
				took = fast
			}
			if b.now.Sub(s.began) < took {
				b.run = append(b.run, s)
				continue
			}
			b.out = Decisions[int]{}
			b.tab.End(b.now, s, Answered, took, &b.out)
			b.acted(s.lane.endpoint)
		}
		if started, _ := b.offer(quiet, 1); started != 1 {
			t.Fatalf("it waits while %+v", b.tab.Stats())
		}
		most = max(most, b.tab.Stats().InFlight)
	}
	t.Logf("%d were in flight at once", most)
	if most < 2*endpoints {
		t.Error("the endpoints take too little to show anything")
	}
}
