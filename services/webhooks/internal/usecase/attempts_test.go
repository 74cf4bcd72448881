package usecase

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/partnerline/partnerline/services/webhooks"
)

func attemptOf(d webhooks.Delivery, number int, o webhooks.Outcome, at time.Time) webhooks.Attempt {
	a := webhooks.Attempt{Delivery: d.ID, Endpoint: d.Endpoint, EventAt: d.EventAt, Run: d.Run, Number: number, Outcome: o,
		StartedAt: at, EndedAt: at, Status: 200}
	if o != webhooks.OutcomeDelivered {
		a.Status, a.Error = 503, "http_5xx"
	}
	if o == webhooks.OutcomeRetry {
		next := at.Add(time.Second)
		a.NextAttemptAt = &next
	}
	return a
}

// Every endpoint is deactivated by its 50th failed delivery in a row and reported once, although 16 callers record at
// once and 30 % of all batches come a second time.
func TestDeactivationIsExactUnderRedelivery(t *testing.T) {
	s := newService(t)
	endpoints, failures := 1000, webhooks.DeactivateAfter
	if testing.Short() {
		endpoints = 200
	}
	failing := map[webhooks.EndpointID]int{} // how many of its deliveries fail
	for i := range endpoints {
		failing[s.newEndpoint().ID] = failures - i%3 // 50, 49 or 48
	}
	var attempts []webhooks.Attempt
	left := map[webhooks.EndpointID]int{}
	for id, n := range failing {
		left[id] = n
	}
	at := time.Now()
	for _, d := range s.fanOut(failures) {
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
				got, err := s.deliveries.RecordAttempts(context.WithoutCancel(t.Context()), b, time.Now())
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
		e, err := s.endpoints.FindEndpoint(t.Context(), scope, id)
		if err != nil {
			t.Fatal(err)
		}
		if e.FailureCount != n || e.IsActive != (n < failures) || (e.DisabledAt != nil) != (n == failures) ||
			deactivated[id] != n/failures {
			t.Errorf("%d failures: count %d, active %t, reported %d times", n, e.FailureCount, e.IsActive, deactivated[id])
		}
	}
	// The operator gets one notice of each endpoint that fails, and one of each that was deactivated.
	want := map[string]int{}
	for id, n := range failing {
		want[string(webhooks.NoticeFailing)+string(id)] = 1
		if n == failures {
			want[string(webhooks.NoticeDeactivated)+string(id)] = 1
		}
	}
	var after int64
	for {
		page, err := s.store.Notices.List(t.Context(), after, 50)
		if err != nil {
			t.Fatal(err)
		}
		if len(page) == 0 {
			break
		}
		for _, n := range page {
			want[string(n.Notice)+string(n.Endpoint)]--
			after = n.ID
		}
	}
	for k, n := range want {
		if n != 0 {
			t.Errorf("notice %s: %d missing", k, n)
		}
	}
}

func TestAttemptsOutOfOrder(t *testing.T) {
	s := newService(t)
	e := s.newEndpoint()
	d := s.fanOut(1)[0]
	at := time.Now()
	for _, batch := range [][]webhooks.Attempt{
		{attemptOf(d, 2, webhooks.OutcomeDelivered, at)},
		{attemptOf(d, 1, webhooks.OutcomeRetry, at), attemptOf(d, 2, webhooks.OutcomeDelivered, at)},
		{attemptOf(d, 5, webhooks.OutcomeFailed, at)}, // after the end: noted, and changes nothing
	} {
		if _, err := s.deliveries.RecordAttempts(t.Context(), batch, at); err != nil {
			t.Fatal(err)
		}
	}
	var status string
	var count, rows int
	err := s.pool.QueryRow(t.Context(),
		`SELECT status, attempt_count, (SELECT count(*) FROM attempts) FROM deliveries`).Scan(&status, &count, &rows)
	if err != nil || status != "delivered" || count != 2 || rows != 3 {
		t.Errorf("status %s, attempt_count %d, attempts %d, %v", status, count, rows, err)
	}
	got, err := s.endpoints.FindEndpoint(t.Context(), scope, e.ID)
	if err != nil || got.FailureCount != 0 || got.LastSuccessAt == nil || got.LastFailureAt != nil {
		t.Errorf("%+v, %v", got, err)
	}
}

