package grpcapi

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/eventtype"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/event"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/usecase"
)

// Feed answers FeedService.
type Feed struct {
	pcv1.UnimplementedFeedServiceServer
	events *usecase.Events
	types  *pcv1.ListEventTypesResponse
	known  []event.Type
	now    func() time.Time
}

// NewFeed returns the service.
func NewFeed(events *usecase.Events, types *eventtype.Registry, now func() time.Time) (*Feed, error) {
	f := &Feed{events: events, types: &pcv1.ListEventTypesResponse{}, now: now}
	for _, e := range types.Entries() {
		schema, example, err := e.Structs()
		if err != nil {
			return nil, err
		}
		f.known = append(f.known, event.Type(e.Type))
		var scopes []string
		for _, s := range event.Type(e.Type).Scopes() {
			scopes = append(scopes, string(s))
		}
		f.types.Data = append(f.types.Data, &pcv1.EventType{
			Type: e.Type, Description: e.Meaning, Since: e.Since, Scopes: scopes, Schema: schema, Example: example,
		})
	}
	return f, nil
}

// ListEventTypes returns the types of events.
func (s *Feed) ListEventTypes(context.Context, *pcv1.ListEventTypesRequest) (*pcv1.ListEventTypesResponse, error) {
	return s.types, nil
}

// ListEvents returns the events after one that the reader has seen.
func (s *Feed) ListEvents(ctx context.Context, req *pcv1.ListEventsRequest) (*pcv1.ListEventsResponse, error) {
	key, err := PartnerKey(ctx)
	if err != nil {
		return nil, err
	}
	q := event.EventQuery{
		After: event.EventID(req.GetAfter()), Since: s.now().Add(-event.EventRetention),
		Money: slices.Contains(key.Scopes, access.ScopeAccountRead),
	}
	size, err := PageSize(req.GetPageSize())
	if err != nil {
		return nil, err
	}
	q.Limit = int(size)
	if t := event.Type(req.GetType()); t != "" {
		if err := OneOfParameter("type", &t, s.known); err != nil {
			return nil, err
		}
		q.Type = &t
	}
	list, more, err := s.events.ListEvents(ctx, key.View(), q)
	if err != nil {
		return nil, err
	}
	out := &pcv1.ListEventsResponse{}
	if more {
		out.NextPageToken = string(list[len(list)-1].ID)
	}
	for _, e := range list {
		m, err := eventMessage(e)
		if err != nil {
			return nil, err
		}
		out.Data = append(out.Data, m)
	}
	return out, nil
}

func eventMessage(e event.Event) (*pcv1.Event, error) {
	var envelope struct {
		APIVersion string         `json:"api_version"`
		Tenant     string         `json:"tenant"`
		Livemode   bool           `json:"livemode"`
		Data       map[string]any `json:"data"`
	}
	if err := json.Unmarshal(e.Body, &envelope); err != nil {
		return nil, fmt.Errorf("event %s: %w", e.ID, err)
	}
	data, err := structpb.NewStruct(envelope.Data)
	if err != nil {
		return nil, fmt.Errorf("event %s: %w", e.ID, err)
	}
	return &pcv1.Event{
		Id: string(e.ID), Type: string(e.Type), CreatedAt: timestamppb.New(e.CreatedAt), ApiVersion: envelope.APIVersion,
		Tenant:   envelope.Tenant,
		Livemode: envelope.Livemode, Data: data,
	}, nil
}
