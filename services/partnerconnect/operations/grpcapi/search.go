package grpcapi

import (
	"context"

	"github.com/partnerline/partnerline/internal/iso4217"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	merchantgrpc "github.com/partnerline/partnerline/services/partnerconnect/merchant/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/operations/search"
)

// Find returns what an id, a reference, an e-mail address or a number names.
func (s *ReviewOperator) Find(ctx context.Context, req *pcv1.FindRequest) (*pcv1.FindResponse, error) {
	hits, err := s.Search.Find(ctx, req.GetQuery())
	if err != nil {
		return nil, err
	}
	names, err := merchantgrpc.Names(ctx, s.Labels, hits, func(h search.Hit) pc.Ref { return h.Merchant })
	if err != nil {
		return nil, err
	}
	resp := &pcv1.FindResponse{MerchantNames: names}
	for _, h := range hits {
		title := h.Title
		if h.Currency != "" {
			title = iso4217.Decimal(h.Amount, h.Currency, ".") + " " + h.Currency + ", " + title
		}
		resp.Data = append(resp.Data, &pcv1.Hit{
			Kind: h.Kind, Id: h.ID, Title: title, MerchantRef: string(h.Merchant), PartnerId: string(h.Partner),
			Livemode: h.Livemode,
		})
	}
	return resp, nil
}
