package grpcapi

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"google.golang.org/grpc/status"

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
	status  Refusal
	stop    <-chan struct{}
	age     time.Duration
	log     *slog.Logger
}

// A Refusal is the status by which a call that failed is answered.
type Refusal func(context.Context, error) *status.Status

// NewEvents returns the service; its streams end when stop closes, so that a graceful stop need not wait for them, and
// at an age, so that publishers spread over replicas that were added. An age of 0 is none.
func NewEvents(
	u *usecase.Events, g *publish.Grouper, refusal Refusal, stop <-chan struct{}, age time.Duration, log *slog.Logger,
) *Events {
	return &Events{events: u, grouper: g, status: refusal, stop: stop, age: age, log: log}
}

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
	code := http.StatusAccepted
	if a.Replayed {
		code = http.StatusOK
	}
	gateway.SetHTTPStatus(ctx, code)
	return &eventsv1.PublishResponse{EventId: string(a.ID)}, nil
}

// PublishBatch accepts several events in one transaction, all or none.
func (s *Events) PublishBatch(
	ctx context.Context, req *eventsv1.PublishBatchRequest,
) (*eventsv1.PublishBatchResponse, error) {
	list := make([]webhooks.Publication, len(req.GetEvents()))
	for i, e := range req.GetEvents() {
		var err error
		if list[i], err = s.prepare(ctx, e); err != nil {
			return nil, below(fmt.Sprintf("/events/%d", i), err)
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
		Scope: webhooks.Scope{Tenant: webhooks.TenantID(req.GetTenant()), Livemode: req.GetLivemode()},
		Type:  webhooks.EventType(req.GetType()),
		Data:  req.GetData().AsMap(), IdempotencyKey: req.GetIdempotencyKey(),
	})
}

// below makes the fields of a fault point into an event of the request. Other errors pass unchanged: one
// place decides, for all methods, what they are to the client.
func below(event string, err error) error {
	var known *fault.Error
	if !errors.As(err, &known) {
		return err
	}
	e := *known
	e.Violations = append([]fault.Violation{}, e.Violations...)
	for k := range e.Violations {
		e.Violations[k].Field = event + e.Violations[k].Field
	}
	return &e
}
