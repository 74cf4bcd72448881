package postgres

import (
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/services/webhooks"
)

// subscriptions are the rows of all endpoints, each as text, in order.
func subscriptions(t *testing.T, s *Store) []string {
	t.Helper()
	rows, _ := s.pool.Query(t.Context(), `SELECT s::text FROM subscriptions s ORDER BY 1`)
	list, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// An endpoint has a row for each type that it lists while it is active, without those that all types include.
func TestSubscriptionsFollowTheirEndpoint(t *testing.T) {
	s := newStore(t)
	e := newEndpoint(t, s)
	for _, c := range []struct{ change, want string }{
		{`events = '{verification.completed,verification.failed}'`,
			"verification.completed,1,'',{} verification.failed,1,'',{}"},
		{`failure_count = 1, updated_at = now()`, "verification.completed,1,'',{} verification.failed,1,'',{}"},
		{`filter = 'true', channels = '{shop}'`,
			"verification.completed,1,'true',{shop} verification.failed,1,'true',{shop}"},
		{`is_active = false`, ""},
		{`events = '{verification.failed,endpoint.failing,*}', filter = ''`, ""},
		{`is_active = true, activation = 2`, "*,2,'',{shop} endpoint.failing,2,'',{shop}"},
		{`events = '{verification.failed,verification.failed}', channels = '{}'`, "verification.failed,2,'',{}"},
	} {
		if _, err := s.pool.Exec(t.Context(), `UPDATE endpoints SET `+c.change+` WHERE id = $1`, e.ID); err != nil {
			t.Fatal(err)
		}
		var got string
		if err := s.pool.QueryRow(t.Context(), `
			SELECT coalesce(string_agg(format('%s,%s,%L,%s', s.type, s.activation, s.filter, s.channels), ' ' ORDER BY s.type), '')
			FROM   subscriptions s JOIN endpoints p ON p.id = s.endpoint_id AND p.tenant_id = s.tenant_id AND p.livemode = s.livemode AND p.created_at = s.created_at`).Scan(&got); err != nil || got != c.want {
			t.Errorf("%s: %q (%v), want %q", c.change, got, err, c.want)
		}
	}
	if _, err := s.pool.Exec(t.Context(), `DELETE FROM endpoints WHERE id = $1`, e.ID); err != nil {
		t.Fatal(err)
	}
	if left := subscriptions(t, s); len(left) != 0 {
		t.Errorf("left of a deleted endpoint: %q", left)
	}
}

// An event about an endpoint goes to it alone, and to none when it is not active.
func TestAnEventAboutAnEndpointReadsNoSubscription(t *testing.T) {
	s := newStore(t)
	e := newEndpoint(t, s)
	for _, active := range []bool{true, false} {
		if _, err := s.pool.Exec(t.Context(),
			`UPDATE endpoints SET events = '{verification.failed}', is_active = $2 WHERE id = $1`, e.ID, active); err != nil {
			t.Fatal(err)
		}
		event, err := webhooks.NewEvent(e.Scope, webhooks.VerificationCompleted, []byte(`{}`))
		if err != nil {
			t.Fatal(err)
		}
		event.Endpoint = e.ID
		c, err := s.Events.Accept(t.Context(), []webhooks.Event{event}, Writer{ID: 1, Few: true, Sent: []int64{}})
		if err != nil || len(c.Events) != 1 || (len(c.Events[0].Endpoints) == 1) != active {
			t.Errorf("active %t: %+v (%v)", active, c, err)
		}
	}
}
