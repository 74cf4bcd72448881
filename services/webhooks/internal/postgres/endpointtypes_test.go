package postgres

import (
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/services/webhooks"
)

// The types of an endpoint are what it lists, without those that all types include.
func TestTypesOfAnEndpointFollowIt(t *testing.T) {
	s := newStore(t)
	e := newEndpoint(t, s)
	for _, c := range []struct {
		sql    string
		events []string
		want   []string
	}{
		{`UPDATE endpoints SET events = @events WHERE id = @id`, []string{"verification.completed", "verification.failed"}, []string{"verification.completed", "verification.failed"}},
		{`UPDATE endpoints SET events = @events, is_active = false WHERE id = @id`, []string{"verification.failed", "endpoint.failing", "*"}, []string{"*", "endpoint.failing"}},
		{`UPDATE endpoints SET events = @events, is_active = true WHERE id = @id`, []string{"verification.failed", "endpoint.failing", "*"}, []string{"*", "endpoint.failing"}},
		{`UPDATE endpoints SET events = @events WHERE id = @id`, []string{"verification.failed", "verification.failed"}, []string{"verification.failed"}},
		{`DELETE FROM endpoints WHERE id = @id AND events <> @events`, nil, nil},
	} {
		if c.events == nil {
			c.events = []string{}
		}
		if _, err := s.pool.Exec(t.Context(), c.sql, pgx.StrictNamedArgs{"id": e.ID, "events": c.events}); err != nil {
			t.Fatal(err)
		}
		rows, _ := s.pool.Query(t.Context(), `SELECT type FROM endpoint_types WHERE endpoint_id = $1 AND tenant_id = $2 AND livemode = $3 ORDER BY type`, e.ID, e.Scope.Tenant, e.Scope.Livemode)
		got, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%v: %v (%v), want %v", c.events, got, err, c.want)
		}
	}
}

// A row of a type that the endpoint no longer lists, as a change during the fill may leave, does no harm: an endpoint that lists all gets an event once, one that does not list the type gets none.
func TestATypeTooManyDoesNoHarm(t *testing.T) {
	s := newStore(t)
	e := newEndpoint(t, s)
	for _, c := range []struct {
		events []string
		want   int
	}{{[]string{"*"}, 1}, {[]string{"verification.failed"}, 0}} {
		if _, err := s.pool.Exec(t.Context(), `UPDATE endpoints SET events = $2 WHERE id = $1`, e.ID, c.events); err != nil {
			t.Fatal(err)
		}
		if _, err := s.pool.Exec(t.Context(), `INSERT INTO endpoint_types VALUES ($1, $2, 'verification.completed', $3) ON CONFLICT DO NOTHING`, e.Scope.Tenant, e.Scope.Livemode, e.ID); err != nil {
			t.Fatal(err)
		}
		event, err := webhooks.NewEvent(e.Scope, webhooks.VerificationCompleted, []byte(`{}`))
		if err != nil {
			t.Fatal(err)
		}
		list, _, err := s.Events.Accept(t.Context(), []webhooks.Event{event}, Writer{ID: 1, Few: true, Sent: []int64{}})
		if err != nil || len(list) != 1 || len(list[0].Endpoints) != c.want {
			t.Errorf("%v: %+v (%v), want %d endpoints", c.events, list, err, c.want)
		}
	}
}
