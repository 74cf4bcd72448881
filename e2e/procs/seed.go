package procs

import (
	"context"

	"google.golang.org/grpc/metadata"

	"github.com/partnerline/partnerline/internal/operatorclient"
	partnerconnectv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
)

// Internal makes calls with ctx those of an internal system.
func (s *System) Internal(ctx context.Context) context.Context { return WithKey(ctx, s.Token) }

// WithKey makes gRPC calls with ctx those of the holder of a key.
func WithKey(ctx context.Context, key string) context.Context {
	return metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+key)
}

// Operator is the operator plane of webhooks; call it with [System.Internal].
func (s *System) Operator() (webhooksv1.OperatorServiceClient, error) {
	conn, err := s.Dial(s.Webhooks[0].Addr("GRPC_ADDR"))
	return webhooksv1.NewOperatorServiceClient(conn), err
}

// CreateTenant makes a tenant of webhooks and returns a test key of it.
func (s *System) CreateTenant(ctx context.Context, id string) (key string, err error) {
	op, err := s.Operator()
	if err != nil {
		return "", err
	}
	ctx = s.Internal(ctx)
	if _, err := op.CreateTenant(ctx, &webhooksv1.CreateTenantRequest{Id: id, Name: id}); err != nil {
		return "", err
	}
	made, err := op.CreateApiKey(ctx, &webhooksv1.CreateApiKeyRequest{TenantId: id})
	return made.GetKey(), err
}

// CreateEndpoint registers a receiver of all events for the holder of a key.
func (s *System) CreateEndpoint(ctx context.Context, key, url string) (id, secret string, err error) {
	conn, err := s.Dial(s.Webhooks[0].Addr("GRPC_ADDR"))
	if err != nil {
		return "", "", err
	}
	made, err := webhooksv1.NewEndpointServiceClient(conn).CreateEndpoint(WithKey(ctx, key),
		&webhooksv1.CreateEndpointRequest{Url: url, Events: []string{"*"}})
	return made.GetData().GetId(), made.GetMeta().GetSecret(), err
}

// CreatePartner makes a partner with one channel and returns a test key of it with all scopes.
func (s *System) CreatePartner(ctx context.Context, id, channel, tenant string) (key string, err error) {
	conn, err := s.Dial(s.PartnerConnects[0].Addr("GRPC_ADDR"))
	if err != nil {
		return "", err
	}
	op := operatorclient.NewPartnerConnect(conn)
	ctx = s.Internal(ctx)
	if _, err := op.CreatePartner(ctx,
		&partnerconnectv1.CreatePartnerRequest{Id: id, Name: id, TenantId: tenant}); err != nil {
		return "", err
	}
	if _, err := op.CreateChannel(ctx,
		&partnerconnectv1.CreateChannelRequest{Id: channel, PartnerId: id, Name: channel}); err != nil {
		return "", err
	}
	made, err := op.CreatePartnerKey(ctx, &partnerconnectv1.CreatePartnerKeyRequest{
		PartnerId: id, Channels: []string{channel},
		Scopes: []string{"onboarding:read", "onboarding:write", "account:read", "payments:write", "payouts:write",
			"webhooks:write"},
	})
	return made.GetKey(), err
}
