package relay

import (
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/partnerline/partnerline/services/webhooks"
)

// A test's scopes are of different hashes.
var scopeA, scopeB = webhooks.Scope{Tenant: "ten_a"}, webhooks.Scope{Tenant: "ten_b"}

// rowsOf are events of a scope with one endpoint.
func rowsOf(sc webhooks.Scope, seqs ...int64) (list []webhooks.OutboxEvent) {
	for _, seq := range seqs {
		list = append(list, webhooks.OutboxEvent{
			Seq: seq, Event: webhooks.Event{Scope: sc, Body: []byte("{}")},
			Endpoints: []webhooks.EndpointID{"e"}, Activations: []int{1},
		})
	}
	return list
}

func seqs(events []webhooks.OutboxEvent) (list []int64) {
	for _, o := range events {
		list = append(list, o.Seq)
	}
	return list
}

func allHashes(int) bool { return true }

// openFlight relays all hashes, and has read all that waits.
func openFlight() *flight {
	f := newFlight()
	f.reading(allHashes)
	f.found(nil, true)
	return f
}

func isSignalled(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

func TestEventsAreTakenInOrder(t *testing.T) {
	t.Parallel()
	f := openFlight()
	f.hand(rowsOf(scopeA, 1, 2), nil)
	f.hand(rowsOf(scopeA, 3), nil)
	if !isSignalled(f.wake) {
		t.Error("the relay was not woken")
	}
	if got := seqs(f.take(10)); !slices.Equal(got, []int64{1, 2, 3}) || f.bytes != 0 {
		t.Errorf("taken are %v, and %d bytes are left", got, f.bytes)
	}
	if got := f.take(10); len(got) > 0 {
		t.Errorf("%d are taken twice", len(got))
	}
}

// Many events of one tenant do not delay those of others, and each tenant's are taken in order.
func TestEventsAreTakenFairly(t *testing.T) {
	t.Parallel()
	f := openFlight()
	f.hand(rowsOf(scopeA, 1, 2, 3, 4, 5), nil)
	f.hand(rowsOf(scopeB, 6, 7), nil)
	for _, want := range [][]int64{{1, 2, 6, 7}, {3, 4, 5}, nil} {
		if got := seqs(f.take(4)); !slices.Equal(got, want) {
			t.Errorf("taken are %v, want %v", got, want)
		}
	}
}

// What cannot be queued stays in the outbox. The relay reads it, unless it reads anyway when a wait is over, or another
// replica does.
func TestEventsThatStayInTheOutbox(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		before func(*flight)
		others map[webhooks.Scope]bool
		queued []int64
		missed bool
	}{
		"none":                   {queued: []int64{1, 2}},
		"behind those of others": {others: map[webhooks.Scope]bool{scopeA: true}, missed: true},
		"of another replica":     {before: func(f *flight) { f.keep(func(int) bool { return false }) }},
		"of a held scope":        {before: func(f *flight) { f.hold([]webhooks.Scope{scopeA}) }},
		"before the first read": {
			before: func(f *flight) { f.open = false }, missed: true,
		},
		"behind one that was missed": {before: func(f *flight) { f.miss() }, missed: true},
		"more than fit": {
			before: func(f *flight) { f.queue = make([]webhooks.OutboxEvent, queueEvents-1) }, queued: []int64{1}, missed: true,
		},
		"larger than fits": {
			before: func(f *flight) { f.bytes = queueBytes - 3 }, queued: []int64{1}, missed: true,
		},
	} {
		f := openFlight()
		if c.before != nil {
			c.before(f)
		}
		f.hand(rowsOf(scopeA, 1, 2), c.others)
		got := slices.DeleteFunc(seqs(f.queue), func(seq int64) bool { return seq == 0 })
		if !slices.Equal(got, c.queued) || f.status().missed != c.missed {
			t.Errorf("%s: queued are %v, missed: %t", name, got, f.status().missed)
		}
	}
}

// A read comes before what was handed over meanwhile. One that is not complete leaves all of that to the next.
func TestWhatIsReadComesFirst(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		found    []int64
		complete bool
		want     []int64
	}{
		"complete":                    {[]int64{1, 2, 3}, true, []int64{1, 2, 3, 4, 5}},
		"with some of them":           {[]int64{1, 4}, true, []int64{1, 4, 5}},
		"not complete":                {[]int64{1, 2}, false, []int64{1, 2}},
		"with some, not complete":     {[]int64{1, 4}, false, []int64{1, 4}},
		"with one that is sent":       {[]int64{1, 8}, true, []int64{1, 4, 5}},
		"with one that was just sent": {[]int64{1, 9}, true, []int64{1, 4, 5}},
	} {
		f := openFlight()
		f.hand(rowsOf(scopeA, 9, 8), nil)
		f.sent(f.take(1), time.Now())
		f.storeAll(time.Now())
		f.sent(f.take(1), time.Now())
		f.hand(rowsOf(scopeA, 4, 5), nil)
		f.reading(allHashes)
		f.found(rowsOf(scopeA, c.found...), c.complete)
		if got := seqs(f.take(10)); !slices.Equal(got, c.want) || f.status().open != c.complete {
			t.Errorf("%s: taken are %v, want %v", name, got, c.want)
		}
	}
}

