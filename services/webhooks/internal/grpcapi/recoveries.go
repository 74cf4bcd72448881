package grpcapi

import (
	"context"
	"net/http"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/gateway"
	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/ids"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
)

// Recoveries serves RecoveryService.
type Recoveries struct {
	webhooksv1.UnimplementedRecoveryServiceServer
	store     *postgres.Store
	retention time.Duration
}

// NewRecoveries returns the service; events older than retention are gone.
func NewRecoveries(s *postgres.Store, retention time.Duration) *Recoveries {
	return &Recoveries{store: s, retention: retention}
}

// RecoverEndpoint starts a job that sends what an endpoint missed.
func (s *Recoveries) RecoverEndpoint(ctx context.Context, req *webhooksv1.RecoverEndpointRequest) (*webhooksv1.RecoverEndpointResponse, error) {
	scope, id, at := scopeOf(ctx), webhooks.EndpointID(req.GetId()), now()
	e, err := s.store.Endpoint(ctx, scope, id)
	if err != nil {
		return nil, err
	}
	if !e.IsActive {
		return nil, webhooks.ErrEndpointInactive
	}
	if err := grpcserver.CheckBody(ctx, req); err != nil {
		return nil, err
	}
	r := webhooks.Recovery{
		ID: ids.New(webhooks.RecoveryPrefix), Scope: scope, Endpoint: id, Status: webhooks.RecoveryRunning,
		Since: req.GetSince().AsTime(), Until: at, CreatedAt: at,
	}
	if u := timeOf(req.GetUntil()); u != nil && u.Before(at) {
		r.Until = *u
	}
	switch {
	case at.Sub(r.Since) > s.retention:
		return nil, fault.Field("/since", "too_early", "must lie within the retention of events (30 days unless set otherwise)")
	case !r.Since.Before(r.Until):
		return nil, fault.Field("/since", "order", "must be before until, and not in the future")
	}
	for _, m := range req.GetStatuses() {
		r.Statuses = append(r.Statuses, webhooks.Missed(m))
	}
	if len(r.Statuses) == 0 {
		r.Statuses = webhooks.AllMissed
	}
	if err := s.store.CreateRecovery(ctx, r); err != nil {
		return nil, err
	}
	gateway.SetHTTPStatus(ctx, http.StatusAccepted)
	return &webhooksv1.RecoverEndpointResponse{Data: recoveryProto(r)}, nil
}

// GetRecovery shows the progress of a job.
func (s *Recoveries) GetRecovery(ctx context.Context, req *webhooksv1.GetRecoveryRequest) (*webhooksv1.GetRecoveryResponse, error) {
	r, err := s.store.Recovery(ctx, scopeOf(ctx), req.GetId())
	if err != nil {
		return nil, err
	}
	return &webhooksv1.GetRecoveryResponse{Data: recoveryProto(r)}, nil
}

// CancelRecovery stops a job.
func (s *Recoveries) CancelRecovery(ctx context.Context, req *webhooksv1.CancelRecoveryRequest) (*webhooksv1.CancelRecoveryResponse, error) {
	if err := s.store.CancelRecovery(ctx, scopeOf(ctx), req.GetId(), now()); err != nil {
		return nil, err
	}
	gateway.SetHTTPStatus(ctx, http.StatusNoContent)
	return &webhooksv1.CancelRecoveryResponse{}, nil
}

func recoveryProto(r webhooks.Recovery) *webhooksv1.Recovery {
	p := &webhooksv1.Recovery{
		Id: r.ID, EndpointId: string(r.Endpoint), Status: string(r.Status), Since: timestamppb.New(r.Since), Until: timestamppb.New(r.Until),
		Requeued: r.Requeued, CreatedAt: timestamppb.New(r.CreatedAt), FinishedAt: stamp(r.FinishedAt),
	}
	for _, m := range r.Statuses {
		p.Statuses = append(p.Statuses, string(m))
	}
	if r.Matched != nil {
		p.Matched = wrapperspb.Int64(*r.Matched)
	}
	return p
}
