package grpcapi

import (
	"context"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/cursor"
	"github.com/partnerline/partnerline/internal/egress"
	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/gateway"
	"github.com/partnerline/partnerline/internal/keyring"
	pagingv1 "github.com/partnerline/partnerline/proto/gen/paging/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/usecase"
)

// Deliveries serves DeliveryService.
type Deliveries struct {
	webhooksv1.UnimplementedDeliveryServiceServer
	deliveries *usecase.Deliveries
	endpoints  *usecase.Endpoints
	keys       *keyring.Keyring // of page tokens
	guard      *egress.Guard
}

// NewDeliveries returns the service; guard decides which addresses tenants may see.
func NewDeliveries(
	d *usecase.Deliveries, e *usecase.Endpoints, keys *keyring.Keyring, guard *egress.Guard,
) *Deliveries {
	return &Deliveries{deliveries: d, endpoints: e, keys: keys, guard: guard}
}

// ListDeliveries returns a page of an endpoint's deliveries.
func (s *Deliveries) ListDeliveries(
	ctx context.Context, req *webhooksv1.ListDeliveriesRequest,
) (*webhooksv1.ListDeliveriesResponse, error) {
	if err := checkDeliveryFilter(req, scopeOf(ctx).Tenant.EventTypes()); err != nil {
		return nil, err
	}
	scope := scopeOf(ctx)
	e, err := s.endpoints.FindEndpoint(ctx, scope, webhooks.EndpointID(req.GetId()))
	if err != nil {
		return nil, err
	}
	page, err := s.page(ctx, scope, e, req)
	if err != nil {
		return nil, err
	}
	return &webhooksv1.ListDeliveriesResponse{
		Data: deliveryProtos(page.Rows), Meta: &pagingv1.PageMeta{NextPageToken: page.Next, PageSize: page.Size},
	}, nil
}

// deliveryFilter is what the requests for lists of deliveries have in common.
type deliveryFilter interface {
	GetStatus() string
	GetType() string
	GetFrom() *timestamppb.Timestamp
	GetTo() *timestamppb.Timestamp
	GetPageSize() int32
	GetPageToken() string
}

// checkDeliveryFilter checks what a list is limited to; types are those that there can be.
func checkDeliveryFilter(req deliveryFilter, types []webhooks.EventType) error {
	if v := req.GetStatus(); v != "" && !webhooks.DeliveryStatus(v).Known() {
		return badParameter("status", "must be pending, delivered, failed or cancelled")
	}
	if v := req.GetType(); v != "" && !slices.Contains(types, webhooks.EventType(v)) {
		return badParameter("type", fault.OneOf(types))
	}
	return nil
}

// page reads a page of an endpoint's deliveries by a filter that was checked; its token is good only for the owner.
func (s *Deliveries) page(
	ctx context.Context, owner any, e webhooks.Endpoint, req deliveryFilter,
) (cursor.Page[webhooks.DeliveryRecord], error) {
	return fetchDeliveries(s.keys, owner, e.ID, req, func(f webhooks.DeliveryFilter) ([]webhooks.DeliveryRecord, error) {
		return s.deliveries.ListDeliveries(ctx, e, f)
	})
}

// fetchDeliveries reads a page of a list of deliveries by a filter that was checked; its token is good only for the
// owner and what the list is of.
func fetchDeliveries(
	keys *keyring.Keyring, owner, of any, req deliveryFilter,
	list func(webhooks.DeliveryFilter) ([]webhooks.DeliveryRecord, error),
) (cursor.Page[webhooks.DeliveryRecord], error) {
	f := webhooks.DeliveryFilter{
		Status: req.GetStatus(), Type: req.GetType(), From: timeOf(req.GetFrom()), To: timeOf(req.GetTo()),
	}
	return cursor.Fetch(
		cursor.Request{
			Keys: keys, List: "deliveries", Owner: owner, Filters: []any{of, f.Status, f.Type, f.From, f.To},
			Size: req.GetPageSize(), Token: req.GetPageToken(),
		},
		func(after *webhooks.Position, limit int) ([]webhooks.DeliveryRecord, error) {
			f.After, f.Limit = after, limit
			return list(f)
		},
		func(d webhooks.DeliveryRecord) webhooks.Position {
			return webhooks.Position{Time: d.EventAt, ID: string(d.ID)}
		})
}

func deliveryProtos(list []webhooks.DeliveryRecord) []*webhooksv1.Delivery {
	out := make([]*webhooksv1.Delivery, len(list))
	for i, d := range list {
		out[i] = deliveryProto(d)
	}
	return out
}

