package grpcapi

import (
	"context"

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
	store *postgres.Store
}

// NewOperator returns the service.
func NewOperator(s *postgres.Store) *Operator { return &Operator{store: s} }

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
	prefix := webhooks.KeyPrefix(req.GetLivemode())
	key := apikey.Mint(prefix)
	record := postgres.APIKey{
		ID: ids.New("key_"), Scope: webhooks.Scope{Tenant: webhooks.TenantID(req.GetTenantId()), Livemode: req.GetLivemode()},
		Prefix: apikey.Shown(key, prefix), CreatedAt: now(),
	}
	if err := s.store.CreateAPIKey(ctx, record, apikey.Hash(key)); err != nil {
		return nil, err
	}
	return &webhooksv1.CreateApiKeyResponse{ApiKey: apiKeyProto(record), Key: key}, nil
}

// RevokeApiKey makes a key worthless from the next call on.
func (s *Operator) RevokeApiKey(ctx context.Context, req *webhooksv1.RevokeApiKeyRequest) (*webhooksv1.RevokeApiKeyResponse, error) {
	k, err := s.store.RevokeAPIKey(ctx, req.GetId(), now())
	if err != nil {
		return nil, err
	}
	return &webhooksv1.RevokeApiKeyResponse{ApiKey: apiKeyProto(k)}, nil
}

func apiKeyProto(k postgres.APIKey) *webhooksv1.ApiKey {
	return &webhooksv1.ApiKey{
		Id: k.ID, TenantId: string(k.Scope.Tenant), Livemode: k.Scope.Livemode, Prefix: k.Prefix,
		CreatedAt: timestamppb.New(k.CreatedAt), ExpiresAt: stamp(k.ExpiresAt), RevokedAt: stamp(k.RevokedAt),
	}
}
