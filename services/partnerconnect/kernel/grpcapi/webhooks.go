package grpcapi

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/gateway"
	"github.com/partnerline/partnerline/internal/grpcserver"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/event"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcclient"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/usecase"
)

// Webhooks answers WebhookService. It calls webhooks, where the partner of the key is a tenant.
type Webhooks struct {
	pcv1.UnimplementedWebhookServiceServer
	partners   *usecase.Partners
	tenants    *grpcclient.Webhooks
	endpoints  webhooksv1.EndpointServiceClient
	deliveries webhooksv1.DeliveryServiceClient
	recoveries webhooksv1.RecoveryServiceClient
	portal     webhooksv1.PortalSessionServiceClient
}

// NewWebhooks returns the service; conn is to webhooks, nil where events are not pushed: every call is refused then.
func NewWebhooks(conn grpc.ClientConnInterface, partners *usecase.Partners) *Webhooks {
	if conn == nil {
		conn = notConnected{}
	}
	return &Webhooks{
		partners: partners, tenants: grpcclient.NewWebhooks(conn), endpoints: webhooksv1.NewEndpointServiceClient(conn),
		deliveries: webhooksv1.NewDeliveryServiceClient(conn), recoveries: webhooksv1.NewRecoveryServiceClient(conn),
		portal: webhooksv1.NewPortalSessionServiceClient(conn),
	}
}

var errNotConnected = fault.New(fault.UnsupportedOperation,
	"events are not pushed in this installation; read GET /events")

// notConnected refuses every call.
type notConnected struct{}

// Invoke implements grpc.ClientConnInterface.
func (notConnected) Invoke(context.Context, string, any, any, ...grpc.CallOption) error {
	return errNotConnected
}

// NewStream implements grpc.ClientConnInterface.
func (notConnected) NewStream(
	context.Context, *grpc.StreamDesc, string, ...grpc.CallOption,
) (grpc.ClientStream, error) {
	return nil, errNotConnected
}

const (
	webhooksTimeout = 10 * time.Second
	retryAfter      = 5 * time.Second
)

// unavailable is the error of a call to which webhooks gave no usable answer.
func unavailable(cause error) error {
	e := fault.New(fault.Overloaded, "webhooks does not answer; repeat").WithCause(cause)
	e.RetryAfter = retryAfter
	return e
}

// refusal translates an error of webhooks for the partner. A fault of our own call is not shown: it becomes
// unavailable.
func refusal(err error) error {
	if e := (*fault.Error)(nil); errors.As(err, &e) {
		return e
	}
	e, ok := grpcserver.FromStatus(status.Convert(err))
	if !ok || e.Reason == fault.InvalidCredentials || e.Reason == fault.InternalError {
		return unavailable(err)
	}
	return e
}

// A remote is a method of webhooks.
type remote[Req, Resp proto.Message] = func(context.Context, Req, ...grpc.CallOption) (Resp, error)

// call makes a call for the key's partner, in the mode of the key.
func call[Req, Resp proto.Message](
	ctx context.Context, k access.PartnerKey, method remote[Req, Resp], req Req,
) (resp Resp, headers metadata.MD, err error) {
	within, cancel := context.WithTimeout(ctx, webhooksTimeout)
	defer cancel()
	out := metadata.AppendToOutgoingContext(within, "x-tenant", string(k.Partner), "x-livemode",
		strconv.FormatBool(k.Livemode), "x-key", string(k.ID))
	if version := expected(ctx); version != "" {
		out = metadata.AppendToOutgoingContext(out, "if-match", version)
	}
	readable(req)
	resp, err = method(out, req, grpc.Header(&headers))
	switch {
	case err != nil && ctx.Err() != nil:
		return resp, nil, ctx.Err()
	case err != nil:
		return resp, nil, refusal(err)
	}
	return resp, headers, nil
}

// maxTags bounds the bytes of an If-Match that a call passes on; a valid one has one tag.
const maxTags = 1 << 10

