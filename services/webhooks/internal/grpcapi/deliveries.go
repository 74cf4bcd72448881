package grpcapi

import (
	"context"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/partnerline/partnerline/internal/gateway"
	"github.com/partnerline/partnerline/internal/keyring"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
)

// Sender puts deliveries that are stored as pending on their way. When it fails, the sweep sends them later.
type Sender interface {
	Send(ctx context.Context, list []webhooks.Delivery) error
}

// Deliveries serves DeliveryService.
type Deliveries struct {
	webhooksv1.UnimplementedDeliveryServiceServer
	store   *postgres.Store
	keys    *keyring.Keyring // of page tokens
	sender  Sender
	rule    AddressRule
	overdue time.Duration
}

// NewDeliveries returns the service; rule says which addresses tenants may see, overdueAfter is how long an outcome may stay out
// before the sweep looks for it.
func NewDeliveries(s *postgres.Store, keys *keyring.Keyring, sender Sender, rule AddressRule, overdueAfter time.Duration) *Deliveries {
	return &Deliveries{store: s, keys: keys, sender: sender, rule: rule, overdue: overdueAfter}
}

// ListDeliveries returns a page of an endpoint's deliveries.
func (s *Deliveries) ListDeliveries(ctx context.Context, req *webhooksv1.ListDeliveriesRequest) (*webhooksv1.ListDeliveriesResponse, error) {
	statuses := []webhooks.DeliveryStatus{webhooks.DeliveryPending, webhooks.DeliveryDelivered, webhooks.DeliveryFailed, webhooks.DeliveryCancelled}
	if v := req.GetStatus(); v != "" && !slices.Contains(statuses, webhooks.DeliveryStatus(v)) {
		return nil, badParameter("status", "must be pending, delivered, failed or cancelled")
	}
	if v := req.GetType(); v != "" && !webhooks.EventKind(v).Known() {
		return nil, badParameter("type", "must be a kind of the catalogue, GET /api/v1/event-types")
	}
	scope := scopeOf(ctx)
	e, err := s.store.Endpoint(ctx, scope, webhooks.EndpointID(req.GetId()))
	if err != nil {
		return nil, err
	}
	f := postgres.DeliveryFilter{Status: req.GetStatus(), Kind: req.GetType(), From: timeOf(req.GetFrom()), To: timeOf(req.GetTo())}
	p := pageRequest{keys: s.keys, list: "deliveries", scope: scope, size: req.GetPageSize(), token: req.GetPageToken()}
	p.filters = []any{e.ID, f.Status, f.Kind, f.From, f.To}
	list, next, size, err := page(p,
		func(after *pageKey, limit int) ([]postgres.DeliveryRow, error) {
			f.AfterAt, f.AfterID, f.Limit = after.time(), after.id(), limit
			return s.store.Deliveries(ctx, e.ID, f)
		},
		func(d postgres.DeliveryRow) pageKey { return pageKey{d.EventAt, string(d.ID)} })
	if err != nil {
		return nil, err
	}
	resp := &webhooksv1.ListDeliveriesResponse{Meta: &webhooksv1.DeliveryPageMeta{NextPageToken: next, PageSize: size}}
	for _, d := range list {
		resp.Data = append(resp.Data, deliveryProto(d))
	}
	return resp, nil
}

// GetDelivery returns one delivery with all its attempts.
func (s *Deliveries) GetDelivery(ctx context.Context, req *webhooksv1.GetDeliveryRequest) (*webhooksv1.GetDeliveryResponse, error) {
	d, err := s.store.Delivery(ctx, scopeOf(ctx), webhooks.DeliveryID(req.GetId()))
	if err != nil {
		return nil, err
	}
	attempts, err := s.store.Attempts(ctx, d.Delivery)
	if err != nil {
		return nil, err
	}
	p := deliveryProto(d)
	detail := &webhooksv1.DeliveryDetail{
		Id: p.GetId(), EndpointId: p.GetEndpointId(), EventId: p.GetEventId(), EventType: p.GetEventType(), Status: p.GetStatus(),
		Run: p.GetRun(), AttemptCount: p.GetAttemptCount(), NextAttemptAt: p.GetNextAttemptAt(), Reason: p.GetReason(),
		CreatedAt: p.GetCreatedAt(), CompletedAt: p.GetCompletedAt(),
	}
	for _, a := range attempts {
		detail.Attempts = append(detail.Attempts, s.attemptProto(a))
	}
	return &webhooksv1.GetDeliveryResponse{Data: detail}, nil
}

// ResendDelivery begins one more run of a delivery that has ended.
func (s *Deliveries) ResendDelivery(ctx context.Context, req *webhooksv1.ResendDeliveryRequest) (*webhooksv1.ResendDeliveryResponse, error) {
	at := now()
	d, err := s.store.Resend(ctx, scopeOf(ctx), webhooks.DeliveryID(req.GetId()), at, at.Add(s.overdue))
	if err != nil {
		return nil, err
	}
	// The run is stored; should this fail, the sweep sends it.
	_ = s.sender.Send(ctx, []webhooks.Delivery{d.Delivery})
	gateway.SetHTTPStatus(ctx, http.StatusAccepted)
	return &webhooksv1.ResendDeliveryResponse{Data: deliveryProto(d)}, nil
}

func deliveryProto(d postgres.DeliveryRow) *webhooksv1.Delivery {
	return &webhooksv1.Delivery{
		Id: string(d.ID), EndpointId: string(d.Endpoint), EventId: string(d.Event), EventType: string(d.EventKind), Status: string(d.Status),
		Run: int32(d.Run), AttemptCount: int32(d.AttemptCount), NextAttemptAt: stamp(d.NextAttemptAt), Reason: text(d.Reason),
		CreatedAt: timestamppb.New(d.CreatedAt), CompletedAt: stamp(d.CompletedAt),
	}
}

func (s *Deliveries) attemptProto(a webhooks.Attempt) *webhooksv1.Attempt {
	p := &webhooksv1.Attempt{
		Run: int32(a.Run), Number: int32(a.Number), Status: "succeeded", ResponseHeaders: a.Headers,
		ResponseBody: strings.ToValidUTF8(string(a.Body), "\ufffd"), ResponseTruncated: a.Truncated, DurationMs: millis(a.Timing.Total),
		TimingMs: &webhooksv1.AttemptTiming{
			Dns: millis(a.Timing.DNS), Connect: millis(a.Timing.Connect), Tls: millis(a.Timing.TLS), FirstByte: millis(a.Timing.FirstByte),
		},
		StartedAt: timestamppb.New(a.StartedAt), Error: optional(a.Error), RemoteAddress: optional(s.shownAddress(a.Remote)), RetryAfter: optional(a.RetryAfter),
	}
	if a.Error != "" {
		p.Status = "failed"
	}
	if a.Status != 0 {
		p.ResponseStatus = wrapperspb.Int32(int32(a.Status))
	}
	return p
}

// shownAddress is the address of an attempt as its tenant may see it: one that no delivery may go to is an address of ours that a
// name led to, and is left out. Dispatchers report none; rows from before they stopped doing so may hold some.
func (s *Deliveries) shownAddress(remote string) string {
	a, err := netip.ParseAddrPort(remote)
	if err != nil || s.rule.Check(a.Addr()) != nil {
		return ""
	}
	return remote
}

func optional(s string) *wrapperspb.StringValue {
	if s == "" {
		return nil
	}
	return wrapperspb.String(s)
}

func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
