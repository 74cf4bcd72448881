package grpcapi

import (
	"context"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/webhooks"
)

// CreateApiKey makes a key and shows it once.
func (s *Operator) CreateApiKey(
	ctx context.Context, req *webhooksv1.CreateApiKeyRequest,
) (*webhooksv1.CreateApiKeyResponse, error) {
	scope := webhooks.Scope{Tenant: webhooks.TenantID(req.GetTenantId()), Livemode: req.GetLivemode()}
	m, err := s.tenants.CreateAPIKey(ctx, scope, endOf(req.GetExpiresAt()), operatorOf(ctx))
	if err != nil {
		return nil, err
	}
	return &webhooksv1.CreateApiKeyResponse{Data: apiKeyProto(m.Record), Key: m.Key}, nil
}

// endOf is when a key ends, in the precision of the API.
func endOf(t *timestamppb.Timestamp) *time.Time {
	if t == nil {
		return nil
	}
	at := t.AsTime().Truncate(time.Millisecond)
	return &at
}

// ListApiKeys returns the records of a tenant's keys.
func (s *Operator) ListApiKeys(
	ctx context.Context, req *webhooksv1.ListApiKeysRequest,
) (*webhooksv1.ListApiKeysResponse, error) {
	list, err := s.tenants.ListAPIKeys(ctx, webhooks.TenantID(req.GetTenantId()))
	if err != nil {
		return nil, err
	}
	resp := &webhooksv1.ListApiKeysResponse{}
	for _, k := range list {
		resp.Data = append(resp.Data, apiKeyProto(k))
	}
	return resp, nil
}

// RollApiKey replaces a key; both work until the overlap ends.
func (s *Operator) RollApiKey(
	ctx context.Context, req *webhooksv1.RollApiKeyRequest,
) (*webhooksv1.RollApiKeyResponse, error) {
	m, err := s.tenants.RollAPIKey(ctx, req.GetId(), time.Duration(req.GetOverlapSeconds())*time.Second,
		endOf(req.GetExpiresAt()), operatorOf(ctx))
	if err != nil {
		return nil, err
	}
	return &webhooksv1.RollApiKeyResponse{Data: apiKeyProto(m.Record), Key: m.Key}, nil
}

// ExpireApiKey gives a key an end, or an earlier one.
func (s *Operator) ExpireApiKey(
	ctx context.Context, req *webhooksv1.ExpireApiKeyRequest,
) (*webhooksv1.ExpireApiKeyResponse, error) {
	k, err := s.tenants.ExpireAPIKey(ctx, req.GetId(), req.GetExpiresAt().AsTime().Truncate(time.Millisecond),
		operatorOf(ctx))
	if err != nil {
		return nil, err
	}
	return &webhooksv1.ExpireApiKeyResponse{Data: apiKeyProto(k)}, nil
}

// RevokeApiKey ends a key immediately.
func (s *Operator) RevokeApiKey(
	ctx context.Context, req *webhooksv1.RevokeApiKeyRequest,
) (*webhooksv1.RevokeApiKeyResponse, error) {
	k, err := s.tenants.RevokeAPIKey(ctx, req.GetId(), operatorOf(ctx))
	if err != nil {
		return nil, err
	}
	return &webhooksv1.RevokeApiKeyResponse{Data: apiKeyProto(k)}, nil
}

func apiKeyProto(k webhooks.APIKey) *webhooksv1.ApiKey {
	return &webhooksv1.ApiKey{
		Id: k.ID, TenantId: string(k.Tenant), Livemode: k.Livemode, Prefix: k.Prefix,
		CreatedAt: timestamppb.New(k.CreatedAt),
		ExpiresAt: stamp(k.ExpiresAt), RevokedAt: stamp(k.RevokedAt), LastUsedAt: stamp(k.LastUsedAt),
	}
}