// expected is the If-Match of a call; one that is longer than any that we answered with matches nothing.
func expected(ctx context.Context) string {
	tags := strings.Join(gateway.RequestHeader(ctx, "if-match"), ",")
	if len(tags) > maxTags {
		return `""`
	}
	return tags
}

// readable replaces invalid UTF-8 in the texts of a request, which come from its path and its query: it names nothing,
// and gRPC cannot send it.
func readable(req proto.Message) {
	m := req.ProtoReflect()
	m.Range(func(f protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		if f.Kind() == protoreflect.StringKind && f.Cardinality() != protoreflect.Repeated && !utf8.ValidString(v.String()) {
			m.Set(f, protoreflect.ValueOfString(strings.ToValidUTF8(v.String(), "\uFFFD")))
		}
		return true
	})
}

// forward makes a call for the partner, and answers as webhooks does.
func forward[Req, Resp proto.Message](ctx context.Context, method remote[Req, Resp], req Req) (resp Resp, err error) {
	k, err := PartnerKey(ctx)
	if err != nil {
		return resp, err
	}
	resp, headers, err := call(ctx, k, method, req)
	if err == nil {
		gateway.Forward(ctx, headers)
	}
	return resp, err
}

// checkEndpoint checks the body of a call on an endpoint once it is known that there is such an endpoint.
func (s *Webhooks) checkEndpoint(ctx context.Context, req interface {
	proto.Message
	GetId() string
},
) (access.PartnerKey, error) {
	k, err := PartnerKey(ctx)
	if err != nil {
		return k, err
	}
	if _, _, err := call(ctx, k, s.endpoints.GetEndpoint, &webhooksv1.GetEndpointRequest{Id: req.GetId()}); err != nil {
		return k, err
	}
	return k, grpcserver.CheckBody(ctx, req)
}

// CreateEndpoint registers an endpoint of the partner.
func (s *Webhooks) CreateEndpoint(
	ctx context.Context, req *webhooksv1.CreateEndpointRequest,
) (*webhooksv1.CreateEndpointResponse, error) {
	k, err := PartnerKey(ctx)
	if err != nil {
		return nil, err
	}
	if err := checkSubscription(k, req.GetEvents(), req.GetChannels()); err != nil {
		return nil, err
	}
	if err := s.putTenant(ctx, k); err != nil {
		return nil, err
	}
	resp, headers, err := call(ctx, k, s.endpoints.CreateEndpoint, req)
	if err != nil {
		return nil, err
	}
	headers.Set("location", "/webhooks/"+resp.GetData().GetId())
	gateway.Forward(ctx, headers)
	return resp, nil
}

// putTenant makes sure that the partner of a key is a tenant of webhooks.
func (s *Webhooks) putTenant(ctx context.Context, k access.PartnerKey) error {
	p, err := s.partners.Partner(ctx, k.Partner)
	if err != nil {
		return err
	}
	if err := s.tenants.PutPartner(ctx, p); err != nil {
		return refusal(err)
	}
	return nil
}

// checkSubscription refuses types and channels whose events the key may not read. Types about endpoints and about the
// addresses that call them need no further scope: their events are about nothing else, and a key that changes endpoints
// may have them.
func checkSubscription(k access.PartnerKey, types, channels []string) error {
	var bad []fault.Violation
	for i, t := range types {
		if lacks := event.Type(t).Lacks(k.Scopes); lacks != "" && !strings.HasPrefix(t, "endpoint.") &&
			t != "source_addresses.changed" {
			bad = append(bad, fault.Violation{Field: "/events/" + strconv.Itoa(i), Code: "scope_required",
				Message: "needs a key with " + string(lacks)})
		}
	}
	for i, c := range channels {
		if !slices.Contains(k.Channels, pc.ChannelID(c)) {
			bad = append(bad,
				fault.Violation{Field: "/channels/" + strconv.Itoa(i), Code: "not_owned", Message: "must be a channel of the key"})
		}
	}
	if len(bad) > 0 {
		return fault.Fields(bad...)
	}
	return nil
}