// Hours of endpoints are kept as long as statistics may ask for them, and no longer.
func TestMaintainDropsHours(t *testing.T) {
	s := newService(t)
	e := s.newEndpoint()
	at := time.Now().UTC().Truncate(time.Hour)
	const insert = `INSERT INTO endpoint_hours (endpoint_id, hour, delivered, failed) VALUES ($1, $2, 1, 0)`
	if _, err := s.pool.Exec(t.Context(), insert, e.ID, at); err != nil {
		t.Fatal(err)
	}
	for i, now := range []time.Time{at.Add(webhooks.HoursAge + 24*time.Hour), at.Add(webhooks.HoursKept + time.Second)} {
		if err := s.maintenance.Maintain(t.Context(), now); err != nil {
			t.Fatal(err)
		}
		hours, err := s.store.Endpoints.Hours(t.Context(), e.ID, at, at.Add(time.Hour))
		if err != nil || len(hours) != 1-i {
			t.Errorf("%v later: %v, %v", now.Sub(at), hours, err)
		}
	}
}

func TestMaintainDropsPastRetentionOnly(t *testing.T) {
	s := newService(t)
	s.newEndpoint()
	s.fanOut(3)
	now := time.Now()
	count := func() (n int) {
		t.Helper()
		if err := s.pool.QueryRow(t.Context(), `SELECT count(*) FROM deliveries`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	if err := s.maintenance.Maintain(t.Context(), now.Add(29*24*time.Hour)); err != nil || count() != 3 {
		t.Fatalf("inside of the retention: %d left, %v", count(), err)
	}
	if err := s.maintenance.Maintain(t.Context(), now.Add(32*24*time.Hour)); err != nil || count() != 0 {
		t.Fatalf("past the retention: %d left, %v", count(), err)
	}
	// The days to come have partitions, wherever "now" is.
	var has bool
	name := fmt.Sprintf("events_%s", now.Add(38*24*time.Hour).UTC().Format("20060102"))
	if err := s.pool.QueryRow(t.Context(), `SELECT to_regclass($1) IS NOT NULL`, name).Scan(&has); err != nil || !has {
		t.Errorf("%s is missing, %v", name, err)
	}
}

// A run that begins after a re-activation outlives the cancellation of the runs before it, although the delivery is
// older.
func TestCancellationSparesLaterActivations(t *testing.T) {
	s := newService(t)
	e := s.newEndpoint()
	list := s.fanOut(2)
	now := time.Now()
	if _, err := s.deliveries.RecordAttempts(t.Context(),
		[]webhooks.Attempt{attemptOf(list[0], 5, webhooks.OutcomeFailed, now)}, now); err != nil {
		t.Fatal(err)
	}
	set := func(active bool) {
		t.Helper()
		if _, err := s.endpoints.UpdateEndpoint(t.Context(), scope, e.ID, webhooks.EndpointChanges{IsActive: &active},
			nil); err != nil {
			t.Fatal(err)
		}
	}
	set(false)
	set(true)
	if _, err := s.deliveries.ResendDelivery(t.Context(), scope, list[0].ID, nil); err != nil {
		t.Fatal(err)
	}
	if n, found, err := s.deliveries.CancelPending(t.Context(), now, 10); n.Count != 1 || !found || err != nil {
		t.Fatalf("cancelled %d, %t, %v; want the one run of the first activation", n.Count, found, err)
	}
	for i, want := range []webhooks.DeliveryStatus{webhooks.DeliveryPending, webhooks.DeliveryCancelled} {
		if d, _, err := s.deliveries.GetDelivery(t.Context(), scope, list[i].ID); err != nil || d.Status != want {
			t.Errorf("delivery %d is %s, %v; want %s", i, d.Status, err, want)
		}
	}
	if _, found, err := s.deliveries.CancelPending(t.Context(), now, 10); found || err != nil {
		t.Errorf("the job is still there: %v", err)
	}
}
