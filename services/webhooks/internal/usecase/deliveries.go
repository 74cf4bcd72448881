package usecase

import (
	"context"
	"time"

	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
)

// Enqueuer puts deliveries that are stored as pending on the stream to the dispatchers. When it fails, the sweep sends them later.
type Enqueuer interface {
	Enqueue(ctx context.Context, list []webhooks.Delivery) error
}

// Deliveries shows deliveries, sends them again and takes in what became of them.
type Deliveries struct {
	store   *postgres.Store
	queue   Enqueuer
	overdue time.Duration
}

// NewDeliveries returns the use cases; overdueAfter is how long an outcome may stay out before the sweep looks for it.
func NewDeliveries(s *postgres.Store, queue Enqueuer, overdueAfter time.Duration) *Deliveries {
	return &Deliveries{store: s, queue: queue, overdue: overdueAfter}
}

// ListDeliveries returns a page of the deliveries of an endpoint, newest event first. Whoever calls has found the endpoint.
func (u *Deliveries) ListDeliveries(ctx context.Context, e webhooks.EndpointID, f webhooks.DeliveryFilter) ([]webhooks.DeliveryRecord, error) {
	return u.store.Deliveries.List(ctx, e, f)
}

// GetDelivery returns one delivery with all its attempts.
func (u *Deliveries) GetDelivery(ctx context.Context, sc webhooks.Scope, id webhooks.DeliveryID) (webhooks.DeliveryRecord, []webhooks.Attempt, error) {
	d, err := u.store.Deliveries.Find(ctx, sc, id)
	if err != nil {
		return d, nil, err
	}
	attempts, err := u.store.Attempts.List(ctx, d.Delivery)
	return d, attempts, err
}

// ResendDelivery begins a new run of a delivery that has ended, and sends it. ErrDeliveryPending while a run is under way;
// ErrEndpointNotFound or ErrEndpointInactive when nothing can be sent.
func (u *Deliveries) ResendDelivery(ctx context.Context, sc webhooks.Scope, id webhooks.DeliveryID) (webhooks.DeliveryRecord, error) {
	var d webhooks.DeliveryRecord
	at := now()
	err := u.store.InTx(ctx, func(tx *postgres.Store) error {
		// The endpoint is locked before the delivery, as when attempts are recorded.
		var err error
		if d, err = tx.Deliveries.Find(ctx, sc, id); err != nil {
			return err
		}
		e, err := tx.Endpoints.FindLocked(ctx, sc, d.Endpoint, postgres.ForShare)
		if err != nil {
			return err
		}
		if d, err = tx.Deliveries.FindLocked(ctx, sc, id, postgres.ForUpdate); err != nil {
			return err
		}
		if err := d.CheckResend(e); err != nil {
			return err
		}
		body, traceparent, err := tx.Events.Body(ctx, d.Delivery)
		if err != nil {
			return err
		}
		if err := tx.Deliveries.BeginRun(ctx, d.Delivery, e.Activation, at, at.Add(u.overdue)); err != nil {
			return err
		}
		d, err = tx.Deliveries.Find(ctx, sc, id)
		d.Body, d.Traceparent = body, traceparent
		return err
	})
	if err != nil {
		return d, err
	}
	// The run is stored; should this fail, the sweep sends it.
	_ = u.queue.Enqueue(ctx, []webhooks.Delivery{d.Delivery})
	return d, nil
}
