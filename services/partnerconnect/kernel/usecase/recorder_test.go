package usecase

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
)

// store keeps entries in memory, and fails or hangs when it is to.
type store struct {
	mu     sync.Mutex
	broken error
	hangs  bool
	stored map[string]bool
	most   int
}

func (s *store) RecordAudit(ctx context.Context, entries []audit.Entry) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.hangs {
		<-ctx.Done()
		return ctx.Err()
	}
	if s.broken != nil {
		return s.broken
	}
	s.most = max(s.most, len(entries))
	for _, e := range entries {
		s.stored[e.RequestID] = true
	}
	return nil
}

func newRecorder(s *store) *Recorder {
	r := NewRecorder(nil, slog.New(slog.DiscardHandler))
	r.write = s.RecordAudit
	return r
}

func (s *store) has(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.stored[id]
}

// An entry is stored when Record returns without an error, however many come at once and whatever the store does
// meanwhile.
func TestRecordedIsStored(t *testing.T) {
	s := &store{stored: map[string]bool{}}
	r := newRecorder(s)
	var all sync.WaitGroup
	for i := range 2000 {
		all.Go(func() {
			if i%500 == 0 {
				s.mu.Lock()
				s.broken = map[bool]error{true: errors.New("the database is away"), false: nil}[i%1000 == 0]
				s.mu.Unlock()
			}
			id := fmt.Sprint(i)
			switch err := r.Record(t.Context(), audit.Entry{RequestID: id}); {
			case err == nil && !s.has(id):
				t.Errorf("%s is not stored", id)
			case err != nil && fault.As(err).Reason != fault.Overloaded:
				t.Errorf("%v", err)
			}
		})
	}
	all.Wait()
	if s.most > batchLength || len(r.waiting) != 0 {
		t.Errorf("%d entries in one batch, %d left", s.most, len(r.waiting))
	}
}

// A store that hangs holds a call up for as long as an entry may take, and not longer; a caller who is gone is recorded
// all the same.
func TestRecordTimesOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &store{stored: map[string]bool{}, hangs: true}
		r := newRecorder(s)
		began := time.Now()
		if err := r.Record(t.Context(), audit.Entry{RequestID: "a"}); err == nil || fault.As(err).Reason != fault.Overloaded {
			t.Errorf("%v", err)
		}
		if took := time.Since(began); took != recordTimeout {
			t.Errorf("after %s", took)
		}
		s.hangs = false
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		if err := r.Record(gone, audit.Entry{RequestID: "b"}); err != nil || !s.has("b") {
			t.Errorf("of a caller who is gone: %v", err)
		}
	})
}
