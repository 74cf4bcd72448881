package postgres

import (
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/services/webhooks"
)

// fill makes a history of n deliveries with their events and attempts: one in a thousand failed, the rest went well.
// The oldest come first, as in production: an index grows at its end.
const fill = `
	WITH n AS (
		SELECT i, now() - i * interval '50 milliseconds' AS at, 'evt_' || lpad(i::text, 26, '0') AS event, 'dlv_' || lpad(i::text, 26, '0') AS id
		FROM   generate_series(@n::int, 1, -1) AS i
	), e AS (
		INSERT INTO events (created_at, id, tenant_id, livemode, type, traceparent, body)
		SELECT at, event, 'ten_a', false, CASE WHEN i % 1000 = 0 THEN 'verification.failed' ELSE 'verification.completed' END, '', '{}' FROM n
	), d AS (
		INSERT INTO deliveries (event_at, id, endpoint_id, event_id, event_type, tenant_id, livemode, status, run, activation, attempt_count,
		                        created_at, updated_at, completed_at)
		SELECT at, id, @endpoint::text::uuid, event, CASE WHEN i % 1000 = 0 THEN 'verification.failed' ELSE 'verification.completed' END, 'ten_a', false,
		       CASE WHEN i % 1000 = 0 THEN 'failed' ELSE 'delivered' END, 1, 1, 1, at, at, at FROM n
	), t AS (
		INSERT INTO notices (kind, endpoint_id, tenant_id, livemode, failure_count, created_at)
		SELECT 'endpoint.failing', @endpoint::text::uuid, 'ten_a', false, 25, at FROM n
	)
	INSERT INTO attempts (event_at, delivery_id, run, number, response_headers, response_body, response_truncated, remote_address,
	                      dns_us, connect_us, tls_us, first_byte_us, total_us, started_at, ended_at)
	SELECT at, id, 1, 1, '{}', '', false, '', 0, 0, 0, 0, 0, at, at FROM n`

