package grpcapi

import (
	"github.com/partnerline/partnerline/services/partnerconnect/internal/transport"

	"context"
	"time"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/access"
	accesspg "github.com/partnerline/partnerline/services/partnerconnect/access/postgres"
)

// Operator answers what OperatorService asks of partners, channels and keys.
type Operator struct {
	store    *accesspg.Store
	withdraw *accesspg.Store // on connections of its own: what takes access away never queues behind what uses it
	now      func() time.Time
}

// NewOperator returns the service; what takes access away goes to withdraw.
func NewOperator(store, withdraw *accesspg.Store, now func() time.Time) *Operator {
	return &Operator{store: store, withdraw: withdraw, now: now}
}

// CreatePartner implements the contract.
func (s *Operator) CreatePartner(ctx context.Context, req *pcv1.CreatePartnerRequest) (*pcv1.CreatePartnerResponse, error) {
	p, err := s.store.CreatePartner(ctx, access.Partner{
		ID: pc.PartnerID(req.GetId()), Name: req.GetName(), Tenant: req.GetTenantId(), CreatedAt: transport.Present(s.now),
	})
	if err != nil {
		return nil, err
	}
	return &pcv1.CreatePartnerResponse{Data: partnerMessage(p)}, nil
}

// CreateChannel implements the contract.
func (s *Operator) CreateChannel(ctx context.Context, req *pcv1.CreateChannelRequest) (*pcv1.CreateChannelResponse, error) {
	ttl := access.DefaultLinkTTL
	if req.GetLinkTtl() != nil {
		ttl = req.GetLinkTtl().AsDuration().Truncate(time.Second)
	}
	origins := req.GetReturnOrigins()
	if origins == nil {
		origins = []string{}
	}
	c, err := s.store.CreateChannel(ctx, access.Channel{
		ID: pc.ChannelID(req.GetId()), Partner: pc.PartnerID(req.GetPartnerId()), Name: req.GetName(), ReturnOrigins: origins,
		LinkTTL: ttl, CreatedAt: transport.Present(s.now),
	})
	if err != nil {
		return nil, err
	}
	return &pcv1.CreateChannelResponse{Data: channelMessage(c)}, nil
}
