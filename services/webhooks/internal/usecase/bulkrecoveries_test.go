package usecase

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
)

var anna = webhooks.Operator{Subject: "1", Name: "Anna", Roles: []string{"support"}, Reason: "incident"}

// failed makes n endpoints that failed to receive the same events, and returns them.
func (s *service) failed(n, events int) []webhooks.Endpoint {
	s.t.Helper()
	list := make([]webhooks.Endpoint, n)
	for i := range list {
		list[i] = s.newEndpoint()
	}
	s.fanOut(events)
	s.exec(`UPDATE deliveries SET status = 'failed', completed_at = now(), overdue_at = NULL`)
	s.exec(`UPDATE endpoints SET last_failure_at = now()`)
	return list
}

func (s *service) exec(sql string, args ...any) {
	s.t.Helper()
	if _, err := s.pool.Exec(s.t.Context(), sql, args...); err != nil {
		s.t.Fatal(err)
	}
}

func (s *service) count(sql string, args ...any) (n int) {
	s.t.Helper()
	if err := s.pool.QueryRow(s.t.Context(), sql, args...).Scan(&n); err != nil {
		s.t.Fatal(err)
	}
	return n
}

// lastHour selects the endpoints that failed within the last hour, and what they missed.
func lastHour() webhooks.BulkSelection {
	from, until := now().Add(-time.Hour), now().Add(time.Hour)
	return webhooks.BulkSelection{FailingFrom: &from, FailingUntil: &until, Since: from, Until: until}
}

func (s *service) startBulk(key string, x webhooks.BulkSelection) webhooks.BulkRecovery {
	s.t.Helper()
	b, err := s.bulk.StartBulkRecovery(s.t.Context(), key, x, anna)
	if err != nil {
		s.t.Fatal(err)
	}
	return b
}

func (s *service) progress(id string) (webhooks.BulkStatus, webhooks.BulkProgress) {
	s.t.Helper()
	b, p, err := s.bulk.GetBulkRecovery(s.t.Context(), id)
	if err != nil {
		s.t.Fatal(err)
	}
	return b.Status, p
}

// turn does what the worker of a replica does in a turn, with steps of the given size.
func (s *service) turn(ctx context.Context, size int) (sent []webhooks.Delivery, err error) {
	at := time.Now()
	for found := true; found && err == nil; {
		found, err = s.bulk.AdvanceBulkRecovery(ctx, at)
	}
	for err == nil {
		var step RecoveryStep
		if step, err = s.recoveries.AdvanceRecovery(ctx, size, 1000, at); !step.Found {
			break
		}
		sent = append(sent, step.Send...)
	}
	return sent, err
}

// finish takes turns until a job is completed.
func (s *service) finish(id string) (sent []webhooks.Delivery) {
	s.t.Helper()
	for status := webhooks.BulkRunning; status == webhooks.BulkRunning; status, _ = s.progress(id) {
		list, err := s.turn(s.t.Context(), 100)
		if err != nil {
			s.t.Fatal(err)
		}
		sent = append(sent, list...)
	}
	return sent
}

