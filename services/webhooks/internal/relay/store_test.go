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
	type sends = map[time.Duration][]int64
	hurry := func(f *flight, _ time.Time) { f.hurry(true) }
	flush := func(f *flight, begun time.Time) { f.storeUntil(begun) }
	for name, c := range map[string]struct {
		send sends
		ask  func(f *flight, begun time.Time)
		at   time.Duration
		want []int64
		wait time.Duration
	}{
		"nothing is sent":         {wait: time.Hour},
		"a moment after":          {send: sends{0: {1}}, at: 100 * ms, wait: 200 * ms},
		"when it is due":          {send: sends{0: {1}}, at: storeAfter, want: []int64{1}},
		"with what is near":       {send: sends{0: {1}, 50 * ms: {2}, 250 * ms: {3}}, at: storeAfter, want: []int64{1, 2}},
		"soon for readers":        {send: sends{0: {1}}, ask: hurry, at: storeSoon, want: []int64{1}},
		"when a read asks":        {send: sends{0: {1, 2}}, ask: flush, want: []int64{1, 2}},
		"not what was sent later": {send: sends{1: {1}}, ask: flush, at: 1, wait: storeAfter},
		"when there is no room":   {send: sends{0: many}, want: many[:maxFanOut]},
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
		if got := seqs(batch.events); !slices.Equal(got, c.want) || wait != c.wait {
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
	b, _ := f.due(now.Add(storeAfter))
	f.stored(b, now)
	if all := f.sentRows(false); len(b.events) != 3 || len(all) != 0 {
		t.Errorf("%d are stored, and sent are %v", len(b.events), all)
	}
}

// After trouble everything that is not stored is read again, and what was being stored meanwhile counts for nothing.
// When the program ends, what is sent is stored.
func TestWhatIsNotStoredIsReadAgain(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		trouble bool
		want    []int64
	}{
		"after trouble": {true, []int64{1, 2, 3, 4}},
		"at the end":    {false, []int64{3, 4}},
	} {
		f, now := openFlight(), time.Now()
		f.sendAt(rowsOf(scopeA, 1, 2), now)
		f.hand(rowsOf(scopeA, 3, 4), nil)
		f.take(1)
		b, _ := f.due(now.Add(storeAfter))
		f.leave(c.trouble)
		f.stored(b, now)
		f.states = states{rows: f.states.rows} // as a second later
		f.reading(allHashes)
		rows := slices.DeleteFunc(rowsOf(scopeA, 1, 2, 3, 4), func(o webhooks.OutboxEvent) bool {
			return !slices.Contains(c.want, o.Seq)
		})
		if f.found(rows, true); !slices.Equal(seqs(f.take(9)), c.want) || len(f.sentRows(false)) != 0 {
			t.Errorf("%s: %v are not read again", name, c.want)
		}
	}
}
