package usecase

import (
	"slices"
	"testing"
	"time"

	"github.com/partnerline/partnerline/services/webhooks"
)

// A crash may lose the commit by which the relay stored deliveries that it had sent. Their outcomes store them; their
// attempts are checked as if they had never been stored; and the relay stores them again, with the same ids. Nothing is
// lost, and nothing is counted twice.
func TestLostCommitsAreRepeated(t *testing.T) {
	s := newService(t)
	endpoint := s.newEndpoint()
	s.publish(4)
	events, list := s.waiting(4) // whose deliveries are sent, and not stored
	planned := make([]webhooks.PlannedAttempt, len(list))
	for i, d := range list {
		planned[i] = webhooks.PlannedAttempt{Delivery: d.ID, Event: d.Event, Run: 1, Number: 1}
	}
	at := time.Now()
	attempts := []webhooks.Attempt{
		described(list[0], 1, webhooks.OutcomeDelivered, at), described(list[1], 1, webhooks.OutcomeFailed, at),
	}
	for n, want := range []int{2, 0} {
		done, err := s.deliveries.RecordAttempts(t.Context(), attempts, at)
		if err != nil || done.Attempts != want || len(done.Ended) != want {
			t.Fatalf("recorded %d times: %+v, %v; want %d attempts", n+1, done, err, want)
		}
	}
	// The tenant loses its access to one event meanwhile.
	s.withdraw(list[3])
	checks, err := s.deliveries.CheckAttempts(t.Context(), planned)
	if want := []webhooks.AttemptCheck{
		webhooks.AttemptOver, webhooks.AttemptOver, webhooks.AttemptNeeded, webhooks.AttemptRevoked,
	}; err != nil || !slices.Equal(checks, want) {
		t.Errorf("the checks are %v, %v; want %v", checks, err, want)
	}
	if err := s.keep(events...); err != nil {
		t.Fatal(err)
	}
	for i, want := range []webhooks.DeliveryStatus{
		webhooks.DeliveryDelivered, webhooks.DeliveryFailed, webhooks.DeliveryPending, webhooks.DeliveryPending,
	} {
		if d, _, err := s.deliveries.GetDelivery(t.Context(), scope, list[i].ID); err != nil || d.Status != want {
			t.Errorf("delivery %d is %s, %v; want %s", i, d.Status, err, want)
		}
	}
	e, err := s.endpoints.GetEndpoint(t.Context(), endpoint.Scope, endpoint.ID)
	if err != nil || e.FailureCount != 1 {
		t.Errorf("%d failures are counted, %v; want 1", e.FailureCount, err)
	}
}

// withdraw takes a tenant's access to the event of a delivery away.
func (s *service) withdraw(d webhooks.Delivery) {
	s.t.Helper()
	for _, sql := range []string{
		`UPDATE events SET permissions = '{mrc_1}' WHERE id = $1`,
		`INSERT INTO withdrawn_permissions (tenant_id, livemode, permission, withdrawn_at)
		 SELECT tenant_id, livemode, 'mrc_1', now() FROM events WHERE id = $1`,
	} {
		if _, err := s.pool.Exec(s.t.Context(), sql, d.Event); err != nil {
			s.t.Fatal(err)
		}
	}
}

// No reader of the log gets a position that a crash can take back.
func TestPositionsAreOnDisk(t *testing.T) {
	s := newService(t)
	endpoint := s.newEndpoint()
	log := NewEventLog(s.store, time.Hour)
	for name, read := range map[string]func() error{
		"the head":             func() error { _, err := log.LogHead(t.Context()); return err },
		"the start behind all": func() error { _, err := log.StartLog(t.Context(), endpoint.Scope, ""); return err },
		"the next events": func() error {
			_, err := log.ReadLog(t.Context(), webhooks.LogFilter{Scope: endpoint.Scope}, 0, 1000)
			return err
		},
	} {
		for range 20 {
			s.fanOut(1)
			var written string
			if err := s.pool.QueryRow(t.Context(), `SELECT pg_current_wal_insert_lsn()::text`).Scan(&written); err != nil {
				t.Fatal(err)
			}
			if err := read(); err != nil {
				t.Fatal(err)
			}
			var synced bool
			if err := s.pool.QueryRow(t.Context(), `SELECT pg_current_wal_flush_lsn() >= $1::pg_lsn`,
				written).Scan(&synced); err != nil {
				t.Fatal(err)
			}
			if !synced {
				t.Fatalf("%s: a position was returned before it is on disk", name)
			}
		}
	}
}
