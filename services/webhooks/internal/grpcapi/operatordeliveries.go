package grpcapi

import (
	"context"
	"strings"

	"github.com/partnerline/partnerline/internal/grpcserver"
	optionsv1 "github.com/partnerline/partnerline/proto/gen/options/v1"
	pagingv1 "github.com/partnerline/partnerline/proto/gen/paging/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/webhooks"
)

// ListEndpointDeliveries returns a page of the deliveries of any tenant's endpoint.
func (s *Operator) ListEndpointDeliveries(
	ctx context.Context, req *webhooksv1.ListEndpointDeliveriesRequest,
) (*webhooksv1.ListEndpointDeliveriesResponse, error) {
	if err := checkDeliveryFilter(req, webhooks.KnownEventTypes()); err != nil {
		return nil, err
	}
	id := webhooks.EndpointID(req.GetId())
	e, err := s.operator.FindEndpoint(ctx, id)
	if err != nil {
		return nil, err
	}
	page, err := s.deliveries.page(ctx, "operators", e, req)
	if err != nil {
		return nil, err
	}
	return &webhooksv1.ListEndpointDeliveriesResponse{
		Data: deliveryProtos(page.Rows), Meta: &pagingv1.PageMeta{NextPageToken: page.Next, PageSize: page.Size},
	}, nil
}

// ListTenantDeliveries returns a page of the deliveries to the endpoints of a tenant.
func (s *Operator) ListTenantDeliveries(
	ctx context.Context, req *webhooksv1.ListTenantDeliveriesRequest,
) (*webhooksv1.ListTenantDeliveriesResponse, error) {
	if err := checkDeliveryFilter(req, webhooks.KnownEventTypes()); err != nil {
		return nil, err
	}
	tenant, endpoint := webhooks.TenantID(req.GetTenantId()), webhooks.EndpointID(req.GetEndpointId())
	page, err := fetchDeliveries(s.tokens, "operators", []any{tenant, endpoint}, req,
		func(f webhooks.DeliveryFilter) ([]webhooks.DeliveryRecord, error) {
			return s.deliveries.deliveries.ListTenantDeliveries(ctx, tenant, endpoint, f)
		})
	if err != nil {
		return nil, err
	}
	resp := &webhooksv1.ListTenantDeliveriesResponse{Meta: &pagingv1.PageMeta{
		NextPageToken: page.Next, PageSize: page.Size,
	}}
	for _, d := range page.Rows {
		resp.Data = append(resp.Data, &webhooksv1.TenantDelivery{Delivery: deliveryProto(d), Livemode: d.Scope.Livemode})
	}
	return resp, nil
}

// GetEndpointDelivery returns a delivery of any tenant with its attempts.
func (s *Operator) GetEndpointDelivery(
	ctx context.Context, req *webhooksv1.GetEndpointDeliveryRequest,
) (*webhooksv1.GetEndpointDeliveryResponse, error) {
	d, attempts, err := s.deliveries.deliveries.InspectDelivery(ctx, webhooks.DeliveryID(req.GetId()))
	if err != nil {
		return nil, err
	}
	resp := &webhooksv1.GetEndpointDeliveryResponse{
		Data: s.deliveries.detail(d, attempts), TenantId: string(d.Scope.Tenant), Livemode: d.Scope.Livemode,
		RequestBody: strings.ToValidUTF8(string(d.Body), "\ufffd"),
	}
	if o, _ := grpcserver.OperatorOf(ctx); !o.Bootstrap && !o.HasAny([]optionsv1.Role{optionsv1.Role_ROLE_SUPPORT}) {
		resp.RequestBody = ""
		for _, a := range resp.GetData().GetAttempts() {
			a.ResponseHeaders, a.ResponseBody = nil, ""
		}
	}
	return resp, nil
}

// ResendEndpointDelivery sends a delivery of any tenant again.
func (s *Operator) ResendEndpointDelivery(
	ctx context.Context, req *webhooksv1.ResendEndpointDeliveryRequest,
) (*webhooksv1.ResendEndpointDeliveryResponse, error) {
	id, by := webhooks.DeliveryID(req.GetId()), operatorOf(ctx)
	sc, err := s.deliveries.deliveries.ScopeOf(ctx, id)
	if err != nil {
		return nil, err
	}
	d, err := s.deliveries.deliveries.ResendDelivery(ctx, sc, id, &by)
	if err != nil {
		return nil, err
	}
	return &webhooksv1.ResendEndpointDeliveryResponse{Data: deliveryProto(d)}, nil
}
