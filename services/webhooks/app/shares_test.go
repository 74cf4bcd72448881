package app

import (
	"context"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// A tenant whose calls wait in the database takes a quarter of its connections: the calls of others are answered.
func TestCallsOfATenantLeaveConnections(t *testing.T) {
	t.Parallel()
	s := start(t)
	collection := s.public + "/api/v1/webhooks"
	body := map[string]any{"url": target, "events": []string{"*"}}
	id := s.create(s.key, body).data()["id"].(string)
	conn, err := pgx.Connect(t.Context(), s.database)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(t.Context())) }()
	blocker, err := conn.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := blocker.Exec(t.Context(), `SELECT FROM endpoints WHERE id = $1 FOR UPDATE`, id); err != nil {
		t.Fatal(err)
	}
	var calls sync.WaitGroup
	for range 3 * s.cfg.Postgres.MaxConns {
		calls.Go(func() {
			if a := s.call("PATCH", collection+"/"+id, s.key, map[string]any{"description": "x"}); a.Status != http.StatusOK {
				t.Errorf("the tenant's own call: %s", a.Raw)
			}
		})
	}
	s.eventually("a call waits for the row", func() bool {
		const locked = `SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`
		return s.query(locked) > 0
	})
	for range 10 {
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, collection, nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+s.other)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal("another tenant: ", err)
		}
		_ = resp.Body.Close()
		cancel()
		if resp.StatusCode != http.StatusOK {
			t.Errorf("another tenant: %d", resp.StatusCode)
		}
	}
	if err := blocker.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	calls.Wait()
}
