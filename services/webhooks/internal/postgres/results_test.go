package postgres

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"go.uber.org/goleak"

	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/keyring"
	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/testkit/pgtest"
)

var template = pgtest.Template{Name: "webhooks", Migrate: migrate}

func migrate(ctx context.Context, url string) error {
	_, err := Schema.Migrate(ctx, url)
	return err
}

func TestMain(m *testing.M) { goleak.VerifyTestMain(pgtest.Wrap(m)) }

func newStore(t *testing.T) *Store {
	t.Helper()
	pool, err := pgdb.Open(t.Context(), pgdb.Config{URL: envconfig.Secret(template.New(t)), MaxConns: 16}, ByKey, func(c *pgxpool.Config) {
		c.ConnConfig.RuntimeParams["statement_timeout"] = "0" // tests fill tables with a million rows
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	keys, err := keyring.Parse(keyring.NewKey("k1"))
	if err != nil {
		t.Fatal(err)
	}
	s := NewStore(pool, keys)
	if _, err := s.CreateTenant(t.Context(), "ten_a", "A", time.Now()); err != nil {
		t.Fatal(err)
	}
	return s
}

var scope = webhooks.Scope{Tenant: "ten_a"}

func newEndpoint(t *testing.T, s *Store) webhooks.Endpoint {
	t.Helper()
	e, err := webhooks.NewEndpoint(webhooks.EndpointID(uuid.NewString()), scope, "https://example.com", []string{"*"}, nil, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.CreateEndpoint(t.Context(), e, webhooks.NewSigningKey(), 1<<30); err != nil {
		t.Fatal(err)
	}
	return e
}

// fanOut publishes n events and returns a delivery of each to every endpoint.
func fanOut(t *testing.T, s *Store, n int) []webhooks.Delivery {
	t.Helper()
	now := time.Now()
	var pubs []Publication
	for range n {
		e, err := webhooks.NewEvent(scope, webhooks.VerificationCompleted, []byte(`{}`))
		if err != nil {
			t.Fatal(err)
		}
		pubs = append(pubs, Publication{Event: e})
	}
	if _, err := s.Publish(t.Context(), pubs, true); err != nil {
		t.Fatal(err)
	}
	events, err := s.Unrelayed(t.Context(), s.pool, n)
	if err != nil || len(events) != n {
		t.Fatalf("%d events, %v", len(events), err)
	}
	list, err := s.FanOut(t.Context(), events, now, now.Add(time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	again, err := s.FanOut(t.Context(), events, now, now.Add(time.Minute))
	if err != nil || len(again) != len(list) {
		t.Fatalf("a repeated fan-out sends %d deliveries, %v; want all %d, which are untried", len(again), err, len(list))
	}
	return list
}

func attemptOf(d webhooks.Delivery, number int, o webhooks.Outcome, at time.Time) webhooks.Attempt {
	a := webhooks.Attempt{Delivery: d.ID, Endpoint: d.Endpoint, EventAt: d.EventAt, Run: d.Run, Number: number, Outcome: o, StartedAt: at, EndedAt: at, Status: 200}
	if o != webhooks.OutcomeDelivered {
		a.Status, a.Error = 503, "http_5xx"
	}
	if o == webhooks.OutcomeRetry {
		next := at.Add(time.Second)
		a.NextAttemptAt = &next
	}
	return a
}

// Every endpoint is deactivated by its 50th failed delivery in a row and reported once, although 16 ingests work at once
// and 30 % of all batches come a second time.
func TestDeactivationIsExactUnderRedelivery(t *testing.T) {
	s := newStore(t)
	endpoints, failures := 1000, webhooks.DeactivateAfter
	failing := map[webhooks.EndpointID]int{} // how many of its deliveries fail
	for i := range endpoints {
		failing[newEndpoint(t, s).ID] = failures - i%3 // 50, 49 or 48
	}
	var attempts []webhooks.Attempt
	left := map[webhooks.EndpointID]int{}
	for id, n := range failing {
		left[id] = n
	}
	at := time.Now()
	for _, d := range fanOut(t, s, failures) {
		if left[d.Endpoint] == 0 {
			continue
		}
		left[d.Endpoint]--
		if rand.IntN(20) == 0 { // the attempts before the last one count for nothing
			for n := 1; n <= 4; n++ {
				attempts = append(attempts, attemptOf(d, n, webhooks.OutcomeRetry, at))
			}
		}
		attempts = append(attempts, attemptOf(d, 5, webhooks.OutcomeFailed, at))
	}
	rand.Shuffle(len(attempts), func(i, j int) { attempts[i], attempts[j] = attempts[j], attempts[i] })
	var batches [][]webhooks.Attempt
	for len(attempts) > 0 {
		n := min(len(attempts), 1+rand.IntN(1000))
		batches = append(batches, attempts[:n])
		if rand.IntN(10) < 3 {
			batches = append(batches, attempts[:n])
		}
		attempts = attempts[n:]
	}
	rand.Shuffle(len(batches), func(i, j int) { batches[i], batches[j] = batches[j], batches[i] })

	work := make(chan []webhooks.Attempt)
	var mu sync.Mutex
	deactivated := map[webhooks.EndpointID]int{}
	var wait sync.WaitGroup
	for range 16 {
		wait.Go(func() {
			for b := range work {
				got, err := s.Ingest(context.WithoutCancel(t.Context()), b, time.Now(), time.Minute)
				if err != nil {
					t.Error(err)
				}
				mu.Lock()
				for _, n := range got.Notices {
					if n.Notice == webhooks.NoticeDeactivated {
						deactivated[n.Endpoint.ID]++
					}
				}
				mu.Unlock()
			}
		})
	}
	for _, b := range batches {
		work <- b
	}
	close(work)
	wait.Wait()
	for id, n := range failing {
		e, err := s.Endpoint(t.Context(), scope, id)
		if err != nil {
			t.Fatal(err)
		}
		if e.FailureCount != n || e.IsActive != (n < failures) || (e.DisabledAt != nil) != (n == failures) || deactivated[id] != n/failures {
			t.Errorf("%d failures: count %d, active %t, reported %d times", n, e.FailureCount, e.IsActive, deactivated[id])
		}
	}
	// The operator is told once of each endpoint that fails, and once of each that was deactivated.
	want := map[string]int{}
	for id, n := range failing {
		want[string(webhooks.NoticeFailing)+string(id)] = 1
		if n == failures {
			want[string(webhooks.NoticeDeactivated)+string(id)] = 1
		}
	}
	var after int64
	for {
		page, err := s.Notices(t.Context(), after, 50)
		if err != nil {
			t.Fatal(err)
		}
		if len(page) == 0 {
			break
		}
		for _, n := range page {
			want[string(n.Kind)+string(n.Endpoint)]--
			after = n.ID
		}
	}
	for k, n := range want {
		if n != 0 {
			t.Errorf("notice %s: %d missing", k, n)
		}
	}
}

func TestIngestOutOfOrder(t *testing.T) {
	s := newStore(t)
	e := newEndpoint(t, s)
	d := fanOut(t, s, 1)[0]
	at := time.Now()
	for _, batch := range [][]webhooks.Attempt{
		{attemptOf(d, 2, webhooks.OutcomeDelivered, at)},
		{attemptOf(d, 1, webhooks.OutcomeRetry, at), attemptOf(d, 2, webhooks.OutcomeDelivered, at)},
		{attemptOf(d, 5, webhooks.OutcomeFailed, at)}, // after the end: noted, and changes nothing
	} {
		if _, err := s.Ingest(t.Context(), batch, at, time.Minute); err != nil {
			t.Fatal(err)
		}
	}
	var status string
	var count, rows int
	err := s.pool.QueryRow(t.Context(), `SELECT status, attempt_count, (SELECT count(*) FROM attempts) FROM deliveries`).Scan(&status, &count, &rows)
	if err != nil || status != "delivered" || count != 2 || rows != 3 {
		t.Errorf("status %s, attempt_count %d, attempts %d, %v", status, count, rows, err)
	}
	got, err := s.Endpoint(t.Context(), scope, e.ID)
	if err != nil || got.FailureCount != 0 || got.LastSuccessAt == nil || got.LastFailureAt != nil {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestMaintainDropsPastRetentionOnly(t *testing.T) {
	s := newStore(t)
	newEndpoint(t, s)
	fanOut(t, s, 3)
	now := time.Now()
	count := func() (n int) {
		t.Helper()
		if err := s.pool.QueryRow(t.Context(), `SELECT count(*) FROM deliveries`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	retention := 30 * 24 * time.Hour
	if err := s.Maintain(t.Context(), now.Add(29*24*time.Hour), retention); err != nil || count() != 3 {
		t.Fatalf("inside of the retention: %d left, %v", count(), err)
	}
	if err := s.Maintain(t.Context(), now.Add(32*24*time.Hour), retention); err != nil || count() != 0 {
		t.Fatalf("past the retention: %d left, %v", count(), err)
	}
	// The days to come have partitions, wherever "now" is.
	var has bool
	name := fmt.Sprintf("events_%s", now.Add(38*24*time.Hour).UTC().Format("20060102"))
	if err := s.pool.QueryRow(t.Context(), `SELECT to_regclass($1) IS NOT NULL`, name).Scan(&has); err != nil || !has {
		t.Errorf("%s is missing, %v", name, err)
	}
}

// A run that begins after a re-activation outlives the cancellation of the runs before it, although the delivery is older.
func TestCancellationSparesLaterActivations(t *testing.T) {
	s := newStore(t)
	e := newEndpoint(t, s)
	list := fanOut(t, s, 2)
	now := time.Now()
	if _, err := s.Ingest(t.Context(), []webhooks.Attempt{attemptOf(list[0], 5, webhooks.OutcomeFailed, now)}, now, time.Minute); err != nil {
		t.Fatal(err)
	}
	set := func(active bool) {
		t.Helper()
		_, err := s.UpdateEndpoint(t.Context(), scope, e.ID, func(e *webhooks.Endpoint) error {
			return e.Update(webhooks.EndpointChanges{IsActive: &active}, now)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	set(false)
	set(true)
	if _, err := s.Resend(t.Context(), scope, list[0].ID, now, now.Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	if n, found, err := s.CancelSome(t.Context(), now, 10); n != 1 || !found || err != nil {
		t.Fatalf("cancelled %d, %t, %v; want the one run of the first activation", n, found, err)
	}
	for i, want := range []webhooks.DeliveryStatus{webhooks.DeliveryPending, webhooks.DeliveryCancelled} {
		if d, err := s.Delivery(t.Context(), scope, list[i].ID); err != nil || d.Status != want {
			t.Errorf("delivery %d is %s, %v; want %s", i, d.Status, err, want)
		}
	}
	if _, found, err := s.CancelSome(t.Context(), now, 10); found || err != nil {
		t.Errorf("the job is still there: %v", err)
	}
}
