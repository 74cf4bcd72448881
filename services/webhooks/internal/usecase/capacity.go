package usecase

import (
	"context"
	"slices"

	"github.com/partnerline/partnerline/services/webhooks"
)

const (
	shownWaiting = 20   // tenants and modes
	countedRates = 1000 // tenants and modes whose events wait
)

// ListWaitingTenants returns the tenants and modes of which most waits for capacity, and the names of these tenants.
func (u *Operator) ListWaitingTenants(
	ctx context.Context,
) ([]webhooks.WaitingTenant, map[webhooks.TenantID]string, error) {
	at := now()
	due, err := u.store.Held.Endpoints(ctx, at.Add(-webhooks.SentWithin))
	if err != nil {
		return nil, nil, err
	}
	delete(due, webhooks.Scope{}) // what is held for endpoints that were deleted ends
	var ids []webhooks.EndpointID
	for _, of := range due {
		ids = slices.Concat(ids, of)
	}
	waiting, err := u.store.Capacity.OfEndpoints(ctx, ids, at)
	if err != nil {
		return nil, nil, err
	}
	deliveries := map[webhooks.Scope]webhooks.Waiting{}
	for sc, of := range due {
		for _, id := range of {
			deliveries[sc] = deliveries[sc].Add(waiting[id])
		}
	}
	limited, err := u.store.Capacity.LimitedScopes(ctx, countedRates)
	if err != nil {
		return nil, nil, err
	}
	events, err := u.store.Capacity.EventsOf(ctx, limited, at)
	if err != nil {
		return nil, nil, err
	}
	list := webhooks.WaitingTenants(deliveries, events, shownWaiting)
	tenants := make([]webhooks.TenantID, len(list))
	for i, w := range list {
		tenants[i] = w.Tenant
	}
	names, err := u.store.Tenants.Names(ctx, tenants)
	return list, names, err
}
