package grpcapi

import (
	"context"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

// A Reconciler brings open verification sessions up to date with the verification service.
type Reconciler interface {
	Merchant(ctx context.Context, ref pc.Ref, askedBefore time.Time, by pc.AuditEntry) (pc.Reconciled, error)
	All(ctx context.Context, by pc.AuditEntry) (pc.Reconciled, error)
}

var errNotConnected = fault.New(fault.InvalidState, "no verification service is connected; set WEBHOOKS_GRPC and NATS_URL")

// ReconcileVerifications asks for the sessions of a merchant whenever they were last asked for, or for those of all.
func (s *Operator) ReconcileVerifications(ctx context.Context, req *pcv1.ReconcileVerificationsRequest) (*pcv1.ReconcileVerificationsResponse, error) {
	if s.reconciler == nil {
		return nil, errNotConnected
	}
	now, ref := s.moment(), pc.Ref(req.GetRef())
	if ref == "" {
		report, err := s.reconciler.All(ctx, by(ctx, now))
		return reconciledMessage(report), err
	}
	if _, err := s.store.Onboarding(ctx, pc.SystemView, ref); err != nil {
		return nil, err
	}
	report, err := s.reconciler.Merchant(ctx, ref, now, by(ctx, now))
	if err != nil {
		return nil, err
	}
	o, err := s.store.Onboarding(ctx, pc.SystemView, ref)
	if err != nil {
		return nil, err
	}
	resp := reconciledMessage(report)
	if v := o.Flow.Verification; v != nil {
		resp.Session = &pcv1.VerificationState{SessionId: v.SessionID, Status: v.Status, Checks: v.Checks, Verdict: string(v.Verdict())}
	}
	return resp, nil
}

func reconciledMessage(r pc.Reconciled) *pcv1.ReconcileVerificationsResponse {
	return &pcv1.ReconcileVerificationsResponse{Checked: int32(r.Checked), Moved: int32(r.Moved), Lost: int32(r.Lost)}
}
