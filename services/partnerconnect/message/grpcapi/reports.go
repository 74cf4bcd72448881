package grpcapi

import (
	"context"
	"errors"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	providersv1 "github.com/partnerline/partnerline/proto/gen/providers/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	accessgrpc "github.com/partnerline/partnerline/services/partnerconnect/access/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/message"
	messageusecase "github.com/partnerline/partnerline/services/partnerconnect/message/usecase"
)

// Reports answers MessageReportService.
type Reports struct {
	providersv1.UnimplementedMessageReportServiceServer
	mail *messageusecase.Mailer
	now  func() time.Time
}

// NewReports returns the service.
func NewReports(mail *messageusecase.Mailer, now func() time.Time) *Reports {
	return &Reports{mail: mail, now: now}
}

// ReportMessage notes what became of an accepted message.
func (s *Reports) ReportMessage(ctx context.Context, req *providersv1.ReportMessageRequest) (*providersv1.ReportMessageResponse, error) {
	by := accessgrpc.By(ctx, s.now())
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
