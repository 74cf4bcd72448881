package usecase

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/partnerline/partnerline/internal/eventfilter"
	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
	"github.com/partnerline/partnerline/services/webhooks/internal/relay"
)

// Enqueuer puts deliveries that are stored as pending on the stream to the dispatchers. When it fails, the sweep sends
// them later.
type Enqueuer interface {
	Enqueue(ctx context.Context, list []webhooks.Delivery) error
}

// Deliveries shows deliveries, sends them again and takes in what became of them.
type Deliveries struct {
	Held *Held // those for which no stream has room

	store   *postgres.Store
	queue   Enqueuer
	overdue time.Duration
	filters *eventfilter.Cache
	answers AnswerLimits

	noticeAfter int
}

// NewDeliveries returns the use cases; overdueAfter is how long an outcome may stay out before the sweep looks for it,
// noticeAfter how many deliveries to an endpoint fail in a row before operator and tenant are notified.
func NewDeliveries(
	s *postgres.Store, queue Enqueuer, filters *eventfilter.Cache, answers AnswerLimits,
	overdueAfter time.Duration, noticeAfter int,
) *Deliveries {
	return &Deliveries{
		Held: &Held{s, overdueAfter, webhooks.HeldPaces{}}, store: s, queue: queue, overdue: overdueAfter, filters: filters,
		answers: answers, noticeAfter: noticeAfter,
	}
}

// ListDeliveries returns a page of the deliveries of an endpoint, newest event first.
func (u *Deliveries) ListDeliveries(
	ctx context.Context, e webhooks.Endpoint, f webhooks.DeliveryFilter,
) ([]webhooks.DeliveryRecord, error) {
	if err := relay.Flush(ctx, u.store, e.Scope); err != nil {
		return nil, err
	}
	return u.store.Deliveries.List(ctx, e, f)
}

// ListTenantDeliveries returns a page of the deliveries to the endpoints of a tenant, of both modes, or to one of them;
// ErrEndpointNotFound when that is not the tenant's.
func (u *Deliveries) ListTenantDeliveries(
	ctx context.Context, tenant webhooks.TenantID, e webhooks.EndpointID, f webhooks.DeliveryFilter,
) ([]webhooks.DeliveryRecord, error) {
	if e == "" {
		test, live := webhooks.Scope{Tenant: tenant}, webhooks.Scope{Tenant: tenant, Livemode: true}
		if err := relay.Flush(ctx, u.store, test, live); err != nil {
			return nil, err
		}
		return u.store.Deliveries.ListOfTenant(ctx, tenant, f)
	}
	sc, err := u.store.Endpoints.ScopeOf(ctx, e)
	if err != nil {
		return nil, err
	}
	if sc.Tenant != tenant {
		return nil, webhooks.ErrEndpointNotFound
	}
	return u.ListDeliveriesOfScope(ctx, sc, e, f)
}

// GetDelivery returns one delivery with all its attempts.
func (u *Deliveries) GetDelivery(
	ctx context.Context, sc webhooks.Scope, id webhooks.DeliveryID,
) (webhooks.DeliveryRecord, []webhooks.Attempt, error) {
	d, err := u.find(ctx, sc, id)
	if err != nil {
		return d, nil, err
	}
	attempts, err := u.store.Attempts.List(ctx, d.Delivery)
	return d, attempts, err
}

// ListDeliveriesOfScope returns a page of the deliveries of a tenant and mode, or of one of its endpoints, newest event
// first. ErrEndpointNotFound when the scope has no such endpoint.
func (u *Deliveries) ListDeliveriesOfScope(
	ctx context.Context, sc webhooks.Scope, e webhooks.EndpointID, f webhooks.DeliveryFilter,
) ([]webhooks.DeliveryRecord, error) {
	if err := relay.Flush(ctx, u.store, sc); err != nil {
		return nil, err
	}
	if e == "" {
		f.Mode = &sc.Livemode
		return u.store.Deliveries.ListOfTenant(ctx, sc.Tenant, f)
	}
	endpoint, err := u.store.Endpoints.Find(ctx, sc, e)
	if err != nil {
		return nil, err
	}
	return u.store.Deliveries.List(ctx, endpoint, f)
}

