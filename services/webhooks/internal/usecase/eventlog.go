package usecase

import (
	"context"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
)

// EventLog reads events in the order of their positions.
type EventLog struct {
	store     *postgres.Store
	retention time.Duration
}

// NewEventLog returns the use cases; retention is of events.
func NewEventLog(s *postgres.Store, retention time.Duration) *EventLog {
	return &EventLog{store: s, retention: retention}
}

// StartLog returns where a reader begins: behind the event that it names, or behind all that there are.
func (u *EventLog) StartLog(ctx context.Context, sc webhooks.Scope, after webhooks.EventID) (webhooks.LogStart, error) {
	if after == "" {
		start, err := u.store.EventLog.Last(ctx, sc)
		if start.ID == "" {
			start.ID = webhooks.EventID(ids.Derived(webhooks.EventPrefix, time.Now().Add(-webhooks.StartAllowance), string(sc.Tenant)))
		}
		return start, err
	}
	at, ok := ids.Time(webhooks.EventPrefix, string(after))
	switch {
	case !ok:
		return webhooks.LogStart{}, badStart("value", "must be the id of an event")
	case time.Since(at) > u.retention:
		return webhooks.LogStart{}, badStart("expired", "must not be older than the events that are kept; begin without it")
	}
	position, err := u.store.EventLog.Position(ctx, sc, after)
	return webhooks.LogStart{Position: position, ID: after}, err
}

func badStart(code, message string) error {
	return fault.New(fault.InvalidParameter, "the stream cannot begin there; see errors").WithField("after", code, message)
}

// LogHead returns the highest position.
func (u *EventLog) LogHead(ctx context.Context) (int64, error) { return u.store.EventLog.Head(ctx) }

// ReadLog returns the next events of a filter behind a position.
func (u *EventLog) ReadLog(ctx context.Context, f webhooks.LogFilter, after int64, limit int) ([]webhooks.LoggedEvent, error) {
	return u.store.EventLog.Read(ctx, f, after, limit)
}

// ReadLogOfScopes returns the next events of several scopes behind one position, up to another.
func (u *EventLog) ReadLogOfScopes(ctx context.Context, scopes []webhooks.Scope, after, until int64, limit int) ([]webhooks.LoggedEvent, error) {
	return u.store.EventLog.ReadScopes(ctx, scopes, after, until, limit)
}
