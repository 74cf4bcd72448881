package grpcapi

import (
	"context"

	"google.golang.org/protobuf/types/known/timestamppb"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	kernelgrpc "github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/usecase"
)

// ListMessages answers with what was sent to the people of a merchant; texts in test mode only.
func (s *MessageOperator) ListMessages(ctx context.Context, req *pcv1.ListMessagesRequest) (*pcv1.ListMessagesResponse, error) {
	messages, err := s.mail.Messages(ctx, pc.Ref(req.GetRef()))
	if err != nil {
		return nil, err
	}
	out := &pcv1.ListMessagesResponse{}
	for _, l := range messages {
		out.Data = append(out.Data, &pcv1.Message{
			Id: string(l.ID), Medium: string(l.Medium), Template: string(l.Template), To: l.To, Subject: l.Subject, Text: l.Text,
			CreatedAt: timestamppb.New(l.CreatedAt), SentAt: kernelgrpc.Timestamp(l.SentAt), DeliveredAt: kernelgrpc.Timestamp(l.DeliveredAt),
			Status: string(l.Status()), Failure: string(l.Failure), ProviderMessageId: l.ProviderID,
		})
	}
	return out, nil
}

// MessageOperator answers what OperatorService asks of the messages of an onboarding..
type MessageOperator struct {
	mail *usecase.Mailer
}

// NewMessageOperator returns the service.
func NewMessageOperator(mail *usecase.Mailer) *MessageOperator {
	return &MessageOperator{mail: mail}
}
