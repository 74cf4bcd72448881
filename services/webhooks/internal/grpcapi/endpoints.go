package grpcapi

import (
	"context"
	"net/http"
	"slices"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/gateway"
	"github.com/partnerline/partnerline/internal/grpcserver"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/usecase"
)

// Endpoints serves EndpointService.
type Endpoints struct {
	webhooksv1.UnimplementedEndpointServiceServer
	endpoints *usecase.Endpoints
	keys      *usecase.KeyPairs
	events    *usecase.Events
	sources   *usecase.Sources
}

// NewEndpoints returns the service; bodies are previewed on events.
func NewEndpoints(u *usecase.Endpoints, keys *usecase.KeyPairs, events *usecase.Events, s *usecase.Sources) *Endpoints {
	return &Endpoints{endpoints: u, keys: keys, events: events, sources: s}
}

// CreateEndpoint registers an endpoint and returns its secret, once.
func (s *Endpoints) CreateEndpoint(
	ctx context.Context, req *webhooksv1.CreateEndpointRequest,
) (*webhooksv1.CreateEndpointResponse, error) {
	url, events := req.GetUrl(), req.GetEvents()
	fields := webhooks.EndpointChanges{
		URL: &url, Events: &events, Description: &req.Description, Filter: &req.Filter,
		HonourRetryAfter: req.HonourRetryAfter,
		DeactivateOn410:  req.DeactivateOn_410, RateLimit: new(intOf(req.RateLimit)),
		Body:    new(bodyShapeOf(req.GetBody())),
		OrderBy: &req.OrderBy, OrderOnFailure: (*webhooks.OrderOnFailure)(req.OrderOnFailure),
	}
	if channels := req.GetChannels(); len(channels) > 0 {
		fields.Channels = &channels
	}
	if headers := req.GetHeaders(); len(headers) > 0 {
		fields.Headers = &headers
	}
	if signatures := req.GetSignatures(); len(signatures) > 0 {
		fields.Signatures = &signatures
	}
	if a := authenticationOf(req.GetAuthentication()); a != nil {
		fields.Authentication = &a
	}
	e, key, err := s.endpoints.CreateEndpoint(ctx, scopeOf(ctx), fields)
	if err != nil {
		return nil, err
	}
	gateway.SetHTTPStatus(ctx, http.StatusCreated)
	gateway.SetHeader(ctx, "Location", "/api/v1/webhooks/"+string(e.ID))
	gateway.SetETag(ctx, e.Version)
	return &webhooksv1.CreateEndpointResponse{
		Data: endpointProto(webhooks.ObservedEndpoint{Endpoint: e}), Meta: &webhooksv1.SecretMeta{Secret: key.Encode()},
	}, nil
}

// ListEndpoints returns all endpoints of the tenant and mode.
func (s *Endpoints) ListEndpoints(
	ctx context.Context, _ *webhooksv1.ListEndpointsRequest,
) (*webhooksv1.ListEndpointsResponse, error) {
	list, err := s.endpoints.ListEndpoints(ctx, scopeOf(ctx))
	if err != nil {
		return nil, err
	}
	resp := &webhooksv1.ListEndpointsResponse{Meta: &webhooksv1.ListEndpointsMeta{}}
	for _, e := range list {
		resp.Data = append(resp.Data, endpointProto(e))
	}
	return resp, nil
}

// GetEndpoint returns one endpoint.
func (s *Endpoints) GetEndpoint(
	ctx context.Context, req *webhooksv1.GetEndpointRequest,
) (*webhooksv1.GetEndpointResponse, error) {
	e, err := s.endpoints.GetEndpoint(ctx, scopeOf(ctx), webhooks.EndpointID(req.GetId()))
	if err != nil {
		return nil, err
	}
	gateway.SetETag(ctx, e.Version)
	return &webhooksv1.GetEndpointResponse{Data: endpointProto(e)}, nil
}

// UpdateEndpoint changes the fields that are sent. It checks that the endpoint exists before it checks the body.
func (s *Endpoints) UpdateEndpoint(
	ctx context.Context, req *webhooksv1.UpdateEndpointRequest,
) (*webhooksv1.UpdateEndpointResponse, error) {
	scope, id := scopeOf(ctx), webhooks.EndpointID(req.GetId())
	if _, err := s.endpoints.FindEndpoint(ctx, scope, id); err != nil {
		return nil, err
	}
	if err := grpcserver.CheckBody(ctx, req); err != nil {
		return nil, err
	}
	changes, err := changesOf(req)
	if err != nil {
		return nil, err
	}
	e, err := s.endpoints.UpdateEndpoint(ctx, scope, id, changes, gateway.IfMatch(ctx))
	if err != nil {
		return nil, err
	}
	gateway.SetETag(ctx, e.Version)
	return &webhooksv1.UpdateEndpointResponse{Data: endpointProto(e)}, nil
}

