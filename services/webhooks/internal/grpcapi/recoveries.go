package grpcapi

import (
	"context"
	"net/http"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/gateway"
	"github.com/partnerline/partnerline/internal/grpcserver"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/usecase"
)

// Recoveries serves RecoveryService.
type Recoveries struct {
	webhooksv1.UnimplementedRecoveryServiceServer
	recoveries *usecase.Recoveries
}

// NewRecoveries returns the service.
func NewRecoveries(u *usecase.Recoveries) *Recoveries { return &Recoveries{recoveries: u} }

// RecoverEndpoint starts a job that sends what an endpoint missed. Its existence and state are checked before the body.
func (s *Recoveries) RecoverEndpoint(
	ctx context.Context, req *webhooksv1.RecoverEndpointRequest,
) (*webhooksv1.RecoverEndpointResponse, error) {
	scope, id := scopeOf(ctx), webhooks.EndpointID(req.GetId())
	if err := s.recoveries.CheckEndpoint(ctx, scope, id); err != nil {
		return nil, err
	}
	if err := grpcserver.CheckBody(ctx, req); err != nil {
		return nil, err
	}
	r, err := s.recoveries.RecoverEndpoint(ctx, scope, id, recoveryRequest(req), nil)
	if err != nil {
		return nil, err
	}
	gateway.SetHTTPStatus(ctx, http.StatusAccepted)
	return &webhooksv1.RecoverEndpointResponse{Data: recoveryProto(r)}, nil
}

func recoveryRequest(req *webhooksv1.RecoverEndpointRequest) webhooks.RecoveryRequest {
	r := webhooks.RecoveryRequest{Since: req.GetSince().AsTime(), Until: timeOf(req.GetUntil())}
	for _, m := range req.GetStatuses() {
		r.Statuses = append(r.Statuses, webhooks.Missed(m))
	}
	return r
}

// GetRecovery shows the progress of a job.
func (s *Recoveries) GetRecovery(
	ctx context.Context, req *webhooksv1.GetRecoveryRequest,
) (*webhooksv1.GetRecoveryResponse, error) {
	r, err := s.recoveries.GetRecovery(ctx, scopeOf(ctx), req.GetId())
	if err != nil {
		return nil, err
	}
	return &webhooksv1.GetRecoveryResponse{Data: recoveryProto(r)}, nil
}

// CancelRecovery stops a job.
func (s *Recoveries) CancelRecovery(
	ctx context.Context, req *webhooksv1.CancelRecoveryRequest,
) (*webhooksv1.CancelRecoveryResponse, error) {
	if err := s.recoveries.CancelRecovery(ctx, scopeOf(ctx), req.GetId()); err != nil {
		return nil, err
	}
	gateway.SetHTTPStatus(ctx, http.StatusNoContent)
	return &webhooksv1.CancelRecoveryResponse{}, nil
}

func recoveryProto(r webhooks.Recovery) *webhooksv1.Recovery {
	p := &webhooksv1.Recovery{
		Id: r.ID, EndpointId: string(r.Endpoint), Status: string(r.Status), Since: timestamppb.New(r.Since),
		SinceClamped: r.Clamped, Until: timestamppb.New(r.Until),
		Matched: r.Matched, Requeued: r.Requeued, CreatedAt: timestamppb.New(r.CreatedAt), FinishedAt: stamp(r.FinishedAt),
	}
	for _, m := range r.Statuses {
		p.Statuses = append(p.Statuses, string(m))
	}
	return p
}
