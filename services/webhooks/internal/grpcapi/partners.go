package grpcapi

import (
	"context"
	"fmt"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/internal/telemetry"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/usecase"
)

// Partners serves PartnerEventService.
type Partners struct {
	webhooksv1.UnimplementedPartnerEventServiceServer
	partners *usecase.Partners
}

// NewPartners returns the service.
func NewPartners(u *usecase.Partners) *Partners { return &Partners{partners: u} }

// PutPartnerTenant makes the tenant of a partner.
func (s *Partners) PutPartnerTenant(
	ctx context.Context, req *webhooksv1.PutPartnerTenantRequest,
) (*webhooksv1.PutPartnerTenantResponse, error) {
	t := webhooks.Tenant{
		ID: webhooks.TenantID(req.GetId()), Name: req.GetName(), Envelope: webhooks.TenantID(req.GetEnvelopeTenant()),
	}
	return &webhooksv1.PutPartnerTenantResponse{}, s.partners.PutTenant(ctx, t)
}

// RelayEvents applies events and changes of permissions.
func (s *Partners) RelayEvents(
	ctx context.Context, req *webhooksv1.RelayEventsRequest,
) (*webhooksv1.RelayEventsResponse, error) {
	items := make([]usecase.RelayItem, len(req.GetItems()))
	for i, item := range req.GetItems() {
		if p := item.GetPermission(); p != nil {
			items[i].Permission = &usecase.PermissionChange{
				Scope:      webhooks.Scope{Tenant: webhooks.TenantID(p.GetTenantId()), Livemode: p.GetLivemode()},
				Permission: p.GetPermission(), Withdrawn: p.GetWithdrawn(),
			}
			continue
		}
		e := item.GetEvent()
		at, ok := ids.Time(webhooks.EventPrefix, e.GetId())
		if !ok {
			return nil, fault.Field(fmt.Sprintf("/items/%d/event/id", i), "invalid", "must be the id of an event")
		}
		items[i].Event = webhooks.Event{
			ID:        webhooks.EventID(e.GetId()),
			Scope:     webhooks.Scope{Tenant: webhooks.TenantID(e.GetTenantId()), Livemode: e.GetLivemode()},
			Type:      webhooks.EventType(e.GetType()),
			CreatedAt: at, Body: e.GetBody(), Channel: e.GetChannel(), Permissions: e.GetPermissions(),
			Traceparent: telemetry.Traceparent(ctx),
		}
	}
	stored, err := s.partners.Relay(ctx, usecase.RelayCall{Epoch: req.GetEpoch(), Call: req.GetCall()}, items)
	return &webhooksv1.RelayEventsResponse{Stored: int32(stored)}, err
}