// maxOfEvent is how many deliveries of one event are listed: as many as an event has in all but the largest tenants.
const maxOfEvent = 500

// ListDeliveriesOfEvent returns the deliveries of an event.
func (u *Deliveries) ListDeliveriesOfEvent(ctx context.Context, e webhooks.Event) ([]webhooks.DeliveryRecord, error) {
	if err := relay.Flush(ctx, u.store, e.Scope); err != nil {
		return nil, err
	}
	return u.store.Deliveries.ListOfEvent(ctx, e.Scope, e.ID, e.CreatedAt, maxOfEvent)
}

// RequestBody returns what the requests of a delivery hold; nil when the tenant may not get the event any more.
func (u *Deliveries) RequestBody(ctx context.Context, d webhooks.DeliveryRecord) ([]byte, error) {
	revoked, err := u.store.Events.Revoked(ctx, []webhooks.DeliveryRecord{d})
	if err != nil || revoked[d.Event] {
		return nil, err
	}
	err = u.store.Events.Complete(ctx, &d.Delivery)
	return d.Body, err
}

// ScopeOf returns whose a delivery is; ErrDeliveryNotFound.
func (u *Deliveries) ScopeOf(ctx context.Context, id webhooks.DeliveryID) (webhooks.Scope, error) {
	list, err := u.store.Deliveries.FindAll(ctx, []webhooks.DeliveryID{id})
	if err == nil && len(list) == 0 {
		if err = relay.Flush(ctx, u.store); err == nil {
			list, err = u.store.Deliveries.FindAll(ctx, []webhooks.DeliveryID{id})
		}
	}
	if err == nil && len(list) == 0 {
		err = webhooks.ErrDeliveryNotFound
	}
	if err != nil {
		return webhooks.Scope{}, err
	}
	return list[0].Scope, nil
}

// find returns a delivery of a scope; one that was sent and is not found is stored first.
func (u *Deliveries) find(
	ctx context.Context, sc webhooks.Scope, id webhooks.DeliveryID,
) (webhooks.DeliveryRecord, error) {
	d, err := u.store.Deliveries.Find(ctx, sc, id)
	if !errors.Is(err, webhooks.ErrDeliveryNotFound) {
		return d, err
	}
	if err := relay.Flush(ctx, u.store, sc); err != nil {
		return d, err
	}
	return u.store.Deliveries.Find(ctx, sc, id)
}

// InspectDelivery returns a delivery of any tenant with the body of its requests and all its attempts.
func (u *Deliveries) InspectDelivery(
	ctx context.Context, id webhooks.DeliveryID,
) (d webhooks.DeliveryRecord, attempts []webhooks.Attempt, err error) {
	sc, err := u.ScopeOf(ctx, id)
	if err != nil {
		return d, nil, err
	}
	if d, attempts, err = u.GetDelivery(ctx, sc, id); err != nil {
		return d, nil, err
	}
	return d, attempts, u.store.Events.Complete(ctx, &d.Delivery)
}

// CheckAttempts returns for each attempt whether it is over (DeliveryRecord.IsOver), or the tenant may not get the
// event any more, and claims the others. A delivery that is not stored has no outcome yet. Of equal attempts, in one
// call or in several, one is needed and the others are claimed, until webhooks.ClaimTime has passed.
func (u *Deliveries) CheckAttempts(
	ctx context.Context, planned []webhooks.PlannedAttempt,
) ([]webhooks.AttemptCheck, error) {
	ids := make([]webhooks.DeliveryID, len(planned))
	for i, a := range planned {
		ids[i] = a.Delivery
	}
	list, err := u.store.Deliveries.FindAll(ctx, ids)
	if err != nil {
		return nil, err
	}
	found := make(map[webhooks.DeliveryID]webhooks.DeliveryRecord, len(list))
	for _, d := range list {
		found[d.ID] = d
	}
	revoked, err := u.store.Events.Revoked(ctx, slices.Concat(list, notStored(planned, found)))
	if err != nil {
		return nil, err
	}
	checks := make([]webhooks.AttemptCheck, len(planned))
	var needed []webhooks.PlannedAttempt
	for i, a := range planned {
		d, known := found[a.Delivery]
		event := a.Event
		if known {
			event = d.Event
		}
		switch {
		case known && d.IsOver(a):
			checks[i] = webhooks.AttemptOver
		case revoked[event]:
			checks[i] = webhooks.AttemptRevoked
		default:
			needed = append(needed, a)
		}
	}
	claimed, err := u.store.Attempts.Claim(ctx, needed, now())
	for i, a := range planned {
		switch {
		case checks[i] != webhooks.AttemptNeeded:
		case claimed[a.Key()]:
			delete(claimed, a.Key())
		default:
			checks[i] = webhooks.AttemptClaimed
		}
	}
	return checks, err
}