// A job recovers what its endpoints missed, as the preview said, each delivery once; what has not failed, and other
// types, are left alone.
func TestBulkRecovery(t *testing.T) {
	s := newService(t)
	failing := s.failed(webhooks.BulkConcurrency+3, 4)
	well, inactive, deleted := s.newEndpoint(), failing[0], failing[1]
	s.exec(`UPDATE endpoints SET is_active = false WHERE id = $1::text::uuid`, inactive.ID)
	x := lastHour()
	p, err := s.bulk.PreviewBulkRecovery(t.Context(), x)
	if want := len(failing) - 1; err != nil || p.Endpoints != len(failing) || p.Inactive != 1 || p.Counted != want ||
		p.Deliveries != int64(4*want) {
		t.Errorf("preview %+v, %v", p, err)
	}
	if n := s.count(`SELECT count(*) FROM bulk_recoveries`); n != 0 {
		t.Errorf("the preview stored %d jobs", n)
	}
	b := s.startBulk("a", x)
	if status, p := s.progress(b.ID); status != webhooks.BulkRunning || p.Waiting != len(failing) ||
		p.Endpoints() != len(failing) {
		t.Errorf("%s, %+v", status, p)
	}
	s.exec(`DELETE FROM endpoints WHERE id = $1::text::uuid`, deleted.ID)
	sent, seen := s.finish(b.ID), map[webhooks.DeliveryID]bool{}
	for _, d := range sent {
		if seen[d.ID] || d.Run != 2 || d.Endpoint == well.ID || d.Endpoint == inactive.ID {
			t.Errorf("sent %+v", d)
		}
		seen[d.ID] = true
	}
	want := len(failing) - 2
	status, done := s.progress(b.ID)
	if len(sent) != 4*want || status != webhooks.BulkCompleted ||
		done != (webhooks.BulkProgress{Completed: want, Cancelled: 2, Matched: int64(4 * want), Requeued: int64(4 * want)}) {
		t.Errorf("%d sent; %s, %+v", len(sent), status, done)
	}
	list, err := s.bulk.ListBulkRecoveryEndpoints(t.Context(), b.ID, "", 100)
	if err != nil || len(list) != len(failing) {
		t.Fatalf("%v, %v", list, err)
	}
	for _, e := range list {
		cause := map[webhooks.EndpointID]webhooks.BulkCause{inactive.ID: webhooks.CauseEndpointInactive,
			deleted.ID: webhooks.CauseEndpointDeleted}[e.Endpoint]
		if e.Cause != cause || (e.Status == "completed") != (cause == "") ||
			(e.URL == "") != (cause == webhooks.CauseEndpointDeleted) || e.FinishedAt == nil {
			t.Errorf("%+v", e)
		}
	}
	if rest, err := s.bulk.ListBulkRecoveryEndpoints(t.Context(), b.ID, list[2].Endpoint, 100); err != nil ||
		len(rest) != len(list)-3 || rest[0].Endpoint != list[3].Endpoint {
		t.Errorf("the next page: %v, %v", rest, err)
	}
	if err := s.bulk.CancelBulkRecovery(t.Context(), b.ID, anna); !errors.Is(err, webhooks.ErrBulkRecoveryEnded) {
		t.Errorf("cancelled when completed: %v", err)
	}

	s.exec(`UPDATE deliveries SET status = 'failed', completed_at = now(), overdue_at = NULL`)
	x.EventTypes, x.Tenants, x.Endpoints = []webhooks.EventType{webhooks.VerificationExpired},
		[]webhooks.TenantID{scope.Tenant}, []webhooks.EndpointID{failing[2].ID}
	if p, err := s.bulk.PreviewBulkRecovery(t.Context(), x); err != nil || p.Endpoints != 1 || p.Deliveries != 0 {
		t.Errorf("of another type: %+v, %v", p, err)
	}
	if sent := s.finish(s.startBulk("b", x).ID); len(sent) != 0 {
		t.Errorf("of another type: %v", sent)
	}
	if err := s.maintenance.Maintain(t.Context(), time.Now().Add(retention+48*time.Hour)); err != nil {
		t.Fatal(err)
	}
	if n := s.count(`SELECT (SELECT count(*) FROM bulk_recoveries) + (SELECT count(*) FROM bulk_recovery_endpoints)`); n != 0 {
		t.Errorf("%d rows past the retention", n)
	}
}

// Whatever starts at once with one key is one job; another selection is refused, as is a job beyond the limit, and one
// of no endpoints.
func TestBulkRecoveryStartsOnce(t *testing.T) {
	s := newService(t)
	s.failed(2, 1)
	x := lastHour()
	jobs := make([]webhooks.BulkRecovery, 8)
	errs := make([]error, len(jobs))
	var wait sync.WaitGroup
	for i := range jobs {
		wait.Go(func() { jobs[i], errs[i] = s.bulk.StartBulkRecovery(t.Context(), "once", x, anna) })
	}
	wait.Wait()
	for i, b := range jobs {
		if errs[i] != nil || b.ID != jobs[0].ID {
			t.Errorf("%s, %v", b.ID, errs[i])
		}
	}
	if n := s.count(`SELECT count(*) FROM audit_entries WHERE object_id = $1 AND operator_name = 'Anna' AND reason = `+
		`'incident'`, jobs[0].ID); n != 1 {
		t.Errorf("%d entries in the audit trail", n)
	}
	other := x
	other.Since = x.Since.Add(time.Minute)
	if _, err := s.bulk.StartBulkRecovery(t.Context(), "once", other, anna); !errors.Is(err, webhooks.ErrBulkKeyReused) {
		t.Errorf("another selection: %v", err)
	}
	other.Tenants = []webhooks.TenantID{"ten_none"}
	if _, err := s.bulk.StartBulkRecovery(t.Context(), "none", other, anna); !errors.Is(err, webhooks.ErrNoEndpoints) {
		t.Errorf("of no endpoints: %v", err)
	}
	for i := 1; i < webhooks.MaxOpenBulkRecoveries; i++ {
		s.startBulk(fmt.Sprint(i), x)
	}
	if _, err := s.bulk.StartBulkRecovery(t.Context(), "more", x, anna); !errors.Is(err, webhooks.ErrBulkRecoveryLimit) {
		t.Errorf("beyond the limit: %v", err)
	}
	if again := s.startBulk("once", x); again.ID != jobs[0].ID {
		t.Errorf("the first one at the limit: %s", again.ID)
	}
	list, err := s.bulk.ListBulkRecoveries(t.Context(), nil, 100)
	if err != nil || len(list) != webhooks.MaxOpenBulkRecoveries {
		t.Fatalf("%d jobs, %v", len(list), err)
	}
	rest, err := s.bulk.ListBulkRecoveries(t.Context(), &webhooks.Position{Time: list[4].CreatedAt, ID: list[4].ID}, 100)
	if err != nil || len(rest) != 5 || rest[0].ID != list[5].ID {
		t.Errorf("the next page: %v, %v", rest, err)
	}
}

