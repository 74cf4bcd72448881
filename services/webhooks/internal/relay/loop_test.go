package relay

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/partnerline/partnerline/internal/eventfilter"
	"github.com/partnerline/partnerline/internal/streams"
	"github.com/partnerline/partnerline/services/webhooks"
)

// Whatever is handed over, read, sent, stored, lost and repeated, in whatever order, and whoever is killed meanwhile:
//   - the events of a scope are sent first in the order of their commits,
//   - a delivery that is sent again is doubtful,
//   - the row of an event ends only when all its deliveries are sent, and those of older events have ended,
//   - without faults, no delivery is sent again when shards change hands, but for those of large events,
//   - in the end, all deliveries of all events are sent and stored.
func TestEveryEventIsSentAndStored(t *testing.T) {
	t.Parallel()
	seeds := 600
	if testing.Short() {
		seeds = 36
	}
	for seed := range uint64(seeds) {
		synctest.Test(t, func(t *testing.T) {
			s := newSimulation(t, seed)
			for range 250 {
				if s.act(); t.Failed() {
					break
				}
			}
			s.settle()
			s.end()
			if t.Failed() {
				t.Fatalf("seed %d:\n%s", seed, strings.Join(s.history, "\n"))
			}
		})
	}
}

// When the events of a scope may be queued again, because its large event is done or its shard was leased, those in the
// outbox come before new ones, also while events of others are queued.
func TestNewEventsDoNotOvertake(t *testing.T) {
	t.Parallel()
	for name, begin := range map[string]func(p *replica){
		"behind a large event": func(p *replica) {
			p.commitEvents(p, eventWith(1, scopeA, maxWholeTest+1))
			p.handOver()
			for len(p.loop.large) == 0 || p.loop.large[0].upTo < maxWholeTest+1-pacedPart {
				time.Sleep(time.Second)
				p.step()
			}
			p.commitEvents(p, eventWith(2, scopeA, 1))
			p.handOver()
			time.Sleep(time.Second)
		},
		"of a shard that was leased": func(p *replica) {
			shard := scopeA.Hash() % simShards
			p.leases.held = slices.DeleteFunc(slices.Clone(p.leases.held), func(s int) bool { return s == shard })
			p.step()
			p.commitEvents(p, eventWith(1, scopeA, 1), eventWith(2, scopeA, 1))
			p.handOver()
			p.leases.held = append(slices.Clone(p.leases.held), shard)
		},
	} {
		synctest.Test(t, func(t *testing.T) {
			s := newSimulation(t, 0)
			p := s.replicas[0]
			for p.loop.most, p.loop.size = 1, 1; !p.flight.status().open; { // a batch is one event
				p.step()
			}
			begin(p)
			p.commitEvents(p, eventWith(3, scopeB, 1), eventWith(4, scopeB, 1))
			p.handOver()
			p.step()
			p.commitEvents(p, eventWith(5, scopeA, 1))
			p.handOver()
			s.settle()
			if s.end(); t.Failed() {
				t.Errorf("%s:\n%s", name, strings.Join(s.history, "\n"))
			}
		})
	}
}

// Events in the lane are sent in their order, also when the call that committed them hands them over late.
func TestEventsOfTheLaneAreHandedOverLate(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSimulation(t, 0)
		p := s.replicas[0]
		for p.loop.most, p.loop.size = 3, 3; !p.flight.status().open; {
			p.step()
		}
		costly := webhooks.Scope{Tenant: "ten_0"}
		for seq := range int64(2) {
			o := eventWith(seq+1, costly, 1)
			o.Filters = []string{"true"}
			p.commitEvents(p, o)
		}
		for signal(p.leases.wake); len(p.loop.costly) == 0; {
			p.step()
		}
		p.handOver()
		synctest.Wait() // the first is filtered
		p.step()
		p.handOver()
		s.settle()
		if s.end(); t.Failed() {
			t.Error(strings.Join(s.history, "\n"))
		}
	})
}

