package grpcapi

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/gateway"
	eventsv1 "github.com/partnerline/partnerline/proto/gen/events/v1"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/publish"
	"github.com/partnerline/partnerline/services/webhooks/internal/usecase"
)

// Events serves EventService.
type Events struct {
	eventsv1.UnimplementedEventServiceServer
	events  *usecase.Events
	grouper *publish.Grouper
}

// NewEvents returns the service.
func NewEvents(u *usecase.Events, g *publish.Grouper) *Events { return &Events{events: u, grouper: g} }

// Publish accepts one event; it is durable before the answer.
func (s *Events) Publish(ctx context.Context, req *eventsv1.PublishRequest) (*eventsv1.PublishResponse, error) {
	p, err := s.prepare(ctx, req)
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
	list := make([]webhooks.Publication, len(req.GetEvents()))
	for i, e := range req.GetEvents() {
		var err error
		if list[i], err = s.prepare(ctx, e); err != nil {
			return nil, inItem(err, i)
		}
	}
	accepted, err := s.events.PublishBatch(ctx, list)
	if err != nil {
		return nil, err
	}
	resp := &eventsv1.PublishBatchResponse{EventIds: make([]string, len(accepted))}
	for i, a := range accepted {
		resp.EventIds[i] = string(a.ID)
	}
	return resp, nil
}

func (s *Events) prepare(ctx context.Context, req *eventsv1.PublishRequest) (webhooks.Publication, error) {
	return s.events.PrepareEvent(ctx, usecase.EventInput{
		Scope: webhooks.Scope{Tenant: webhooks.TenantID(req.GetTenant()), Livemode: req.GetLivemode()}, Type: webhooks.EventType(req.GetType()),
		Data: req.GetData().AsMap(), IdempotencyKey: req.GetIdempotencyKey(),
	})
}

// inItem makes the fields of a fault point into the i-th event. Other errors pass unchanged: one
// place decides, for all methods, what they are to the client.
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
