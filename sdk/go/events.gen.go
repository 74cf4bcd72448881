// Code generated from the OpenAPI documents by `make generate`. DO NOT EDIT.

package partnerline

import (
	"context"
	"iter"
)

// EventsResource has the calls of Webhooks that concern events.
type EventsResource struct{ core *core }

// List returns a page of events, newest first.
// It reads page after page; an error ends it.
func (r *EventsResource) List(ctx context.Context, params ListEventsParams, opts ...CallOption) iter.Seq2[Event, error] {
	return all(func(token string) (*Page[Event], error) {
		if token != "" {
			params.PageToken = token
		}
		return r.ListPage(ctx, params, opts...)
	})
}

// ListPage is one page of List.
func (r *EventsResource) ListPage(ctx context.Context, params ListEventsParams, opts ...CallOption) (*Page[Event], error) {
	return callPage[Event](ctx, r.core, request{api: webhooks, method: "GET", path: "/api/v1/events", query: params}, opts)
}

// Get returns one event as its envelope.
func (r *EventsResource) Get(ctx context.Context, id string, opts ...CallOption) (*Event, error) {
	out, err := callFor[envelope[*Event]](ctx, r.core, request{api: webhooks, method: "GET", path: "/api/v1/events/{id}", args: []string{id}}, opts)
	if err != nil {
		return nil, err
	}
	return out.Data, nil
}
