// Code generated from the OpenAPI documents by `make generate`. DO NOT EDIT.

package partnerline

import (
	"context"
)

// EventTypesResource has the calls of Webhooks that concern event-types.
type EventTypesResource struct{ core *core }

// List returns every event type with its meaning, the JSON Schema of its data and an example.
func (r *EventTypesResource) List(ctx context.Context, opts ...CallOption) ([]EventType, error) {
	out, err := callFor[envelope[[]EventType]](ctx, r.core, request{api: webhooks, method: "GET", path: "/api/v1/event-types"}, opts)
	if err != nil {
		return nil, err
	}
	return out.Data, nil
}