// A notification is heard while events are queued without end.
func TestNotificationsAreHeardUnderLoad(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSimulation(t, 0)
		defer s.end()
		p := s.replicas[0]
		p.flight.most = 1000
		for p.loop.most, p.loop.size = 20, 20; !p.flight.status().open; {
			p.step()
		}
		seq, liveB := int64(0), webhooks.Scope{Tenant: "ten_b", Livemode: true} // without a rate
		add := func(from *replica, sc webhooks.Scope) {
			seq++
			s.commitEvents(from, eventWith(seq, sc, 1))
			p.handOver()
		}
		for range 100 {
			add(p, liveB)
		}
		add(nil, scopeA)
		signal(p.leases.wake)
		for range maxTurns + 3 {
			p.step()
			for range 20 { // as many as a batch has
				add(p, liveB)
			}
		}
		if len(p.flight.queue) == 0 || !p.isSent(s.committed[100]) {
			t.Errorf("it is not sent, and %d are queued", len(p.flight.queue))
		}
	})
}

const (
	simShards   = 4
	simReplicas = 2
)

// A simulation has two replicas with the loop as it is, and Postgres and NATS as they behave.
type simulation struct {
	t        *testing.T
	r        *rand.Rand
	history  []string
	replicas [simReplicas]*replica

	outbox    []webhooks.OutboxEvent // rows, in the order of their commits
	writers   map[int64]int          // of all rows, a replica; simReplicas: a program that hands nothing over
	committed []webhooks.OutboxEvent // all events that ever were
	streamed  map[int64]bool         // rows whose events were published
	sent      map[webhooks.DeliveryID]bool
	order     []webhooks.DeliveryID // of sent
	stored    map[webhooks.DeliveryID]bool
	ended     []webhooks.OutboxEvent // rows whose end is not on disk
	unsynced  []webhooks.DeliveryID  // the same of deliveries
	busy      bool                   // events are published
	others    int                    // per cent of what happens that is not of the first replica
	faults    bool
	// interrupted is whether there was a fault.
	interrupted bool
}

// A replica is a program; owner says which of them holds a shard.
type replica struct {
	*simulation
	number int
	flight *flight
	loop   *loop
	leases *leases
	handed []committedCall // calls that have committed and not handed over

	endLane func()
}

type committedCall struct {
	at     time.Time
	events []webhooks.OutboxEvent
	others map[webhooks.Scope]bool
}

var errFault = errors.New("a fault")

func newSimulation(t *testing.T, seed uint64) *simulation {
	s := &simulation{
		t: t, r: rand.New(rand.NewPCG(seed, 0)), writers: map[int64]int{}, streamed: map[int64]bool{},
		sent: map[webhooks.DeliveryID]bool{}, stored: map[webhooks.DeliveryID]bool{}, busy: true, faults: seed%3 > 0,
		others: []int{0, 5, 50}[seed/3%3],
	}
	for n := range s.replicas {
		s.replicas[n] = &replica{simulation: s, number: n}
		s.replicas[n].start(nil)
	}
	s.replicas[0].start([]int{0, 1, 2, 3})
	return s
}

// start begins a replica's program with some shards.
func (p *replica) start(shards []int) {
	p.flight, p.handed = newFlight(), nil
	p.flight.most = 1 + p.r.IntN(20) // so that it is full
	p.lead(shards)
}

// lead begins the loop again, as after trouble.
func (p *replica) lead(shards []int) {
	p.flight.leave(true)
	if p.endLane != nil {
		p.endLane()
	}
	p.leases = &leases{shards: simShards, held: shards, wake: make(chan struct{}, 1)}
	rates := Rates{ // 10 at once
		6000, 0, func(webhooks.Scope, time.Time) {}, func(webhooks.Scope, int, time.Time) {},
	}
	c := Config{LargeRate: 6000, Rates: rates}
	w := world{p.read, p.lastRow, p.publish}
	p.loop = newLoop(w, p.flight, p.leases, c, &gauges{}, eventfilter.NewCache())
	p.loop.most = 1 + p.r.IntN(12) // so that reads are incomplete
	p.loop.size = p.loop.most
	p.loop.shares.use("ten_0", time.Hour, time.Now()) // its filters are for the lane
	ctx, cancel := context.WithCancel(p.t.Context())
	ended := make(chan struct{})
	l := p.loop.lane
	go func() {
		defer close(ended)
		l.run(ctx)
	}()
	p.endLane = func() { cancel(); <-ended }
}

func (s *simulation) note(format string, args ...any) {
	s.history = append(s.history, fmt.Sprintf(format, args...))
}

// fault reports true once in n times, while there are faults.
func (s *simulation) fault(n int) bool {
	happens := s.faults && s.r.IntN(n) == 0
	s.interrupted = s.interrupted || happens
	return happens
}

