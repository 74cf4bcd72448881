package grpcapi

import (
	"context"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/reseal"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/backlog"
	"github.com/partnerline/partnerline/services/webhooks/internal/usecase"
)

// Operator serves OperatorService.
type Operator struct {
	webhooksv1.UnimplementedOperatorServiceServer
	operator   *usecase.Operator
	tenants    *usecase.Tenants
	recoveries *usecase.Recoveries
	keys       *reseal.Keeper
	backlog    *backlog.Backlog
}

// NewOperator returns the service.
func NewOperator(o *usecase.Operator, t *usecase.Tenants, r *usecase.Recoveries, keys *reseal.Keeper, b *backlog.Backlog) *Operator {
	return &Operator{operator: o, tenants: t, recoveries: r, keys: keys, backlog: b}
}

// ResealKeys seals what is stored with the first encryption key.
func (s *Operator) ResealKeys(ctx context.Context, _ *webhooksv1.ResealKeysRequest) (*webhooksv1.ResealKeysResponse, error) {
	done, err := s.keys.Reseal(ctx)
	if err != nil {
		return nil, err
	}
	return &webhooksv1.ResealKeysResponse{Changed: done.Changed, Unreadable: done.Unreadable}, nil
}

// ListEncryptionKeys counts what is sealed with which key.
func (s *Operator) ListEncryptionKeys(ctx context.Context, _ *webhooksv1.ListEncryptionKeysRequest) (*webhooksv1.ListEncryptionKeysResponse, error) {
	usage, err := s.keys.Usage(ctx)
	if err != nil {
		return nil, err
	}
	resp := &webhooksv1.ListEncryptionKeysResponse{}
	for _, u := range usage {
		resp.Data = append(resp.Data, &webhooksv1.EncryptionKey{Id: u.KeyID, First: u.First, Configured: u.Configured, Values: u.Values})
	}
	return resp, nil
}

// CreateTenant makes a tenant, or returns the one that has the id already.
func (s *Operator) CreateTenant(ctx context.Context, req *webhooksv1.CreateTenantRequest) (*webhooksv1.CreateTenantResponse, error) {
	t, err := s.tenants.CreateTenant(ctx, webhooks.TenantID(req.GetId()), req.GetName())
	if err != nil {
		return nil, err
	}
	return &webhooksv1.CreateTenantResponse{Data: &webhooksv1.Tenant{
		Id: string(t.ID), Name: t.Name, CreatedAt: timestamppb.New(t.CreatedAt),
	}}, nil
}

// ListTenantEndpoints returns the endpoints of a tenant, of both modes.
func (s *Operator) ListTenantEndpoints(ctx context.Context, req *webhooksv1.ListTenantEndpointsRequest) (*webhooksv1.ListTenantEndpointsResponse, error) {
	list, err := s.operator.ListTenantEndpoints(ctx, webhooks.TenantID(req.GetTenantId()))
	if err != nil {
		return nil, err
	}
	resp := &webhooksv1.ListTenantEndpointsResponse{}
	for _, e := range list {
		resp.Data = append(resp.Data, endpointProto(e))
		if e.RecoveryWindow > 0 {
			resp.AutomaticRecoveries = append(resp.AutomaticRecoveries, automaticRecoveryProto(e.ID, e.RecoveryWindow))
		}
	}
	return resp, nil
}

// RedriveEndpoint starts a recovery of any tenant's endpoint.
func (s *Operator) RedriveEndpoint(ctx context.Context, req *webhooksv1.RedriveEndpointRequest) (*webhooksv1.RedriveEndpointResponse, error) {
	scope := webhooks.Scope{Tenant: webhooks.TenantID(req.GetTenantId()), Livemode: req.GetLivemode()}
	r, err := s.recoveries.RecoverEndpoint(ctx, scope, webhooks.EndpointID(req.GetRecovery().GetId()), recoveryRequest(req.GetRecovery()))
	if err != nil {
		return nil, err
	}
	return &webhooksv1.RedriveEndpointResponse{Data: recoveryProto(r)}, nil
}

// GetBacklog returns how much waits at each stage.
func (s *Operator) GetBacklog(ctx context.Context, _ *webhooksv1.GetBacklogRequest) (*webhooksv1.GetBacklogResponse, error) {
	stages, err := s.backlog.Stages(ctx)
	if err != nil {
		return nil, err
	}
	resp := &webhooksv1.GetBacklogResponse{}
	for _, x := range stages {
		resp.Data = append(resp.Data, &webhooksv1.Stage{Name: x.Name, Waiting: x.Waiting, OldestAgeS: x.OldestAge})
	}
	return resp, nil
}

// defaultNotices is how many notices a page holds by default.
const defaultNotices = 100

// ListNotices returns notices, in order.
func (s *Operator) ListNotices(ctx context.Context, req *webhooksv1.ListNoticesRequest) (*webhooksv1.ListNoticesResponse, error) {
	limit := int(req.GetPageSize())
	if limit == 0 {
		limit = defaultNotices
	}
	list, err := s.operator.ListNotices(ctx, req.GetAfter(), limit)
	if err != nil {
		return nil, err
	}
	resp := &webhooksv1.ListNoticesResponse{}
	for _, n := range list {
		resp.Data = append(resp.Data, &webhooksv1.Notice{
			Id: n.ID, Type: string(n.Notice), EndpointId: string(n.Endpoint), TenantId: string(n.Scope.Tenant), Livemode: n.Scope.Livemode,
			FailureCount: int32(n.FailureCount), CreatedAt: timestamppb.New(n.CreatedAt),
			Actor: deref(n.Actor), Reason: deref(n.Reason),
		})
	}
	return resp, nil
}

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
