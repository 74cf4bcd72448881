package handover

import (
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/partnerline/partnerline/services/webhooks"
)

func events(seqs ...int64) (list []webhooks.OutboxEvent) {
	for _, seq := range seqs {
		list = append(list, webhooks.OutboxEvent{Seq: seq})
	}
	return list
}

func taken(q *Queue) (seqs []int64, complete bool) {
	list, complete := q.Take(capacity)
	for _, o := range list {
		seqs = append(seqs, o.Seq)
	}
	return seqs, complete
}

func TestEventsAreTakenInOrder(t *testing.T) {
	q := NewQueue(func(int) {})
	q.Put(events(1, 2), nil)
	q.Put(events(3), nil)
	select {
	case <-q.Wake():
	default:
		t.Error("the relay was not woken")
	}
	if got, complete := taken(q); !complete || !slices.Equal(got, []int64{1, 2, 3}) {
		t.Errorf("%v, complete: %t", got, complete)
	}
	if got, complete := taken(q); !complete || len(got) > 0 {
		t.Errorf("a second time: %v, complete: %t", got, complete)
	}
}

func TestTheRelayReadsWhatDidNotFit(t *testing.T) {
	for name, act := range map[string]func(*Queue){
		"one more than fits": func(q *Queue) { q.Put(make([]webhooks.OutboxEvent, capacity), nil); q.Put(events(1), nil) },
		"larger than fits": func(q *Queue) {
			q.Put([]webhooks.OutboxEvent{{Seq: 1, Event: webhooks.Event{Body: make([]byte, capacityBytes)}}}, nil)
			q.Put([]webhooks.OutboxEvent{{Seq: 2, Event: webhooks.Event{Body: []byte("{}")}}}, nil)
		},
		"asked to read": func(q *Queue) { q.Read() },
	} {
		t.Run(name, func(t *testing.T) {
			q := NewQueue(func(int) {})
			act(q)
			select {
			case <-q.Wake():
			default:
				t.Error("the relay was not woken")
			}
			if _, complete := q.Take(1); complete {
				t.Error("nothing is to be read")
			}
			if _, complete := q.Take(1); !complete {
				t.Error("it is to be read a second time")
			}
		})
	}
}

func TestWhoIsNotified(t *testing.T) {
	var notified []int
	q := NewQueue(func(h int) { notified = append(notified, h) })
	if !q.Misses(3) {
		t.Error("a relay that relays nothing is not missed")
	}
	q.Relays(func(h int) bool { return h == 3 })
	if q.Misses(3) || !q.Misses(4) {
		t.Error("a hash of this relay is missed, or one of another is not")
	}
	a, b := webhooks.Scope{Tenant: "ten_a"}, webhooks.Scope{Tenant: "ten_b"}
	q.Relays(func(h int) bool { return h == a.Hash() })
	q.Notify([]webhooks.Event{{Scope: a}, {Scope: b}, {Scope: b}})
	if !slices.Equal(notified, []int{b.Hash()}) {
		t.Errorf("notified: %v, want %d", notified, b.Hash())
	}
	if a, b := q.Writer(), NewQueue(func(int) {}).Writer(); a == 0 || a == b {
		t.Errorf("writers %d and %d", a, b)
	}
}

func TestEventsAreHandedOverWhileFewWait(t *testing.T) {
	q := NewQueue(func(int) {})
	if q.Takes() {
		t.Error("before the relay has read")
	}
	q.Open(true)
	if !q.Takes() || len(q.Sent()) != 0 {
		t.Error("not after the relay has read")
	}
	q.Read()
	if q.Takes() {
		t.Error("while the relay is to read")
	}
	q.Take(1)
	q.Sends(func() []int64 { return []int64{7} })
	if !q.Takes() || !slices.Equal(q.Sent(), []int64{7}) {
		t.Errorf("not once it reads; sent: %v", q.Sent())
	}
	q.Open(false)
	if q.Takes() {
		t.Error("while many rows wait")
	}
}

// Many events of one tenant do not delay those of others, and each tenant's are taken in order.
func TestEventsAreTakenFairly(t *testing.T) {
	q := NewQueue(func(int) {})
	many, few := webhooks.Scope{Tenant: "ten_a"}, webhooks.Scope{Tenant: "ten_b"}
	if many.Hash() == few.Hash() {
		t.Fatal("the tenants have the same hash")
	}
	of := func(sc webhooks.Scope, seqs ...int64) []webhooks.OutboxEvent {
		list := events(seqs...)
		for i := range list {
			list[i].Event.Scope, list[i].Event.Body = sc, []byte("{}")
		}
		return list
	}
	q.Put(of(many, 1, 2, 3, 4, 5), nil)
	q.Put(of(few, 6, 7), nil)
	<-q.Wake()
	for _, want := range [][]int64{{1, 2, 6, 7}, {3, 4, 5}, nil} {
		list, complete := q.Take(4)
		var got []int64
		for _, o := range list {
			got = append(got, o.Seq)
		}
		if !complete || !slices.Equal(got, want) {
			t.Errorf("%v, complete: %t, want %v", got, complete, want)
		}
		select {
		case <-q.Wake():
			if len(want) != 4 {
				t.Error("woken for nothing")
			}
		default:
			if len(want) == 4 {
				t.Error("not woken for what is left")
			}
		}
	}
	if q.bytes != 0 {
		t.Errorf("%d bytes are left", q.bytes)
	}
}