// DeleteEndpoint removes an endpoint.
func (s *Endpoints) DeleteEndpoint(
	ctx context.Context, req *webhooksv1.DeleteEndpointRequest,
) (*webhooksv1.DeleteEndpointResponse, error) {
	if err := s.endpoints.DeleteEndpoint(ctx, scopeOf(ctx), webhooks.EndpointID(req.GetId())); err != nil {
		return nil, err
	}
	gateway.SetHTTPStatus(ctx, http.StatusNoContent)
	return &webhooksv1.DeleteEndpointResponse{}, nil
}

// TestEndpoint sends a test event to one endpoint.
func (s *Endpoints) TestEndpoint(
	ctx context.Context, req *webhooksv1.TestEndpointRequest,
) (*webhooksv1.TestEndpointResponse, error) {
	sent, err := s.endpoints.TestEndpoint(ctx, scopeOf(ctx), webhooks.EndpointID(req.GetId()))
	if err != nil {
		return nil, err
	}
	gateway.SetHTTPStatus(ctx, http.StatusAccepted)
	return &webhooksv1.TestEndpointResponse{Data: sentProto(sent)}, nil
}

// VerifyEndpoint sends a challenge to one endpoint.
func (s *Endpoints) VerifyEndpoint(
	ctx context.Context, req *webhooksv1.VerifyEndpointRequest,
) (*webhooksv1.VerifyEndpointResponse, error) {
	sent, err := s.endpoints.VerifyEndpoint(ctx, scopeOf(ctx), webhooks.EndpointID(req.GetId()))
	if err != nil {
		return nil, err
	}
	gateway.SetHTTPStatus(ctx, http.StatusAccepted)
	return &webhooksv1.VerifyEndpointResponse{Data: sentProto(sent)}, nil
}

func sentProto(sent usecase.TestDelivery) *webhooksv1.TestDelivery {
	return &webhooksv1.TestDelivery{
		DeliveryId: string(sent.Delivery), EventId: string(sent.Event.ID), Type: string(sent.Event.Type),
	}
}

// GetEndpointStatistics returns the deliveries to an endpoint that ended, by intervals.
func (s *Endpoints) GetEndpointStatistics(
	ctx context.Context, req *webhooksv1.GetEndpointStatisticsRequest,
) (*webhooksv1.GetEndpointStatisticsResponse, error) {
	interval := webhooks.StatisticsInterval(req.GetInterval())
	if interval != "" && !slices.Contains(webhooks.StatisticsIntervals, interval) {
		return nil, badParameter("interval", fault.OneOf(webhooks.StatisticsIntervals))
	}
	got, err := s.endpoints.GetStatistics(ctx, scopeOf(ctx), webhooks.EndpointID(req.GetId()),
		webhooks.StatisticsRequest{Interval: interval, From: timeOf(req.GetFrom()), To: timeOf(req.GetTo())})
	if err != nil {
		return nil, err
	}
	return &webhooksv1.GetEndpointStatisticsResponse{Data: statisticsProto(got)}, nil
}

func statisticsProto(s webhooks.EndpointStatistics) *webhooksv1.EndpointStatistics {
	p := &webhooksv1.EndpointStatistics{
		Interval: string(s.Interval), From: timestamppb.New(s.From), To: timestamppb.New(s.To),
	}
	for _, c := range s.Intervals {
		i := &webhooksv1.StatisticsOfInterval{
			BeganAt: timestamppb.New(c.Began), Delivered: int64(c.Delivered), Failed: int64(c.Failed),
		}
		if mean, ok := c.Latency(); ok {
			i.MeanDurationMs = new(float64(mean.Microseconds()) / 1000)
		}
		p.Intervals = append(p.Intervals, i)
	}
	return p
}

