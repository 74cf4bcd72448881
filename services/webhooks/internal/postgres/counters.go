package postgres

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/webhooks"
)

// PendingCap is how far pending deliveries are counted.
const PendingCap = 1000

const selectRecent = `
	SELECT e.id,
	       (SELECT sum(delivered)::float8 / nullif(sum(delivered + failed), 0)
	        FROM   endpoint_hours h WHERE h.endpoint_id = e.id AND h.hour > @since),
	       (SELECT coalesce(sum(unkeyed), 0)::bigint
	        FROM   endpoint_hours h WHERE h.endpoint_id = e.id AND h.hour > @since), p.pending, p.retrying,
	       (SELECT count(*) FROM (
	           SELECT FROM (SELECT turn FROM ordered_deliveries o WHERE o.endpoint_id = e.id LIMIT 20 * @cap) o
	           WHERE turn > 0 LIMIT @cap) o)
	FROM   unnest(@ids::uuid[]) AS e(id), LATERAL (
	       SELECT count(*) AS pending, count(*) FILTER (WHERE attempt_count > 0) AS retrying
	       FROM   (SELECT attempt_count FROM deliveries d WHERE d.endpoint_id = e.id AND d.status = 'pending'
	               LIMIT @cap) d) p`

// Recent returns how the deliveries of endpoints fare; pending ones are counted up to PendingCap.
func (s Endpoints) Recent(
	ctx context.Context, endpoints []webhooks.Endpoint, now time.Time,
) (map[webhooks.EndpointID]webhooks.Recent, error) {
	ids := pgdb.Column(endpoints, func(e webhooks.Endpoint) string { return string(e.ID) })
	args := pgx.StrictNamedArgs{"ids": ids, "since": now.Add(-25 * time.Hour), "cap": PendingCap}
	rows, _ := s.db.Query(ctx, selectRecent, args)
	out := make(map[webhooks.EndpointID]webhooks.Recent, len(ids))
	var id webhooks.EndpointID
	var r webhooks.Recent
	columns := []any{&id, &r.SuccessRate, &r.Unkeyed, &r.Pending, &r.Retrying, &r.HeldBack}
	_, err := pgx.ForEachRow(rows, columns, func() error {
		out[id] = r
		r = webhooks.Recent{}
		return nil
	})
	return out, err
}

const updateCounters = `
	UPDATE endpoints e
	SET    failure_count = c.failure_count, last_triggered_at = c.triggered, last_success_at = c.success,
	       last_failure_at = c.failure,
	       last_status = c.status, is_active = c.is_active, disabled_at = c.disabled, updated_at = c.updated,
	       version = c.version,
	       failing_since = c.failing_since, failed_attempts = c.failed_attempts
	FROM   unnest(@ids::text[], @failure_counts::int[], @triggered::timestamptz[], @success::timestamptz[],
	              @failure::timestamptz[],
	              @statuses::int[], @is_active::bool[], @disabled::timestamptz[], @updated::timestamptz[],
	              @versions::bigint[],
	              @failing_since::timestamptz[], @failed_attempts::int[])
	       AS c(id, failure_count, triggered, success, failure, status, is_active, disabled, updated, version,
	            failing_since, failed_attempts)
	WHERE  e.id = c.id::uuid`

const addHours = `
	INSERT INTO endpoint_hours (endpoint_id, hour, delivered, failed, took_us)
	SELECT endpoint_id::uuid, hour, delivered, failed, took_us
	FROM   unnest(@ids::text[], @hours::timestamptz[], @delivered::bigint[], @failed::bigint[],
	              @took::bigint[]) AS h(endpoint_id, hour, delivered, failed, took_us)
	ON CONFLICT (endpoint_id, hour) DO UPDATE
	SET    delivered = endpoint_hours.delivered + excluded.delivered, failed = endpoint_hours.failed + excluded.failed,
	       took_us = endpoint_hours.took_us + excluded.took_us`

// StoreCounted stores what a batch of attempts changes of endpoints.
func (s Endpoints) StoreCounted(ctx context.Context, c webhooks.Counted) error {
	if len(c.Endpoints) == 0 {
		return nil
	}
	type endpoint = webhooks.Endpoint
	var b pgx.Batch
	b.Queue(updateCounters, pgx.StrictNamedArgs{
		"ids":             pgdb.Column(c.Endpoints, func(e endpoint) string { return string(e.ID) }),
		"failure_counts":  pgdb.Column(c.Endpoints, func(e endpoint) int { return e.FailureCount }),
		"failed_attempts": pgdb.Column(c.Endpoints, func(e endpoint) int { return e.FailedAttempts }),
		"triggered":       pgdb.Column(c.Endpoints, func(e endpoint) *time.Time { return e.LastTriggeredAt }),
		"success":         pgdb.Column(c.Endpoints, func(e endpoint) *time.Time { return e.LastSuccessAt }),
		"failure":         pgdb.Column(c.Endpoints, func(e endpoint) *time.Time { return e.LastFailureAt }),
		"statuses":        pgdb.Column(c.Endpoints, func(e endpoint) *int { return e.LastStatus }),
		"is_active":       pgdb.Column(c.Endpoints, func(e endpoint) bool { return e.IsActive }),
		"disabled":        pgdb.Column(c.Endpoints, func(e endpoint) *time.Time { return e.DisabledAt }),
		"updated":         pgdb.Column(c.Endpoints, func(e endpoint) time.Time { return e.UpdatedAt }),
		"versions":        pgdb.Column(c.Endpoints, func(e endpoint) int64 { return e.Version }),
		"failing_since":   pgdb.Column(c.Endpoints, func(e endpoint) *time.Time { return e.FailingSince }),
	})
	if len(c.Hours) > 0 {
		hours := slices.Collect(maps.Keys(c.Hours))
		b.Queue(addHours, pgx.StrictNamedArgs{
			"ids":       pgdb.Column(hours, func(h webhooks.EndpointHour) string { return string(h.Endpoint) }),
			"hours":     pgdb.Column(hours, func(h webhooks.EndpointHour) time.Time { return h.Hour }),
			"delivered": pgdb.Column(hours, func(h webhooks.EndpointHour) int64 { return int64(c.Hours[h].Delivered) }),
			"failed":    pgdb.Column(hours, func(h webhooks.EndpointHour) int64 { return int64(c.Hours[h].Failed) }),
			"took":      pgdb.Column(hours, func(h webhooks.EndpointHour) int64 { return c.Hours[h].Took.Microseconds() }),
		})
	}
	return s.db.SendBatch(ctx, &b).Close()
}

const selectHours = `SELECT hour, delivered, failed, took_us FROM endpoint_hours
	WHERE endpoint_id = @id AND hour >= @from AND hour < @to`

// Hours returns what ended for an endpoint in the hours that begin from one time on and before another; those in which
// nothing ended are missing.
func (s Endpoints) Hours(
	ctx context.Context, id webhooks.EndpointID, from, to time.Time,
) (map[time.Time]webhooks.HourCount, error) {
	rows, err := s.db.Query(ctx, selectHours, pgx.StrictNamedArgs{"id": id, "from": from, "to": to})
	if err != nil {
		return nil, err
	}
	out := map[time.Time]webhooks.HourCount{}
	var hour time.Time
	var c webhooks.HourCount
	var took int64
	_, err = pgx.ForEachRow(rows, []any{&hour, &c.Delivered, &c.Failed, &took}, func() error {
		c.Took = micros(took)
		out[hour.UTC()] = c
		return nil
	})
	return out, err
}
