package relay

import (
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/partnerline/partnerline/services/webhooks"
)

// sendAt lets events be sent at a time.
func (f *flight) sendAt(events []webhooks.OutboxEvent, at time.Time) {
	f.hand(events, nil)
	f.sent(f.take(len(events)), at)
}

func TestWhenSentDeliveriesAreStored(t *testing.T) {
	t.Parallel()
	many := make([]int64, maxUnstored)
	for i := range many {
		many[i] = int64(i + 1)
	}
	const ms = time.Millisecond
	for name, c := range map[string]struct {
		send map[time.Duration][]int64
		ask  func(f *flight, begun time.Time)
		at   time.Duration
		want []int64
		wait time.Duration
	}{
		"nothing is sent":         {wait: time.Hour},
		"a moment after":          {send: map[time.Duration][]int64{0: {1}}, at: 100 * ms, wait: 200 * ms},
		"when it is due":          {send: map[time.Duration][]int64{0: {1}}, at: storeAfter, want: []int64{1}},
		"with what is near":       {send: map[time.Duration][]int64{0: {1}, 50 * ms: {2}, 250 * ms: {3}}, at: storeAfter, want: []int64{1, 2}},
		"soon for readers":        {send: map[time.Duration][]int64{0: {1}}, ask: func(f *flight, _ time.Time) { f.hurry(true) }, at: storeSoon, want: []int64{1}},
		"when a read asks":        {send: map[time.Duration][]int64{0: {1, 2}}, ask: func(f *flight, b time.Time) { f.storeUntil(b) }, want: []int64{1, 2}},
		"not what was sent later": {send: map[time.Duration][]int64{1: {1}}, ask: func(f *flight, b time.Time) { f.storeUntil(b) }, at: 1, wait: storeAfter},
		"when there is no room":   {send: map[time.Duration][]int64{0: many}, want: many[:maxFanOut]},
	} {
		f, begun := openFlight(), time.Now()
		for _, after := range slices.Sorted(maps.Keys(c.send)) {
			f.sendAt(rowsOf(scopeA, c.send[after]...), begun.Add(after))
		}
		isSignalled(f.storable)
		if c.ask != nil {
			if c.ask(f, begun); !isSignalled(f.storable) {
				t.Errorf("%s: it is not heard", name)
			}
		}
		batch, wait := f.due(begun.Add(c.at))
		if got := seqs(batch); !slices.Equal(got, c.want) || wait != c.wait {
			t.Errorf("%s: %d are due, or in %s; want %d in %s", name, len(got), wait, len(c.want), c.wait)
		}
	}
}

// A read passes over rows that are sent, but not over that of a large event of which only parts were sent.
func TestRowsThatAreSent(t *testing.T) {
	t.Parallel()
	f, now := openFlight(), time.Now()
	f.found(rowsOf(scopeA, 1), true)
	f.hand(rowsOf(scopeA, 2, 3), nil)
	list := f.take(3)
	list[2].Continues = true
	f.sent(list, now)
	if all, found := f.sentRows(false), f.sentRows(true); !slices.Equal(all, []int64{1, 2}) ||
		!slices.Equal(found, []int64{1}) {
		t.Errorf("sent are %v, of which %v were read", all, found)
	}
	f.reset()
	if all := f.sentRows(false); !slices.Equal(all, []int64{1, 2}) {
		t.Errorf("after an interruption, sent are %v", all)
	}
	f.found(rowsOf(scopeA, 1, 2, 3), true)
	if got := seqs(f.take(3)); !slices.Equal(got, []int64{3}) {
		t.Errorf("read again are %v", got)
	}
	f.stored(3, now)
	if all := f.sentRows(false); len(all) != 0 {
		t.Errorf("in the end, sent are %v", all)
	}
}
