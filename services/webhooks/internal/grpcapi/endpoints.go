package grpcapi

import (
	"context"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/gateway"
	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/telemetry"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
)

// AddressRule says which addresses deliveries may go to; the dispatcher holds every connection to the same rule.
type AddressRule interface {
	Check(netip.Addr) error
	CheckHost(host string) error
}

// Resolver looks names up; *net.Resolver is one.
type Resolver interface {
	LookupNetIP(ctx context.Context, network, host string) ([]netip.Addr, error)
}

// Endpoints serves EndpointService.
type Endpoints struct {
	webhooksv1.UnimplementedEndpointServiceServer
	store    *postgres.Store
	rule     AddressRule
	resolver Resolver
	limit    int
	overdue  time.Duration
}

// NewEndpoints returns the service; limit is how many endpoints a tenant may have in a mode, overdueAfter how long the outcome of a
// test may stay out before the sweep looks for it.
func NewEndpoints(s *postgres.Store, rule AddressRule, r Resolver, limit int, overdueAfter time.Duration) *Endpoints {
	return &Endpoints{store: s, rule: rule, resolver: r, limit: limit, overdue: overdueAfter}
}

// CreateEndpoint registers an endpoint and returns its secret, once.
func (s *Endpoints) CreateEndpoint(ctx context.Context, req *webhooksv1.CreateEndpointRequest) (*webhooksv1.CreateEndpointResponse, error) {
	var description *string
	if d := req.GetDescription(); d != nil {
		description = &d.Value
	}
	id := webhooks.EndpointID(uuid.Must(uuid.NewV7()).String())
	e, err := webhooks.NewEndpoint(id, scopeOf(ctx), req.GetUrl(), req.GetEvents(), description, now())
	if err != nil {
		return nil, err
	}
	if err := s.checkAddress(ctx, e.URL); err != nil {
		return nil, err
	}
	key := webhooks.NewSigningKey()
	if err := s.store.CreateEndpoint(ctx, e, key, s.limit); err != nil {
		return nil, err
	}
	gateway.SetHTTPStatus(ctx, http.StatusCreated)
	gateway.SetETag(ctx, e.Version)
	return &webhooksv1.CreateEndpointResponse{
		Data: endpointProto(e, webhooks.Recent{}), Meta: &webhooksv1.SecretMeta{Secret: key.Spelling()},
	}, nil
}

// ListEndpoints returns all endpoints of the tenant and mode.
func (s *Endpoints) ListEndpoints(ctx context.Context, _ *webhooksv1.ListEndpointsRequest) (*webhooksv1.ListEndpointsResponse, error) {
	list, err := s.store.Endpoints(ctx, scopeOf(ctx))
	if err != nil {
		return nil, err
	}
	recent, err := s.store.RecentOf(ctx, list, now())
	if err != nil {
		return nil, err
	}
	resp := &webhooksv1.ListEndpointsResponse{Meta: &webhooksv1.ListEndpointsMeta{}}
	for _, e := range list {
		resp.Data = append(resp.Data, endpointProto(e, recent[e.ID]))
	}
	return resp, nil
}

// GetEndpoint returns one endpoint.
func (s *Endpoints) GetEndpoint(ctx context.Context, req *webhooksv1.GetEndpointRequest) (*webhooksv1.GetEndpointResponse, error) {
	e, err := s.store.Endpoint(ctx, scopeOf(ctx), webhooks.EndpointID(req.GetId()))
	if err != nil {
		return nil, err
	}
	data, err := s.withHealth(ctx, e)
	if err != nil {
		return nil, err
	}
	gateway.SetETag(ctx, e.Version)
	return &webhooksv1.GetEndpointResponse{Data: data}, nil
}

// UpdateEndpoint changes the fields that are present.
func (s *Endpoints) UpdateEndpoint(ctx context.Context, req *webhooksv1.UpdateEndpointRequest) (*webhooksv1.UpdateEndpointResponse, error) {
	scope, id := scopeOf(ctx), webhooks.EndpointID(req.GetId())
	e, err := s.store.Endpoint(ctx, scope, id)
	if err != nil {
		return nil, err
	}
	if err := grpcserver.CheckBody(ctx, req); err != nil {
		return nil, err
	}
	changes, err := changesOf(req)
	if err != nil {
		return nil, err
	}
	if changes.URL != nil && *changes.URL != e.URL {
		// Judge the text first, so that a malformed URL is told as such.
		probe := e
		if err := probe.Update(changes, now()); err != nil {
			return nil, err
		}
		if err := s.checkAddress(ctx, *changes.URL); err != nil {
			return nil, err
		}
	}
	match := gateway.IfMatch(ctx)
	at := now()
	e, err = s.store.UpdateEndpoint(ctx, scope, id, func(e *webhooks.Endpoint) error {
		if !match.Holds(e.Version) {
			return webhooks.ErrEndpointChanged
		}
		return e.Update(changes, at)
	})
	if err != nil {
		return nil, err
	}
	data, err := s.withHealth(ctx, e)
	if err != nil {
		return nil, err
	}
	gateway.SetETag(ctx, e.Version)
	return &webhooksv1.UpdateEndpointResponse{Data: data}, nil
}

