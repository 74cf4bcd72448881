package postgres

import (
	"context"
	"fmt"
	"regexp"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/webhooks"
)

const selectCancellation = `
	SELECT endpoint_id, activation FROM cancellations LIMIT 1 FOR UPDATE SKIP LOCKED`

// Runs of a later activation go on, those too that begin while this statement waits for their rows: hence the second look
// at the activation. What the fan-out stores for the old one after this job meets the dispatcher's check.
const cancelPending = `
	WITH batch AS (
		SELECT event_at, id FROM deliveries
		WHERE  endpoint_id = @endpoint AND status = 'pending' AND activation <= @activation LIMIT @limit
	)
	UPDATE deliveries d
	SET    status = 'cancelled', reason = '` + webhooks.ReasonEndpointInactive + `', completed_at = @now, updated_at = @now,
	       next_attempt_at = NULL, overdue_at = NULL
	FROM   batch WHERE d.event_at = batch.event_at AND d.id = batch.id AND ` + isPending + ` AND d.activation <= @activation`

const deleteCancellation = `DELETE FROM cancellations WHERE endpoint_id = @endpoint AND activation = @activation`

// CancelSome cancels up to limit pending deliveries of an endpoint that stopped being active. It reports how many, and
// whether there was such an endpoint.
func (s *Store) CancelSome(ctx context.Context, now time.Time, limit int) (n int, found bool, err error) {
	err = pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		var endpoint string
		var activation int
		rows, _ := tx.Query(ctx, selectCancellation)
		job, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (struct{}, error) {
			return struct{}{}, row.Scan(&endpoint, &activation)
		})
		if err != nil || len(job) == 0 {
			return err
		}
		found = true
		tag, err := tx.Exec(ctx, cancelPending, pgx.StrictNamedArgs{"endpoint": endpoint, "activation": activation, "now": now, "limit": limit})
		if err != nil {
			return err
		}
		n = int(tag.RowsAffected())
		if n == limit {
			return nil
		}
		_, err = tx.Exec(ctx, deleteCancellation, pgx.StrictNamedArgs{"endpoint": endpoint, "activation": activation})
		return err
	})
	return n, found, err
}

// Overdue is a pending delivery whose outcome should be known by now.
type Overdue struct {
	Delivery  webhooks.Delivery
	Attempt   int       // number of the attempt that is due
	UpdatedAt time.Time // when it was last heard of
}

const selectOverdue = `
	SELECT d.event_at, d.id, d.endpoint_id, d.event_id, d.event_type, d.tenant_id, d.livemode, d.run, d.activation,
	       d.attempt_count + 1, d.updated_at, e.body, e.traceparent
	FROM   deliveries d JOIN events e ON e.created_at = d.event_at AND e.id = d.event_id
	WHERE  d.status = 'pending' AND d.overdue_at < @now ORDER BY d.overdue_at LIMIT @limit`

// OverdueDeliveries returns deliveries whose outcome is overdue, the longest first.
func (s *Store) OverdueDeliveries(ctx context.Context, now time.Time, limit int) ([]Overdue, error) {
	rows, _ := s.pool.Query(ctx, selectOverdue, pgx.StrictNamedArgs{"now": now, "limit": limit})
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (o Overdue, err error) {
		d := &o.Delivery
		err = row.Scan(&d.EventAt, &d.ID, &d.Endpoint, &d.Event, &d.EventKind, &d.Scope.Tenant, &d.Scope.Livemode, &d.Run,
			&d.Activation, &o.Attempt, &o.UpdatedAt, &d.Body, &d.Traceparent)
		return o, err
	})
}

// A row that an ingest holds is passed over: the ingest is about to say when that delivery is overdue, or that it has ended.
// Waiting for it while others are locked already would be a deadlock now and then.
const postponeOverdue = `
	WITH free AS (
		SELECT d.event_at, d.id FROM unnest(@event_ats::timestamptz[], @ids::text[]) AS i(event_at, id)
		JOIN   deliveries d USING (event_at, id) WHERE ` + isPending + ` FOR NO KEY UPDATE OF d SKIP LOCKED
	)
	UPDATE deliveries d SET overdue_at = @until FROM free WHERE d.event_at = free.event_at AND d.id = free.id`

// PostponeOverdue lets deliveries be looked at again later.
func (s *Store) PostponeOverdue(ctx context.Context, list []Overdue, until time.Time) error {
	eventAts, ids := make([]time.Time, len(list)), make([]string, len(list))
	for i, o := range list {
		eventAts[i], ids[i] = o.Delivery.EventAt, string(o.Delivery.ID)
	}
	_, err := s.pool.Exec(ctx, postponeOverdue, pgx.StrictNamedArgs{"event_ats": eventAts, "ids": ids, "until": until})
	return err
}

const makeDays = `SELECT make_day((@today::date + d)::date) FROM generate_series(-1, 7) AS d`

const selectPartitions = `
	SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid JOIN pg_class p ON p.oid = i.inhparent
	WHERE  p.relname IN ('events', 'deliveries', 'attempts') AND p.relnamespace = 'public'::regnamespace`

const deleteOldKeys = `DELETE FROM event_keys WHERE created_at < @before`

const deleteOldNotices = `DELETE FROM notices WHERE created_at < @before`

const deleteOldRecoveries = `DELETE FROM recoveries WHERE finished_at < @before`

const deleteOldHours = `DELETE FROM endpoint_hours WHERE hour < @before`

// keyRetention is how long an idempotency key is remembered.
const keyRetention = 24 * time.Hour

// partitionDay tells a partition's day from its name.
var partitionDay = regexp.MustCompile(`^(?:events|deliveries|attempts)_(\d{8})$`)

// Maintain makes the partitions of the coming days and drops what is past its retention.
func (s *Store) Maintain(ctx context.Context, now time.Time, retention time.Duration) error {
	if _, err := s.pool.Exec(ctx, makeDays, pgx.StrictNamedArgs{"today": now.UTC()}); err != nil {
		return fmt.Errorf("make partitions: %w", err)
	}
	rows, _ := s.pool.Query(ctx, selectPartitions)
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return fmt.Errorf("list partitions: %w", err)
	}
	for _, name := range names {
		m := partitionDay.FindStringSubmatch(name)
		if m == nil {
			continue
		}
		day, err := time.Parse("20060102", m[1])
		if err != nil || now.Sub(day.AddDate(0, 0, 1)) < retention {
			continue
		}
		if _, err := s.pool.Exec(ctx, `DROP TABLE IF EXISTS `+pgx.Identifier{name}.Sanitize()); err != nil {
			return fmt.Errorf("drop partition %s: %w", name, err)
		}
	}
	if _, err := s.pool.Exec(ctx, deleteOldKeys, pgx.StrictNamedArgs{"before": now.Add(-keyRetention)}); err != nil {
		return fmt.Errorf("drop idempotency keys: %w", err)
	}
	if _, err := s.pool.Exec(ctx, deleteOldNotices, pgx.StrictNamedArgs{"before": now.Add(-retention)}); err != nil {
		return fmt.Errorf("drop notices: %w", err)
	}
	if _, err := s.pool.Exec(ctx, deleteOldRecoveries, pgx.StrictNamedArgs{"before": now.Add(-retention)}); err != nil {
		return fmt.Errorf("drop recoveries: %w", err)
	}
	if _, err := s.pool.Exec(ctx, deleteOldHours, pgx.StrictNamedArgs{"before": now.Add(-48 * time.Hour)}); err != nil {
		return fmt.Errorf("drop hours: %w", err)
	}
	return nil
}
