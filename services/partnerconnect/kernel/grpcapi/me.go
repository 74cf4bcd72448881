package grpcapi

import (
	"context"
	"time"

	"github.com/partnerline/partnerline/internal/ratelimit"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/usecase"
)

// Me answers MeService.
type Me struct {
	pcv1.UnimplementedMeServiceServer
	partners *usecase.Partners
	limits   []ratelimit.Policy
}

// NewMe returns the service; limits are those of every key.
func NewMe(partners *usecase.Partners, limits []ratelimit.Policy) *Me {
	return &Me{partners: partners, limits: limits}
}

func (s *Me) GetMe(ctx context.Context, _ *pcv1.GetMeRequest) (*pcv1.GetMeResponse, error) {
	p, err := Caller(ctx)
	if err != nil {
		return nil, err
	}
	if k := p.Merchant; k != nil {
		return &pcv1.GetMeResponse{
			Type: "merchant_key", KeyPrefix: k.Prefix, Mode: mode(k.Livemode), MerchantRef: Optional(k.Merchant),
			ConnectVersion: k.Version,
			ExpiresAt:      Timestamp(k.ExpiresAt), Limits: s.limitMessages(),
		}, nil
	}
	k := p.Partner
	partner, err := s.partners.Partner(ctx, k.Partner)
	if err != nil {
		return nil, err
	}
	return &pcv1.GetMeResponse{
		Type: "partner_key", KeyPrefix: k.Prefix, Mode: mode(k.Livemode),
		Partner: &pcv1.MePartner{Id: string(partner.ID), Name: partner.Name},
		Scopes:  Texts(k.Scopes), Channels: Texts(k.Channels), ConnectVersion: k.Version, ExpiresAt: Timestamp(k.ExpiresAt),
		Limits: s.limitMessages(),
	}, nil
}

func (s *Me) limitMessages() []*pcv1.RateLimit {
	var out []*pcv1.RateLimit
	for _, p := range s.limits {
		out = append(out, &pcv1.RateLimit{Policy: p.Name, Quota: int32(p.Limit), WindowS: int32(p.Window / time.Second)})
	}
	return out
}

func mode(livemode bool) string {
	if livemode {
		return "live"
	}
	return "test"
}
