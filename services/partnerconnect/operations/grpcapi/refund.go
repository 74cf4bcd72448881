package grpcapi

import (
	"context"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	financegrpc "github.com/partnerline/partnerline/services/partnerconnect/finance/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/signedlink"
)

// RefundPayment answers with the payment as it is afterwards.
func (s *ApprovalOperator) RefundPayment(
	ctx context.Context, req *pcv1.RefundPaymentRequest,
) (*pcv1.RefundPaymentResponse, error) {
	op := financegrpc.InternalOperation(ctx, s.now)
	m, p, proposed, err := s.approvals.RefundPayment(ctx, op, money.PaymentID(req.GetPaymentId()), req.GetAmount(),
		ProposedBy(ctx, req.GetReason(), op.Now))
	if err != nil {
		return nil, err
	}
	// A refunded payment is paid, so no page is linked.
	return &pcv1.RefundPaymentResponse{
		Data: financegrpc.PaymentMessage(signedlink.Links{}, m, p, op.Now), Approval: ApprovalMessage(proposed),
	}, nil
}