// GetDelivery returns one delivery with all its attempts.
func (s *Deliveries) GetDelivery(
	ctx context.Context, req *webhooksv1.GetDeliveryRequest,
) (*webhooksv1.GetDeliveryResponse, error) {
	d, attempts, err := s.deliveries.GetDelivery(ctx, scopeOf(ctx), webhooks.DeliveryID(req.GetId()))
	if err != nil {
		return nil, err
	}
	return &webhooksv1.GetDeliveryResponse{Data: s.detail(d, attempts)}, nil
}

func (s *Deliveries) detail(d webhooks.DeliveryRecord, attempts []webhooks.Attempt) *webhooksv1.DeliveryDetail {
	p := deliveryProto(d)
	detail := &webhooksv1.DeliveryDetail{
		Id: p.GetId(), EndpointId: p.GetEndpointId(), EventId: p.GetEventId(), EventType: p.GetEventType(),
		Status: p.GetStatus(),
		Run:    p.GetRun(), AttemptCount: p.GetAttemptCount(), NextAttemptAt: p.GetNextAttemptAt(), Reason: p.Reason,
		CreatedAt: p.GetCreatedAt(), CompletedAt: p.GetCompletedAt(), OrderKey: p.OrderKey, HeldBackBy: p.HeldBackBy,
	}
	for _, a := range attempts {
		detail.Attempts = append(detail.Attempts, s.attemptProto(a))
	}
	return detail
}

// ResendDelivery begins one more run of a delivery that has ended.
func (s *Deliveries) ResendDelivery(
	ctx context.Context, req *webhooksv1.ResendDeliveryRequest,
) (*webhooksv1.ResendDeliveryResponse, error) {
	d, err := s.deliveries.ResendDelivery(ctx, scopeOf(ctx), webhooks.DeliveryID(req.GetId()), nil)
	if err != nil {
		return nil, err
	}
	gateway.SetHTTPStatus(ctx, http.StatusAccepted)
	return &webhooksv1.ResendDeliveryResponse{Data: deliveryProto(d)}, nil
}

// SkipDelivery lets the other deliveries of a key go on.
func (s *Deliveries) SkipDelivery(
	ctx context.Context, req *webhooksv1.SkipDeliveryRequest,
) (*webhooksv1.SkipDeliveryResponse, error) {
	d, err := s.deliveries.SkipDelivery(ctx, scopeOf(ctx), webhooks.DeliveryID(req.GetId()))
	if err != nil {
		return nil, err
	}
	return &webhooksv1.SkipDeliveryResponse{Data: deliveryProto(d)}, nil
}

func deliveryProto(d webhooks.DeliveryRecord) *webhooksv1.Delivery {
	return &webhooksv1.Delivery{
		Id: string(d.ID), EndpointId: string(d.Endpoint), EventId: string(d.Event), EventType: string(d.EventType),
		Status: string(d.Status),
		Run:    int32(d.Run), AttemptCount: int32(d.AttemptCount), NextAttemptAt: stamp(d.NextAttemptAt), Reason: d.Reason,
		CreatedAt: timestamppb.New(d.CreatedAt), CompletedAt: stamp(d.CompletedAt), OrderKey: d.OrderKey,
		HeldBackBy: (*string)(d.HeldBackBy),
	}
}

func (s *Deliveries) attemptProto(a webhooks.Attempt) *webhooksv1.Attempt {
	p := &webhooksv1.Attempt{
		Run: int32(a.Run), Number: int32(a.Number), Status: "succeeded", ResponseHeaders: a.Headers,
		ResponseBody: strings.ToValidUTF8(string(a.Body), "\ufffd"), ResponseTruncated: a.Truncated,
		ResponseOmitted: a.Omitted, DurationMs: millis(a.Timing.Total),
		TimingMs: &webhooksv1.AttemptTiming{
			Dns: millis(a.Timing.DNS), Connect: millis(a.Timing.Connect), Tls: millis(a.Timing.TLS),
			FirstByte: millis(a.Timing.FirstByte),
		},
		StartedAt: timestamppb.New(a.StartedAt), Error: optional(a.Error), RemoteAddress: optional(s.shownAddress(a.Remote)),
		RetryAfter: optional(a.RetryAfter), FailedStep: optional(string(a.FailedStep())),
		Remedy: optional(webhooks.Remedies[a.Error]),
	}
	if a.Error != "" {
		p.Status = "failed"
	}
	if a.Status != 0 {
		p.ResponseStatus = new(int32(a.Status))
	}
	return p
}

// shownAddress is the address of an attempt as its tenant may see it. An address that no delivery may go to is one of
// ours that a name led to, and is left out. Dispatchers report no such addresses; this check does not depend on them.
func (s *Deliveries) shownAddress(remote string) string {
	a, err := netip.ParseAddrPort(remote)
	if err != nil || s.guard.Check(a.Addr()) != nil {
		return ""
	}
	return remote
}

// optional is nil for an empty text.
func optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
