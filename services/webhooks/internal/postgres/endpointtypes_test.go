package postgres

import (
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"
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
