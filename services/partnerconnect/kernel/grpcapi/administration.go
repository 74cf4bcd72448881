package grpcapi

import (
	"context"

	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
)

func (s *AccessOperator) ListPartners(
	ctx context.Context, _ *pcv1.ListPartnersRequest,
) (*pcv1.ListPartnersResponse, error) {
	list, err := s.partners.Partners(ctx)
	if err != nil {
		return nil, err
	}
	out := &pcv1.ListPartnersResponse{}
	for _, p := range list {
		out.Data = append(out.Data, partnerMessage(p))
	}
	return out, nil
}

func (s *AccessOperator) ListChannels(
	ctx context.Context, req *pcv1.ListChannelsRequest,
) (*pcv1.ListChannelsResponse, error) {
	list, err := s.partners.Channels(ctx, pc.PartnerID(req.GetPartnerId()))
	if err != nil {
		return nil, err
	}
	out := &pcv1.ListChannelsResponse{}
	for _, c := range list {
		out.Data = append(out.Data, channelMessage(c))
	}
	return out, nil
}

func (s *AccessOperator) SuspendPartner(
	ctx context.Context, req *pcv1.SuspendPartnerRequest,
) (*pcv1.SuspendPartnerResponse, error) {
	now := Now(s.now)
	p, err := s.withdrawPartners.SuspendPartner(ctx, pc.PartnerID(req.GetId()), now, AuditEntry(ctx, now))
	if err != nil {
		return nil, err
	}
	return &pcv1.SuspendPartnerResponse{Data: partnerMessage(p)}, nil
}

func (s *AccessOperator) ResumePartner(
	ctx context.Context, req *pcv1.ResumePartnerRequest,
) (*pcv1.ResumePartnerResponse, error) {
	p, err := s.partners.ResumePartner(ctx, pc.PartnerID(req.GetId()), AuditEntry(ctx, s.now()))
	if err != nil {
		return nil, err
	}
	return &pcv1.ResumePartnerResponse{Data: partnerMessage(p)}, nil
}

func partnerMessage(p access.Partner) *pcv1.Partner {
	return &pcv1.Partner{
		Id: string(p.ID), Name: p.Name, TenantId: p.Tenant, CreatedAt: timestamppb.New(p.CreatedAt),
		SuspendedAt: Timestamp(p.SuspendedAt),
	}
}

func channelMessage(c access.Channel) *pcv1.Channel {
	return &pcv1.Channel{
		Id: string(c.ID), PartnerId: string(c.Partner), Name: c.Name, ReturnOrigins: c.ReturnOrigins,
		LinkTtl:    durationpb.New(c.LinkTTL),
		Currencies: c.Currencies, CreatedAt: timestamppb.New(c.CreatedAt), Etag: c.ETag(),
	}
}
