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
	r, err := s.start(ctx, scopeOf(ctx), req, func() error { return grpcserver.CheckBody(ctx, req) })
	if err != nil {
		return nil, err
	}
	gateway.SetHTTPStatus(ctx, http.StatusAccepted)
	return &webhooksv1.RecoverEndpointResponse{Data: recoveryProto(r)}, nil
}

// start stores a job; checkBody runs once existence and state are judged.
func (s *Recoveries) start(ctx context.Context, scope webhooks.Scope, req *webhooksv1.RecoverEndpointRequest, checkBody func() error) (r webhooks.Recovery, err error) {
	id, at := webhooks.EndpointID(req.GetId()), now()
	e, err := s.store.Endpoint(ctx, scope, id)
	if err != nil {
		return r, err
	}
	if !e.IsActive {
		return r, webhooks.ErrEndpointInactive
	}
	if err := checkBody(); err != nil {
		return r, err
	}
	r = webhooks.Recovery{
		ID: ids.New(webhooks.RecoveryPrefix), Scope: scope, Endpoint: id, Status: webhooks.RecoveryRunning,
		Since: req.GetSince().AsTime(), Until: at, CreatedAt: at,
	}
	if u := timeOf(req.GetUntil()); u != nil && u.Before(at) {
		r.Until = *u
	}
	switch {
	case at.Sub(r.Since) > s.retention:
		return r, fault.Field("/since", "too_early", "must lie within the retention of events (30 days unless set otherwise)")
	case !r.Since.Before(r.Until):
		return r, fault.Field("/since", "order", "must be before until, and not in the future")
	case !e.CreatedAt.Before(r.Until):
		return r, fault.Field("/until", "before_endpoint", "must be after the creation of the endpoint: what happened before was not missed by it")
	}
	r.Since, r.Clamped = e.RecoverySince(r.Since)
	for _, m := range req.GetStatuses() {
		r.Statuses = append(r.Statuses, webhooks.Missed(m))
	}
	if len(r.Statuses) == 0 {
		r.Statuses = webhooks.AllMissed
	}
	return r, s.store.CreateRecovery(ctx, r)
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
		Id: r.ID, EndpointId: string(r.Endpoint), Status: string(r.Status), Since: timestamppb.New(r.Since), SinceClamped: r.Clamped, Until: timestamppb.New(r.Until),
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
