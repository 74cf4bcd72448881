package grpcapi

import (
	"context"
	"time"

	providersv1 "github.com/partnerline/partnerline/proto/gen/providers/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	kernelgrpc "github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
)

// ProviderEvents takes what the payment engine and the bank rail report of payments and payouts.
type ProviderEvents struct {
	providersv1.UnimplementedProviderEventServiceServer
	payments *usecase.Payments
	payouts  *usecase.Payouts
	now      func() time.Time
}

// NewProviderEvents returns the service.
func NewProviderEvents(payments *usecase.Payments, payouts *usecase.Payouts, now func() time.Time) *ProviderEvents {
	return &ProviderEvents{payments: payments, payouts: payouts, now: now}
}

var (
	paymentEvents = map[providersv1.PaymentEvent]money.PaymentEvent{
		providersv1.PaymentEvent_PAYMENT_EVENT_PAID:                money.EnginePaid,
		providersv1.PaymentEvent_PAYMENT_EVENT_FAILED:              money.EngineFailed,
		providersv1.PaymentEvent_PAYMENT_EVENT_REFUNDED:            money.EngineRefunded,
		providersv1.PaymentEvent_PAYMENT_EVENT_REFUND_FAILED:       money.EngineRefundFailed,
		providersv1.PaymentEvent_PAYMENT_EVENT_CHARGED_BACK:        money.EngineChargedBack,
		providersv1.PaymentEvent_PAYMENT_EVENT_CHARGEBACK_REVERSED: money.EngineChargebackReversed,
	}
	payoutEvents = map[providersv1.PayoutEvent]money.PayoutEvent{
		providersv1.PayoutEvent_PAYOUT_EVENT_ACCEPTED: money.RailAccepted,
		providersv1.PayoutEvent_PAYOUT_EVENT_EXECUTED: money.RailExecuted,
		providersv1.PayoutEvent_PAYOUT_EVENT_REJECTED: money.RailRejected,
		providersv1.PayoutEvent_PAYOUT_EVENT_RETURNED: money.RailReturned,
	}
	engineMethods = map[providersv1.PaymentMethod]money.PaymentMethod{
		providersv1.PaymentMethod_PAYMENT_METHOD_TRANSFER: money.ByTransfer,
		providersv1.PaymentMethod_PAYMENT_METHOD_BLIK:     money.ByBLIK,
		providersv1.PaymentMethod_PAYMENT_METHOD_CARD:     money.ByCard,
	}
)

// ReportPayment answers with the outcome of the report.
func (s *ProviderEvents) ReportPayment(
	ctx context.Context, req *providersv1.ReportPaymentRequest,
) (*providersv1.ReportPaymentResponse, error) {
	result, err := s.payments.ReportPayment(ctx, InternalOperation(ctx, s.now), money.PaymentReport{
		EventID: req.GetEventId(), Payment: money.PaymentID(req.GetPaymentId()), Event: paymentEvents[req.GetEvent()],
		Amount:   req.GetAmount(),
		Currency: req.GetCurrency(), OccurredAt: req.GetOccurredAt().AsTime(), Reason: req.GetReason(),
		Method: engineMethods[req.GetMethod()],
		Refund: money.RefundID(req.GetRefundId()), ChargebackID: req.GetChargebackId(),
		RespondBy: kernelgrpc.OptionalTime(req.GetRespondBy()),
	})
	if err != nil {
		return nil, err
	}
	return &providersv1.ReportPaymentResponse{Data: kernelgrpc.ResultMessage(result)}, nil
}

// ReportPayout answers with the outcome of the report.
func (s *ProviderEvents) ReportPayout(
	ctx context.Context, req *providersv1.ReportPayoutRequest,
) (*providersv1.ReportPayoutResponse, error) {
	result, err := s.payouts.ReportPayout(ctx, InternalOperation(ctx, s.now), money.PayoutReport{
		EventID: req.GetEventId(), Payout: money.PayoutID(req.GetPayoutId()), Event: payoutEvents[req.GetEvent()],
		Amount:   req.GetAmount(),
		Currency: req.GetCurrency(), OccurredAt: req.GetOccurredAt().AsTime(), Reason: req.GetReason(),
	})
	if err != nil {
		return nil, err
	}
	return &providersv1.ReportPayoutResponse{Data: kernelgrpc.ResultMessage(result)}, nil
}

// InternalOperation is one of an internal caller.
func InternalOperation(ctx context.Context, now func() time.Time) delegation.Operation {
	op := delegation.SystemOperation(audit.OperatorActor, "", kernelgrpc.Now(now))
	op.Audit = kernelgrpc.AuditEntry(ctx, op.Now)
	return op
}
