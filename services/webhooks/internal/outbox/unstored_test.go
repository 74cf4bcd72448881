package outbox

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/partnerline/partnerline/services/webhooks"
)

// storage takes what is stored, and when.
type storage struct {
	mu    sync.Mutex
	calls [][]int64
	at    []time.Time
	err   error
}

func (s *storage) store(_ context.Context, list []webhooks.OutboxEvent, now time.Time) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return s.err
	}
	var seqs []int64
	for _, o := range list {
		seqs = append(seqs, o.Seq)
	}
	s.calls, s.at = append(s.calls, seqs), append(s.at, now)
	return nil
}

func (s *storage) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.err = err
}

func (s *storage) want(t *testing.T, calls ...[]int64) {
	t.Helper()
	synctest.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	if !slices.EqualFunc(s.calls, calls, slices.Equal) {
		t.Errorf("stored: %v, want %v", s.calls, calls)
	}
}

func rowsOf(seqs ...int64) (list []webhooks.OutboxEvent) {
	for _, seq := range seqs {
		list = append(list, webhooks.OutboxEvent{Seq: seq, Event: webhooks.Event{Scope: webhooks.Scope{Tenant: "ten_a"}}, Endpoints: []webhooks.EndpointID{"e"}})
	}
	return list
}

// inTime runs f with unstored events at work, and ends these.
func inTime(t *testing.T, f func(t *testing.T, u *unstored, s *storage, stop func())) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := &storage{}
		u := newUnstored(s.store, slog.New(slog.DiscardHandler))
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- u.run(ctx) }()
		stop := sync.OnceFunc(func() {
			cancel()
			if err := <-done; err != nil {
				t.Errorf("run: %v", err)
			}
		})
		defer stop()
		f(t, u, s, stop)
	})
}

func TestSentDeliveriesAreStoredTogether(t *testing.T) {
	inTime(t, func(t *testing.T, u *unstored, s *storage, _ func()) {
		start := time.Now()
		u.add(rowsOf(1), false, time.Now())
		time.Sleep(storeTogether / 2)
		u.add(rowsOf(2, 3), false, time.Now())
		time.Sleep(storeAfter / 2)
		u.add(rowsOf(4), true, time.Now())
		s.want(t)
		if got := u.readRows(); !slices.Equal(got, []int64{4}) {
			t.Errorf("rows that were read: %v", got)
		}
		if got := u.rows(); !slices.Equal(got, []int64{1, 2, 3, 4}) {
			t.Errorf("rows %v", got)
		}
		time.Sleep(storeAfter / 2)
		s.want(t, []int64{1, 2, 3})
		if took := s.at[0].Sub(start); took != storeAfter {
			t.Errorf("stored after %s, want %s", took, storeAfter)
		}
		if got := u.rows(); !slices.Equal(got, []int64{4}) {
			t.Errorf("rows %v", got)
		}
		time.Sleep(storeAfter)
		s.want(t, []int64{1, 2, 3}, []int64{4})
	})
}

// A relay that begins again reads the row of a large event of which only parts were sent.
func TestRowsOfPartsAreRead(t *testing.T) {
	inTime(t, func(t *testing.T, u *unstored, _ *storage, _ func()) {
		parts := rowsOf(1, 1, 2)
		parts[0].Continues, parts[2].Continues = true, true
		u.add(parts, true, time.Now())
		if got, read := u.rows(), u.readRows(); !slices.Equal(got, []int64{1}) || !slices.Equal(read, got) {
			t.Errorf("rows %v, of which %v were read", got, read)
		}
	})
}

func TestSentDeliveriesAreStoredSoonForReaders(t *testing.T) {
	inTime(t, func(t *testing.T, u *unstored, s *storage, _ func()) {
		u.add(rowsOf(1), false, time.Now())
		u.hasten(true)
		time.Sleep(storeSoon)
		s.want(t, []int64{1})
		u.hasten(false)
		u.add(rowsOf(2), false, time.Now())
		u.storeThese(time.Now())
		s.want(t, []int64{1}, []int64{2})
		time.Sleep(time.Millisecond)
		u.add(rowsOf(3), false, time.Now()) // who asked does not ask for it
		s.want(t, []int64{1}, []int64{2})
		if err := u.flush(t.Context(), []webhooks.OutboxEvent{{Event: webhooks.Event{Scope: webhooks.Scope{Tenant: "ten_b"}}}}); err != nil {
			t.Error(err)
		}
		s.want(t, []int64{1}, []int64{2})
		if err := u.flush(t.Context(), rowsOf(9)); err != nil { // of the same tenant
			t.Error(err)
		}
		s.want(t, []int64{1}, []int64{2}, []int64{3})
	})
}

