package grpcapi

import (
	"context"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/reseal"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
)

// Operator serves OperatorService.
type Operator struct {
	webhooksv1.UnimplementedOperatorServiceServer
	store      *postgres.Store
	recoveries *Recoveries
	keys       KeyKeeper
	backlog    func(context.Context) ([]*webhooksv1.Stage, error)
}

// KeyKeeper replaces the key that seals what is stored; *reseal.Keeper does.
type KeyKeeper interface {
	Reseal(ctx context.Context) (reseal.Result, error)
	Usage(ctx context.Context) ([]reseal.Usage, error)
}

// NewOperator returns the service; backlog measures the stages of the pipeline.
func NewOperator(s *postgres.Store, r *Recoveries, keys KeyKeeper, backlog func(context.Context) ([]*webhooksv1.Stage, error)) *Operator {
	return &Operator{store: s, recoveries: r, keys: keys, backlog: backlog}
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
		resp.EncryptionKeys = append(resp.EncryptionKeys, &webhooksv1.EncryptionKey{Id: u.KeyID, First: u.First, Configured: u.Configured, Values: u.Values})
	}
	return resp, nil
}

// CreateTenant makes a tenant, or returns the one that has the id already.
func (s *Operator) CreateTenant(ctx context.Context, req *webhooksv1.CreateTenantRequest) (*webhooksv1.CreateTenantResponse, error) {
	t, err := s.store.CreateTenant(ctx, webhooks.TenantID(req.GetId()), req.GetName(), now())
	if err != nil {
		return nil, err
	}
	return &webhooksv1.CreateTenantResponse{Tenant: &webhooksv1.Tenant{
		Id: string(t.ID), Name: t.Name, CreatedAt: timestamppb.New(t.CreatedAt),
	}}, nil
}

// ListTenantEndpoints returns the endpoints of a tenant, of both modes.
func (s *Operator) ListTenantEndpoints(ctx context.Context, req *webhooksv1.ListTenantEndpointsRequest) (*webhooksv1.ListTenantEndpointsResponse, error) {
	list, err := s.store.TenantEndpoints(ctx, webhooks.TenantID(req.GetTenantId()))
	if err != nil {
		return nil, err
	}
	recent, err := s.store.RecentOf(ctx, list, now())
	if err != nil {
		return nil, err
	}
	resp := &webhooksv1.ListTenantEndpointsResponse{}
	for _, e := range list {
		resp.Endpoints = append(resp.Endpoints, endpointProto(e, recent[e.ID]))
		if e.RecoveryWindow > 0 {
			resp.AutomaticRecoveries = append(resp.AutomaticRecoveries, automaticRecoveryProto(e.ID, e.RecoveryWindow))
		}
	}
	return resp, nil
}

// RedriveEndpoint starts a recovery of any tenant's endpoint.
func (s *Operator) RedriveEndpoint(ctx context.Context, req *webhooksv1.RedriveEndpointRequest) (*webhooksv1.RedriveEndpointResponse, error) {
	scope := webhooks.Scope{Tenant: webhooks.TenantID(req.GetTenantId()), Livemode: req.GetLivemode()}
	r, err := s.recoveries.start(ctx, scope, req.GetRecovery(), func() error { return nil }) // the chain has judged it
	if err != nil {
		return nil, err
	}
	return &webhooksv1.RedriveEndpointResponse{Recovery: recoveryProto(r)}, nil
}

// GetBacklog returns how much waits at each stage.
func (s *Operator) GetBacklog(ctx context.Context, _ *webhooksv1.GetBacklogRequest) (*webhooksv1.GetBacklogResponse, error) {
	stages, err := s.backlog(ctx)
	if err != nil {
		return nil, err
	}
	return &webhooksv1.GetBacklogResponse{Stages: stages}, nil
}

// defaultNotices is how many notices a page holds unless told otherwise.
const defaultNotices = 100

// ListNotices returns what the operator is told, in order.
func (s *Operator) ListNotices(ctx context.Context, req *webhooksv1.ListNoticesRequest) (*webhooksv1.ListNoticesResponse, error) {
	limit := int(req.GetLimit())
	if limit == 0 {
		limit = defaultNotices
	}
	list, err := s.store.Notices(ctx, req.GetAfter(), limit)
	if err != nil {
		return nil, err
	}
	resp := &webhooksv1.ListNoticesResponse{}
	for _, n := range list {
		resp.Notices = append(resp.Notices, &webhooksv1.Notice{
			Id: n.ID, Kind: string(n.Kind), EndpointId: string(n.Endpoint), TenantId: string(n.Scope.Tenant), Livemode: n.Scope.Livemode,
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
