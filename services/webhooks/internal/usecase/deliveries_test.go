package usecase

import (
	"errors"
	"testing"
	"time"

	"github.com/partnerline/partnerline/services/webhooks"
)

// A resend is a new run of a delivery that has ended, sent under the same id.
func TestResendDelivery(t *testing.T) {
	s := newService(t)
	s.newEndpoint()
	d := s.fanOut(1)[0]
	if _, err := s.deliveries.ResendDelivery(t.Context(), scope, d.ID); !errors.Is(err, webhooks.ErrDeliveryPending) {
		t.Errorf("while a run is under way: %v", err)
	}
	if _, err := s.deliveries.RecordAttempts(t.Context(), []webhooks.Attempt{attemptOf(d, 5, webhooks.OutcomeFailed, time.Now())}, time.Now()); err != nil {
		t.Fatal(err)
	}
	got, err := s.deliveries.ResendDelivery(t.Context(), scope, d.ID)
	if err != nil || got.Run != 2 || got.Status != webhooks.DeliveryPending || got.AttemptCount != 0 || string(got.Body) != string(d.Body) {
		t.Fatalf("%+v, %v", got, err)
	}
	if q := s.queued.list; len(q) != 1 || q[0].ID != d.ID || q[0].Run != 2 {
		t.Errorf("queued %+v", q)
	}
	if _, err := s.deliveries.ResendDelivery(t.Context(), webhooks.Scope{Tenant: "ten_b"}, d.ID); !errors.Is(err, webhooks.ErrDeliveryNotFound) {
		t.Errorf("of another tenant: %v", err)
	}
}

// A resend that fails does not count against the endpoint, though the batch holds a late outcome of the run before it.
func TestFailedResendIsNotCounted(t *testing.T) {
	s := newService(t)
	e := s.newEndpoint()
	d, now := s.fanOut(1)[0], time.Now()
	first := attemptOf(d, 5, webhooks.OutcomeFailed, now)
	if _, err := s.deliveries.RecordAttempts(t.Context(), []webhooks.Attempt{first}, now); err != nil {
		t.Fatal(err)
	}
	if _, err := s.deliveries.ResendDelivery(t.Context(), scope, d.ID); err != nil {
		t.Fatal(err)
	}
	d.Run = 2
	done, err := s.deliveries.RecordAttempts(t.Context(), []webhooks.Attempt{attemptOf(d, 5, webhooks.OutcomeFailed, now), first}, now)
	if err != nil || done.Ended != 1 {
		t.Fatalf("%+v, %v", done, err)
	}
	if got, err := s.endpoints.FindEndpoint(t.Context(), scope, e.ID); err != nil || got.FailureCount != 1 {
		t.Errorf("failure count %d, %v; want 1", got.FailureCount, err)
	}
}