// UpdateEndpoint changes the fields that are sent.
func (s *Webhooks) UpdateEndpoint(
	ctx context.Context, req *webhooksv1.UpdateEndpointRequest,
) (*webhooksv1.UpdateEndpointResponse, error) {
	k, err := s.checkEndpoint(ctx, req)
	if err != nil {
		return nil, err
	}
	if err := checkSubscription(k, req.GetChanges().GetEvents(), req.GetChanges().GetChannels()); err != nil {
		return nil, err
	}
	return forward(ctx, s.endpoints.UpdateEndpoint, req)
}

// RotateSecret makes a new secret.
func (s *Webhooks) RotateSecret(
	ctx context.Context, req *webhooksv1.RotateSecretRequest,
) (*webhooksv1.RotateSecretResponse, error) {
	if _, err := s.checkEndpoint(ctx, req); err != nil {
		return nil, err
	}
	return forward(ctx, s.endpoints.RotateSecret, req)
}

// ListSigningKeys returns the public keys of the partner and mode.
func (s *Webhooks) ListSigningKeys(
	ctx context.Context, req *webhooksv1.ListSigningKeysRequest,
) (*webhooksv1.ListSigningKeysResponse, error) {
	return forward(ctx, s.endpoints.ListSigningKeys, req)
}

