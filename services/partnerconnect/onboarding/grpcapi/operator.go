package grpcapi

import (
	"github.com/partnerline/partnerline/services/partnerconnect/internal/transport"

	"context"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/access"
	accessgrpc "github.com/partnerline/partnerline/services/partnerconnect/access/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/requirements"
)

// ReviewDocument implements the contract.
func (s *Operator) ReviewDocument(ctx context.Context, req *pcv1.ReviewDocumentRequest) (*pcv1.ReviewDocumentResponse, error) {
	now := transport.Present(s.now)
	id := onboarding.DocumentID(req.GetDocumentId())
	o, err := s.store.Change(ctx, access.SystemView, pc.Ref(req.GetRef()), now, accessgrpc.By(ctx, now), func(o *onboarding.Onboarding) error {
		return requirements.ReviewDocument(o, id, onboarding.DocumentStatus(req.GetStatus()), req.GetReasonCode())
	})
	if err != nil {
		return nil, err
	}
	for _, d := range o.Documents {
		if d.ID == id {
			return &pcv1.ReviewDocumentResponse{Data: documentMessage(&o, d)}, nil
		}
	}
	return nil, onboarding.ErrDocumentNotFound
}