func TestSentDeliveriesAreStoredOnceItIsPossible(t *testing.T) {
	inTime(t, func(t *testing.T, u *unstored, s *storage, _ func()) {
		s.fail(errors.New("no database"))
		u.add(rowsOf(1), false, time.Now())
		time.Sleep(time.Minute)
		s.want(t)
		if got := u.rows(); !slices.Equal(got, []int64{1}) {
			t.Errorf("rows %v", got)
		}
		s.fail(nil)
		time.Sleep(retryPause)
		s.want(t, []int64{1})
	})
}

func TestSentDeliveriesAreStoredAtTheEnd(t *testing.T) {
	inTime(t, func(t *testing.T, u *unstored, s *storage, stop func()) {
		u.add(rowsOf(1, 2), false, time.Now())
		stop()
		s.want(t, []int64{1, 2})
	})
}

func TestSentDeliveriesAreBounded(t *testing.T) {
	inTime(t, func(t *testing.T, u *unstored, s *storage, _ func()) {
		s.fail(errors.New("no database"))
		u.add(make([]webhooks.OutboxEvent, maxUnstored+1), false, time.Now())
		waited := make(chan error, 1)
		go func() { waited <- u.room(t.Context()) }()
		synctest.Wait()
		select {
		case err := <-waited:
			t.Fatalf("there is room: %v", err)
		default:
		}
		s.fail(nil)
		time.Sleep(retryPause)
		if err := <-waited; err != nil {
			t.Error(err)
		}
	})
}

// What a relay before this one may have sent is stored first; so is what is checked, and whatever of its tenant comes behind it.
func TestWhichDeliveriesAreSentFirst(t *testing.T) {
	w := &work{leases: &leases{shards: 1}, fresh: map[int]int64{0: 10}}
	row := func(seq int64, tenant webhooks.TenantID, permissions ...string) webhooks.OutboxEvent {
		return webhooks.OutboxEvent{Seq: seq, Event: webhooks.Event{Scope: webhooks.Scope{Tenant: tenant}, Permissions: permissions}}
	}
	seqs := func(list []webhooks.OutboxEvent) (seqs []int64) {
		for _, o := range list {
			seqs = append(seqs, o.Seq)
		}
		return seqs
	}
	first, after := w.split([]webhooks.OutboxEvent{
		row(9, "ten_a"), row(10, "ten_b"), row(11, "ten_c"), row(12, "ten_a"), row(13, "ten_c", "mrc_1"), row(14, "ten_c"), row(15, "ten_d"),
	})
	if got, want := seqs(first), []int64{11, 15}; !slices.Equal(got, want) {
		t.Errorf("sent first: %v, want %v", got, want)
	}
	if got, want := seqs(after), []int64{9, 10, 12, 13, 14}; !slices.Equal(got, want) {
		t.Errorf("stored first: %v, want %v", got, want)
	}
}

// What fills the room is stored at once: the relay waits for it.
func TestWhatFillsTheRoomIsStoredAtOnce(t *testing.T) {
	inTime(t, func(t *testing.T, u *unstored, s *storage, _ func()) {
		seqs := make([]int64, maxUnstored)
		for i := range seqs {
			seqs[i] = int64(i + 1)
		}
		u.add(rowsOf(seqs[:10]...), false, time.Now())
		s.want(t)
		u.add(rowsOf(seqs[10:]...), false, time.Now())
		synctest.Wait()
		s.mu.Lock()
		defer s.mu.Unlock()
		if len(s.calls) == 0 || len(s.calls[0]) != maxFanOut {
			t.Errorf("%d calls", len(s.calls))
		}
	})
}