// RotateSigningKey makes a new key of the partner and mode.
func (s *Webhooks) RotateSigningKey(
	ctx context.Context, req *webhooksv1.RotateSigningKeyRequest,
) (*webhooksv1.RotateSigningKeyResponse, error) {
	k, err := PartnerKey(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.putTenant(ctx, k); err != nil {
		return nil, err
	}
	return forward(ctx, s.endpoints.RotateSigningKey, req)
}

// PreviewBody shows what requests with a shape would have, of events that the partner's newest key may read. Its caller
// needs what a portal session needs, which shows the same events.
func (s *Webhooks) PreviewBody(
	ctx context.Context, req *webhooksv1.PreviewBodyRequest,
) (*webhooksv1.PreviewBodyResponse, error) {
	if _, err := readerKey(ctx); err != nil {
		return nil, err
	}
	return forward(ctx, s.endpoints.PreviewBody, req)
}

// RecoverEndpoint starts a job that sends what an endpoint missed.
func (s *Webhooks) RecoverEndpoint(
	ctx context.Context, req *webhooksv1.RecoverEndpointRequest,
) (*webhooksv1.RecoverEndpointResponse, error) {
	if _, err := s.checkEndpoint(ctx, req); err != nil {
		return nil, err
	}
	return forward(ctx, s.recoveries.RecoverEndpoint, req)
}

// ListEndpoints returns the endpoints of the partner and mode.
func (s *Webhooks) ListEndpoints(
	ctx context.Context, req *webhooksv1.ListEndpointsRequest,
) (*webhooksv1.ListEndpointsResponse, error) {
	return forward(ctx, s.endpoints.ListEndpoints, req)
}

// GetEndpoint returns one endpoint.
func (s *Webhooks) GetEndpoint(
	ctx context.Context, req *webhooksv1.GetEndpointRequest,
) (*webhooksv1.GetEndpointResponse, error) {
	return forward(ctx, s.endpoints.GetEndpoint, req)
}

// DeleteEndpoint removes an endpoint.
func (s *Webhooks) DeleteEndpoint(
	ctx context.Context, req *webhooksv1.DeleteEndpointRequest,
) (*webhooksv1.DeleteEndpointResponse, error) {
	return forward(ctx, s.endpoints.DeleteEndpoint, req)
}

// TestEndpoint sends a test event to one endpoint.
func (s *Webhooks) TestEndpoint(
	ctx context.Context, req *webhooksv1.TestEndpointRequest,
) (*webhooksv1.TestEndpointResponse, error) {
	return forward(ctx, s.endpoints.TestEndpoint, req)
}

// GetEndpointStatistics returns the deliveries to an endpoint that ended, by intervals.
func (s *Webhooks) GetEndpointStatistics(
	ctx context.Context, req *webhooksv1.GetEndpointStatisticsRequest,
) (*webhooksv1.GetEndpointStatisticsResponse, error) {
	return forward(ctx, s.endpoints.GetEndpointStatistics, req)
}

// GetSourceAddresses returns from which addresses requests come.
func (s *Webhooks) GetSourceAddresses(
	ctx context.Context, req *webhooksv1.GetSourceAddressesRequest,
) (*webhooksv1.GetSourceAddressesResponse, error) {
	return forward(ctx, s.endpoints.GetSourceAddresses, req)
}

// VerifyEndpoint sends a challenge to one endpoint.
func (s *Webhooks) VerifyEndpoint(
	ctx context.Context, req *webhooksv1.VerifyEndpointRequest,
) (*webhooksv1.VerifyEndpointResponse, error) {
	return forward(ctx, s.endpoints.VerifyEndpoint, req)
}

// ListDeliveries returns a page of an endpoint's deliveries.
func (s *Webhooks) ListDeliveries(
	ctx context.Context, req *webhooksv1.ListDeliveriesRequest,
) (*webhooksv1.ListDeliveriesResponse, error) {
	return forward(ctx, s.deliveries.ListDeliveries, req)
}

// GetDelivery returns one delivery with its attempts.
func (s *Webhooks) GetDelivery(
	ctx context.Context, req *webhooksv1.GetDeliveryRequest,
) (*webhooksv1.GetDeliveryResponse, error) {
	return forward(ctx, s.deliveries.GetDelivery, req)
}

// ResendDelivery begins one more run of a delivery.
func (s *Webhooks) ResendDelivery(
	ctx context.Context, req *webhooksv1.ResendDeliveryRequest,
) (*webhooksv1.ResendDeliveryResponse, error) {
	return forward(ctx, s.deliveries.ResendDelivery, req)
}

// SkipDelivery lets the other deliveries of a key go on.
func (s *Webhooks) SkipDelivery(
	ctx context.Context, req *webhooksv1.SkipDeliveryRequest,
) (*webhooksv1.SkipDeliveryResponse, error) {
	return forward(ctx, s.deliveries.SkipDelivery, req)
}

// GetRecovery shows the progress of a job.
func (s *Webhooks) GetRecovery(
	ctx context.Context, req *webhooksv1.GetRecoveryRequest,
) (*webhooksv1.GetRecoveryResponse, error) {
	return forward(ctx, s.recoveries.GetRecovery, req)
}

// CancelRecovery stops a job.
func (s *Webhooks) CancelRecovery(
	ctx context.Context, req *webhooksv1.CancelRecoveryRequest,
) (*webhooksv1.CancelRecoveryResponse, error) {
	return forward(ctx, s.recoveries.CancelRecovery, req)
}

// CreatePortalSession returns a URL that opens a session of the portal, once.
func (s *Webhooks) CreatePortalSession(
	ctx context.Context, req *webhooksv1.CreatePortalSessionRequest,
) (*webhooksv1.CreatePortalSessionResponse, error) {
	k, err := readerKey(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.putTenant(ctx, k); err != nil {
		return nil, err
	}
	return forward(ctx, s.portal.CreatePortalSession, req)
}

// readerKey is the key that calls, if it may read events besides what the method asks of it.
func readerKey(ctx context.Context) (access.PartnerKey, error) {
	k, err := PartnerKey(ctx)
	if err == nil && !slices.Contains(k.Scopes, access.ScopeOnboardingRead) {
		err = InsufficientScope(k, string(access.ScopeOnboardingRead))
	}
	return k, err
}

// RevokePortalSession ends a session.
func (s *Webhooks) RevokePortalSession(
	ctx context.Context, req *webhooksv1.RevokePortalSessionRequest,
) (*webhooksv1.RevokePortalSessionResponse, error) {
	return forward(ctx, s.portal.RevokePortalSession, req)
}
