package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/webhooks"
)

// DeliveryRow is a delivery as it is shown.
type DeliveryRow struct {
	webhooks.Delivery
	Status        webhooks.DeliveryStatus
	Reason        *string
	AttemptCount  int
	NextAttemptAt *time.Time
	CreatedAt     time.Time
	CompletedAt   *time.Time
}

const deliveryColumns = `event_at, id, endpoint_id, event_id, event_type, tenant_id, livemode, status, reason, run, activation,
	attempt_count, next_attempt_at, created_at, completed_at`

func scanDelivery(row pgx.CollectableRow) (DeliveryRow, error) {
	var d DeliveryRow
	err := row.Scan(&d.EventAt, &d.ID, &d.Endpoint, &d.Event, &d.EventKind, &d.Scope.Tenant, &d.Scope.Livemode, &d.Status, &d.Reason,
		&d.Run, &d.Activation, &d.AttemptCount, &d.NextAttemptAt, &d.CreatedAt, &d.CompletedAt)
	return d, err
}

// DeliveryFilter selects a page of an endpoint's deliveries. After is the key of the last one of the page before.
type DeliveryFilter struct {
	Status, Kind string
	From, To     *time.Time // of the event's time; To is exclusive
	AfterAt      *time.Time
	AfterID      string
	Limit        int
}

const selectDeliveries = `SELECT ` + deliveryColumns + ` FROM deliveries`

// byStatus spells the status out: the partial indexes on it are of use only to a plan that knows it.
var byStatus = map[string]string{
	string(webhooks.DeliveryPending):   "status = 'pending'",
	string(webhooks.DeliveryDelivered): "status = 'delivered'",
	string(webhooks.DeliveryFailed):    "status = 'failed'",
	string(webhooks.DeliveryCancelled): "status = 'cancelled'",
}

func (f DeliveryFilter) query(e webhooks.EndpointID) (string, pgx.StrictNamedArgs) {
	return where("endpoint_id = @endpoint", pgx.StrictNamedArgs{"endpoint": e}).
		and(f.Status != "", byStatus[f.Status], nil).
		and(f.Kind != "", "event_type = @kind", pgx.StrictNamedArgs{"kind": f.Kind}).
		and(f.From != nil, "event_at >= @from", pgx.StrictNamedArgs{"from": f.From}).
		and(f.To != nil, "event_at < @to", pgx.StrictNamedArgs{"to": f.To}).
		and(f.AfterAt != nil, "(event_at, id) < (@after_at, @after_id)", pgx.StrictNamedArgs{"after_at": f.AfterAt, "after_id": f.AfterID}).
		page(selectDeliveries, "event_at DESC, id DESC", f.Limit)
}

// Deliveries returns a page of the deliveries of an endpoint, newest event first.
func (s *Store) Deliveries(ctx context.Context, e webhooks.EndpointID, f DeliveryFilter) ([]DeliveryRow, error) {
	sql, args := f.query(e)
	rows, _ := s.pool.Query(ctx, sql, args)
	return pgx.CollectRows(rows, scanDelivery)
}

const selectDelivery = `
	SELECT ` + deliveryColumns + ` FROM deliveries
	WHERE  event_at = @event_at AND id = @id AND tenant_id = @tenant AND livemode = @livemode`

// Delivery returns one delivery of a scope; ErrDeliveryNotFound for any other. The id holds the event's time, which
// leads to the one partition.
func (s *Store) Delivery(ctx context.Context, sc webhooks.Scope, id webhooks.DeliveryID) (DeliveryRow, error) {
	return delivery(ctx, s.pool, selectDelivery, sc, id)
}

func delivery(ctx context.Context, q db, sql string, sc webhooks.Scope, id webhooks.DeliveryID) (DeliveryRow, error) {
	at, ok := ids.Time(webhooks.DeliveryPrefix, string(id))
	if !ok {
		return DeliveryRow{}, webhooks.ErrDeliveryNotFound
	}
	rows, _ := q.Query(ctx, sql, pgx.StrictNamedArgs{"event_at": at, "id": id, "tenant": sc.Tenant, "livemode": sc.Livemode})
	d, err := pgx.CollectExactlyOneRow(rows, scanDelivery)
	if errors.Is(err, pgx.ErrNoRows) {
		return d, webhooks.ErrDeliveryNotFound
	}
	return d, err
}

