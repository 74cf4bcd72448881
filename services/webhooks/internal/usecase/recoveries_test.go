package usecase

import (
	"errors"
	"maps"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/services/webhooks"
)

// recover asks for what an endpoint missed within an hour.
func (s *service) recover(e webhooks.Endpoint) (webhooks.Recovery, error) {
	return s.recoveries.RecoverEndpoint(s.t.Context(), e.Scope, e.ID,
		webhooks.RecoveryRequest{Since: time.Now().Add(-time.Hour)}, nil)
}

// However many are asked for at once, at most MaxRunningRecoveries of an endpoint run; one that is cancelled makes
// room, and what has ended is dropped once it is past the retention.
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
	if _, err := s.recoveries.GetRecovery(t.Context(), e.Scope, running[0].ID); !errors.Is(err,
		webhooks.ErrRecoveryNotFound) {
		t.Errorf("the cancelled one past the retention: %v", err)
	}
	if _, err := s.recoveries.GetRecovery(t.Context(), e.Scope, running[1].ID); err != nil {
		t.Errorf("a running one: %v", err)
	}
}

// An endpoint is deleted while its recovery does steps: neither waits for the other in a circle.
func TestDeletionDuringARecovery(t *testing.T) {
	t.Parallel()
	s := newService(t)
	for range 40 {
		e := s.newEndpoint()
		s.fanOut(1)
		if _, err := s.recover(e); err != nil {
			t.Fatal(err)
		}
		var wait sync.WaitGroup
		wait.Go(func() {
			for range 4 {
				if _, err := s.recoveries.AdvanceRecovery(t.Context(), 500, 1000, time.Now()); err != nil {
					t.Errorf("step: %v", err)
				}
			}
		})
		wait.Go(func() {
			if err := s.endpoints.DeleteEndpoint(t.Context(), e.Scope, e.ID); err != nil {
				t.Errorf("deletion: %v", err)
			}
		})
		wait.Wait()
	}
}

// A challenge whose delivery failed is not sent again by a recovery.
func TestRecoveryLeavesOutChallenges(t *testing.T) {
	s := newService(t)
	e := s.newEndpoint()
	s.fanOut(1)
	if _, err := s.endpoints.VerifyEndpoint(t.Context(), scope, e.ID); err != nil {
		t.Fatal(err)
	}
	s.exec(`UPDATE deliveries SET status = 'failed', completed_at = now(), next_attempt_at = NULL, overdue_at = NULL`)
	if n := s.count(`SELECT count(*) FROM deliveries`); n != 2 {
		t.Fatalf("%d have failed", n)
	}
	req := webhooks.RecoveryRequest{Since: time.Now().Add(-time.Hour)}
	if n, _, err := s.recoveries.PreviewRecovery(t.Context(), scope, e.ID, req); err != nil || n != 1 {
		t.Errorf("counts %d, %v", n, err)
	}
	if _, err := s.recover(e); err != nil {
		t.Fatal(err)
	}
	step, err := s.recoveries.AdvanceRecovery(t.Context(), 10, 10, time.Now())
	if err != nil || len(step.Send) != 1 || step.Send[0].EventType == webhooks.WebhookChallenge {
		t.Errorf("sends %+v, %v", step.Send, err)
	}
}

// crowd makes n events of the tenant, a millisecond apart; of three, which are the first, one in the middle and the
// last, a delivery to an endpoint failed.
const crowd = `
	WITH stored AS (
		INSERT INTO events (created_at, id, tenant_id, livemode, type, traceparent, body)
		SELECT date_trunc('milliseconds', now()) - i * interval '1 ms', 'evt_' || i, 'ten_a', false,
		       'verification.completed', '', '{}'
		FROM   generate_series(1, @n::int) AS i
		RETURNING created_at, id, type
	)
	INSERT INTO deliveries (event_at, id, endpoint_id, event_id, event_type, tenant_id, livemode, status, run,
	                        activation, attempt_count, created_at, updated_at, completed_at)
	SELECT created_at, 'dlv_' || id, @endpoint::text::uuid, id, type, 'ten_a', false, 'failed', 1, 1, 5,
	       now(), now(), now()
	FROM   stored WHERE id IN ('evt_1', 'evt_' || @n::int / 2, 'evt_' || @n::int)`