// notStored are the deliveries of attempts that were not found.
func notStored(
	planned []webhooks.PlannedAttempt, found map[webhooks.DeliveryID]webhooks.DeliveryRecord,
) (list []webhooks.DeliveryRecord) {
	for _, a := range planned {
		at, ok := ids.Time(webhooks.DeliveryPrefix, string(a.Delivery))
		if _, known := found[a.Delivery]; known || !ok {
			continue
		}
		var d webhooks.DeliveryRecord
		d.Event, d.EventAt = a.Event, at
		list = append(list, d)
	}
	return list
}

// ResendDelivery begins a new run of a delivery that has ended, and sends it, or moves the next attempt of one that
// waits for a retry to now. One with an order waits for its turn if another one of its key is under way.
// ErrDeliveryPending while an attempt is due or under way; ErrEndpointNotFound or
// ErrEndpointInactive when nothing can be sent. by is nil when its tenant asks for it.
func (u *Deliveries) ResendDelivery(
	ctx context.Context, sc webhooks.Scope, id webhooks.DeliveryID, by *webhooks.Operator,
) (webhooks.DeliveryRecord, error) {
	at := now()
	d, err := u.find(ctx, sc, id)
	if err != nil {
		return d, err
	}
	move := false
	var send []webhooks.Delivery
	err = u.store.InTx(ctx, func(tx *postgres.Store) error {
		// The endpoint is locked before the delivery, as when attempts are recorded.
		e, err := tx.Endpoints.FindLocked(ctx, sc, d.Endpoint, postgres.ForNoKeyUpdate)
		if err != nil {
			return err
		}
		if d, err = tx.Deliveries.FindLocked(ctx, sc, id, postgres.ForUpdate); err != nil {
			return err
		}
		if move, err = d.CheckResend(e, at); err != nil {
			return err
		}
		if move {
			err = moveAttempts(ctx, tx, []webhooks.Delivery{d.Move()}, at, at.Add(u.overdue))
		} else {
			err = tx.Deliveries.BeginRun(ctx, d.Delivery, e.Activation, at, at.Add(u.overdue))
		}
		if err != nil {
			return err
		}
		if by != nil {
			if err := tx.Audit.Insert(ctx, *by, string(id), sc.Tenant, at); err != nil {
				return err
			}
		}
		if d, err = tx.Deliveries.Find(ctx, sc, id); err != nil {
			return err
		}
		if err = tx.Events.Complete(ctx, &d.Delivery); err != nil || move {
			return err
		}
		if send, err = inOrder(ctx, tx, []webhooks.Delivery{d.Delivery}, at, at.Add(u.overdue)); err != nil {
			return err
		}
		held, err := tx.Deliveries.Find(ctx, sc, id)
		d.NextAttemptAt, d.HeldBackBy = held.NextAttemptAt, held.HeldBackBy
		return err
	})
	if err != nil {
		return d, err
	}
	if len(send) > 0 { // the run is stored; should this fail, the sweep sends it
		_ = u.queue.Enqueue(ctx, send)
	}
	return d, nil
}

// moveAttempts moves the retries that deliveries of one endpoint wait for to now. The sweep sends them.
func moveAttempts(
	ctx context.Context, tx *postgres.Store, list []webhooks.Delivery, now, overdue time.Time,
) error {
	if err := tx.Endpoints.SetMoved(ctx, list[0].Endpoint, now); err != nil {
		return err
	}
	return tx.Held.Move(ctx, list, now, overdue)
}
