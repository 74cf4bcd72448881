package grpcapi

import (
	"context"
	"encoding/json"
	"fmt"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/cursor"
	"github.com/partnerline/partnerline/internal/keyring"
	eventsv1 "github.com/partnerline/partnerline/proto/gen/events/v1"
	pagingv1 "github.com/partnerline/partnerline/proto/gen/paging/v1"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/eventstream"
	"github.com/partnerline/partnerline/services/webhooks/internal/usecase"
)

// EventLog serves EventLogService.
type EventLog struct {
	eventsv1.UnimplementedEventLogServiceServer
	events *usecase.Events
	stream *eventstream.Hub
	keys   *keyring.Keyring // of page tokens
	types  *eventsv1.ListEventTypesResponse
}

// NewEventLog returns the service.
func NewEventLog(u *usecase.Events, stream *eventstream.Hub, keys *keyring.Keyring) (*EventLog, error) {
	l := &EventLog{events: u, stream: stream, keys: keys, types: &eventsv1.ListEventTypesResponse{}}
	for _, e := range u.ListEventTypes() {
		schema, example, err := e.Structs()
		if err != nil {
			return nil, err
		}
		l.types.Data = append(l.types.Data,
			&eventsv1.EventType{Type: e.Type, Description: e.Meaning, Since: e.Since, Schema: schema, Example: example})
	}
	return l, nil
}

func object(raw []byte) (*structpb.Struct, error) {
	s := &structpb.Struct{}
	return s, protojson.Unmarshal(raw, s)
}

// ListEventTypes returns the event types.
func (s *EventLog) ListEventTypes(
	context.Context, *eventsv1.ListEventTypesRequest,
) (*eventsv1.ListEventTypesResponse, error) {
	return s.types, nil
}

// ListEvents returns a page of events.
func (s *EventLog) ListEvents(
	ctx context.Context, req *eventsv1.ListEventsRequest,
) (*eventsv1.ListEventsResponse, error) {
	if v := req.GetType(); v != "" && !webhooks.EventType(v).Known() {
		return nil, badParameter("type", badEventType)
	}
	scope := scopeOf(ctx)
	f := webhooks.EventFilter{Type: req.GetType(), From: timeOf(req.GetFrom()), To: timeOf(req.GetTo())}
	page, err := cursor.Fetch(
		cursor.Request{
			Keys: s.keys, List: "events", Owner: scope, Filters: []any{f.Type, f.From, f.To}, Size: req.GetPageSize(),
			Token: req.GetPageToken(),
		},
		func(after *webhooks.Position, limit int) ([]webhooks.Event, error) {
			f.After, f.Limit = after, limit
			return s.events.ListEvents(ctx, scope, f)
		},
		func(e webhooks.Event) webhooks.Position {
			return webhooks.Position{Time: e.CreatedAt, ID: string(e.ID)}
		})
	if err != nil {
		return nil, err
	}
	resp := &eventsv1.ListEventsResponse{Meta: &pagingv1.PageMeta{NextPageToken: page.Next, PageSize: page.Size}}
	for _, e := range page.Rows {
		m, err := eventProto(e)
		if err != nil {
			return nil, err
		}
		resp.Data = append(resp.Data, m)
	}
	return resp, nil
}

// GetEvent returns one event.
func (s *EventLog) GetEvent(ctx context.Context, req *eventsv1.GetEventRequest) (*eventsv1.GetEventResponse, error) {
	e, err := s.events.GetEvent(ctx, scopeOf(ctx), webhooks.EventID(req.GetId()))
	if err != nil {
		return nil, err
	}
	m, err := eventProto(e)
	if err != nil {
		return nil, err
	}
	return &eventsv1.GetEventResponse{Data: m}, nil
}

func eventProto(e webhooks.Event) (*eventsv1.Event, error) {
	var envelope struct{ Data json.RawMessage }
	if err := json.Unmarshal(e.Body, &envelope); err != nil {
		return nil, fmt.Errorf("event %s: %w", e.ID, err)
	}
	data, err := object(envelope.Data)
	if err != nil {
		return nil, fmt.Errorf("event %s: %w", e.ID, err)
	}
	return &eventsv1.Event{
		Id: string(e.ID), Type: string(e.Type), CreatedAt: timestamppb.New(e.CreatedAt), ApiVersion: webhooks.APIVersion,
		Tenant: string(e.Scope.Tenant), Livemode: e.Scope.Livemode, Data: data,
	}, nil
}
