package usecase

import (
	"context"
	"slices"
	"time"

	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
	"github.com/partnerline/partnerline/services/webhooks/internal/relay"
)

// storeChange stores an endpoint that changed, with what follows: when it stopped being active, its pending deliveries
// are cancelled in the background; when it became active, a recovery may start, which is returned.
func storeChange(ctx context.Context, tx *postgres.Store, before, e webhooks.Endpoint) (*webhooks.Recovery, error) {
	if e.Version == before.Version {
		return nil, nil //nolint:nilnil // nothing changed, and no recovery started
	}
	if err := tx.Endpoints.Update(ctx, e); err != nil {
		return nil, err
	}
	var started *webhooks.Recovery
	if e.IsActive && !before.IsActive {
		if r, ok := before.AutomaticRecovery(ids.New(webhooks.RecoveryPrefix), e.UpdatedAt); ok {
			if err := tx.Recoveries.Insert(ctx, r); err != nil {
				return nil, err
			}
			started = &r
		}
		if err := emitAbout(ctx, tx, webhooks.EndpointReactivated, e, e.UpdatedAt); err != nil {
			return nil, err
		}
	}
	if before.IsActive && !e.IsActive {
		if err := stopped(ctx, tx, e); err != nil {
			return nil, err
		}
	}
	return started, tx.Endpoints.NotifyChanged(ctx, e.ID)
}

// emitAbout stores an event about an endpoint when another one of its tenant lists the type, and a notice when there is
// an address for them.
func emitAbout(ctx context.Context, tx *postgres.Store, t webhooks.EventType, e webhooks.Endpoint, at time.Time) error {
	if err := tx.Portal.InsertNotice(ctx, t, e, at); err != nil {
		return err
	}
	if listed, err := tx.Endpoints.OthersList(ctx, e, t); err != nil || !listed {
		return err
	}
	envelope, err := tx.Tenants.Envelope(ctx, e.Tenant)
	if err != nil {
		return err
	}
	event, err := webhooks.NewEndpointEvent(t, e, envelope, at)
	if err != nil {
		return err
	}
	return tx.Events.Insert(ctx, event)
}

// stopped stores what follows when an endpoint stops being active.
func stopped(ctx context.Context, tx *postgres.Store, e webhooks.Endpoint) error {
	if err := tx.Endpoints.SetMissedSince(ctx, e.ID); err != nil {
		return err
	}
	return tx.Cancellations.Request(ctx, postgres.Cancellation{Endpoint: e.ID, Activation: e.Activation})
}

// observe adds what the deliveries of an endpoint show.
func observe(ctx context.Context, store *postgres.Store, e webhooks.Endpoint) (webhooks.ObservedEndpoint, error) {
	list, err := observeAll(ctx, store, []webhooks.Endpoint{e})
	if err != nil {
		return webhooks.ObservedEndpoint{}, err
	}
	return list[0], nil
}

func observeAll(
	ctx context.Context, store *postgres.Store, list []webhooks.Endpoint,
) ([]webhooks.ObservedEndpoint, error) {
	scopes := make([]webhooks.Scope, 0, 1)
	for _, e := range list {
		if !slices.Contains(scopes, e.Scope) {
			scopes = append(scopes, e.Scope)
		}
	}
	if len(scopes) > 0 {
		if err := relay.Flush(ctx, store, scopes...); err != nil { // what was sent is pending
			return nil, err
		}
	}
	at, ids := now(), make([]webhooks.EndpointID, len(list))
	for i, e := range list {
		ids[i] = e.ID
	}
	recent, err := store.Endpoints.Recent(ctx, list, at)
	if err != nil {
		return nil, err
	}
	waiting, err := store.Capacity.OfEndpoints(ctx, ids, at)
	if err != nil {
		return nil, err
	}
	events, err := store.Capacity.EventsOf(ctx, scopes, at)
	if err != nil {
		return nil, err
	}
	out := make([]webhooks.ObservedEndpoint, len(list))
	for i, e := range list {
		r := recent[e.ID]
		r.Waiting, r.Events = waiting[e.ID], events[e.Scope]
		out[i] = webhooks.ObservedEndpoint{Endpoint: e, Recent: r}
	}
	return out, nil
}
