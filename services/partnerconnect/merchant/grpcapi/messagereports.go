package grpcapi

import (
	"context"
	"errors"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/fault"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	providersv1 "github.com/partnerline/partnerline/proto/gen/providers/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	kernelgrpc "github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/message"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/usecase"
)

// ListMessages answers with what was sent to the people of a merchant; texts in test mode only.
func (s *MessageOperator) ListMessages(
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

// MessageOperator answers what OperatorService asks of the messages of an onboarding.
type MessageOperator struct {
	mail *usecase.Mailer
}

// NewMessageOperator returns the service.
func NewMessageOperator(mail *usecase.Mailer) *MessageOperator {
	return &MessageOperator{mail: mail}
}

// MessageReports answers MessageReportService.
type MessageReports struct {
	providersv1.UnimplementedMessageReportServiceServer
	mail *usecase.Mailer
	now  func() time.Time
}

// NewMessageReports returns the service.
func NewMessageReports(mail *usecase.Mailer, now func() time.Time) *MessageReports {
	return &MessageReports{mail: mail, now: now}
}

// ReportMessage notes what became of an accepted message.
func (s *MessageReports) ReportMessage(
	ctx context.Context, req *providersv1.ReportMessageRequest,
) (*providersv1.ReportMessageResponse, error) {
	by := kernelgrpc.AuditEntry(ctx, s.now())
	by.Actor, by.Outcome = audit.SystemActor, "ok"
	bounced := req.GetOutcome() == providersv1.MessageOutcome_MESSAGE_OUTCOME_BOUNCED
	err := s.mail.ReportMessage(ctx, message.MessageID(req.GetMessageId()), bounced, by, by.At)
	if errors.Is(err, message.ErrNotFound) {
		return nil, fault.New(pc.MessageNotFound, "no message has this id, or it is older than 30 days")
	}
	if err != nil {
		return nil, err
	}
	return &providersv1.ReportMessageResponse{}, nil
}
