package usecase

import (
	"context"
	"time"

	"github.com/partnerline/partnerline/services/webhooks"
)

// HoldDeliveries keeps deliveries for which no stream has room. What is held already stays so.
func (u *Deliveries) HoldDeliveries(ctx context.Context, list []webhooks.HeldDelivery) error {
	return u.store.Held.Insert(ctx, list)
}

// HeldEndpoints returns the endpoints that have held deliveries, by their owners. What is held for endpoints that were
// deleted ends.
func (u *Deliveries) HeldEndpoints(
	ctx context.Context, now time.Time,
) (map[webhooks.Scope][]webhooks.EndpointID, error) {
	list, err := u.store.Held.Endpoints(ctx)
	if err != nil {
		return nil, err
	}
	deleted := list[webhooks.Scope{}]
	delete(list, webhooks.Scope{})
	for _, id := range deleted {
		due, err := u.store.Held.Due(ctx, []webhooks.EndpointID{id}, webhooks.ReleasedOf(1), now)
		if err != nil {
			return nil, err
		}
		gone := make([]webhooks.HeldDelivery, len(due))
		for i, d := range due {
			gone[i] = d.HeldDelivery
		}
		if err := u.store.Held.Drop(ctx, gone); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// ReleaseHeld ends the hold of deliveries to endpoints of one owner that are due, as many as are sent at once, and
// returns them with the numbers of their attempts.
func (u *Deliveries) ReleaseHeld(
	ctx context.Context, endpoints []webhooks.EndpointID, now time.Time,
) (list []webhooks.Delivery, attempts []int, err error) {
	due, err := u.store.Held.Due(ctx, endpoints, webhooks.ReleasedOf(len(endpoints)), now)
	if err != nil {
		return nil, nil, err
	}
	send, drop := webhooks.Release(due, now)
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
	for i := range list {
		// The stream remembers the id under which it was sent before. The message that was returned may come again, too.
		list[i].Returned, list[i].Doubtful = now.UnixMilli(), true
	}
	return list, attempts, nil
}
