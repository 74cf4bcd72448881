package postgres

import (
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/services/webhooks"
)

func newRecovery(e webhooks.Endpoint, now time.Time) webhooks.Recovery {
	return webhooks.Recovery{ID: ids.New(webhooks.RecoveryPrefix), Scope: e.Scope, Endpoint: e.ID, Status: webhooks.RecoveryRunning,
		Since: now.Add(-time.Hour), Until: now, Statuses: webhooks.AllMissed, CreatedAt: now}
}

// However many are asked for at once, at most MaxRunningRecoveries of an endpoint run; one that is cancelled makes room, and what has
// ended is dropped once it is past the retention.
func TestRecoveriesAreBounded(t *testing.T) {
	s := newStore(t)
	e, now := newEndpoint(t, s), time.Now()
	jobs := make([]webhooks.Recovery, 16)
	errs := make([]error, len(jobs))
	var wait sync.WaitGroup
	for i := range jobs {
		jobs[i] = newRecovery(e, now)
		wait.Go(func() { errs[i] = s.CreateRecovery(t.Context(), jobs[i]) })
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
	if err := s.CreateRecovery(t.Context(), newRecovery(newEndpoint(t, s), now)); err != nil {
		t.Errorf("of another endpoint: %v", err)
	}
	if err := s.CancelRecovery(t.Context(), e.Scope, running[0].ID, now); err != nil {
		t.Fatal(err)
	}
	if err := s.CreateRecovery(t.Context(), newRecovery(e, now)); err != nil {
		t.Errorf("after one was cancelled: %v", err)
	}
	if err := s.Maintain(t.Context(), now.Add(32*24*time.Hour), 30*24*time.Hour); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Recovery(t.Context(), e.Scope, running[0].ID); !errors.Is(err, webhooks.ErrRecoveryNotFound) {
		t.Errorf("the cancelled one past the retention: %v", err)
	}
	if _, err := s.Recovery(t.Context(), e.Scope, running[1].ID); err != nil {
		t.Errorf("a running one: %v", err)
	}
}
