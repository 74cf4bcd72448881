package grpcapi

import (
	"context"
	"time"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	kernelgrpc "github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/usecase"
)

// OnboardingOperator answers what OperatorService asks of the documents of an onboarding.
type OnboardingOperator struct {
	documents *usecase.Documents
	now       func() time.Time
}

// NewOnboardingOperator returns the service.
func NewOnboardingOperator(documents *usecase.Documents, now func() time.Time) *OnboardingOperator {
	return &OnboardingOperator{documents: documents, now: now}
}

// ReviewDocument accepts or rejects an uploaded document.
func (s *OnboardingOperator) ReviewDocument(
	ctx context.Context, req *pcv1.ReviewDocumentRequest,
) (*pcv1.ReviewDocumentResponse, error) {
	o, d, err := s.documents.ReviewDocument(ctx, pc.Ref(req.GetRef()), onboarding.Seen(req.GetIfMatch()),
		usecase.DocumentVerdict{
			Document: onboarding.DocumentID(req.GetDocumentId()), Status: onboarding.DocumentStatus(req.GetStatus()),
			Reason: req.GetReasonCode(),
		}, kernelgrpc.AuditEntry(ctx, s.now()))
	if err != nil {
		return nil, err
	}
	return &pcv1.ReviewDocumentResponse{Data: DocumentMessage(&o, d)}, nil
}
