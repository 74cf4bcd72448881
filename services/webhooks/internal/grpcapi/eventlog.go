package grpcapi

import (
	"context"
	"encoding/json"
	"fmt"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/keyring"
	eventsv1 "github.com/partnerline/partnerline/proto/gen/events/v1"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/catalogue"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
)

// EventLog serves EventLogService.
type EventLog struct {
	eventsv1.UnimplementedEventLogServiceServer
	store *postgres.Store
	keys  *keyring.Keyring // of page tokens
	types *eventsv1.ListEventTypesResponse
}

// NewEventLog returns the service.
func NewEventLog(s *postgres.Store, keys *keyring.Keyring, c *catalogue.Catalogue) (*EventLog, error) {
	l := &EventLog{store: s, keys: keys, types: &eventsv1.ListEventTypesResponse{}}
	for _, e := range c.Entries() {
		schema, err1 := object(e.Schema)
		example, err2 := object(e.Example)
		if err1 != nil || err2 != nil {
			return nil, fmt.Errorf("catalogue entry %s: %w, %w", e.Kind, err1, err2)
		}
		l.types.Data = append(l.types.Data, &eventsv1.EventType{Type: string(e.Kind), Description: e.Meaning, Schema: schema, Example: example})
	}
	return l, nil
}

func object(raw []byte) (*structpb.Struct, error) {
	s := &structpb.Struct{}
	return s, protojson.Unmarshal(raw, s)
}

// ListEventTypes returns the catalogue.
func (s *EventLog) ListEventTypes(context.Context, *eventsv1.ListEventTypesRequest) (*eventsv1.ListEventTypesResponse, error) {
	return s.types, nil
}

// ListEvents returns a page of events.
func (s *EventLog) ListEvents(ctx context.Context, req *eventsv1.ListEventsRequest) (*eventsv1.ListEventsResponse, error) {
	if v := req.GetType(); v != "" && !webhooks.EventKind(v).Known() {
		return nil, badParameter("type", "must be a kind of the catalogue, GET /api/v1/event-types")
	}
	scope := scopeOf(ctx)
	f := postgres.EventFilter{Kind: req.GetType(), From: timeOf(req.GetFrom()), To: timeOf(req.GetTo())}
	p := pageRequest{keys: s.keys, list: "events", scope: scope, size: req.GetPageSize(), token: req.GetPageToken()}
	p.filters = []any{f.Kind, f.From, f.To}
	list, next, size, err := page(p,
		func(after *pageKey, limit int) ([]webhooks.Event, error) {
			f.AfterAt, f.AfterID, f.Limit = after.time(), after.id(), limit
			return s.store.Events(ctx, scope, f)
		},
		func(e webhooks.Event) pageKey { return pageKey{e.CreatedAt, string(e.ID)} })
	if err != nil {
		return nil, err
	}
	resp := &eventsv1.ListEventsResponse{Meta: &eventsv1.EventPageMeta{NextPageToken: next, PageSize: size}}
	for _, e := range list {
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
	e, err := s.store.Event(ctx, scopeOf(ctx), webhooks.EventID(req.GetId()))
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
		Id: string(e.ID), Type: string(e.Kind), CreatedAt: timestamppb.New(e.CreatedAt), ApiVersion: webhooks.APIVersion,
		Tenant: string(e.Scope.Tenant), Livemode: e.Scope.Livemode, Data: data,
	}, nil
}
