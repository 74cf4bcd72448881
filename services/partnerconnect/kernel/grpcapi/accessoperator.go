package grpcapi

import (
	"context"
	"time"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/usecase"
)

// AccessOperator answers AccessOperatorService. Calls that withdraw access use connections of their own, so they never
// queue behind the calls that use it.
type AccessOperator struct {
	pcv1.UnsafeAccessOperatorServiceServer // every call is answered, or this does not compile

	partners, withdrawPartners *usecase.Partners
	keys, withdrawKeys         *usecase.Keys
	now                        func() time.Time
}

// NewAccessOperator returns the service. Calls that withdraw access use withdrawPartners and withdrawKeys.
func NewAccessOperator(
	partners, withdrawPartners *usecase.Partners, keys, withdrawKeys *usecase.Keys, now func() time.Time,
) *AccessOperator {
	return &AccessOperator{
		partners: partners, withdrawPartners: withdrawPartners, keys: keys, withdrawKeys: withdrawKeys, now: now,
	}
}

func (s *AccessOperator) CreatePartner(
	ctx context.Context, req *pcv1.CreatePartnerRequest,
) (*pcv1.CreatePartnerResponse, error) {
	now := Now(s.now)
	p, err := s.partners.CreatePartner(ctx, access.Partner{
		ID: pc.PartnerID(req.GetId()), Name: req.GetName(), Tenant: req.GetTenantId(), CreatedAt: now,
	}, AuditEntry(ctx, now))
	if err != nil {
		return nil, err
	}
	return &pcv1.CreatePartnerResponse{Data: partnerMessage(p)}, nil
}

func (s *AccessOperator) CreateChannel(
	ctx context.Context, req *pcv1.CreateChannelRequest,
) (*pcv1.CreateChannelResponse, error) {
	now := Now(s.now)
	c, err := s.partners.CreateChannel(ctx, access.Channel{
		ID: pc.ChannelID(req.GetId()), Partner: pc.PartnerID(req.GetPartnerId()), Name: req.GetName(),
		ReturnOrigins: req.GetReturnOrigins(),
		LinkTTL:       req.GetLinkTtl().AsDuration().Truncate(time.Second), Currencies: req.GetCurrencies(), CreatedAt: now,
	}, AuditEntry(ctx, now))
	if err != nil {
		return nil, err
	}
	return &pcv1.CreateChannelResponse{Data: channelMessage(c)}, nil
}

// SetChannelCurrencies answers with the channel as it is afterwards.
func (s *AccessOperator) SetChannelCurrencies(
	ctx context.Context, req *pcv1.SetChannelCurrenciesRequest,
) (*pcv1.SetChannelCurrenciesResponse, error) {
	c, err := s.partners.SetChannelCurrencies(ctx, pc.ChannelID(req.GetId()), req.GetCurrencies(), req.GetIfMatch(),
		AuditEntry(ctx, Now(s.now)))
	if err != nil {
		return nil, err
	}
	return &pcv1.SetChannelCurrenciesResponse{Data: channelMessage(c)}, nil
}