// changesOf reads which fields an update changes. A field that the mask names and the message does not hold was null.
func changesOf(req *webhooksv1.UpdateEndpointRequest) (webhooks.EndpointChanges, error) {
	c := req.GetChanges()
	// The gateway spells the mask of an empty object as one empty path.
	paths := slices.DeleteFunc(slices.Clone(req.GetUpdateMask().GetPaths()), func(p string) bool { return p == "" })
	if len(paths) == 0 {
		paths = setPaths(c)
	}
	var out webhooks.EndpointChanges
	var bad []fault.Violation
	null := func(name string) {
		bad = append(bad, fault.Violation{Field: "/" + name, Code: "null", Message: "must not be null"})
	}
	for _, p := range paths {
		switch fieldOf(p) {
		case "url":
			if out.URL = c.Url; c.Url == nil {
				null(p)
			}
		case "events":
			events := c.GetEvents()
			out.Events = &events
		case "description":
			d := c.Description
			out.Description = &d
		case "is_active":
			if out.IsActive = c.IsActive; c.IsActive == nil {
				null(p)
			}
		case "filter":
			f := c.Filter
			out.Filter = &f
		case "honour_retry_after":
			if out.HonourRetryAfter = c.HonourRetryAfter; c.HonourRetryAfter == nil {
				null(p)
			}
		case "deactivate_on_410":
			if out.DeactivateOn410 = c.DeactivateOn_410; c.DeactivateOn_410 == nil {
				null(p)
			}
		case "rate_limit":
			out.RateLimit = new(intOf(c.RateLimit))
		case "order_by":
			by := c.OrderBy
			out.OrderBy = &by
		case "order_on_failure":
			if out.OrderOnFailure = (*webhooks.OrderOnFailure)(c.OrderOnFailure); c.OrderOnFailure == nil {
				null(p)
			}
		case "channels":
			channels := c.GetChannels()
			out.Channels = &channels
		case "headers":
			headers := c.GetHeaders()
			out.Headers = &headers
		case "signatures":
			signatures := c.GetSignatures()
			out.Signatures = &signatures
		case "body":
			out.Body = new(bodyShapeOf(c.GetBody()))
		case "authentication":
			out.Authentication = new(authenticationOf(c.GetAuthentication()))
		default:
			bad = append(bad,
				fault.Violation{Field: "/update_mask", Code: "unknown", Message: "names a field that cannot be updated"})
		}
	}
	if b := c.GetBody(); out.Body == nil && b != nil && b.Preset == nil && b.Expression == nil {
		out.Body = new(bodyShapeOf(b)) // the mask lists members, of which an empty object has none; it is refused
	}
	if a := c.GetAuthentication(); out.Authentication == nil && a != nil && proto.Size(a) == 0 {
		out.Authentication = new(authenticationOf(a)) // likewise
	}
	if len(bad) > 0 {
		return out, fault.Fields(bad...)
	}
	return out, nil
}

func intOf(n *int32) *int {
	if n == nil {
		return nil
	}
	return new(int(*n))
}

func setPaths(c *webhooksv1.EndpointChanges) (paths []string) {
	if c == nil {
		return nil
	}
	if c.Url != nil {
		paths = append(paths, "url")
	}
	if len(c.GetEvents()) > 0 {
		paths = append(paths, "events")
	}
	if c.Description != nil {
		paths = append(paths, "description")
	}
	if c.IsActive != nil {
		paths = append(paths, "is_active")
	}
	if c.Filter != nil {
		paths = append(paths, "filter")
	}
	if c.HonourRetryAfter != nil {
		paths = append(paths, "honour_retry_after")
	}
	if c.DeactivateOn_410 != nil {
		paths = append(paths, "deactivate_on_410")
	}
	if c.RateLimit != nil {
		paths = append(paths, "rate_limit")
	}
	if c.OrderBy != nil {
		paths = append(paths, "order_by")
	}
	if c.OrderOnFailure != nil {
		paths = append(paths, "order_on_failure")
	}
	if len(c.GetChannels()) > 0 {
		paths = append(paths, "channels")
	}
	if len(c.GetHeaders()) > 0 {
		paths = append(paths, "headers")
	}
	if len(c.GetSignatures()) > 0 {
		paths = append(paths, "signatures")
	}
	if c.GetBody() != nil {
		paths = append(paths, "body")
	}
	if c.GetAuthentication() != nil {
		paths = append(paths, "authentication")
	}
	return paths
}

// defaultOverlap is how long old secrets go on signing by default.
const defaultOverlap = 86_400

// RotateSecret makes a new secret and shows it once. It checks that the endpoint exists before it checks the body.
func (s *Endpoints) RotateSecret(
	ctx context.Context, req *webhooksv1.RotateSecretRequest,
) (*webhooksv1.RotateSecretResponse, error) {
	scope, id := scopeOf(ctx), webhooks.EndpointID(req.GetId())
	if _, err := s.endpoints.FindEndpoint(ctx, scope, id); err != nil {
		return nil, err
	}
	if err := grpcserver.CheckBody(ctx, req); err != nil {
		return nil, err
	}
	overlap := int32(defaultOverlap)
	if req.OverlapSeconds != nil {
		overlap = req.GetOverlapSeconds()
	}
	e, key, err := s.endpoints.RotateSecret(ctx, scope, id, time.Duration(overlap)*time.Second, nil)
	if err != nil {
		return nil, err
	}
	gateway.SetETag(ctx, e.Version)
	return &webhooksv1.RotateSecretResponse{Data: endpointProto(e), Meta: &webhooksv1.SecretMeta{Secret: key.Encode()}},
		nil
}