// Every list reads a page's worth of a history of 400,000 attempts, wherever the page is and whatever it is filtered
// by.
func TestListsReadNoMoreThanAPage(t *testing.T) {
	s := newStore(t)
	e := newEndpoint(t, s)
	other := newEndpoint(t, s)
	ctx := t.Context()
	if err := s.Maintain(ctx, time.Now(), 30*24*time.Hour); err != nil {
		t.Fatal(err)
	}
	if _, err := s.pool.Exec(ctx, `SELECT make_day((current_date - 2)::date)`); err != nil {
		t.Fatal(err)
	}
	const n = 400_000
	if _, err := s.pool.Exec(ctx, fill, pgx.StrictNamedArgs{"n": n, "endpoint": e.ID}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.pool.Exec(ctx, `ANALYZE`); err != nil {
		t.Fatal(err)
	}
	middle := time.Now().Add(-2 * time.Hour)
	deliveries := func(of webhooks.Endpoint, f webhooks.DeliveryFilter) func() (string, pgx.StrictNamedArgs) {
		f.Limit = 51
		return func() (string, pgx.StrictNamedArgs) { return deliveryQuery(of, f) }
	}
	tenant := func(f webhooks.DeliveryFilter) func() (string, pgx.StrictNamedArgs) {
		f.Limit = 51
		return func() (string, pgx.StrictNamedArgs) { return tenantDeliveryQuery(scope.Tenant, f) }
	}
	events := func(f webhooks.EventFilter) func() (string, pgx.StrictNamedArgs) {
		f.Limit = 51
		return func() (string, pgx.StrictNamedArgs) { return eventQuery(scope, f) }
	}
	for name, query := range map[string]func() (string, pgx.StrictNamedArgs){
		"deliveries": deliveries(e, webhooks.DeliveryFilter{}),
		"deliveries, a later page": deliveries(e,
			webhooks.DeliveryFilter{After: &webhooks.Position{Time: middle, ID: "dlv_x"}}),
		"deliveries, a span": deliveries(e, webhooks.DeliveryFilter{From: &middle}),
		"deliveries, failed": deliveries(e, webhooks.DeliveryFilter{Status: "failed"}),
		"deliveries, failed, later": deliveries(e,
			webhooks.DeliveryFilter{Status: "failed", After: &webhooks.Position{Time: middle, ID: "dlv_x"}}),
		"deliveries, cancelled":     deliveries(e, webhooks.DeliveryFilter{Status: "cancelled"}),
		"deliveries, pending":       deliveries(e, webhooks.DeliveryFilter{Status: "pending"}),
		"deliveries of another":     deliveries(other, webhooks.DeliveryFilter{}),
		"deliveries, a rare type":   deliveries(e, webhooks.DeliveryFilter{Type: "verification.failed"}),
		"deliveries, a common type": deliveries(e, webhooks.DeliveryFilter{Type: "verification.completed"}),
		"deliveries, a type, later": deliveries(e,
			webhooks.DeliveryFilter{Type: "verification.failed", After: &webhooks.Position{Time: middle, ID: "dlv_x"}}),
		"deliveries, no such type": deliveries(e, webhooks.DeliveryFilter{Type: "verification.expired"}),
		"deliveries, a failed type": deliveries(e,
			webhooks.DeliveryFilter{Type: "verification.failed", Status: "failed"}),
		"of a tenant": tenant(webhooks.DeliveryFilter{}),
		"of a tenant, a later page": tenant(webhooks.DeliveryFilter{After: &webhooks.Position{Time: middle,
			ID: "dlv_x"}}),
		"of a tenant, a span": tenant(webhooks.DeliveryFilter{From: &middle}),
		"of a tenant, failed": tenant(webhooks.DeliveryFilter{Status: "failed"}),
		"of a tenant, failed, later": tenant(webhooks.DeliveryFilter{Status: "failed",
			After: &webhooks.Position{Time: middle, ID: "dlv_x"}}),
		"of a tenant, pending":       tenant(webhooks.DeliveryFilter{Status: "pending"}),
		"of a tenant, a rare type":   tenant(webhooks.DeliveryFilter{Type: "verification.failed"}),
		"of a tenant, a common type": tenant(webhooks.DeliveryFilter{Type: "verification.completed"}),
		"of a tenant, a type, later": tenant(webhooks.DeliveryFilter{Type: "verification.failed",
			After: &webhooks.Position{Time: middle, ID: "dlv_x"}}),
		"of a tenant, a type that failed": tenant(webhooks.DeliveryFilter{Type: "verification.failed", Status: "failed"}),
		"of a tenant, no such type":       tenant(webhooks.DeliveryFilter{Type: "verification.expired"}),
		"of a tenant and mode":            tenant(webhooks.DeliveryFilter{Mode: new(false)}),
		"of its other mode":               tenant(webhooks.DeliveryFilter{Mode: new(true)}),
		"of a mode, a rare type":          tenant(webhooks.DeliveryFilter{Mode: new(false), Type: "verification.failed"}),
		"of a mode, a common type":        tenant(webhooks.DeliveryFilter{Mode: new(false), Type: "verification.completed"}),
		"of its other mode, a type":       tenant(webhooks.DeliveryFilter{Mode: new(true), Type: "verification.completed"}),
		"of a mode, a span":               tenant(webhooks.DeliveryFilter{Mode: new(false), From: &middle}),
		"of another tenant": func() (string, pgx.StrictNamedArgs) {
			return tenantDeliveryQuery("ten_b", webhooks.DeliveryFilter{Limit: 51})
		},
		"notices of a tenant": func() (string, pgx.StrictNamedArgs) {
			return noticeQuery(webhooks.NoticeFilter{Tenant: "ten_b", Limit: 51})
		},
		"notices of an endpoint": func() (string, pgx.StrictNamedArgs) {
			return noticeQuery(webhooks.NoticeFilter{Endpoint: other.ID, Limit: 51})
		},
		"events":                          events(webhooks.EventFilter{}),
		"events, a later page":            events(webhooks.EventFilter{After: &webhooks.Position{Time: middle, ID: "evt_x"}}),
		"events of a rare type":           events(webhooks.EventFilter{Type: "verification.failed"}),
		"events of a type that never was": events(webhooks.EventFilter{Type: "verification.expired"}),
	} {
		t.Run(name, func(t *testing.T) {
			sql, args := query()
			// A row costs a few blocks of index and table, a partition a few to find that it has none. A walk through
			// the history would cost four thousand.
			most := 600
			if strings.HasPrefix(name, "of a tenant") || strings.HasSuffix(name, "a failed type") {
				most = 2000 // the endpoints' pages are merged, and the thousand that failed may be sorted
			}
			readsAtMost(t, s, most, sql, args, customPlan)
		})
	}
	for name, c := range map[string]struct {
		sql  string
		args pgx.StrictNamedArgs
	}{
		"deliveries of an event": {selectDeliveriesOfEvent, pgx.StrictNamedArgs{
			"at": middle, "event": "evt_x", "tenant": scope.Tenant, "livemode": false, "limit": 500,
		}},
		"attempts of a delivery": {selectAttempts, pgx.StrictNamedArgs{"event_at": middle, "id": "dlv_x"}},
		"health": {selectRecent, pgx.StrictNamedArgs{
			"ids": []string{string(e.ID)}, "since": middle, "cap": PendingCap,
		}},
		"overdue": {selectOverdue, pgx.StrictNamedArgs{"now": time.Now(), "limit": 1000}},
	} {
		t.Run(name, func(t *testing.T) { readsAtMost(t, s, 600, c.sql, c.args, eitherPlan...) })
	}
}
