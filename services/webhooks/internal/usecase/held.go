package usecase

import (
	"context"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
)

// Held keeps deliveries for which no stream has room, and sends them again.
type Held struct {
	store   *postgres.Store
	overdue time.Duration
	paces   webhooks.HeldPaces // for the one caller of Endpoints and Release
}

// Hold keeps deliveries for which no stream has room; those that are held already stay as they are. It returns those
// that the database will never accept: they do not delay the others.
func (u *Held) Hold(
	ctx context.Context, list []webhooks.HeldDelivery,
) (refused []webhooks.HeldDelivery, err error) {
	if err = u.store.Held.Insert(ctx, list); !pgdb.Refused(err) {
		return nil, err
	}
	for i, h := range list {
		switch err := u.store.Held.Insert(ctx, list[i:i+1]); {
		case pgdb.Refused(err):
			refused = append(refused, h)
		case err != nil:
			return nil, err
		}
	}
	return refused, nil
}

// Endpoints returns the endpoints that have held deliveries which are due and do not rest, by their owners. It ends
// the hold of deliveries to endpoints that were deleted.
func (u *Held) Endpoints(
	ctx context.Context, now time.Time,
) (map[webhooks.Scope][]webhooks.EndpointID, error) {
	list, err := u.store.Held.Endpoints(ctx, now)
	if err != nil {
		return nil, err
	}
	deleted := list[webhooks.Scope{}]
	delete(list, webhooks.Scope{})
	for _, id := range deleted {
		if err := u.end(ctx, id, now.Add(-storedWithin)); err != nil {
			return nil, err
		}
	}
	u.paces.Forget(now)
	for scope, endpoints := range list {
		list[scope] = slices.DeleteFunc(endpoints, func(id webhooks.EndpointID) bool { return u.paces.Rests(id, now) })
	}
	maps.DeleteFunc(list, func(_ webhooks.Scope, endpoints []webhooks.EndpointID) bool { return len(endpoints) == 0 })
	return list, nil
}

// storedWithin is how long the relay may take to store a delivery that it has sent.
const storedWithin = 5 * time.Second

// end ends the hold of deliveries to an endpoint that was deleted, those that were due at a time, and lets the
// deliveries be cancelled. The relay may have stored them after the others of the endpoint were cancelled.
func (u *Held) end(ctx context.Context, id webhooks.EndpointID, now time.Time) error {
	due, _, err := u.store.Held.Due(ctx, []webhooks.EndpointID{id}, webhooks.ReleasedOf(1), false, now)
	if err != nil || len(due) == 0 {
		return err
	}
	gone := make([]webhooks.HeldDelivery, len(due))
	for i, d := range due {
		gone[i] = d.HeldDelivery
	}
	all := postgres.Cancellation{Endpoint: id, Activation: math.MaxInt32}
	if err := u.store.Cancellations.Request(ctx, all); err != nil {
		return err
	}
	return u.store.Held.Drop(ctx, gone)
}

// Release ends the hold of deliveries to endpoints of one owner that are due, as many as are sent at once, and
// returns them with the numbers of their attempts; with moved only those that were moved and not given back since.
func (u *Held) Release(
	ctx context.Context, endpoints []webhooks.EndpointID, moved bool, now time.Time,
) (list []webhooks.Delivery, attempts []int, err error) {
	unsettled, err := u.store.Held.Unsettled(ctx, u.paces.Sent(endpoints))
	if err != nil {
		return nil, nil, err
	}
	due, read, err := u.store.Held.Due(ctx, endpoints, webhooks.ReleasedOf(len(endpoints)), moved, now)
	if err != nil {
		return nil, nil, err
	}
	send, drop := webhooks.Release(u.paces.Admit(due, unsettled, read, now), now)
	if len(drop) > 0 {
		if err := u.store.Held.Drop(ctx, drop); err != nil {
			return nil, nil, err
		}
	}
	if len(send) == 0 {
		return nil, nil, nil
	}
	if list, attempts, err = u.store.Held.Take(ctx, send, now, now.Add(u.overdue)); err != nil {
		return nil, nil, err
	}
	u.paces.Send(list, attempts, now)
	for i := range list {
		// The message that was returned may come again, too.
		list[i].Returned, list[i].Doubtful = true, true
	}
	return list, attempts, nil
}
