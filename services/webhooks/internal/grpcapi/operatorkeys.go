package grpcapi

import (
	"context"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/apikey"
	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/internal/keyterm"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
)

// CreateApiKey makes a key and shows it once.
func (s *Operator) CreateApiKey(ctx context.Context, req *webhooksv1.CreateApiKeyRequest) (*webhooksv1.CreateApiKeyResponse, error) {
	scope := webhooks.Scope{Tenant: webhooks.TenantID(req.GetTenantId()), Livemode: req.GetLivemode()}
	record, key := mintKey(scope, now(), req.GetExpiresAt())
	if err := s.store.CreateAPIKey(ctx, record, apikey.Hash(key)); err != nil {
		return nil, err
	}
	return &webhooksv1.CreateApiKeyResponse{ApiKey: apiKeyProto(record), Key: key}, nil
}

func mintKey(sc webhooks.Scope, at time.Time, ends *timestamppb.Timestamp) (record postgres.APIKey, key string) {
	prefix := webhooks.KeyPrefix(sc.Livemode)
	key = apikey.Mint(prefix)
	record = postgres.APIKey{ID: ids.New("key_"), Scope: sc, Prefix: apikey.Shown(key, prefix), Term: keyterm.Term{CreatedAt: at}}
	if ends != nil {
		end := ends.AsTime().Truncate(time.Millisecond)
		record.ExpiresAt = &end
	}
	return record, key
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
	err := s.store.RollAPIKey(ctx, req.GetId(),
		func(t *keyterm.Term) error { return t.Replace(time.Duration(req.GetOverlapSeconds())*time.Second, at) },
		func(sc webhooks.Scope) (postgres.APIKey, []byte) {
			record, key := mintKey(sc, at, req.GetExpiresAt())
			resp.ApiKey, resp.Key = apiKeyProto(record), key
			return record, apikey.Hash(key)
		})
	if err != nil {
		return nil, err
	}
	return resp, nil
}

// ExpireApiKey gives a key an end, or an earlier one.
func (s *Operator) ExpireApiKey(ctx context.Context, req *webhooksv1.ExpireApiKeyRequest) (*webhooksv1.ExpireApiKeyResponse, error) {
	k, err := s.store.EndAPIKey(ctx, req.GetId(), func(t *keyterm.Term) error {
		return t.Expire(req.GetExpiresAt().AsTime().Truncate(time.Millisecond), now())
	})
	if err != nil {
		return nil, err
	}
	return &webhooksv1.ExpireApiKeyResponse{ApiKey: apiKeyProto(k)}, nil
}

// RevokeApiKey makes a key worthless from the next call on.
func (s *Operator) RevokeApiKey(ctx context.Context, req *webhooksv1.RevokeApiKeyRequest) (*webhooksv1.RevokeApiKeyResponse, error) {
	k, err := s.store.EndAPIKey(ctx, req.GetId(), func(t *keyterm.Term) error {
		t.Revoke(now())
		return nil
	})
	if err != nil {
		return nil, err
	}
	return &webhooksv1.RevokeApiKeyResponse{ApiKey: apiKeyProto(k)}, nil
}

func apiKeyProto(k postgres.APIKey) *webhooksv1.ApiKey {
	return &webhooksv1.ApiKey{
		Id: k.ID, TenantId: string(k.Scope.Tenant), Livemode: k.Scope.Livemode, Prefix: k.Prefix, CreatedAt: timestamppb.New(k.CreatedAt),
		ExpiresAt: stamp(k.ExpiresAt), RevokedAt: stamp(k.RevokedAt), LastUsedAt: stamp(k.LastUsedAt),
	}
}
