package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres/ordered"
)

// Cancellations are the statements on the jobs that cancel the pending deliveries of endpoints that stopped being
// active.
type Cancellations struct{ db db }

// A Cancellation is such a job: runs of later activations go on.
type Cancellation struct {
	Endpoint   webhooks.EndpointID
	Activation int
}

const requestCancellation = `
	INSERT INTO cancellations (endpoint_id, activation) VALUES (@id, @activation)
	ON CONFLICT (endpoint_id) DO UPDATE SET activation = excluded.activation`

// Request stores a job.
func (s Cancellations) Request(ctx context.Context, c Cancellation) error {
	return exec(ctx, s.db, requestCancellation, pgx.StrictNamedArgs{"id": c.Endpoint, "activation": c.Activation})
}

const selectCancellation = `SELECT endpoint_id AS endpoint, activation FROM cancellations LIMIT 1`

// Next returns a job; false when there is none.
func (s Cancellations) Next(ctx context.Context) (c Cancellation, found bool, err error) {
	return pgdb.Find[Cancellation](ctx, s.db, selectCancellation)
}

const lockCancellation = `
	SELECT endpoint_id AS endpoint, activation FROM cancellations WHERE endpoint_id = @endpoint FOR UPDATE`

// Lock returns the job of an endpoint and locks it; false when there is none. The caller has the lock of the endpoint,
// as those have who request a job.
func (s Cancellations) Lock(ctx context.Context, e webhooks.EndpointID) (c Cancellation, found bool, err error) {
	return pgdb.Find[Cancellation](ctx, s.db, lockCancellation, pgx.StrictNamedArgs{"endpoint": e})
}

// Deliveries leave the order with their end; [ordered.Store.Free] finds the keys that others may go on with then.
// Runs of a later activation go on, those too that begin while this statement waits for their rows: hence the second
// look at the activation. What the fan-out stores for the old one after this job meets the dispatcher's check.
const cancelPending = `
	WITH batch AS (
		SELECT event_at, id FROM deliveries
		WHERE  endpoint_id = @endpoint AND status = 'pending' AND activation <= @activation LIMIT @limit
	)
	, cancelled AS (
	UPDATE deliveries d
	SET    status = 'cancelled', reason = '` + webhooks.ReasonEndpointInactive +
	`', completed_at = @now, updated_at = @now,
	       next_attempt_at = NULL, overdue_at = NULL
	FROM   batch WHERE d.event_at = batch.event_at AND d.id = batch.id AND ` + isPending +
	` AND d.activation <= @activation
	RETURNING d.livemode, d.event_at, d.event_id, d.id, d.endpoint_id, d.order_key
	), left_order AS (
	DELETE FROM ordered_deliveries o
	USING  cancelled d` + ordered.InAnyTurn + `
	)
	SELECT livemode FROM cancelled`

// Cancel cancels up to limit pending deliveries of a job and returns whether each that it found is of live mode. The
// caller has the lock of the endpoint, since deliveries leave the order.
func (s Cancellations) Cancel(ctx context.Context, c Cancellation, now time.Time, limit int) ([]bool, error) {
	return pgdb.All[bool](ctx, s.db, cancelPending, planned, pgx.StrictNamedArgs{
		"endpoint": c.Endpoint, "activation": c.Activation, "now": now, "limit": limit,
	})
}

const deleteCancellation = `DELETE FROM cancellations WHERE endpoint_id = @endpoint AND activation = @activation`

// Delete ends a job.
func (s Cancellations) Delete(ctx context.Context, c Cancellation) error {
	return exec(ctx, s.db, deleteCancellation, pgx.StrictNamedArgs{"endpoint": c.Endpoint, "activation": c.Activation})
}
