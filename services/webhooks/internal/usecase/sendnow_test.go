package usecase

import (
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/partnerline/partnerline/services/webhooks"
)

// retrying records that an attempt of deliveries failed, and that the next one waits.
func (s *service) retrying(number int, wait time.Duration, list ...webhooks.Delivery) {
	s.t.Helper()
	now := time.Now()
	attempts := make([]webhooks.Attempt, len(list))
	for i, d := range list {
		attempts[i] = attemptOf(d, number, webhooks.OutcomeRetry, now)
		attempts[i].NextAttemptAt = new(now.Add(wait))
	}
	if _, err := s.deliveries.RecordAttempts(s.t.Context(), attempts, now); err != nil {
		s.t.Fatal(err)
	}
}

// released is what the sweep sends of held deliveries after a time, with the numbers of the attempts.
func (s *service) released(after time.Duration) ([]webhooks.Delivery, []int) {
	s.t.Helper()
	now := time.Now().Add(after)
	ready, err := s.deliveries.Held.Endpoints(s.t.Context(), now)
	if err != nil {
		s.t.Fatal(err)
	}
	var list []webhooks.Delivery
	var attempts []int
	for _, endpoints := range ready {
		some, numbers, err := s.deliveries.Held.Release(s.t.Context(), endpoints, false, now)
		if err != nil {
			s.t.Fatal(err)
		}
		list, attempts = append(list, some...), append(attempts, numbers...)
	}
	return list, attempts
}

