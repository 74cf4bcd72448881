package grpcapi

import (
	"context"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/webhooks"
)

// ListSigningKeys returns the public keys of the tenant and mode.
func (s *Endpoints) ListSigningKeys(
	ctx context.Context, _ *webhooksv1.ListSigningKeysRequest,
) (*webhooksv1.ListSigningKeysResponse, error) {
	list, err := s.keys.ListKeyPairs(ctx, scopeOf(ctx))
	if err != nil {
		return nil, err
	}
	return &webhooksv1.ListSigningKeysResponse{Data: s.signingKeys(scopeOf(ctx), list)}, nil
}

// RotateSigningKey makes a new key of the tenant and mode.
func (s *Endpoints) RotateSigningKey(
	ctx context.Context, req *webhooksv1.RotateSigningKeyRequest,
) (*webhooksv1.RotateSigningKeyResponse, error) {
	overlap := int32(defaultOverlap)
	if req.OverlapSeconds != nil {
		overlap = req.GetOverlapSeconds()
	}
	list, err := s.keys.RotateKeyPair(ctx, scopeOf(ctx), time.Duration(overlap)*time.Second)
	if err != nil {
		return nil, err
	}
	return &webhooksv1.RotateSigningKeyResponse{Data: s.signingKeys(scopeOf(ctx), list)}, nil
}

func (s *Endpoints) signingKeys(sc webhooks.Scope, list []webhooks.KeyPair) *webhooksv1.SigningKeys {
	at, out := time.Now(), &webhooksv1.SigningKeys{}
	if address := s.keys.Address(sc); address != "" {
		out.JwksUrl = &address
	}
	for _, k := range list {
		out.Keys = append(out.Keys, &webhooksv1.SigningKeyPair{
			Id: k.ID, State: string(k.State(at)), PublicKey: k.Encode(), PublishedAt: timestamppb.New(k.PublishedAt),
			SignsFrom: timestamppb.New(k.SignsFrom), SignsUntil: stamp(k.SignsUntil), PublishedUntil: stamp(k.PublishedUntil),
		})
	}
	return out
}
