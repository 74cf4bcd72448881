package grpcclient

import (
	"context"
	"fmt"

	"google.golang.org/grpc"

	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/event"
)

// MaxItems is how many items one call relays.
const MaxItems = 500

// A Webhooks relays events.
type Webhooks struct {
	events webhooksv1.PartnerEventServiceClient
}

// NewWebhooks returns a client on a connection.
func NewWebhooks(conn grpc.ClientConnInterface) *Webhooks {
	return &Webhooks{webhooksv1.NewPartnerEventServiceClient(conn)}
}

// PutPartner creates the partner's tenant in webhooks, or updates it.
func (c *Webhooks) PutPartner(ctx context.Context, p access.Partner) error {
	_, err := c.events.PutPartnerTenant(ctx,
		&webhooksv1.PutPartnerTenantRequest{Id: string(p.ID), Name: p.Name, EnvelopeTenant: p.Tenant})
	if err != nil {
		return fmt.Errorf("tenant of partner %s: %w", p.ID, err)
	}
	return nil
}

// A Call orders what was relayed: first by epoch, then by number.
type Call struct{ Epoch, Number int64 }

// Permissions relays what partners may get now, at most MaxItems.
func (c *Webhooks) Permissions(ctx context.Context, call Call, list []event.PermissionState) error {
	items := make([]*webhooksv1.RelayItem, len(list))
	for i, p := range list {
		items[i] = &webhooksv1.RelayItem{Item: &webhooksv1.RelayItem_Permission{Permission: &webhooksv1.PermissionChange{
			TenantId: string(p.Partner), Livemode: p.Livemode, Permission: p.Name, Withdrawn: !p.Granted,
		}}}
	}
	return c.relay(ctx, call, items)
}

// Events relays events in order, at most MaxItems; those that were relayed before are not delivered again.
func (c *Webhooks) Events(ctx context.Context, call Call, list []event.Relayable) error {
	items := make([]*webhooksv1.RelayItem, len(list))
	for i, e := range list {
		items[i] = &webhooksv1.RelayItem{Item: &webhooksv1.RelayItem_Event{Event: &webhooksv1.RelayedEvent{
			Id: string(e.ID), Type: string(e.Type), TenantId: string(e.Partner), Livemode: e.Livemode,
			Channel: string(e.Channel), Permissions: e.Permissions(), Body: e.Body,
		}}}
	}
	return c.relay(ctx, call, items)
}

func (c *Webhooks) relay(ctx context.Context, call Call, items []*webhooksv1.RelayItem) error {
	if len(items) == 0 {
		return nil
	}
	if _, err := c.events.RelayEvents(ctx,
		&webhooksv1.RelayEventsRequest{Items: items, Epoch: call.Epoch, Call: call.Number}); err != nil {
		return fmt.Errorf("relay: %w", err)
	}
	return nil
}
