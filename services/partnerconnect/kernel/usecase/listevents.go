package usecase

import (
	"context"

	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/event"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
)

// Events are read by polling.
type Events struct{ store *postgres.EventStore }

// NewEvents returns the use case.
func NewEvents(store *postgres.EventStore) *Events { return &Events{store} }

// ListEvents returns the events after the one that was seen last, oldest first, at most q.Limit, and whether there are
// more.
func (e *Events) ListEvents(
	ctx context.Context, v access.View, q event.EventQuery,
) (list []event.Event, more bool, err error) {
	size := q.Limit
	q.Limit++
	if list, err = e.store.Events(ctx, v, q); err != nil || len(list) <= size {
		return list, false, err
	}
	return list[:size], true, nil
}
