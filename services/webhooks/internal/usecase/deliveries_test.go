package usecase

import (
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/services/webhooks"
)

// A resend is a new run of a delivery that has ended, sent under the same id.
func TestResendDelivery(t *testing.T) {
	s := newService(t)
	s.newEndpoint()
	d := s.fanOut(1)[0]
	if _, err := s.deliveries.ResendDelivery(t.Context(), scope, d.ID, nil); !errors.Is(err, webhooks.ErrDeliveryPending) {
		t.Errorf("while a run is under way: %v", err)
	}
	if _, err := s.deliveries.RecordAttempts(t.Context(),
		[]webhooks.Attempt{attemptOf(d, 5, webhooks.OutcomeFailed, time.Now())}, time.Now()); err != nil {
		t.Fatal(err)
	}
	got, err := s.deliveries.ResendDelivery(t.Context(), scope, d.ID, nil)
	if err != nil || got.Run != 2 || got.Status != webhooks.DeliveryPending || got.AttemptCount != 0 ||
		string(got.Body) != string(d.Body) {
		t.Fatalf("%+v, %v", got, err)
	}
	if q := s.queued.list; len(q) != 1 || q[0].ID != d.ID || q[0].Run != 2 {
		t.Errorf("queued %+v", q)
	}
	if _, err := s.deliveries.ResendDelivery(t.Context(), webhooks.Scope{Tenant: "ten_b"}, d.ID, nil); !errors.Is(err,
		webhooks.ErrDeliveryNotFound) {
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
	if _, err := s.deliveries.ResendDelivery(t.Context(), scope, d.ID, nil); err != nil {
		t.Fatal(err)
	}
	d.Run = 2
	done, err := s.deliveries.RecordAttempts(t.Context(),
		[]webhooks.Attempt{attemptOf(d, 5, webhooks.OutcomeFailed, now), first}, now)
	if err != nil || len(done.Ended) != 1 {
		t.Fatalf("%+v, %v", done, err)
	}
	if got, err := s.endpoints.FindEndpoint(t.Context(), scope, e.ID); err != nil || got.FailureCount != 1 {
		t.Errorf("failure count %d, %v; want 1", got.FailureCount, err)
	}
}

// An attempt is over when its run has ended, a later run began or a later attempt is recorded. One that is recorded
// itself may be needed: the message of the next one may be lost.
func TestCheckAttempts(t *testing.T) {
	s := newService(t)
	s.newEndpoint()
	list := s.fanOut(4)
	untouched, retried, ended, resent := list[0], list[1], list[2], list[3]
	now := time.Now()
	if _, err := s.deliveries.RecordAttempts(t.Context(), []webhooks.Attempt{
		attemptOf(retried, 1, webhooks.OutcomeRetry, now), attemptOf(retried, 2, webhooks.OutcomeRetry, now),
		attemptOf(ended, 1, webhooks.OutcomeDelivered, now), attemptOf(resent, 5, webhooks.OutcomeFailed, now),
	}, now); err != nil {
		t.Fatal(err)
	}
	if _, err := s.deliveries.ResendDelivery(t.Context(), scope, resent.ID, nil); err != nil {
		t.Fatal(err)
	}
	cases := []struct {
		name     string
		delivery webhooks.DeliveryID
		run      int
		number   int
		want     webhooks.AttemptCheck
	}{
		{"the first attempt of a pending delivery", untouched.ID, 1, 1, webhooks.AttemptNeeded},
		{"an attempt before the last that is recorded", retried.ID, 1, 1, webhooks.AttemptOver},
		{"the last attempt that is recorded, while the run goes on", retried.ID, 1, 2, webhooks.AttemptNeeded},
		{"the next attempt", retried.ID, 1, 3, webhooks.AttemptNeeded},
		{"of a run that has ended", ended.ID, 1, 1, webhooks.AttemptOver},
		{"of a run before the present one", resent.ID, 1, 5, webhooks.AttemptOver},
		{"of the present run", resent.ID, 2, 1, webhooks.AttemptNeeded},
		{"of a run that is not recorded yet", resent.ID, 3, 1, webhooks.AttemptNeeded},
		{"of a delivery that is unknown", webhooks.DeliveryID(ids.New(webhooks.DeliveryPrefix)), 1, 1,
			webhooks.AttemptNeeded},
		{"of no delivery", "dlv_x", 1, 1, webhooks.AttemptNeeded},
		{"a second message of an attempt", retried.ID, 1, 3, webhooks.AttemptClaimed},
	}
	planned := make([]webhooks.PlannedAttempt, len(cases))
	for i, c := range cases {
		planned[i] = webhooks.PlannedAttempt{Delivery: c.delivery, Run: c.run, Number: c.number}
	}
	checks, err := s.deliveries.CheckAttempts(t.Context(), planned)
	if err != nil || len(checks) != len(cases) {
		t.Fatal(checks, err)
	}
	for i, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if checks[i] != c.want {
				t.Errorf("%d, want %d", checks[i], c.want)
			}
		})
	}
	again := planned[:1]
	if checks, err = s.deliveries.CheckAttempts(t.Context(), again); err != nil || checks[0] != webhooks.AttemptClaimed {
		t.Errorf("asked again: %v, %v", checks, err)
	}
	if _, err := s.pool.Exec(t.Context(), `UPDATE attempt_claims SET ends_at = now()`); err != nil {
		t.Fatal(err)
	}
	if checks, err = s.deliveries.CheckAttempts(t.Context(), again); err != nil || checks[0] != webhooks.AttemptNeeded {
		t.Errorf("after the claim: %v, %v", checks, err)
	}
}

// However many messages of an attempt are checked at once, one is made.
func TestOneOfManyMessagesIsNeeded(t *testing.T) {
	s := newService(t)
	s.newEndpoint()
	list := s.fanOut(50)
	planned := make([]webhooks.PlannedAttempt, len(list))
	for i, d := range list {
		planned[i] = webhooks.PlannedAttempt{Delivery: d.ID, Run: 1, Number: 1}
	}
	var needed atomic.Int64
	var g errgroup.Group
	for i := range 8 {
		g.Go(func() error {
			mine := slices.Clone(planned)
			if i%2 == 1 {
				slices.Reverse(mine)
			}
			checks, err := s.deliveries.CheckAttempts(t.Context(), mine)
			for _, c := range checks {
				if c == webhooks.AttemptNeeded {
					needed.Add(1)
				}
			}
			return err
		})
	}
	if err := g.Wait(); err != nil {
		t.Fatal(err)
	}
	if n := needed.Load(); n != int64(len(list)) {
		t.Errorf("%d messages of %d attempts are needed", n, len(list))
	}
}
