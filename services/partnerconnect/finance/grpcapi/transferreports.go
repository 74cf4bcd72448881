package grpcapi

import (
	"context"
	"time"

	providersv1 "github.com/partnerline/partnerline/proto/gen/providers/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/bank"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/usecase"
	kernelgrpc "github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcapi"
)

// TransferReports takes the incoming transfers that the bank rail reports.
type TransferReports struct {
	transfers *usecase.Transfers
	now       func() time.Time
}

// NewTransferReports returns the service.
func NewTransferReports(transfers *usecase.Transfers, now func() time.Time) *TransferReports {
	return &TransferReports{transfers, now}
}

// ReportIncomingTransfer answers with the outcome of the report.
func (s *TransferReports) ReportIncomingTransfer(
	ctx context.Context, req *providersv1.ReportIncomingTransferRequest,
) (*providersv1.ReportIncomingTransferResponse, error) {
	result, err := s.transfers.Report(ctx, kernelgrpc.AuditEntry(ctx, kernelgrpc.Now(s.now)), bank.ReportedTransfer{
		EventID: req.GetEventId(), Account: req.GetAccount(), Amount: req.GetAmount(), Currency: req.GetCurrency(),
		BookedAt: req.GetBookedAt().AsTime(),
		Sender: bank.Sender{
			Name: req.GetSenderName(), Account: req.GetSenderAccount(), For: req.GetOnBehalfOf(), Remittance: req.GetTitle(),
		},
	})
	if err != nil {
		return nil, err
	}
	return &providersv1.ReportIncomingTransferResponse{Data: kernelgrpc.ResultMessage(result)}, nil
}