// act does one thing that may happen.
func (s *simulation) act() {
	p := s.replicas[0]
	if s.r.IntN(100) < s.others {
		p = s.replicas[1]
	}
	switch n := s.r.IntN(100); {
	case n < 28:
		s.commit(p)
	case n < 30 && s.others > 0:
		s.commit(nil)
	case n < 45:
		p.handOver()
	case n < 75:
		p.step()
	case n < 83:
		p.store()
	case n < 88:
		s.recordOutcome()
	case n < 90:
		s.sleep(time.Duration(s.r.IntN(20)) * time.Millisecond)
	case n < 92:
		s.sleep(time.Duration(s.r.IntN(400)) * time.Millisecond)
	case n < 94:
		s.moveShard(p)
	case n < 95 && s.fault(1):
		s.kill(p)
	case n < 96 && s.fault(1):
		s.loseCommits()
	case n < 97:
		s.note("all is on disk")
		s.ended, s.unsynced = nil, nil
	default:
		signal(p.leases.wake) // a notification, or the poll
	}
}

// sleep lets time pass. A call that has committed hands over within the time that stored rows are remembered.
func (s *simulation) sleep(d time.Duration) {
	for _, p := range s.replicas {
		for len(p.handed) > 0 && time.Since(p.handed[0].at)+d > rememberStored {
			p.handOver()
		}
	}
	time.Sleep(d)
}

// commit stores some events.
func (s *simulation) commit(p *replica) {
	var list []webhooks.OutboxEvent
	for n := range 1 + s.r.IntN(3) {
		list = append(list, s.newEvent(int64(len(s.committed)+n+1)))
	}
	s.commitEvents(p, list...)
}

// commitEvents stores events as a call does: of replica p, or of a program that hands nothing over.
func (s *simulation) commitEvents(p *replica, list ...webhooks.OutboxEvent) {
	call := committedCall{at: time.Now(), others: map[webhooks.Scope]bool{}}
	first := len(s.outbox)
	var accepts bool
	var sent []int64
	if p != nil {
		st := p.flight.status()
		accepts, sent = st.open && !st.missed, p.flight.sentRows(true)
	}
	for _, o := range list {
		s.writers[o.Seq] = simReplicas
		if p != nil {
			s.writers[o.Seq] = p.number
		}
		call.events = append(call.events, o)
		s.outbox, s.committed = append(s.outbox, o), append(s.committed, o)
	}
	if p == nil {
		s.note("commit %v", seqs(call.events))
		return
	}
	for _, o := range call.events {
		call.others[o.Event.Scope] = !accepts || slices.ContainsFunc(s.outbox[:first], func(row webhooks.OutboxEvent) bool {
			return row.Event.Scope == o.Event.Scope && s.writers[row.Seq] != p.number && !slices.Contains(sent, row.Seq)
		})
	}
	s.note("%d commits %v", p.number, seqs(call.events))
	p.handed = append(p.handed, call)
}

func (s *simulation) newEvent(seq int64) webhooks.OutboxEvent {
	endpoints := s.r.IntN(3)
	switch {
	case s.r.IntN(12) == 0:
		endpoints = maxWholeTest + 1 + s.r.IntN(10)
	case s.r.IntN(20) == 0:
		endpoints = 20
	}
	o := eventWith(seq, webhooks.Scope{Tenant: webhooks.TenantID(fmt.Sprint("ten_", s.r.IntN(3)))}, endpoints)
	if s.r.IntN(4) == 0 {
		o.Filters = slices.Repeat([]string{"true"}, endpoints)
	} else if s.r.IntN(3) == 0 {
		o.Ordered = []webhooks.OrderedEndpoint{{Endpoint: "ordered", Activation: 1, Key: "a"}}
	}
	return o
}

func eventWith(seq int64, sc webhooks.Scope, endpoints int) webhooks.OutboxEvent {
	o := webhooks.OutboxEvent{Seq: seq, Event: webhooks.Event{
		ID: webhooks.EventID(fmt.Sprint("evt_", seq)), CreatedAt: time.Now(), Scope: sc,
	}}
	for i := range endpoints {
		o.Endpoints, o.Activations = append(o.Endpoints, webhooks.EndpointID(fmt.Sprint(i))), append(o.Activations, 1)
	}
	return o
}

