package usecase

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/partnerline/partnerline/internal/eventfilter"
	"github.com/partnerline/partnerline/internal/eventtype"
	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/internal/telemetry"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
	"github.com/partnerline/partnerline/services/webhooks/internal/relay"
)

// Events accepts and shows events.
type Events struct {
	store   *postgres.Store
	types   *eventtype.Registry
	relay   *relay.Relay
	tenants sync.Map // webhooks.TenantID -> struct{}: tenants known to exist; none is ever deleted
	trials  trials
}

// NewEvents returns the use cases; events are published through the relay.
func NewEvents(s *postgres.Store, types *eventtype.Registry, r *relay.Relay) *Events {
	return &Events{store: s, types: types, relay: r}
}

// ListEventTypes returns the event types, in the order of a session's life.
func (u *Events) ListEventTypes() []eventtype.Entry { return u.types.Entries() }

// EventInput is an event as an internal system publishes it.
type EventInput struct {
	Scope          webhooks.Scope
	Type           webhooks.EventType
	Data           map[string]any
	IdempotencyKey string
}

// PrepareEvent checks an event that is to be published: that its tenant exists, and its data against the schema of its
// type.
func (u *Events) PrepareEvent(ctx context.Context, in EventInput) (webhooks.Publication, error) {
	if err := u.checkTenant(ctx, in.Scope.Tenant); err != nil {
		return webhooks.Publication{}, err
	}
	if in.Type.Reserved() {
		return webhooks.Publication{},
			fault.Field("/type", "reserved", "must not be a type whose events webhooks emits itself")
	}
	if err := u.types.Check(string(in.Type), in.Data); err != nil {
		return webhooks.Publication{}, err
	}
	p, err := webhooks.NewPublication(in.Scope, in.Type, in.Data, in.IdempotencyKey)
	p.Event.Traceparent = telemetry.Traceparent(ctx)
	return p, err
}

func (u *Events) checkTenant(ctx context.Context, id webhooks.TenantID) error {
	if _, known := u.tenants.Load(id); known {
		return nil
	}
	exists, err := u.store.Tenants.Exists(ctx, id)
	if err != nil {
		return err
	}
	if !exists {
		return fault.Field("/tenant", "unknown_tenant", "must be an existing tenant")
	}
	u.tenants.Store(id, struct{}{})
	return nil
}

// PublishEvents stores events and their outbox rows in one transaction. Those whose idempotency key was seen before are
// not stored again; one whose key was used for another content has an error of its own.
func (u *Events) PublishEvents(ctx context.Context, list []webhooks.Publication) ([]webhooks.Accepted, error) {
	return u.publish(ctx, list, false)
}

// PublishBatch is PublishEvents for one caller: one reused key refuses them all.
func (u *Events) PublishBatch(ctx context.Context, list []webhooks.Publication) ([]webhooks.Accepted, error) {
	return u.publish(ctx, list, true)
}

func (u *Events) publish(ctx context.Context, list []webhooks.Publication, atomic bool) ([]webhooks.Accepted, error) {
	out := make([]webhooks.Accepted, len(list))
	return out, u.relay.Publish(ctx, list, func(w postgres.Writer) (c postgres.Committed, err error) {
		events := make([]webhooks.Event, 0, len(list))
		if !slices.ContainsFunc(list, func(p webhooks.Publication) bool { return p.Key != "" }) {
			for i, p := range list {
				out[i].ID = p.Event.ID
				events = append(events, p.Event)
			}
			return u.store.Events.Accept(ctx, events, w) // one trip
		}
		err = u.store.InTx(ctx, func(tx *postgres.Store) error {
			events = events[:0]
			if err := tx.Events.ClaimKeys(ctx, list, out); err != nil {
				return err
			}
			for i, p := range list {
				switch {
				case out[i].Err != nil && atomic:
					return out[i].Err
				case out[i].Err != nil || out[i].Replayed:
				default:
					out[i].ID = p.Event.ID
					events = append(events, p.Event)
				}
			}
			c, err = tx.Events.Accept(ctx, events, w)
			return err
		})
		return c, err
	})
}

// ListEvents returns a page of the events of a scope, newest first.
func (u *Events) ListEvents(ctx context.Context, sc webhooks.Scope, f webhooks.EventFilter) ([]webhooks.Event, error) {
	return u.store.Events.List(ctx, sc, f)
}

// GetEvent returns one event.
func (u *Events) GetEvent(ctx context.Context, sc webhooks.Scope, id webhooks.EventID) (webhooks.Event, error) {
	return u.store.Events.Find(ctx, sc, id)
}

// ReadEvent returns an event as its tenant may see it: without a body when the tenant may not get it any more.
func (u *Events) ReadEvent(ctx context.Context, sc webhooks.Scope, id webhooks.EventID) (webhooks.Event, error) {
	e, err := u.store.Events.Find(ctx, sc, id)
	if err != nil {
		return e, err
	}
	list, err := u.readable(ctx, []webhooks.Event{e})
	if err == nil && len(list) == 0 {
		e.Body = nil
	}
	return e, err
}

