package grpcapi

import (
	"context"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	kernelgrpc "github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/usecase"
)

// MerchantOperator answers MerchantOperatorService.
type MerchantOperator struct {
	pcv1.UnsafeMerchantOperatorServiceServer // every call is answered, or this does not compile

	changes       *usecase.Changer
	documents     *usecase.Documents
	mail          *usecase.Mailer
	verifications *usecase.Verifications // nil: the verification service is not connected
	now           func() time.Time
}

// NewMerchantOperator returns the service.
func NewMerchantOperator(
	changes *usecase.Changer, documents *usecase.Documents, mail *usecase.Mailer, verifications *usecase.Verifications,
	now func() time.Time,
) *MerchantOperator {
	return &MerchantOperator{
		changes: changes, documents: documents, mail: mail, verifications: verifications, now: now,
	}
}

// ReviewDocument accepts or rejects an uploaded document.
func (s *MerchantOperator) ReviewDocument(
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

// ListMessages answers with what was sent to the people of a merchant; texts in test mode only.
func (s *MerchantOperator) ListMessages(
	ctx context.Context, req *pcv1.ListMessagesRequest,
) (*pcv1.ListMessagesResponse, error) {
	messages, err := s.mail.Messages(ctx, pc.Ref(req.GetRef()))
	if err != nil {
		return nil, err
	}
	out := &pcv1.ListMessagesResponse{}
	for _, l := range messages {
		out.Data = append(out.Data, &pcv1.Message{
			Id: string(l.ID), Medium: string(l.Medium), Template: string(l.Template), To: l.To, Subject: l.Subject, Text: l.Text,
			CreatedAt: timestamppb.New(l.CreatedAt), SentAt: kernelgrpc.Timestamp(l.SentAt),
			DeliveredAt: kernelgrpc.Timestamp(l.DeliveredAt),
			Status:      string(l.Status()), Failure: string(l.Failure), ProviderMessageId: l.ProviderID,
		})
	}
	return out, nil
}
