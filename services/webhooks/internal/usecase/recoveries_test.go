package usecase

import (
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/partnerline/partnerline/services/webhooks"
)

// recover asks for what an endpoint missed within an hour.
func (s *service) recover(e webhooks.Endpoint) (webhooks.Recovery, error) {
	return s.recoveries.RecoverEndpoint(s.t.Context(), e.Scope, e.ID, webhooks.RecoveryRequest{Since: time.Now().Add(-time.Hour)}, nil)
}

// However many are asked for at once, at most MaxRunningRecoveries of an endpoint run; one that is cancelled makes room, and what has
// ended is dropped once it is past the retention.
func TestRecoveriesAreBounded(t *testing.T) {
	s := newService(t)
	e, now := s.newEndpoint(), time.Now()
	jobs := make([]webhooks.Recovery, 16)
	errs := make([]error, len(jobs))
	var wait sync.WaitGroup
	for i := range jobs {
		wait.Go(func() { jobs[i], errs[i] = s.recover(e) })
	}
	wait.Wait()
	var running []webhooks.Recovery
	for i, err := range errs {
		switch {
		case err == nil:
			running = append(running, jobs[i])
		case !errors.Is(err, webhooks.ErrRecoveryLimitReached):
			t.Errorf("refused with %v", err)
		}
	}
	if len(running) != webhooks.MaxRunningRecoveries {
		t.Fatalf("%d run, want %d", len(running), webhooks.MaxRunningRecoveries)
	}
	if _, err := s.recover(s.newEndpoint()); err != nil {
		t.Errorf("of another endpoint: %v", err)
	}
	if err := s.recoveries.CancelRecovery(t.Context(), e.Scope, running[0].ID); err != nil {
		t.Fatal(err)
	}
	if _, err := s.recover(e); err != nil {
		t.Errorf("after one was cancelled: %v", err)
	}
	if err := s.maintenance.Maintain(t.Context(), now.Add(32*24*time.Hour)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.recoveries.GetRecovery(t.Context(), e.Scope, running[0].ID); !errors.Is(err, webhooks.ErrRecoveryNotFound) {
		t.Errorf("the cancelled one past the retention: %v", err)
	}
	if _, err := s.recoveries.GetRecovery(t.Context(), e.Scope, running[1].ID); err != nil {
		t.Errorf("a running one: %v", err)
	}
}
