package handover

import (
	"slices"
	"testing"

	"github.com/partnerline/partnerline/services/webhooks"
)

func events(seqs ...int64) (list []webhooks.OutboxEvent) {
	for _, seq := range seqs {
		list = append(list, webhooks.OutboxEvent{Seq: seq})
	}
	return list
}

func taken(q *Queue) (seqs []int64, complete bool) {
	list, complete := q.Take()
	for _, o := range list {
		seqs = append(seqs, o.Seq)
	}
	return seqs, complete
}

func TestEventsAreTakenInOrder(t *testing.T) {
	q := NewQueue(func(int) {})
	q.Put(events(1, 2))
	q.Put(events(3))
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
		"one more than fits": func(q *Queue) { q.Put(make([]webhooks.OutboxEvent, capacity)); q.Put(events(1)) },
		"larger than fits": func(q *Queue) {
			q.Put([]webhooks.OutboxEvent{{Seq: 1, Event: webhooks.Event{Body: make([]byte, capacityBytes)}}})
			q.Put([]webhooks.OutboxEvent{{Seq: 2, Event: webhooks.Event{Body: []byte("{}")}}})
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
			if _, complete := q.Take(); complete {
				t.Error("nothing is to be read")
			}
			if _, complete := q.Take(); !complete {
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
	q.Take()
	q.Sends(func() []int64 { return []int64{7} })
	if !q.Takes() || !slices.Equal(q.Sent(), []int64{7}) {
		t.Errorf("not once it reads; sent: %v", q.Sent())
	}
	q.Open(false)
	if q.Takes() {
		t.Error("while many rows wait")
	}
}