// check is whether a message of an attempt is needed that was sent when an attempt had been moved.
func (s *service) check(d webhooks.Delivery, number, moved int) webhooks.AttemptCheck {
	s.t.Helper()
	checks, err := s.deliveries.CheckAttempts(s.t.Context(), []webhooks.PlannedAttempt{
		{Delivery: d.ID, Run: d.Run, Number: number, Moved: moved},
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return checks[0]
}

// A delivery that waits for a retry is sent now: its next attempt keeps its number, the message that waited for it is
// over, the schedule goes on from there, and the failure of the run counts.
func TestSendNow(t *testing.T) {
	s := newService(t)
	e := s.newEndpoint()
	d := s.fanOut(1)[0]
	s.retrying(1, time.Minute, d)
	got, err := s.deliveries.ResendDelivery(t.Context(), scope, d.ID, nil)
	if err != nil || got.Run != 1 || got.AttemptCount != 1 || got.Status != webhooks.DeliveryPending ||
		time.Until(*got.NextAttemptAt) > time.Second {
		t.Fatalf("%+v, %v", got, err)
	}
	if len(s.queued.list) > 0 {
		t.Errorf("queued past those that wait for the endpoint: %+v", s.queued.list)
	}
	targets, err := s.endpoints.ResolveEndpoints(t.Context(), []string{string(e.ID)})
	if err != nil || targets[0].MovedAt == nil || time.Since(*targets[0].MovedAt) > time.Minute {
		t.Errorf("dispatchers learn %+v, %v", targets, err)
	}
	if _, err := s.deliveries.ResendDelivery(t.Context(), scope, d.ID, nil); !errors.Is(err, webhooks.ErrDeliveryPending) {
		t.Errorf("a second time: %v", err)
	}
	list, attempts := s.released(0)
	if len(list) != 1 || list[0].Moved != 2 || attempts[0] != 2 || list[0].Run != 1 || !list[0].Doubtful {
		t.Fatalf("sent %+v, %v", list, attempts)
	}
	if old, moved, again := s.check(d, 2, 0), s.check(d, 2, 2), s.check(d, 2, 2); old != webhooks.AttemptOver ||
		moved != webhooks.AttemptNeeded || again != webhooks.AttemptClaimed {
		t.Errorf("the message that waited: %d, the moved one: %d, a copy of it: %d", old, moved, again)
	}
	if list, _ := s.released(0); len(list) > 0 {
		t.Errorf("sent again: %+v", list)
	}

	s.retrying(2, time.Minute, d)
	if old, next := s.check(d, 2, 0), s.check(d, 3, 2); old != webhooks.AttemptOver || next != webhooks.AttemptNeeded {
		t.Errorf("after it failed, the message that waited: %d, the next attempt: %d", old, next)
	}
	if _, err := s.deliveries.ResendDelivery(t.Context(), scope, d.ID, nil); err != nil {
		t.Fatal(err)
	}
	if old := s.check(d, 3, 2); old != webhooks.AttemptOver {
		t.Errorf("once that is moved, its message: %d", old)
	}
	if list, attempts = s.released(time.Second); len(list) != 1 || list[0].Moved != 3 || attempts[0] != 3 {
		t.Errorf("sent %+v, %v", list, attempts)
	}
	now := time.Now()
	last := attemptOf(d, 5, webhooks.OutcomeFailed, now)
	for range 2 {
		if _, err := s.deliveries.RecordAttempts(t.Context(), []webhooks.Attempt{last}, now); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := s.endpoints.FindEndpoint(t.Context(), scope, e.ID); err != nil || got.FailureCount != 1 {
		t.Errorf("failure count %d, %v; want 1", got.FailureCount, err)
	}
	again, err := s.deliveries.ResendDelivery(t.Context(), scope, d.ID, nil)
	if err != nil || again.Run != 2 || again.Moved != 0 {
		t.Fatalf("%+v, %v", again, err)
	}
	if got := s.check(again.Delivery, 2, 0); got != webhooks.AttemptNeeded {
		t.Errorf("the second attempt of the next run: %d", got)
	}
}

// However many ask at once, an attempt is moved once.
func TestSendNowAtOnce(t *testing.T) {
	s := newService(t)
	s.newEndpoint()
	list := s.fanOut(10)
	s.retrying(1, time.Minute, list...)
	var moved atomic.Int64
	var g errgroup.Group
	for i := range 8 {
		g.Go(func() error {
			mine := slices.Clone(list)
			if i%2 == 1 {
				slices.Reverse(mine)
			}
			for _, d := range mine {
				_, err := s.deliveries.ResendDelivery(t.Context(), scope, d.ID, nil)
				switch {
				case err == nil:
					moved.Add(1)
				case !errors.Is(err, webhooks.ErrDeliveryPending):
					return err
				}
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		t.Fatal(err)
	}
	if sent, _ := s.released(0); moved.Load() != 10 || len(sent) != 10 {
		t.Errorf("moved %d times, %d are sent; want 10", moved.Load(), len(sent))
	}
}

// A moved attempt that was not sent, as when webhooks was killed in between, is overdue after a while, as the attempt
// that was moved: the message that waited stays over.
func TestMovedAttemptsThatAreLost(t *testing.T) {
	s := newService(t)
	s.newEndpoint()
	d := s.fanOut(1)[0]
	s.retrying(1, time.Minute, d)
	if _, err := s.deliveries.ResendDelivery(t.Context(), scope, d.ID, nil); err != nil {
		t.Fatal(err)
	}
	later := time.Now().Add(2 * time.Minute)
	if list, err := s.deliveries.OverdueDeliveries(t.Context(), later, 10); err != nil || len(list) > 0 {
		t.Errorf("while it is held, the sweep takes it for lost: %+v, %v", list, err)
	}
	if list, _ := s.released(0); len(list) != 1 {
		t.Fatalf("sent %+v", list)
	}
	list, err := s.deliveries.OverdueDeliveries(t.Context(), later, 10)
	if err != nil || len(list) != 1 || list[0].Attempt != 2 || list[0].Delivery.Moved != 2 {
		t.Errorf("%+v, %v", list, err)
	}
}

// A held delivery whose retry is moved is held for now; one that was moved is not taken for one that came back.
func TestMovedAttemptsAreHeld(t *testing.T) {
	s := newService(t)
	s.newEndpoint()
	list := s.fanOut(40)
	s.retrying(1, time.Minute, list...)
	back := held(list[:1], time.Now().Add(time.Minute))
	back[0].Attempt = 2
	if refused, err := s.deliveries.Held.Hold(t.Context(), back); err != nil || len(refused) > 0 {
		t.Fatal(refused, err)
	}
	for i, d := range list {
		if _, err := s.deliveries.ResendDelivery(t.Context(), scope, d.ID, nil); err != nil {
			t.Fatal(err)
		}
		if i%4 != 3 {
			continue
		}
		// Each turn of the sweep finds some that were moved since the last, of which all have been attempted.
		sent, _ := s.released(time.Duration(i) * time.Second)
		if len(sent) != 4 {
			t.Fatalf("%d of 4 are sent", len(sent))
		}
		s.retrying(2, time.Minute, sent...)
	}
}

// recovering does steps of a job, with a turn of the sweep and the failure of all that it sends after each, until the
// job has ended. It returns the attempts of each delivery that were sent.
func (s *service) recovering(r webhooks.Recovery, window int) map[webhooks.DeliveryID][]int {
	s.t.Helper()
	sent := map[webhooks.DeliveryID][]int{}
	for step := 1; ; step++ {
		at := time.Now().Add(time.Duration(step) * time.Millisecond)
		done, err := s.recoveries.AdvanceRecovery(s.t.Context(), 500, window, at)
		if err != nil || step > 1000 {
			s.t.Fatal(step, err)
		}
		for _, d := range done.Send {
			sent[d.ID] = append(sent[d.ID], 1)
		}
		moved, attempts := s.released(time.Duration(step) * time.Second)
		for i, d := range moved {
			sent[d.ID] = append(sent[d.ID], attempts[i])
		}
		s.retrying(2, time.Minute, moved...)
		if job, err := s.recoveries.GetRecovery(s.t.Context(), r.Scope, r.ID); err != nil {
			s.t.Fatal(err)
		} else if job.Status != webhooks.RecoveryRunning {
			if len(moved) > 0 {
				continue // of what the last steps moved, a part may wait
			}
			return sent
		}
	}
}

// A recovery makes the retries that wait, each once although it fails again meanwhile, a part at a time; it counts
// them, and leaves those that are due as they are.
func TestRecoveriesMakeRetries(t *testing.T) {
	const waits, failed = 500, 20
	for name, c := range map[string]struct {
		statuses []webhooks.Missed
		window   int
		sent     int
	}{
		"all":            {nil, 1000, waits + failed},
		"what waits":     {[]webhooks.Missed{webhooks.MissedPending}, 1000, waits},
		"a part at once": {[]webhooks.Missed{webhooks.MissedPending}, 60, waits},
		"what failed":    {[]webhooks.Missed{webhooks.MissedFailed}, 1000, failed},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newService(t)
			e := s.newEndpoint()
			list := s.fanOut(waits + failed + 2)
			s.retrying(1, time.Minute, list[:waits]...)
			now := time.Now()
			var ended []webhooks.Attempt
			for _, d := range list[waits : waits+failed] {
				ended = append(ended, attemptOf(d, 5, webhooks.OutcomeFailed, now))
			}
			ended = append(ended, attemptOf(list[waits+failed], 1, webhooks.OutcomeDelivered, now))
			if _, err := s.deliveries.RecordAttempts(t.Context(), ended, now); err != nil {
				t.Fatal(err)
			}
			req := webhooks.RecoveryRequest{Since: now.Add(-time.Hour), Statuses: c.statuses}
			n, all, err := s.recoveries.PreviewRecovery(t.Context(), scope, e.ID, req)
			if err != nil || n != int64(c.sent) || !all {
				t.Errorf("a preview says %d, %t, %v; want %d", n, all, err, c.sent)
			}
			r, err := s.recoveries.RecoverEndpoint(t.Context(), scope, e.ID, req, nil)
			if err != nil {
				t.Fatal(err)
			}
			sent := s.recovering(r, c.window)
			if len(sent) != c.sent {
				t.Errorf("%d are sent, want %d", len(sent), c.sent)
			}
			for i, d := range list[:waits] {
				if got := sent[d.ID]; len(got) > 0 && !slices.Equal(got, []int{2}) {
					t.Errorf("delivery %d, which waited, is sent with the attempts %v", i, got)
				}
			}
			for i, d := range list[waits : waits+failed] {
				if got := sent[d.ID]; len(got) > 0 && !slices.Equal(got, []int{1}) {
					t.Errorf("delivery %d, which failed, is sent with the attempts %v", i, got)
				}
			}
			job, err := s.recoveries.GetRecovery(t.Context(), scope, r.ID)
			if err != nil || job.Requeued != int64(c.sent) || *job.Matched != int64(c.sent) ||
				job.Status != webhooks.RecoveryCompleted {
				t.Errorf("%+v, %v", job, err)
			}
		})
	}
}

// A job for which there is no room for another run waits, without a look at what it has passed.
func TestRecoveriesWaitForRoom(t *testing.T) {
	s := newService(t)
	e := s.newEndpoint()
	list, now := s.fanOut(10), time.Now()
	s.retrying(1, time.Minute, list...)
	failed := []webhooks.Attempt{attemptOf(list[5], 5, webhooks.OutcomeFailed, now)}
	if _, err := s.deliveries.RecordAttempts(t.Context(), failed, now); err != nil {
		t.Fatal(err)
	}
	r, err := s.recover(e)
	if err != nil {
		t.Fatal(err)
	}
	const window = 9 // which those that wait fill
	for step := range 3 {
		at := time.Now().Add(time.Duration(step+1) * time.Millisecond)
		done, err := s.recoveries.AdvanceRecovery(t.Context(), 500, window, at)
		if err != nil || len(done.Send) > 0 {
			t.Fatalf("%+v, %v", done, err)
		}
	}
	job, err := s.recoveries.GetRecovery(t.Context(), scope, r.ID)
	if err != nil || job.Status != webhooks.RecoveryRunning || *job.Matched != 10 || job.Requeued >= 10 {
		t.Errorf("%+v, %v", job, err)
	}
	moved, _ := s.released(0)
	if len(moved) != int(job.Requeued) {
		t.Errorf("%d are sent, want %d", len(moved), job.Requeued)
	}
	ended := make([]webhooks.Attempt, len(list))
	for i, d := range list {
		ended[i] = attemptOf(d, 2, webhooks.OutcomeDelivered, now)
	}
	if _, err := s.deliveries.RecordAttempts(t.Context(), ended[:5], now); err != nil {
		t.Fatal(err)
	}
	if sent := s.recovering(r, window); len(sent[list[5].ID]) != 1 {
		t.Errorf("once there is room, %v are sent", sent)
	}
}

// Retries that are held until they are due, since no stream has room for them, are no reason to wait.
func TestRecoveriesMoveHeldRetries(t *testing.T) {
	s := newService(t)
	e := s.newEndpoint()
	list := s.fanOut(10)
	s.retrying(1, time.Minute, list...)
	const hold = `INSERT INTO held_deliveries (event_at, delivery_id, endpoint_id, run, attempt, due_at)
		SELECT event_at, id, endpoint_id, run, attempt_count + 1, next_attempt_at FROM deliveries`
	if _, err := s.pool.Exec(t.Context(), hold); err != nil {
		t.Fatal(err)
	}
	r, err := s.recoveries.RecoverEndpoint(t.Context(), e.Scope, e.ID, webhooks.RecoveryRequest{
		Since: time.Now().Add(-time.Hour), Statuses: []webhooks.Missed{webhooks.MissedPending},
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	done, err := s.recoveries.AdvanceRecovery(t.Context(), 500, len(list)-1, time.Now().Add(time.Millisecond))
	if err != nil || done.Moved == 0 {
		t.Fatalf("%+v, %v", done, err)
	}
	sent := s.recovering(r, len(list)-1)
	for _, d := range list {
		if n := sent[d.ID]; len(n) != 1 || n[0] != 2 {
			t.Errorf("of %s attempts %v are sent", d.ID, n)
		}
	}
}
