package grpcapi

import (
	"github.com/partnerline/partnerline/services/partnerconnect/internal/transport"

	"context"

	"github.com/partnerline/partnerline/internal/fault"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/access"
	accessgrpc "github.com/partnerline/partnerline/services/partnerconnect/access/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/verification"
)

var errNotConnected = fault.New(fault.InvalidState, "no verification service is connected; set WEBHOOKS_GRPC and NATS_URL")

// ReconcileVerifications asks for the sessions of a merchant whenever they were last asked for, or for those of all.
func (s *Operator) ReconcileVerifications(ctx context.Context, req *pcv1.ReconcileVerificationsRequest) (*pcv1.ReconcileVerificationsResponse, error) {
	if s.reconciler == nil {
		return nil, errNotConnected
	}
	now, ref := transport.Present(s.now), pc.Ref(req.GetRef())
	if ref == "" {
		report, err := s.reconciler.All(ctx, accessgrpc.By(ctx, now))
		return reconciledMessage(report), err
	}
	if _, err := s.store.Onboarding(ctx, access.SystemView, ref); err != nil {
		return nil, err
	}
	report, err := s.reconciler.Merchant(ctx, ref, now, accessgrpc.By(ctx, now))
	if err != nil {
		return nil, err
	}
	o, err := s.store.Onboarding(ctx, access.SystemView, ref)
	if err != nil {
		return nil, err
	}
	resp := reconciledMessage(report)
	if v := o.Flow.Verification; v != nil {
		resp.Session = &pcv1.VerificationState{SessionId: v.SessionID, Status: v.Status, Checks: v.Checks, Verdict: string(v.Verdict())}
	}
	return resp, nil
}

func reconciledMessage(r verification.Reconciled) *pcv1.ReconcileVerificationsResponse {
	return &pcv1.ReconcileVerificationsResponse{Checked: int32(r.Checked), Moved: int32(r.Moved), Lost: int32(r.Lost)}
}