// DeleteEndpoint removes an endpoint.
func (s *Endpoints) DeleteEndpoint(ctx context.Context, req *webhooksv1.DeleteEndpointRequest) (*webhooksv1.DeleteEndpointResponse, error) {
	if err := s.store.DeleteEndpoint(ctx, scopeOf(ctx), webhooks.EndpointID(req.GetId())); err != nil {
		return nil, err
	}
	gateway.SetHTTPStatus(ctx, http.StatusNoContent)
	return &webhooksv1.DeleteEndpointResponse{}, nil
}

// TestEndpoint sends a test event to one endpoint.
func (s *Endpoints) TestEndpoint(ctx context.Context, req *webhooksv1.TestEndpointRequest) (*webhooksv1.TestEndpointResponse, error) {
	data, err := webhooks.TestData(webhooks.VerificationID(uuid.NewString()), now())
	if err != nil {
		return nil, err
	}
	e, err := webhooks.NewEvent(scopeOf(ctx), webhooks.VerificationTest, data)
	if err != nil {
		return nil, err
	}
	e.Endpoint, e.Traceparent = webhooks.EndpointID(req.GetId()), telemetry.Traceparent(ctx)
	at := now()
	delivery, err := s.store.StoreTestEvent(ctx, e, at, at.Add(s.overdue))
	if err != nil {
		return nil, err
	}
	gateway.SetHTTPStatus(ctx, http.StatusAccepted)
	return &webhooksv1.TestEndpointResponse{Data: &webhooksv1.TestDelivery{
		DeliveryId: string(delivery), EventId: string(e.ID), Type: string(e.Kind),
	}}, nil
}

func (s *Endpoints) withHealth(ctx context.Context, e webhooks.Endpoint) (*webhooksv1.Endpoint, error) {
	recent, err := s.store.RecentOf(ctx, []webhooks.Endpoint{e}, now())
	if err != nil {
		return nil, err
	}
	return endpointProto(e, recent[e.ID]), nil
}

// resolveTimeout bounds the look-up of a new URL's name; a name that does not resolve now is accepted.
const resolveTimeout = 2 * time.Second

var errURLNotAllowed = fault.New(fault.URLNotAllowed, "the URL leads to an address that deliveries may not go to")

// checkAddress refuses a URL whose host is an address that no delivery may go to, or resolves to none but such. Where
// only some are refused, as ::1 of a localhost on a machine that allows 127.0.0.1, the dispatcher uses the others.
func (s *Endpoints) checkAddress(ctx context.Context, raw string) error {
	u, err := url.Parse(raw)
	if err != nil {
		return err
	}
	refused := errURLNotAllowed.WithField("/url", "address", "must lead to a public address")
	host := u.Hostname()
	if s.rule.CheckHost(host) != nil {
		return refused
	}
	if _, err := netip.ParseAddr(host); err == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, resolveTimeout)
	defer cancel()
	addrs, err := s.resolver.LookupNetIP(ctx, "ip", host)
	if err != nil {
		return nil // a name that does not resolve now is accepted: it may soon
	}
	if len(addrs) > 0 && !slices.ContainsFunc(addrs, func(a netip.Addr) bool { return s.rule.Check(a) == nil }) {
		return refused
	}
	return nil
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
		switch p {
		case "url":
			if out.URL = c.Url; c.Url == nil {
				null(p)
			}
		case "events":
			events := c.GetEvents()
			out.Events = &events
		case "description":
			var d *string
			if c.GetDescription() != nil {
				d = &c.Description.Value
			}
			out.Description = &d
		case "is_active":
			if out.IsActive = c.IsActive; c.IsActive == nil {
				null(p)
			}
		default:
			bad = append(bad, fault.Violation{Field: "/update_mask", Code: "unknown", Message: "names a field that cannot be updated"})
		}
	}
	if len(bad) > 0 {
		return out, fault.Fields(bad...)
	}
	return out, nil
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
	if c.GetDescription() != nil {
		paths = append(paths, "description")
	}
	if c.IsActive != nil {
		paths = append(paths, "is_active")
	}
	return paths
}

// defaultOverlap is how long old secrets go on signing unless told otherwise.
const defaultOverlap = 86_400

// RotateSecret makes a new secret and shows it once.
func (s *Endpoints) RotateSecret(ctx context.Context, req *webhooksv1.RotateSecretRequest) (*webhooksv1.RotateSecretResponse, error) {
	scope, id := scopeOf(ctx), webhooks.EndpointID(req.GetId())
	if _, err := s.store.Endpoint(ctx, scope, id); err != nil {
		return nil, err
	}
	if err := grpcserver.CheckBody(ctx, req); err != nil {
		return nil, err
	}
	overlap := int32(defaultOverlap)
	if req.OverlapSeconds != nil {
		overlap = req.GetOverlapSeconds()
	}
	key, at := webhooks.NewSigningKey(), now()
	e, err := s.store.RotateSecret(ctx, scope, id, key, at.Add(time.Duration(overlap)*time.Second), at)
	if err != nil {
		return nil, err
	}
	data, err := s.withHealth(ctx, e)
	if err != nil {
		return nil, err
	}
	gateway.SetETag(ctx, e.Version)
	return &webhooksv1.RotateSecretResponse{Data: data, Meta: &webhooksv1.SecretMeta{Secret: key.Spelling()}}, nil
}
