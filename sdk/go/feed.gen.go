// Code generated from the OpenAPI documents by `make generate`. DO NOT EDIT.

package partnerline

import (
	"context"
	"iter"
)

// FeedResource has the calls of Partner connect that concern feed.
type FeedResource struct{ core *core }

// List returns the events after one that the reader has seen.
// It reads page after page; an error ends it.
func (r *FeedResource) List(ctx context.Context, params ListFeedParams, opts ...CallOption) iter.Seq2[FeedEvent, error] {
	return all(func(token string) (*Page[FeedEvent], error) {
		if token != "" {
			params.After = token
		}
		return r.ListPage(ctx, params, opts...)
	})
}

// ListPage is one page of List.
func (r *FeedResource) ListPage(ctx context.Context, params ListFeedParams, opts ...CallOption) (*Page[FeedEvent], error) {
	return callPage[FeedEvent](ctx, r.core, request{api: partnerConnect, method: "GET", path: "/events", query: params}, opts)
}

// ListTypes returns every type of events with its meaning, the JSON Schema of its data and an example.
func (r *FeedResource) ListTypes(ctx context.Context, opts ...CallOption) ([]FeedEventType, error) {
	out, err := callFor[envelope[[]FeedEventType]](ctx, r.core, request{api: partnerConnect, method: "GET", path: "/event-types"}, opts)
	if err != nil {
		return nil, err
	}
	return out.Data, nil
}