// handOver ends a call that has committed.
func (p *replica) handOver() {
	if len(p.handed) == 0 {
		return
	}
	call := p.handed[0]
	p.handed = p.handed[1:]
	for _, o := range call.events {
		for _, other := range p.replicas {
			if h := o.Event.Scope.Hash(); !p.flight.relays(h) && other.flight.relays(h) && p.r.IntN(3) > 0 {
				other.loop.unread = true
			}
		}
	}
	p.note("%d hands over %v, behind %v", p.number, seqs(call.events), call.others)
	p.flight.hand(call.events, call.others)
}

// step is a turn of the loop. While it waits until everything is stored, to give shards back, storing goes on.
func (p *replica) step() {
	if len(p.leases.surplus) == 0 {
		p.turn(p.t.Context())
		return
	}
	ctx, done := context.WithCancel(p.t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for streams.SleepContext(ctx, time.Millisecond) { // no time passes while the loop works
			p.store()
		}
	}()
	p.turn(ctx)
	done()
	<-ended
}

func (p *replica) turn(ctx context.Context) {
	_, err := p.loop.step(ctx)
	p.note("%d steps: %v", p.number, err)
	if err != nil {
		p.lead(slices.Sorted(slices.Values(slices.Concat(p.leases.held, p.leases.surplus, p.leases.ended))))
	}
}

// read is what the statement finds.
func (p *replica) read(_ context.Context, q webhooks.OutboxQuery) ([]webhooks.OutboxEvent, error) {
	if p.fault(30) {
		return nil, errFault
	}
	rank, list := map[int]int{}, []webhooks.OutboxEvent(nil)
	for _, o := range p.outbox {
		hash := o.Event.Scope.Hash()
		if slices.Contains(q.Without, o.Event.Scope) || slices.Contains(q.Sent, o.Seq) ||
			q.Hashes != nil && (!slices.Contains(q.Hashes, hash) || rank[hash] == q.Each) {
			continue
		}
		rank[hash]++
		list = append(list, o)
	}
	list = list[:min(len(list), q.Limit)]
	p.note("%d reads %v without %v", p.number, seqs(list), q.Without)
	if p.busy && p.r.IntN(4) == 0 { // a call commits after the snapshot, and hands over before the read returns
		p.commit(p)
		p.handOver()
	}
	return list, nil
}

func (p *replica) lastRow(context.Context) (int64, error) {
	if p.fault(30) {
		return 0, errFault
	}
	return int64(len(p.committed)), nil
}

// publish may fail before anything is sent, or after all is.
func (p *replica) publish(
	_ context.Context, events, deliver []webhooks.OutboxEvent, doubtful func(webhooks.OutboxEvent) bool,
) error {
	if p.fault(30) {
		return errFault
	}
	p.note("%d sends %v", p.number, seqs(deliver))
	for _, o := range events {
		p.streamed[o.Seq] = true
	}
	for _, o := range deliver {
		for _, before := range p.committed[:o.Seq-1] {
			if before.Event.Scope == o.Event.Scope && !p.isSent(before) {
				p.t.Errorf("%d is sent before %d", o.Seq, before.Seq)
			}
		}
		for _, d := range o.Deliveries() {
			again := p.interrupted || isLarge(p.committed[o.Seq-1])
			if p.sent[d.ID] && (!doubtful(o) || !again) {
				p.t.Errorf("a delivery of %d is sent again, doubtful: %t", o.Seq, doubtful(o))
			}
			if !p.sent[d.ID] {
				p.sent[d.ID], p.order = true, append(p.order, d.ID)
			}
		}
	}
	if p.fault(30) {
		return errFault
	}
	return nil
}

func (s *simulation) isSent(o webhooks.OutboxEvent) bool {
	for _, d := range o.Deliveries() {
		if !s.sent[d.ID] {
			return false
		}
	}
	return s.streamed[o.Seq]
}