const selectAttempts = `
	SELECT run, number, coalesce(error, ''), coalesce(response_status, 0), response_headers, response_body, response_truncated,
	       remote_address, dns_us, connect_us, tls_us, first_byte_us, total_us, coalesce(retry_after, ''), started_at, ended_at
	FROM   attempts WHERE event_at = @event_at AND delivery_id = @id ORDER BY run, number`

// Attempts returns all attempts of a delivery, in order.
func (s *Store) Attempts(ctx context.Context, d webhooks.Delivery) ([]webhooks.Attempt, error) {
	rows, _ := s.pool.Query(ctx, selectAttempts, pgx.StrictNamedArgs{"event_at": d.EventAt, "id": d.ID})
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (webhooks.Attempt, error) {
		a := webhooks.Attempt{Delivery: d.ID, Endpoint: d.Endpoint, EventAt: d.EventAt}
		var headers []byte
		var dns, connect, tls, firstByte, total int64
		err := row.Scan(&a.Run, &a.Number, &a.Error, &a.Status, &headers, &a.Body, &a.Truncated, &a.Remote,
			&dns, &connect, &tls, &firstByte, &total, &a.RetryAfter, &a.StartedAt, &a.EndedAt)
		if err != nil {
			return a, err
		}
		a.Timing = webhooks.Timing{DNS: micros(dns), Connect: micros(connect), TLS: micros(tls), FirstByte: micros(firstByte), Total: micros(total)}
		return a, json.Unmarshal(headers, &a.Headers)
	})
}

func micros(n int64) time.Duration { return time.Duration(n) * time.Microsecond }

const selectEventBody = `SELECT body, traceparent FROM events WHERE created_at = @at AND id = @id`

const beginRun = `
	UPDATE deliveries
	SET    status = 'pending', reason = NULL, run = run + 1, activation = @activation, attempt_count = 0, next_attempt_at = @now,
	       completed_at = NULL, updated_at = @now, overdue_at = @overdue
	WHERE  event_at = @event_at AND id = @id AND status <> 'pending'`

// Resend begins a new run of a delivery that has ended and returns it, to be sent. ErrDeliveryPending while a run is
// under way; ErrEndpointNotFound or ErrEndpointInactive when nothing can be sent.
func (s *Store) Resend(ctx context.Context, sc webhooks.Scope, id webhooks.DeliveryID, now, overdue time.Time) (DeliveryRow, error) {
	var d DeliveryRow
	err := pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		// The endpoint is locked before the delivery, as the ingest does it.
		var err error
		if d, err = delivery(ctx, tx, selectDelivery, sc, id); err != nil {
			return err
		}
		e, err := endpoint(ctx, tx, selectEndpoint+` FOR SHARE`, sc, d.Endpoint)
		if err != nil {
			return err
		}
		if d, err = delivery(ctx, tx, selectDelivery+` FOR UPDATE`, sc, id); err != nil {
			return err
		}
		switch {
		case d.Status == webhooks.DeliveryPending:
			return webhooks.ErrDeliveryPending
		case !e.IsActive:
			return webhooks.ErrEndpointInactive
		}
		at := pgx.StrictNamedArgs{"at": d.EventAt, "id": d.Event}
		var body []byte
		var traceparent string
		if err := tx.QueryRow(ctx, selectEventBody, at).Scan(&body, &traceparent); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, beginRun, pgx.StrictNamedArgs{
			"event_at": d.EventAt, "id": d.ID, "activation": e.Activation, "now": now, "overdue": overdue,
		})
		if err != nil {
			return err
		}
		d, err = delivery(ctx, tx, selectDelivery, sc, id)
		d.Body, d.Traceparent = body, traceparent
		return err
	})
	return d, err
}