// Nothing is begun again while a job is paused, and nothing after it is cancelled, although replicas go on taking
// turns. What was begun is counted for its endpoint.
func TestBulkRecoveryPausesAndCancels(t *testing.T) {
	s := newService(t)
	s.failed(webhooks.BulkConcurrency+2, 5)
	b := s.startBulk("a", lastHour())
	if sent, err := s.turn(t.Context(), 2); err != nil || len(sent) != 0 {
		t.Fatalf("%d sent in the turn that begins the recoveries, %v", len(sent), err)
	}
	if sent, err := s.turn(t.Context(), 2); err != nil || len(sent) != 2*webhooks.BulkConcurrency {
		t.Fatalf("%d sent, %v", len(sent), err)
	}
	if err := s.bulk.PauseBulkRecovery(t.Context(), b.ID, anna); err != nil {
		t.Fatal(err)
	}
	if sent, err := s.turn(t.Context(), 2); err != nil || len(sent) != 0 {
		t.Errorf("%d sent while paused, %v", len(sent), err)
	}
	if err := s.bulk.ResumeBulkRecovery(t.Context(), b.ID, anna); err != nil {
		t.Fatal(err)
	}
	if sent, err := s.turn(t.Context(), 2); err != nil || len(sent) != 2*webhooks.BulkConcurrency {
		t.Errorf("%d sent when resumed, %v", len(sent), err)
	}
	var byTenant string
	if err := s.pool.QueryRow(t.Context(),
		`SELECT recovery_id FROM bulk_recovery_endpoints WHERE status = 'running' LIMIT 1`).Scan(&byTenant); err != nil {
		t.Fatal(err)
	}
	if err := s.recoveries.CancelRecovery(t.Context(), scope, byTenant); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := s.bulk.CancelBulkRecovery(t.Context(), b.ID, anna); err != nil {
			t.Fatal(err)
		}
	}
	if sent, err := s.turn(t.Context(), 2); err != nil || len(sent) != 0 {
		t.Errorf("%d sent when cancelled, %v", len(sent), err)
	}
	list, err := s.bulk.ListBulkRecoveryEndpoints(t.Context(), b.ID, "", 100)
	if err != nil {
		t.Fatal(err)
	}
	causes, again := map[webhooks.BulkCause]int{}, 0
	for _, e := range list {
		causes[e.Cause]++
		n := s.count(`SELECT count(*) FROM deliveries WHERE endpoint_id = $1::text::uuid AND run = 2`, e.Endpoint)
		if e.Status != "cancelled" || int(e.Requeued) != n {
			t.Errorf("%+v, of which %d were begun again", e, n)
		}
		again += n
	}
	if again != 4*webhooks.BulkConcurrency || causes[webhooks.CauseRecoveryCancelled] != 1 ||
		causes[webhooks.CauseJobCancelled] != len(list)-1 {
		t.Errorf("%d begun again; causes %v", again, causes)
	}
	if n := s.count(`SELECT count(*) FROM recoveries WHERE status = 'running'`); n != 0 {
		t.Errorf("%d recoveries run", n)
	}
	if err := s.bulk.ResumeBulkRecovery(t.Context(), b.ID, anna); !errors.Is(err, webhooks.ErrBulkRecoveryEnded) {
		t.Errorf("resumed when cancelled: %v", err)
	}
}

