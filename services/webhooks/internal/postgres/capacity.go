package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/webhooks"
)

// Capacity are the statements on what waits for capacity.
type Capacity struct{ db db }

const selectWaiting = `
	SELECT p.id, least(h.n, @cap), h.n > @cap, h.since
	FROM   unnest(@ids::uuid[]) AS p(id)
	CROSS  JOIN LATERAL (
		SELECT count(*) AS n, min(due_at) AS since
		FROM   (
			SELECT due_at FROM held_deliveries WHERE endpoint_id = p.id AND due_at <= @due
			ORDER  BY due_at LIMIT @cap + 1
		) due
	) h
	WHERE  h.n > 0`

func waitingQuery(ids []webhooks.EndpointID, now time.Time) (string, pgx.StrictNamedArgs) {
	return selectWaiting, pgx.StrictNamedArgs{
		"ids": ids, "due": now.Add(-webhooks.SentWithin), "cap": webhooks.WaitingCap(len(ids)),
	}
}

// OfEndpoints returns the deliveries that wait for capacity, by endpoint; endpoints without any are left out.
func (s Capacity) OfEndpoints(
	ctx context.Context, ids []webhooks.EndpointID, now time.Time,
) (map[webhooks.EndpointID]webhooks.Waiting, error) {
	sql, args := waitingQuery(ids, now)
	rows, _ := s.db.Query(ctx, sql, args)
	waiting := map[webhooks.EndpointID]webhooks.Waiting{}
	var id webhooks.EndpointID
	var w webhooks.Waiting
	_, err := pgx.ForEachRow(rows, []any{&id, &w.Count, &w.More, &w.Since}, func() error {
		waiting[id] = w
		return nil
	})
	return waiting, err
}

// The rows of a scope o in the outbox. The oldest of each writer is its first.
const (
	ofScope = ` FROM ` + queue + ` o
			WHERE  o.hash = s.hash AND o.tenant_id = s.tenant_id AND o.livemode = s.livemode`
	inOrder = ` ORDER BY o.writer, o.seq`
)

const selectWaitingEvents = `
	SELECT s.tenant_id, s.livemode, least(o.n, @cap), o.n > @cap, f.since, l.waited_rate
	FROM   unnest(@hashes::smallint[], @tenants::text[], @livemodes::bool[]) AS s(hash, tenant_id, livemode)
	JOIN   limit_notices l ON l.tenant_id = s.tenant_id AND l.livemode = s.livemode AND l.kind = @kind
	CROSS  JOIN LATERAL (
		WITH RECURSIVE firsts AS (
			(SELECT o.writer, o.created_at` + ofScope + inOrder + ` LIMIT 1)
			UNION ALL
			SELECT n.* FROM firsts f CROSS JOIN LATERAL (
				SELECT o.writer, o.created_at` + ofScope + ` AND o.writer > f.writer` + inOrder + ` LIMIT 1
			) n
		)
		SELECT min(created_at) AS since FROM firsts
	) f
	CROSS  JOIN LATERAL (SELECT count(*) AS n FROM (SELECT` + ofScope + inOrder + ` LIMIT @cap + 1) counted) o
	WHERE  f.since < @relayed AND l.waited_at > @ahead`

func waitingEventsQuery(scopes []webhooks.Scope, now time.Time) (string, pgx.StrictNamedArgs) {
	return selectWaitingEvents, pgx.StrictNamedArgs{
		"hashes":    pgdb.Column(scopes, func(sc webhooks.Scope) int16 { return int16(sc.Hash()) }),
		"tenants":   pgdb.Column(scopes, func(sc webhooks.Scope) string { return string(sc.Tenant) }),
		"livemodes": pgdb.Column(scopes, func(sc webhooks.Scope) bool { return sc.Livemode }),
		"kind":      webhooks.NoticeDeliveriesLimited, "cap": webhooks.WaitingCap(len(scopes)),
		"relayed": now.Add(-webhooks.RelayedWithin), "ahead": now.Add(-webhooks.AheadFor),
	}
}

// EventsOf returns the events that wait because their scope is ahead of its rate; scopes without any are left out.
func (s Capacity) EventsOf(
	ctx context.Context, scopes []webhooks.Scope, now time.Time,
) (map[webhooks.Scope]webhooks.WaitingEvents, error) {
	sql, args := waitingEventsQuery(scopes, now)
	rows, _ := s.db.Query(ctx, sql, args)
	waiting := map[webhooks.Scope]webhooks.WaitingEvents{}
	var sc webhooks.Scope
	var w webhooks.WaitingEvents
	columns := []any{&sc.Tenant, &sc.Livemode, &w.Count, &w.More, &w.Since, &w.PerMinute}
	_, err := pgx.ForEachRow(rows, columns, func() error {
		waiting[sc] = w
		return nil
	})
	return waiting, err
}

const setAhead = `
	INSERT INTO limit_notices (tenant_id, livemode, kind, noticed_at, waited_at, waited_rate)
	VALUES (@tenant, @livemode, @kind, '-infinity', @now, @rate)
	ON CONFLICT (tenant_id, livemode, kind) DO UPDATE
	SET waited_at = excluded.waited_at, waited_rate = excluded.waited_rate`

// SetAhead stores that a scope is ahead of its rate of deliveries a minute.
func (s Capacity) SetAhead(ctx context.Context, sc webhooks.Scope, rate int, now time.Time) error {
	return exec(ctx, s.db, setAhead, pgx.StrictNamedArgs{
		"tenant": sc.Tenant, "livemode": sc.Livemode, "kind": webhooks.NoticeDeliveriesLimited, "rate": rate, "now": now,
	})
}

const selectLimitedScopes = `
	SELECT tenant_id, livemode FROM limit_notices
	WHERE  kind = @kind AND waited_at IS NOT NULL ORDER BY waited_at DESC LIMIT @limit`

// LimitedScopes returns up to limit of the scopes whose events have waited for their rate, the latest first.
func (s Capacity) LimitedScopes(ctx context.Context, limit int) ([]webhooks.Scope, error) {
	return pgdb.All[webhooks.Scope](ctx, s.db, selectLimitedScopes,
		pgx.StrictNamedArgs{"kind": webhooks.NoticeDeliveriesLimited, "limit": limit})
}