// missed gives a tenant an endpoint that has missed n events, and a job that sends them.
func (s *service) missed(tenant webhooks.TenantID, n int) {
	s.t.Helper()
	e := s.newEndpoint()
	const give = `UPDATE endpoints SET tenant_id = $1, created_at = now() - interval '1 hour' WHERE id = $2`
	if _, err := s.pool.Exec(s.t.Context(), give, tenant, e.ID); err != nil {
		s.t.Fatal(err)
	}
	e.Tenant = tenant
	list := make([]webhooks.Event, n)
	for i := range list {
		event, err := webhooks.NewEvent(e.Scope, webhooks.VerificationCompleted, []byte(`{}`))
		if err != nil {
			s.t.Fatal(err)
		}
		event.Endpoint, event.CreatedAt = e.ID, event.CreatedAt.Add(time.Duration(i)*time.Millisecond-time.Minute)
		list[i] = event
	}
	if err := s.store.Events.Insert(s.t.Context(), list...); err != nil {
		s.t.Fatal(err)
	}
	if _, err := s.recover(e); err != nil {
		s.t.Fatal(err)
	}
}

// A tenant with many recoveries does not delay those of others, in a turn of many steps or of one. Neither does a
// tenant whose recoveries begin and end all the time.
func TestTenantsTakeTurnsWithRecoveries(t *testing.T) {
	t.Parallel()
	const steps = 12 // of all tenants
	for name, c := range map[string]struct {
		turns, each int // steps
		begins      webhooks.TenantID
		want        map[webhooks.TenantID]int // deliveries; a job has one step of a turn
	}{
		"turns of a step":           {steps, 1, "", map[webhooks.TenantID]int{"ten_a": 4, "ten_b": 4, "ten_c": 4}},
		"one turn":                  {1, steps, "", map[webhooks.TenantID]int{"ten_a": 8, "ten_b": 1, "ten_c": 3}},
		"while one begins each job": {steps, 1, "ten_b", map[webhooks.TenantID]int{"ten_a": 4, "ten_b": 4, "ten_c": 4}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newService(t)
			for tenant, jobs := range map[webhooks.TenantID]int{"ten_a": 12, "ten_b": 1, "ten_c": 3} {
				if tenant != scope.Tenant {
					if _, err := s.tenants.CreateTenant(t.Context(), tenant, "B", webhooks.Operator{}); err != nil {
						t.Fatal(err)
					}
				}
				for range jobs {
					s.missed(tenant, steps)
				}
			}
			sent := map[webhooks.TenantID]int{}
			for range c.turns {
				if c.begins != "" {
					s.missed(c.begins, 1)
				}
				now := time.Now()
				for range c.each {
					done, err := s.recoveries.AdvanceRecovery(t.Context(), 1, 1000, now)
					if err != nil || len(done.Send) != 1 {
						t.Fatalf("%+v, %v", done, err)
					}
					sent[done.Send[0].Scope.Tenant]++
				}
			}
			if !maps.Equal(sent, c.want) {
				t.Errorf("%v were sent, want %v", sent, c.want)
			}
		})
	}
}

// A recovery looks at a bounded number of events in each step, whether the endpoint missed any of them or not, and
// whether they could be counted or not. It sends what was missed, once.
func TestARecoveryOfManyEvents(t *testing.T) {
	for name, counted := range map[string]bool{"counted": true, "too many to count": false} {
		t.Run(name, func(t *testing.T) {
			s := newService(t)
			e := s.newEndpoint()
			if s.recoveries.countFor = 0; counted {
				s.recoveries.countFor = time.Hour
			}
			const n = 5 * webhooks.RecoveryLook / 2
			for _, c := range []struct {
				sql  string
				args pgx.StrictNamedArgs
			}{
				{`UPDATE endpoints SET created_at = now() - interval '1 hour'`, nil},
				{crowd, pgx.StrictNamedArgs{"n": n, "endpoint": e.ID}},
			} {
				if _, err := s.pool.Exec(t.Context(), c.sql, c.args); err != nil {
					t.Fatal(err)
				}
			}
			r, err := s.recoveries.RecoverEndpoint(t.Context(), e.Scope, e.ID, webhooks.RecoveryRequest{
				Since: time.Now().Add(-time.Hour), Statuses: []webhooks.Missed{webhooks.MissedFailed},
			}, nil)
			if err != nil {
				t.Fatal(err)
			}
			sent := map[webhooks.EventID]int{}
			for step := range 3 {
				done, err := s.recoveries.AdvanceRecovery(t.Context(), 500, 1000, time.Now().Add(time.Duration(step)*time.Second))
				if err != nil || len(done.Send) != 1 {
					t.Fatalf("step %d: %+v, %v", step, done, err)
				}
				sent[done.Send[0].Event]++
				job, err := s.recoveries.GetRecovery(t.Context(), e.Scope, r.ID)
				ended := step == 2
				if err != nil || job.Requeued != int64(step+1) || (job.Status == webhooks.RecoveryCompleted) != ended ||
					(job.Matched != nil) != (counted || ended) || job.Matched != nil && *job.Matched != 3 {
					t.Errorf("after step %d: %+v, %v", step, job, err)
				}
			}
			if len(sent) != 3 {
				t.Errorf("sent %v", sent)
			}
		})
	}
}
