package grpcapi

import (
	"context"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/gateway"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/usecase"
)

// GetSourceAddresses returns from which addresses requests come.
func (s *Endpoints) GetSourceAddresses(
	ctx context.Context, _ *webhooksv1.GetSourceAddressesRequest,
) (*webhooksv1.GetSourceAddressesResponse, error) {
	stated, err := s.sources.GetSourceAddresses(ctx)
	if err != nil {
		return nil, err
	}
	gateway.SetHeader(ctx, "ETag", stated.ETag())
	return &webhooksv1.GetSourceAddressesResponse{Data: sourcesProto(stated)}, nil
}

// sourceOperator serves those methods of OperatorService that are about source addresses.
type sourceOperator struct{ sources *usecase.Sources }

// GetSourceStatement returns what is stated.
func (s sourceOperator) GetSourceStatement(
	ctx context.Context, _ *webhooksv1.GetSourceStatementRequest,
) (*webhooksv1.GetSourceStatementResponse, error) {
	stated, err := s.sources.GetSourceAddresses(ctx)
	if err != nil {
		return nil, err
	}
	return &webhooksv1.GetSourceStatementResponse{Data: sourcesProto(stated)}, nil
}

// AnnounceSourceAddresses announces addresses.
func (s sourceOperator) AnnounceSourceAddresses(
	ctx context.Context, req *webhooksv1.AnnounceSourceAddressesRequest,
) (*webhooksv1.AnnounceSourceAddressesResponse, error) {
	stated, err := s.sources.AnnounceSourceAddresses(ctx, webhooks.SourceAnnouncement{
		Ranges: req.GetAddresses(), EffectiveAt: timeOf(req.GetEffectiveAt()), Urgent: req.GetUrgent(),
	}, operatorOf(ctx))
	if err != nil {
		return nil, err
	}
	return &webhooksv1.AnnounceSourceAddressesResponse{Data: sourcesProto(stated)}, nil
}

func sourcesProto(s webhooks.SourceStatement) *webhooksv1.SourceAddresses {
	p := &webhooksv1.SourceAddresses{Stated: s.Stated()}
	if s.Stated() {
		p.Addresses, p.Since = s.Now.Ranges, timestamppb.New(s.Now.EffectiveAt)
	}
	if n := s.Next; n != nil {
		p.Next = &webhooksv1.AnnouncedSourceAddresses{
			Addresses: n.Ranges, EffectiveAt: timestamppb.New(n.EffectiveAt), AnnouncedAt: timestamppb.New(n.AnnouncedAt),
		}
	}
	return p
}
