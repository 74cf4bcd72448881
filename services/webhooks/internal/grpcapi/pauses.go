package grpcapi

import (
	"context"
	"time"

	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/partnerline/partnerline/internal/fault"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
)

// PauseEndpoint makes any tenant's endpoint inactive.
func (s *Operator) PauseEndpoint(ctx context.Context, req *webhooksv1.PauseEndpointRequest) (*webhooksv1.PauseEndpointResponse, error) {
	e, _, err := s.setActive(ctx, req.GetEndpointId(), postgres.Act{Active: false, Actor: req.GetActor(), Reason: req.GetReason(), At: now()})
	if err != nil {
		return nil, err
	}
	return &webhooksv1.PauseEndpointResponse{Endpoint: e}, nil
}

// ResumeEndpoint makes any tenant's endpoint active.
func (s *Operator) ResumeEndpoint(ctx context.Context, req *webhooksv1.ResumeEndpointRequest) (*webhooksv1.ResumeEndpointResponse, error) {
	e, r, err := s.setActive(ctx, req.GetEndpointId(), postgres.Act{Active: true, Actor: req.GetActor(), Reason: req.GetReason(), At: now()})
	if err != nil {
		return nil, err
	}
	resp := &webhooksv1.ResumeEndpointResponse{Endpoint: e}
	if r != nil {
		resp.Recovery = recoveryProto(*r)
	}
	return resp, nil
}

func (s *Operator) setActive(ctx context.Context, endpoint string, act postgres.Act) (*webhooksv1.Endpoint, *webhooks.Recovery, error) {
	id := webhooks.EndpointID(endpoint)
	scope, err := s.store.ScopeOfEndpoint(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	e, r, err := s.store.SetActive(ctx, scope, id, act)
	if err != nil {
		return nil, nil, err
	}
	recent, err := s.store.RecentOf(ctx, []webhooks.Endpoint{e}, act.At)
	if err != nil {
		return nil, nil, err
	}
	return endpointProto(e, recent[e.ID]), r, nil
}

// SetAutomaticRecovery says how far back a re-activation recovers.
func (s *Operator) SetAutomaticRecovery(ctx context.Context, req *webhooksv1.SetAutomaticRecoveryRequest) (*webhooksv1.SetAutomaticRecoveryResponse, error) {
	id, window := webhooks.EndpointID(req.GetEndpointId()), req.GetWindow().AsDuration()
	if _, err := s.store.ScopeOfEndpoint(ctx, id); err != nil {
		return nil, err
	}
	if window%time.Second != 0 {
		return nil, fault.Field("/window", "precision", "must be whole seconds")
	}
	if err := s.store.SetRecoveryWindow(ctx, id, window); err != nil {
		return nil, err
	}
	return &webhooksv1.SetAutomaticRecoveryResponse{AutomaticRecovery: automaticRecoveryProto(id, window)}, nil
}

func automaticRecoveryProto(id webhooks.EndpointID, window time.Duration) *webhooksv1.AutomaticRecovery {
	p := &webhooksv1.AutomaticRecovery{EndpointId: string(id)}
	if window > 0 {
		p.Window = durationpb.New(window)
	}
	return p
}