func TestHeldEventsLeaveTheQueue(t *testing.T) {
	t.Parallel()
	f := openFlight()
	f.hand(slices.Concat(rowsOf(scopeA, 1), rowsOf(scopeB, 2)), nil)
	f.hold([]webhooks.Scope{scopeA})
	if got := seqs(f.take(10)); !slices.Equal(got, []int64{2}) || f.status().missed {
		t.Errorf("taken are %v", got)
	}
	f.hold(nil)
	f.found(rowsOf(scopeA, 1), true)
	if got := seqs(f.take(10)); !slices.Equal(got, []int64{1}) {
		t.Errorf("after the wait, taken are %v", got)
	}
}

// A publishing call waits while many events wait for the relay, for a tenth of a second at most; then these are to be
// read, and calls do not wait.
func TestPublishingCallsWaitForTheRelay(t *testing.T) {
	crowd := func(f *flight) { f.queue = make([]webhooks.OutboxEvent, crowded+1) }
	for name, c := range map[string]struct {
		before func(*flight)
		after  func(*flight) // 10 ms
		waits  time.Duration
		missed bool
	}{
		"few wait":          {before: func(f *flight) { f.queue = make([]webhooks.OutboxEvent, crowded) }},
		"the relay takes":   {before: crowd, after: func(f *flight) { f.take(500) }, waits: 10 * time.Millisecond},
		"the relay ends":    {before: crowd, after: func(f *flight) { f.leave(true) }, waits: 10 * time.Millisecond},
		"one was missed":    {before: crowd, after: func(f *flight) { f.miss() }, waits: 10 * time.Millisecond, missed: true},
		"the relay is slow": {before: crowd, waits: maxWait, missed: true},
		"it is to be read":  {before: func(f *flight) { crowd(f); f.miss() }, missed: true},
		"it is behind":      {before: func(f *flight) { crowd(f); f.open = false }},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := openFlight()
				c.before(f)
				if c.after != nil {
					time.AfterFunc(10*time.Millisecond, func() { c.after(f) })
				}
				began := time.Now()
				f.awaitCapacity(t.Context())
				if took := time.Since(began); took != c.waits {
					t.Errorf("waited %s, want %s", took, c.waits)
				}
				synctest.Wait()
				if f.status().missed != c.missed {
					t.Errorf("it is to be read: %t", f.status().missed)
				}
			})
		})
	}
}

// storeAll stores what was sent.
func (f *flight) storeAll(now time.Time) {
	f.storeUntil(now)
	b, _ := f.due(now)
	f.stored(b, now)
}

// A row is known for a second after it was stored.
func TestStoredRowsAreRememberedForAWhile(t *testing.T) {
	t.Parallel()
	f, now := openFlight(), time.Now()
	store := func(seq int64, after time.Duration) {
		now = now.Add(after)
		f.hand(rowsOf(scopeA, seq), nil)
		f.sent(f.take(1), now)
		f.storeAll(now)
	}
	known := func(seq int64) bool { return f.states.of(seq) == stored }
	store(1, 0)
	store(2, rememberStored)
	if !known(1) || !known(2) || known(3) {
		t.Error("a row was forgotten within a second, or is known that was not stored")
	}
	store(3, rememberStored+1)
	store(4, rememberStored+1)
	if known(1) || known(2) || !known(3) || !known(4) {
		t.Error("a row is remembered for longer, or was forgotten")
	}
}

// Whatever comes, an event is taken once, in the order of its scope.
func FuzzFairly(f *testing.F) {
	f.Add([]byte{1, 1, 1, 2, 3, 1}, 3)
	f.Fuzz(func(t *testing.T, tenants []byte, n int) {
		list := make([]webhooks.OutboxEvent, len(tenants))
		for i, b := range tenants {
			list[i] = webhooks.OutboxEvent{
				Seq: int64(i), Event: webhooks.Event{Scope: webhooks.Scope{Tenant: webhooks.TenantID(fmt.Sprint("ten_", b))}},
			}
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
