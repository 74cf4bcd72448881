package grpcapi

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/telemetry"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/endpointfeed"
	"github.com/partnerline/partnerline/services/webhooks/internal/usecase"
)

// Feed serves EndpointFeedService.
type Feed struct {
	webhooksv1.UnimplementedEndpointFeedServiceServer
	endpoints  *usecase.Endpoints
	deliveries *usecase.Deliveries
	hub        *endpointfeed.Hub
	stop       <-chan struct{}
	age        time.Duration
	log        *slog.Logger
}

// NewFeed returns the service; its streams end when stop closes, so that a graceful stop need not wait for them, and at
// an age, so that watchers spread over replicas that were added. An age of 0 is none.
func NewFeed(
	endpoints *usecase.Endpoints, deliveries *usecase.Deliveries, hub *endpointfeed.Hub, stop <-chan struct{},
	age time.Duration, log *slog.Logger,
) *Feed {
	return &Feed{endpoints: endpoints, deliveries: deliveries, hub: hub, stop: stop, age: age, log: log}
}

// CheckAttempts returns which attempts need not be made.
func (s *Feed) CheckAttempts(
	ctx context.Context, req *webhooksv1.CheckAttemptsRequest,
) (*webhooksv1.CheckAttemptsResponse, error) {
	planned := make([]webhooks.PlannedAttempt, len(req.GetAttempts()))
	for i, a := range req.GetAttempts() {
		planned[i] = webhooks.PlannedAttempt{
			Delivery: webhooks.DeliveryID(a.GetDeliveryId()), Event: webhooks.EventID(a.GetEventId()),
			Run: int(a.GetRun()), Number: int(a.GetNumber()),
			Moved: int(a.GetMovedAttempt()),
		}
	}
	checks, err := s.deliveries.CheckAttempts(ctx, planned)
	resp := &webhooksv1.CheckAttemptsResponse{}
	for _, c := range checks {
		resp.Data = append(resp.Data,
			&webhooksv1.CheckedAttempt{
				Over: c == webhooks.AttemptOver, Claimed: c == webhooks.AttemptClaimed, Revoked: c == webhooks.AttemptRevoked,
			})
	}
	return resp, err
}

// ResolveEndpoints returns delivery targets as they are now.
func (s *Feed) ResolveEndpoints(
	ctx context.Context, req *webhooksv1.ResolveEndpointsRequest,
) (*webhooksv1.ResolveEndpointsResponse, error) {
	targets, err := s.endpoints.ResolveEndpoints(ctx, req.GetIds())
	if err != nil {
		return nil, err
	}
	resp := &webhooksv1.ResolveEndpointsResponse{}
	for _, t := range targets {
		if t.Unsigned != nil {
			// The fault is the endpoint's and not the request's, so it is logged without the request's id.
			s.log.LogAttrs(telemetry.WithRequestID(ctx, ""), slog.LevelError, "endpoint cannot be signed for",
				slog.String("endpoint_id", string(t.Endpoint)), slog.String("cause", t.Unsigned.Error()))
		}
		p := &webhooksv1.Target{
			EndpointId: string(t.Endpoint), Url: t.URL, IsActive: t.IsActive, TenantId: string(t.Scope.Tenant),
			Livemode: t.Scope.Livemode, Activation: int32(t.Activation), Headers: t.Headers,
			HonourRetryAfter: t.HonourRetryAfter, RateLimit: int32(t.RateLimit),
			MovedAt: stamp(t.MovedAt), Authentication: targetAuthenticationProto(t.Authentication),
			Body: bodyShapeProto(t.Body),
		}
		for _, f := range t.Signatures {
			p.Signatures = append(p.Signatures, string(f))
		}
		for _, k := range t.KeyPairs {
			p.KeyPairs = append(p.KeyPairs,
				&webhooksv1.KeyPair{Id: k.ID, Seed: k.Seed, SignsFrom: timestamppb.New(k.SignsFrom)})
		}
		if !slices.Contains(t.Signatures, webhooks.SignHMAC) {
			t.Keys = nil // a dispatcher gets no key that it does not sign with
		}
		for _, k := range t.Keys {
			key := &webhooksv1.SigningKey{Key: k.Raw}
			if k.ExpiresAt != nil {
				key.ExpiresAt = timestamppb.New(*k.ExpiresAt)
			}
			p.Keys = append(p.Keys, key)
		}
		resp.Data = append(resp.Data, p)
	}
	return resp, nil
}

// WatchEndpoints streams changes, and heartbeats in between.
func (s *Feed) WatchEndpoints(
	_ *webhooksv1.WatchEndpointsRequest, stream grpc.ServerStreamingServer[webhooksv1.WatchEndpointsResponse],
) error {
	w := s.hub.Watch()
	defer s.hub.Leave(w)
	beat := time.NewTicker(endpointfeed.Heartbeat)
	defer beat.Stop()
	var old <-chan time.Time
	if s.age > 0 {
		old = time.After(s.age)
	}
	for {
		select {
		case <-w.Wake():
		case <-beat.C:
		case <-s.stop:
			return nil
		case <-old:
			return nil
		case <-stream.Context().Done():
			return nil
		}
		reset, changed := w.Take()
		if err := stream.Send(&webhooksv1.WatchEndpointsResponse{Reset_: reset, ChangedIds: changed}); err != nil {
			return err
		}
	}
}
