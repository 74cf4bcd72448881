package usecase

import (
	"errors"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/services/webhooks"
)

// takeBack does to the deliveries of all events what a crash of Postgres does that loses the relay's commit.
func (s *service) takeBack() {
	s.t.Helper()
	err := pgx.BeginFunc(s.t.Context(), s.pool, func(tx pgx.Tx) error {
		for _, sql := range []string{`DELETE FROM deliveries`, `DELETE FROM event_log`, `INSERT INTO outbox (event_id, created_at) SELECT id, created_at FROM events ORDER BY created_at, id`} {
			if _, err := tx.Exec(s.t.Context(), sql); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		s.t.Fatal(err)
	}
}

// When a crash loses the relay's commit, outcomes of deliveries that had been sent by then wait until the relay has stored these again, with the
// same ids. None is lost, and none is counted twice.
func TestOutcomesWaitForDeliveriesThatWereLost(t *testing.T) {
	s := newService(t)
	endpoint := s.newEndpoint()
	deliveries := s.fanOut(3)
	s.takeBack()
	delivered := attemptOf(deliveries[0], 1, webhooks.OutcomeDelivered, time.Now())
	failed := attemptOf(deliveries[1], 1, webhooks.OutcomeFailed, time.Now())
	for range 2 {
		if done, err := s.deliveries.RecordAttempts(t.Context(), []webhooks.Attempt{delivered, failed}, time.Now()); !errors.Is(err, errAhead) || done.Attempts != 0 {
			t.Fatalf("recorded before their deliveries: %+v, %v", done, err)
		}
	}
	// A tenant that lost its access meanwhile gets nothing.
	planned := []webhooks.PlannedAttempt{{Delivery: deliveries[2].ID, Run: 1, Number: 1}}
	if checks, err := s.deliveries.CheckAttempts(t.Context(), planned); err != nil || checks[0] != webhooks.AttemptClaimed {
		t.Fatalf("an attempt of a delivery that is not stored: %v, %v", checks, err)
	}

	events, err := s.deliveries.NextEvents(t.Context(), webhooks.OutboxQuery{Limit: 10})
	if err != nil {
		t.Fatal(err)
	}
	again, err := s.deliveries.FanOut(t.Context(), events, time.Now())
	if err != nil || len(again) != len(deliveries) {
		t.Fatalf("%d deliveries stored again, %v; want %d", len(again), err, len(deliveries))
	}
	for i := range again {
		if again[i].ID != deliveries[i].ID {
			t.Errorf("delivery %d is %s, was %s", i, again[i].ID, deliveries[i].ID)
		}
	}
	for n, want := range []int{2, 0} {
		done, err := s.deliveries.RecordAttempts(t.Context(), []webhooks.Attempt{delivered, failed}, time.Now())
		if err != nil || done.Attempts != want || done.Ended != want {
			t.Fatalf("recorded %d times: %+v, %v; want %d attempts", n+1, done, err, want)
		}
	}
	if checks, err := s.deliveries.CheckAttempts(t.Context(), planned); err != nil || checks[0] != webhooks.AttemptNeeded {
		t.Errorf("the attempt of the third: %v, %v", checks, err)
	}
	e, err := s.endpoints.GetEndpoint(t.Context(), endpoint.Scope, endpoint.ID)
	if err != nil || e.FailureCount != 1 {
		t.Errorf("%d failures are counted, %v; want 1", e.FailureCount, err)
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
			if err := s.pool.QueryRow(t.Context(), `SELECT pg_current_wal_flush_lsn() >= $1::pg_lsn`, written).Scan(&synced); err != nil {
				t.Fatal(err)
			}
			if !synced {
				t.Fatalf("%s: a position was returned before it is on disk", name)
			}
		}
	}
}