// However pauses, resumes, cancels, the tenant's own cancels, interrupted replicas and their ends coincide, a job ends
// once, each delivery is begun again at most once, and the record of the endpoints is what was begun.
func TestBulkRecoveryUnderRaces(t *testing.T) {
	const rounds = 12
	for round := range rounds {
		t.Run(fmt.Sprint(round), func(t *testing.T) {
			s := newService(t)
			random := rand.New(rand.NewPCG(uint64(round), 1))
			s.failed(webhooks.BulkConcurrency+5, 6)
			b := s.startBulk("a", lastHour())
			cancels := round%3 == 0
			var wait sync.WaitGroup
			for range 3 {
				cut := random.IntN(3) == 0
				wait.Go(func() { s.replica(b.ID, cut) })
			}
			for range 2 {
				steps := random.Perm(8)
				wait.Go(func() { s.pressButtons(b.ID, steps, cancels) })
			}
			wait.Wait()
			status, p := s.progress(b.ID)
			if status == webhooks.BulkPaused {
				t.Fatal("left paused")
			}
			if status == webhooks.BulkRunning {
				s.finish(b.ID)
				status, p = s.progress(b.ID)
			}
			began, twice := s.count(`SELECT count(*) FROM deliveries WHERE run = 2`),
				s.count(`SELECT count(*) FROM deliveries WHERE run > 2`)
			if twice != 0 || int(p.Requeued) != began || p.Waiting+p.Running != 0 ||
				status == webhooks.BulkCancelled && !cancels {
				t.Errorf("%s, %+v; %d begun again, %d more than once", status, p, began, twice)
			}
			if status == webhooks.BulkCompleted && (p.Cancelled != 0 || began != 6*p.Endpoints()) {
				t.Errorf("completed with %+v, %d begun again", p, began)
			}
		})
	}
}

// replica takes turns until the job has ended, or is paused for good; cut: its transactions are interrupted again and
// again, as by a crash.
func (s *service) replica(id string, cut bool) {
	for turns := range 200 {
		ctx, cancel := s.t.Context(), context.CancelFunc(func() {})
		if cut && turns%2 == 0 {
			ctx, cancel = context.WithTimeout(ctx, time.Duration(turns%7)*time.Millisecond)
		}
		_, err := s.turn(ctx, 2)
		if err != nil && ctx.Err() == nil {
			s.t.Errorf("turn: %v", err)
		}
		cancel()
		if b, _, err := s.bulk.GetBulkRecovery(s.t.Context(), id); err != nil || b.FinishedAt != nil {
			return
		}
	}
}

// pressButtons pauses and resumes a job, and last cancels it or lets it run.
func (s *service) pressButtons(id string, steps []int, cancels bool) {
	for _, step := range steps {
		change := s.bulk.PauseBulkRecovery
		if step%2 == 0 {
			change = s.bulk.ResumeBulkRecovery
		}
		if err := change(s.t.Context(), id, anna); err != nil && !errors.Is(err, webhooks.ErrBulkRecoveryEnded) {
			s.t.Errorf("change: %v", err)
		}
	}
	last := s.bulk.ResumeBulkRecovery
	if cancels {
		last = s.bulk.CancelBulkRecovery
	}
	if err := last(s.t.Context(), id, anna); err != nil && !errors.Is(err, webhooks.ErrBulkRecoveryEnded) {
		s.t.Errorf("last change: %v", err)
	}
}

// However many replicas take steps without a gap between them, none begins while a pause waits.
func TestBulkRecoveryPausesUnderSteps(t *testing.T) {
	const replicas, rounds = 4, 100
	s := newService(t)
	s.failed(1, 1)
	b := s.startBulk("a", lastHour())
	var steps atomic.Int64
	ctx, stop := context.WithCancel(t.Context())
	var wait sync.WaitGroup
	for replica := range replicas {
		wait.Go(func() {
			for ctx.Err() == nil {
				if err := s.store.InTx(t.Context(), func(tx *postgres.Store) error {
					may, err := tx.Bulk.MayStep(t.Context(), b.ID)
					if may {
						steps.Add(1)
						time.Sleep(time.Duration(5+5*replica) * time.Millisecond) // what a step takes: the replicas' overlap
					}
					return err
				}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	defer wait.Wait()
	defer stop()
	for range rounds { // until a pause is seen to wait
		answered := make(chan error, 1)
		go func() { answered <- s.bulk.PauseBulkRecovery(t.Context(), b.ID, anna) }()
		before := int64(-1)
		for done := false; !done; {
			select {
			case err := <-answered:
				if err != nil {
					t.Fatal(err)
				}
				done = true
			default:
				if before < 0 && s.count(`SELECT count(*) FROM pg_locks l JOIN pg_stat_activity a USING (pid) WHERE NOT `+
					`l.granted AND a.datname = current_database()`) > 0 {
					before = steps.Load()
				}
			}
		}
		if before >= 0 {
			if began := steps.Load() - before; began > replicas {
				t.Errorf("%d steps began while the pause waited", began)
			}
			return
		}
		if err := s.bulk.ResumeBulkRecovery(t.Context(), b.ID, anna); err != nil {
			t.Fatal(err)
		}
	}
	t.Errorf("in %d rounds no pause had to wait", rounds)
}