// store is a turn of what stores; the commit may fail, or its answer be lost.
func (p *replica) store() {
	batch, wait := p.flight.due(time.Now())
	if len(batch.events) == 0 {
		p.sleep(min(wait, storeAfter))
		return
	}
	if p.fault(5) {
		return
	}
	p.note("%d stores %v", p.number, seqs(batch.events))
	for _, o := range batch.events {
		for _, d := range o.Deliveries() {
			if !p.stored[d.ID] {
				p.stored[d.ID], p.unsynced = true, append(p.unsynced, d.ID)
			}
		}
		i := slices.IndexFunc(p.outbox, func(row webhooks.OutboxEvent) bool { return row.Seq == o.Seq })
		if o.Continues || i < 0 {
			continue
		}
		if row := p.outbox[i]; !p.isSent(row) {
			p.t.Errorf("the row of %d ends, which is not sent", o.Seq)
		}
		for _, before := range p.outbox[:i] {
			if before.Event.Scope == o.Event.Scope {
				p.t.Errorf("the row of %d ends before that of %d", o.Seq, before.Seq)
			}
		}
		p.ended, p.outbox = append(p.ended, p.outbox[i]), slices.Delete(p.outbox, i, i+1)
	}
	if p.fault(5) {
		return
	}
	p.flight.stored(batch, time.Now())
}

// recordOutcome stores a delivery that was sent with its outcome, and what was committed before is on disk.
func (s *simulation) recordOutcome() {
	if len(s.order) > 0 {
		s.stored[s.order[s.r.IntN(len(s.order))]] = true
		s.ended, s.unsynced = nil, nil
	}
}

// moveShard lets another replica have a shard of p: p gives it back when nothing of it is under way.
func (s *simulation) moveShard(p *replica) {
	p.unlock()
	if l := p.leases; len(l.held) > 0 {
		shard := l.held[s.r.IntN(len(l.held))]
		s.note("%d is to give shard %d back", p.number, shard)
		l.held = slices.DeleteFunc(slices.Clone(l.held), func(x int) bool { return x == shard })
		l.surplus = append(slices.Clone(l.surplus), shard)
	}
}

// unlock lets the other replica have what p has given back.
func (p *replica) unlock() {
	for _, shard := range p.leases.ended {
		p.note("%d has given shard %d back", p.number, shard)
		other := p.replicas[1-p.number].leases
		other.held = slices.Sorted(slices.Values(append(slices.Clone(other.held), shard)))
	}
	p.leases.ended = nil
}

// kill ends a program. The other one gets its shards.
func (s *simulation) kill(p *replica) {
	s.note("%d is killed", p.number)
	other := s.replicas[1-p.number].leases
	all := slices.Concat(other.held, p.leases.held, p.leases.surplus, p.leases.ended)
	all = slices.DeleteFunc(all, func(x int) bool {
		return slices.Contains(other.surplus, x) || slices.Contains(other.ended, x)
	})
	other.held = slices.Compact(slices.Sorted(slices.Values(all)))
	p.start(nil)
}

// end ends what runs.
func (s *simulation) end() {
	for _, p := range s.replicas {
		p.endLane()
	}
}

// loseCommits is a crash of Postgres: rows whose end is not on disk are there again, and all programs begin again.
func (s *simulation) loseCommits() {
	s.note("Postgres crashes, and has %v again", seqs(s.ended))
	for _, id := range s.unsynced {
		delete(s.stored, id)
	}
	s.outbox = slices.SortedFunc(slices.Values(append(s.outbox, s.ended...)), func(a, b webhooks.OutboxEvent) int {
		return cmp.Compare(a.Seq, b.Seq)
	})
	s.ended, s.unsynced = nil, nil
	for n, p := range s.replicas {
		p.lead(map[int][]int{0: {0, 1, 2, 3}}[n])
	}
}

// settle lets the replicas work without faults until nothing changes any more.
func (s *simulation) settle() {
	s.faults, s.busy = false, false
	for range 2000 {
		if s.t.Failed() {
			return
		}
		for _, p := range s.replicas {
			p.unlock()
			p.handOver()
			signal(p.leases.wake)
			p.step()
			p.store()
		}
		s.sleep(50 * time.Millisecond)
		if len(s.outbox) == 0 && len(s.replicas[0].handed)+len(s.replicas[1].handed) == 0 {
			break
		}
	}
	for _, o := range s.committed {
		if !s.isSent(o) {
			s.t.Errorf("%d is not sent", o.Seq)
		}
		for _, d := range o.Deliveries() {
			if !s.stored[d.ID] {
				s.t.Errorf("a delivery of %d is not stored", o.Seq)
				break
			}
		}
	}
	if len(s.outbox) > 0 {
		s.t.Errorf("%v are in the outbox", seqs(s.outbox))
	}
}
