package grpcapi

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/gateway"
	"github.com/partnerline/partnerline/internal/telemetry"
	eventsv1 "github.com/partnerline/partnerline/proto/gen/events/v1"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/catalogue"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
	"github.com/partnerline/partnerline/services/webhooks/internal/publish"
)

// maxData is the most bytes of an event's data.
const maxData = 64 << 10

// Events serves EventService.
type Events struct {
	eventsv1.UnimplementedEventServiceServer
	store     *postgres.Store
	grouper   *publish.Grouper
	catalogue *catalogue.Catalogue
	tenants   sync.Map // webhooks.TenantID -> struct{}: tenants known to exist; none is ever deleted
}

// NewEvents returns the service.
func NewEvents(s *postgres.Store, g *publish.Grouper, c *catalogue.Catalogue) *Events {
	return &Events{store: s, grouper: g, catalogue: c}
}

// Publish accepts one event; it is durable before the answer.
func (s *Events) Publish(ctx context.Context, req *eventsv1.PublishRequest) (*eventsv1.PublishResponse, error) {
	p, err := s.publication(ctx, req)
	if err != nil {
		return nil, err
	}
	a, err := s.grouper.Publish(ctx, p)
	if err != nil {
		return nil, err
	}
	status := http.StatusAccepted
	if a.Replayed {
		status = http.StatusOK
	}
	gateway.SetHTTPStatus(ctx, status)
	return &eventsv1.PublishResponse{EventId: string(a.ID)}, nil
}

// PublishBatch accepts several events in one transaction, all or none.
func (s *Events) PublishBatch(ctx context.Context, req *eventsv1.PublishBatchRequest) (*eventsv1.PublishBatchResponse, error) {
	list := make([]postgres.Publication, len(req.GetEvents()))
	for i, e := range req.GetEvents() {
		var err error
		if list[i], err = s.publication(ctx, e); err != nil {
			return nil, inItem(err, i)
		}
	}
	accepted, err := s.store.Publish(ctx, list, true)
	if err != nil {
		return nil, err
	}
	resp := &eventsv1.PublishBatchResponse{EventIds: make([]string, len(accepted))}
	for i, a := range accepted {
		resp.EventIds[i] = string(a.ID)
	}
	return resp, nil
}

// inItem makes the fields of a fault point into the i-th event. Other errors pass unchanged: what they are to the client is
// told in one place, for all methods.
func inItem(err error, i int) error {
	var known *fault.Error
	if !errors.As(err, &known) {
		return err
	}
	e := *known
	e.Violations = append([]fault.Violation{}, e.Violations...)
	for k := range e.Violations {
		e.Violations[k].Field = fmt.Sprintf("/events/%d%s", i, e.Violations[k].Field)
	}
	return &e
}

func (s *Events) publication(ctx context.Context, req *eventsv1.PublishRequest) (postgres.Publication, error) {
	tenant := webhooks.TenantID(req.GetTenant())
	if err := s.checkTenant(ctx, tenant); err != nil {
		return postgres.Publication{}, err
	}
	kind := webhooks.EventKind(req.GetType())
	fields := req.GetData().AsMap()
	if err := s.catalogue.Check(kind, fields); err != nil {
		return postgres.Publication{}, err
	}
	data, err := canonical(fields)
	if err != nil {
		return postgres.Publication{}, err
	}
	if len(data) > maxData {
		return postgres.Publication{}, fault.Field("/data", "too_long", fmt.Sprintf("must have at most %d bytes", maxData))
	}
	scope := webhooks.Scope{Tenant: tenant, Livemode: req.GetLivemode()}
	e, err := webhooks.NewEvent(scope, kind, data)
	if err != nil {
		return postgres.Publication{}, err
	}
	e.Traceparent = telemetry.Traceparent(ctx)
	p := postgres.Publication{Event: e, Key: req.GetIdempotencyKey()}
	if p.Key != "" {
		sum := sha256.Sum256([]byte(string(kind) + "\x00" + string(data)))
		p.Fingerprint = sum[:]
	}
	return p, nil
}

// canonical spells data with its members in order, so that equal data has equal bytes.
func canonical(fields map[string]any) (json.RawMessage, error) {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(fields); err != nil {
		return nil, err
	}
	return json.RawMessage(strings.TrimSuffix(b.String(), "\n")), nil
}

func (s *Events) checkTenant(ctx context.Context, id webhooks.TenantID) error {
	if _, known := s.tenants.Load(id); known {
		return nil
	}
	exists, err := s.store.TenantExists(ctx, id)
	if err != nil {
		return err
	}
	if !exists {
		return fault.Field("/tenant", "unknown_tenant", "must be an existing tenant")
	}
	s.tenants.Store(id, struct{}{})
	return nil
}
