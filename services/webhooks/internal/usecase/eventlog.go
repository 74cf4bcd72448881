package usecase

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
)

// EventLog reads events in the order of their positions. It returns no position before it is on disk: after a crash
// another event could get it.
type EventLog struct {
	store     *postgres.Store
	retention time.Duration
	synced    atomic.Int64 // positions up to here are on disk
}

// NewEventLog returns the use cases; retention is of events.
func NewEventLog(s *postgres.Store, retention time.Duration) *EventLog {
	return &EventLog{store: s, retention: retention}
}

// StartLog returns where a reader begins: behind the event that it names, or behind all that there are.
func (u *EventLog) StartLog(ctx context.Context, sc webhooks.Scope, after webhooks.EventID) (webhooks.LogStart, error) {
	if after == "" {
		start, err := u.store.EventLog.Last(ctx, sc)
		if err == nil {
			err = u.sync(ctx, start.Position)
		}
		if start.ID == "" {
			start.ID = webhooks.EventID(ids.Derived(webhooks.EventPrefix, time.Now().Add(-webhooks.StartAllowance),
				string(sc.Tenant)))
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
	if err == nil {
		err = u.sync(ctx, position)
	}
	return webhooks.LogStart{Position: position, ID: after}, err
}

// sync returns once a position that was read is on disk.
func (u *EventLog) sync(ctx context.Context, position int64) error {
	synced := u.synced.Load()
	if position <= synced {
		return nil
	}
	if err := u.store.EventLog.Sync(ctx); err != nil {
		return err
	}
	for position > synced && !u.synced.CompareAndSwap(synced, position) {
		synced = u.synced.Load()
	}
	return nil
}

func badStart(code, message string) error {
	return fault.New(fault.InvalidParameter, "the stream cannot begin there; see errors").WithField("after", code, message)
}

// LogHead returns the highest position.
func (u *EventLog) LogHead(ctx context.Context) (int64, error) {
	head, err := u.store.EventLog.Head(ctx)
	if err != nil {
		return 0, err
	}
	return head, u.sync(ctx, head)
}

// ReadLog returns the next events of a filter behind a position.
func (u *EventLog) ReadLog(
	ctx context.Context, f webhooks.LogFilter, after int64, limit int,
) ([]webhooks.LoggedEvent, error) {
	list, err := u.store.EventLog.Read(ctx, f, after, limit)
	if err != nil || len(list) == 0 {
		return list, err
	}
	return list, u.sync(ctx, list[len(list)-1].Position)
}

// ReadLogOfScopes returns the next events of several scopes behind one position, up to another.
func (u *EventLog) ReadLogOfScopes(
	ctx context.Context, scopes []webhooks.Scope, after, until int64, limit int,
) ([]webhooks.LoggedEvent, error) {
	return u.store.EventLog.ReadScopes(ctx, scopes, after, until, limit)
}
