package grpcapi

import (
	"context"
	"time"

	"google.golang.org/protobuf/types/known/durationpb"

	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/webhooks"
)

// PauseEndpoint makes any tenant's endpoint inactive.
func (s *Operator) PauseEndpoint(
	ctx context.Context, req *webhooksv1.PauseEndpointRequest,
) (*webhooksv1.PauseEndpointResponse, error) {
	e, err := s.operator.PauseEndpoint(ctx, webhooks.EndpointID(req.GetId()), operatorOf(ctx))
	if err != nil {
		return nil, err
	}
	return &webhooksv1.PauseEndpointResponse{Data: endpointProto(e)}, nil
}

// ResumeEndpoint makes any tenant's endpoint active.
func (s *Operator) ResumeEndpoint(
	ctx context.Context, req *webhooksv1.ResumeEndpointRequest,
) (*webhooksv1.ResumeEndpointResponse, error) {
	e, r, err := s.operator.ResumeEndpoint(ctx, webhooks.EndpointID(req.GetId()), operatorOf(ctx))
	if err != nil {
		return nil, err
	}
	resp := &webhooksv1.ResumeEndpointResponse{Data: endpointProto(e)}
	if r != nil {
		resp.Recovery = recoveryProto(*r)
	}
	return resp, nil
}

// SetAutomaticRecovery sets how far back a re-activation recovers.
func (s *Operator) SetAutomaticRecovery(
	ctx context.Context, req *webhooksv1.SetAutomaticRecoveryRequest,
) (*webhooksv1.SetAutomaticRecoveryResponse, error) {
	id, window := webhooks.EndpointID(req.GetId()), req.GetWindow().AsDuration()
	if err := s.operator.SetAutomaticRecovery(ctx, id, window, operatorOf(ctx)); err != nil {
		return nil, err
	}
	return &webhooksv1.SetAutomaticRecoveryResponse{Data: automaticRecoveryProto(id, window)}, nil
}

func automaticRecoveryProto(id webhooks.EndpointID, window time.Duration) *webhooksv1.AutomaticRecovery {
	p := &webhooksv1.AutomaticRecovery{EndpointId: string(id)}
	if window > 0 {
		p.Window = durationpb.New(window)
	}
	return p
}
