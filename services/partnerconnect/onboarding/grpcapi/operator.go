package grpcapi

import (
	"context"
	"time"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	accessgrpc "github.com/partnerline/partnerline/services/partnerconnect/access/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding/usecase"
)

// Operator answers what OperatorService asks of the documents of an onboarding.
type Operator struct {
	documents *usecase.Documents
	now       func() time.Time
}

// NewOperator returns the service.
func NewOperator(documents *usecase.Documents, now func() time.Time) *Operator {
	return &Operator{documents: documents, now: now}
}

// ReviewDocument accepts or rejects an uploaded document.
func (s *Operator) ReviewDocument(ctx context.Context, req *pcv1.ReviewDocumentRequest) (*pcv1.ReviewDocumentResponse, error) {
	o, d, err := s.documents.ReviewDocument(ctx, pc.Ref(req.GetRef()), onboarding.Seen(req.GetIfMatch()), onboarding.DocumentID(req.GetDocumentId()),
		onboarding.DocumentStatus(req.GetStatus()), req.GetReasonCode(), accessgrpc.By(ctx, s.now()))
	if err != nil {
		return nil, err
	}
	return &pcv1.ReviewDocumentResponse{Data: DocumentMessage(&o, d)}, nil
}
