package grpcapi

import (
	"context"

	"github.com/partnerline/partnerline/internal/fault"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	kernelgrpc "github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/verification"
)

var errNotConnected = fault.New(fault.InvalidState,
	"no verification service is connected; set WEBHOOKS_GRPC and NATS_URL")

// ReconcileVerifications reconciles the sessions of a merchant, or without one those of all.
func (s *MerchantOperator) ReconcileVerifications(
	ctx context.Context, req *pcv1.ReconcileVerificationsRequest,
) (*pcv1.ReconcileVerificationsResponse, error) {
	if s.verifications == nil {
		return nil, errNotConnected
	}
	by := kernelgrpc.AuditEntry(ctx, s.now())
	if req.GetRef() == "" {
		report, err := s.verifications.ReconcileAll(ctx, by)
		return reconciledMessage(report), err
	}
	report, o, err := s.verifications.ReconcileMerchant(ctx, pc.Ref(req.GetRef()), by)
	if err != nil {
		return nil, err
	}
	resp := reconciledMessage(report)
	if v := o.Flow.Verification; v != nil {
		resp.Session = &pcv1.VerificationState{
			SessionId: v.SessionID, Status: v.Status, Checks: v.Checks, Verdict: string(v.Verdict()),
		}
	}
	return resp, nil
}

func reconciledMessage(r verification.Reconciled) *pcv1.ReconcileVerificationsResponse {
	return &pcv1.ReconcileVerificationsResponse{Checked: int32(r.Checked), Moved: int32(r.Moved), Lost: int32(r.Lost)}
}
