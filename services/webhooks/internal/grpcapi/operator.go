package grpcapi

import (
	"context"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/apikey"
	"github.com/partnerline/partnerline/internal/ids"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
)

// Operator serves OperatorService.
type Operator struct {
	webhooksv1.UnimplementedOperatorServiceServer
	store      *postgres.Store
	recoveries *Recoveries
	backlog    func(context.Context) ([]*webhooksv1.Stage, error)
}

// NewOperator returns the service; backlog measures the stages of the pipeline.
func NewOperator(s *postgres.Store, r *Recoveries, backlog func(context.Context) ([]*webhooksv1.Stage, error)) *Operator {
	return &Operator{store: s, recoveries: r, backlog: backlog}
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

// CreateApiKey makes a key and shows it once.
func (s *Operator) CreateApiKey(ctx context.Context, req *webhooksv1.CreateApiKeyRequest) (*webhooksv1.CreateApiKeyResponse, error) {
	record, key := mintKey(webhooks.Scope{Tenant: webhooks.TenantID(req.GetTenantId()), Livemode: req.GetLivemode()})
	if err := s.store.CreateAPIKey(ctx, record, apikey.Hash(key)); err != nil {
		return nil, err
	}
	return &webhooksv1.CreateApiKeyResponse{ApiKey: apiKeyProto(record), Key: key}, nil
}

func mintKey(sc webhooks.Scope) (record postgres.APIKey, key string) {
	prefix := webhooks.KeyPrefix(sc.Livemode)
	key = apikey.Mint(prefix)
	return postgres.APIKey{ID: ids.New("key_"), Scope: sc, Prefix: apikey.Shown(key, prefix), CreatedAt: now()}, key
}

// ListApiKeys returns the records of a tenant's keys.
func (s *Operator) ListApiKeys(ctx context.Context, req *webhooksv1.ListApiKeysRequest) (*webhooksv1.ListApiKeysResponse, error) {
	list, err := s.store.APIKeys(ctx, webhooks.TenantID(req.GetTenantId()))
	if err != nil {
		return nil, err
	}
	resp := &webhooksv1.ListApiKeysResponse{}
	for _, k := range list {
		resp.ApiKeys = append(resp.ApiKeys, apiKeyProto(k))
	}
	return resp, nil
}

// RollApiKey replaces a key; both work until the overlap ends.
func (s *Operator) RollApiKey(ctx context.Context, req *webhooksv1.RollApiKeyRequest) (*webhooksv1.RollApiKeyResponse, error) {
	at := now()
	resp := &webhooksv1.RollApiKeyResponse{}
	err := s.store.RollAPIKey(ctx, req.GetId(), at.Add(time.Duration(req.GetOverlapSeconds())*time.Second), at,
		func(sc webhooks.Scope) (postgres.APIKey, []byte) {
			record, key := mintKey(sc)
			resp.ApiKey, resp.Key = apiKeyProto(record), key
			return record, apikey.Hash(key)
		})
	if err != nil {
		return nil, err
	}
	return resp, nil
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

// RevokeApiKey makes a key worthless from the next call on.
func (s *Operator) RevokeApiKey(ctx context.Context, req *webhooksv1.RevokeApiKeyRequest) (*webhooksv1.RevokeApiKeyResponse, error) {
	k, err := s.store.RevokeAPIKey(ctx, req.GetId(), now())
	if err != nil {
		return nil, err
	}
	return &webhooksv1.RevokeApiKeyResponse{ApiKey: apiKeyProto(k)}, nil
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

func apiKeyProto(k postgres.APIKey) *webhooksv1.ApiKey {
	return &webhooksv1.ApiKey{
		Id: k.ID, TenantId: string(k.Scope.Tenant), Livemode: k.Scope.Livemode, Prefix: k.Prefix,
		CreatedAt: timestamppb.New(k.CreatedAt), ExpiresAt: stamp(k.ExpiresAt), RevokedAt: stamp(k.RevokedAt),
	}
}