// A publishing call waits while many events wait for the relay, for a tenth of a second at most; then it is to be read, and none waits.
func TestPublishingCallsWaitForTheRelay(t *testing.T) {
	crowd := make([]webhooks.OutboxEvent, few+1)
	put := func(q *Queue) { q.Put(crowd, nil) }
	for name, c := range map[string]struct {
		before func(*Queue)
		after  func(*Queue) // 10 ms
		waits  time.Duration
		reads  bool
	}{
		"few wait":           {before: func(q *Queue) { q.Put(crowd[:few], nil) }},
		"the relay takes":    {before: put, after: func(q *Queue) { q.Take(500) }, waits: 10 * time.Millisecond},
		"the relay reads":    {before: put, after: func(q *Queue) { q.Clear() }, waits: 10 * time.Millisecond},
		"the relay ends":     {before: put, after: func(q *Queue) { q.Open(false) }, waits: 10 * time.Millisecond},
		"others were missed": {before: put, after: func(q *Queue) { q.Read() }, waits: 10 * time.Millisecond, reads: true},
		"the relay is slow":  {before: put, waits: maxWait, reads: true},
		"it is to be read":   {before: func(q *Queue) { q.Put(crowd, nil); q.Read() }, reads: true},
		"it is behind":       {before: func(q *Queue) { q.Put(crowd, nil); q.Open(false) }},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				q := NewQueue(func(int) {})
				q.Open(true)
				c.before(q)
				if c.after != nil {
					time.AfterFunc(10*time.Millisecond, func() { c.after(q) })
				}
				began := time.Now()
				q.Room(t.Context())
				if took := time.Since(began); took != c.waits {
					t.Errorf("waited %s, want %s", took, c.waits)
				}
				synctest.Wait()
				if _, complete := q.Take(1); complete == c.reads {
					t.Errorf("it is to be read: %t", !complete)
				}
			})
		})
	}
}

func TestClearedEventsAreNotTaken(t *testing.T) {
	q := NewQueue(func(int) {})
	q.Put([]webhooks.OutboxEvent{{Seq: 1, Event: webhooks.Event{Body: make([]byte, capacityBytes)}}}, nil)
	q.Clear()
	q.Put(events(2), nil)
	if got, complete := taken(q); !complete || !slices.Equal(got, []int64{2}) {
		t.Errorf("%v, complete: %t", got, complete)
	}
}

// Whatever comes, an event is taken once, in the order of its scope.
func FuzzFairly(f *testing.F) {
	f.Add([]byte{1, 1, 1, 2, 3, 1}, 3)
	f.Fuzz(func(t *testing.T, tenants []byte, n int) {
		list := make([]webhooks.OutboxEvent, len(tenants))
		for i, b := range tenants {
			list[i] = webhooks.OutboxEvent{Seq: int64(i), Event: webhooks.Event{Scope: webhooks.Scope{Tenant: webhooks.TenantID(fmt.Sprint("ten_", b))}}}
		}
		if n < 0 || n >= len(list) {
			return
		}
		next, others := fairly(list, n)
		if len(next) != n || len(others) != len(list)-n {
			t.Fatalf("%d next, %d others of %d; want %d", len(next), len(others), len(list), n)
		}
		last := map[int]int64{}
		for _, o := range slices.Concat(next, others) {
			h := o.Event.Scope.Hash()
			if seq, ok := last[h]; ok && seq >= o.Seq {
				t.Fatalf("%d is behind %d of the same hash", o.Seq, seq)
			}
			last[h] = o.Seq
		}
	})
}

// The relay reads a scope's new event when another program stored events of the scope before it. It does not read for a
// scope that waits, which it reads later, or for a scope of another relay. Events of other tenants are handed over.
func TestEventsBehindThoseOfOthersAreRead(t *testing.T) {
	t.Parallel()
	sc := webhooks.Scope{Tenant: "a"}
	list := func() []webhooks.OutboxEvent {
		return []webhooks.OutboxEvent{{Seq: 1, Event: webhooks.Event{Scope: sc}}, {Seq: 2}}
	}
	for name, c := range map[string]struct {
		relayed  bool
		waiting  []webhooks.Scope
		complete bool
	}{
		"relayed here": {true, nil, false},
		"waiting":      {true, []webhooks.Scope{sc}, true},
		"elsewhere":    {false, nil, true},
	} {
		q := NewQueue(func(int) {})
		q.Relays(func(int) bool { return c.relayed })
		q.Waiting(c.waiting)
		q.Put(list(), map[webhooks.Scope]bool{sc: true})
		if got, complete := taken(q); complete != c.complete || !slices.Equal(got, []int64{2}) {
			t.Errorf("%s: %v are taken, complete: %t", name, got, complete)
		}
	}
}
