package grpcapi

import (
	"context"
	"errors"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	providersv1 "github.com/partnerline/partnerline/proto/gen/providers/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	kernelgrpc "github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/message"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/usecase"
)

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