// readable leaves out the events that their tenants may not get any more.
func (u *Events) readable(ctx context.Context, list []webhooks.Event) ([]webhooks.Event, error) {
	of := make([]webhooks.DeliveryRecord, len(list))
	for i, e := range list {
		of[i].Event, of[i].EventAt = e.ID, e.CreatedAt
	}
	revoked, err := u.store.Events.Revoked(ctx, of)
	return slices.DeleteFunc(list, func(e webhooks.Event) bool { return revoked[e.ID] }), err
}

// triedEvents is how many recent events a filter is tried on.
const triedEvents = 50

// A TriedEvent is one that a filter was tried on.
type TriedEvent struct {
	webhooks.Event
	Matches  bool
	Exceeded bool // it matches because the evaluation cost too much
}

// TryFilter returns the latest events of a scope, of one type or of all, each with whether an endpoint with the filter
// would get it. An invalid filter is an error of the field `/filter`. TryFilter ends with ctx.
func (u *Events) TryFilter(ctx context.Context, sc webhooks.Scope, filter, kind string) ([]TriedEvent, error) {
	end, err := u.trials.begin(ctx, sc.Tenant, errTrialRuns)
	if err != nil {
		return nil, err
	}
	defer end()
	list, err := u.store.Events.List(ctx, sc, webhooks.EventFilter{Type: kind, Limit: triedEvents})
	if err != nil {
		return nil, err
	}
	if list, err = u.readable(ctx, list); err != nil {
		return nil, err
	}
	compiled, err := webhooks.CompileFilter(filter)
	if err != nil {
		return nil, err
	}
	out := make([]TriedEvent, len(list))
	for i, e := range list {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		event := eventfilter.NewEvent(e.Body)
		matches := compiled == nil || compiled.Matches(event)
		out[i] = TriedEvent{e, matches, event.Exceeded() > 0}
	}
	return out, nil
}

// previewedEvents is of how many recent events bodies are shown: a body may be as large as an event.
const previewedEvents = 10

// PreviewBody returns what requests with a shape have, of one event, or of the latest ones of a scope, of one type or
// of all; without an event, of examples from the catalogue. An invalid shape is an error of its field. PreviewBody ends
// with ctx.
func (u *Events) PreviewBody(
	ctx context.Context, sc webhooks.Scope, b webhooks.BodyShape, kind string, only webhooks.EventID,
) ([]webhooks.BodyPreview, error) {
	end, err := u.trials.begin(ctx, sc.Tenant, errPreviewRuns)
	if err != nil {
		return nil, err
	}
	defer end()
	shape, err := b.CompileBody()
	if err != nil {
		return nil, err
	}
	list, err := u.eventsToShow(ctx, sc, kind, only)
	if err != nil {
		return nil, err
	}
	out := make([]webhooks.BodyPreview, len(list))
	for i, e := range list {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		out[i] = webhooks.PreviewBody(shape, e)
	}
	return out, nil
}

// eventsToShow are the event that is asked for or the latest ones that the tenant may see, else examples.
func (u *Events) eventsToShow(
	ctx context.Context, sc webhooks.Scope, kind string, only webhooks.EventID,
) ([]webhooks.Event, error) {
	if kind != "" && !slices.Contains(sc.Tenant.EventTypes(), webhooks.EventType(kind)) {
		return nil, fault.Field("/type", "unknown_kind", fault.OneOf(sc.Tenant.EventTypes()))
	}
	var list []webhooks.Event
	var err error
	if only != "" {
		var e webhooks.Event
		if e, err = u.ReadEvent(ctx, sc, only); errors.Is(err, webhooks.ErrEventNotFound) || err == nil && e.Body == nil {
			return nil, fault.Field("/event_id", "unknown_event", "must be the id of an event that the key may read")
		}
		return []webhooks.Event{e}, err
	}
	if list, err = u.store.Events.List(ctx, sc, webhooks.EventFilter{Type: kind, Limit: previewedEvents}); err != nil {
		return nil, err
	}
	if list, err = u.readable(ctx, list); err != nil || len(list) > 0 {
		return list, err
	}
	types, err := sc.Tenant.Catalogue()
	for _, t := range types {
		if len(list) < previewedEvents && (kind == "" || kind == t.Type) {
			list = append(list, webhooks.Event{Type: webhooks.EventType(t.Type), Body: t.Example})
		}
	}
	return list, err
}

// trials lets each tenant try one filter or shape at a time, and for a quarter of the time.
type trials struct{ slots sync.Map } // webhooks.TenantID -> chan struct{}

// trialWait is how long a trial waits for another one of its tenant.
const trialWait = 2 * time.Second

const textBusy = "another filter or body is being tried; try this one again in a moment"

var (
	errTrialRuns   = fault.Field("/filter", "busy", textBusy)
	errPreviewRuns = fault.Field("/body", "busy", textBusy)
)

// begin waits a while for the tenant's turn, which lasts until end is called and three times as long again; the error
// is busy without a turn.
func (t *trials) begin(ctx context.Context, tenant webhooks.TenantID, busy error) (end func(), err error) {
	slot, _ := t.slots.LoadOrStore(tenant, make(chan struct{}, 1))
	taken := slot.(chan struct{})
	select {
	case taken <- struct{}{}:
	case <-time.After(trialWait):
		return nil, busy
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	began := time.Now()
	return func() { time.AfterFunc(3*time.Since(began), func() { <-taken }) }, nil
}

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
