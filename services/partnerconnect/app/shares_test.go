package app_test

import (
	"context"
	"net/http"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/testkit/wait"
)

// A partner whose calls wait in the database takes a quarter of its connections: the calls of others are answered.
func TestCallsOfAPartnerLeaveConnections(t *testing.T) {
	t.Parallel()
	b := sharedBank(t)
	key, other := b.simple("a"), b.simple("b")
	ref, own := b.merchant(key, allowed), b.merchant(other, allowed)
	conn, err := pgx.Connect(t.Context(), b.pool.Config().ConnString())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(t.Context())) }()
	blocker, err := conn.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := blocker.Exec(t.Context(), `SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, ref); err != nil {
		t.Fatal(err)
	}
	var calls sync.WaitGroup
	for range 48 { // three times the connections of the program
		order := b.order(1000, "")
		calls.Go(func() {
			a, err := b.try("POST", "/payments", key, order, "On-Behalf-Of", ref)
			if err != nil || a.status != http.StatusCreated {
				t.Errorf("the partner's own call: %d %s, %v", a.status, a.body, err)
			}
		})
	}
	wait.Until(t, "a call waits for the merchant", func() (waits bool) {
		const blocked = `SELECT EXISTS (SELECT FROM pg_stat_activity WHERE pg_backend_pid() = ANY(pg_blocking_pids(pid)))`
		if err := blocker.QueryRow(t.Context(), blocked).Scan(&waits); err != nil {
			t.Fatal(err)
		}
		return waits
	})
	for range 5 {
		b.must(http.StatusCreated, "POST", "/payments", other, b.order(1000, ""), "On-Behalf-Of", own)
	}
	if err := blocker.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	calls.Wait()
}
