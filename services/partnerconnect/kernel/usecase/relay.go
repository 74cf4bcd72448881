package usecase

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"go.opentelemetry.io/otel/metric"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/internal/streams"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/event"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcclient"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
)

const (
	relayLock    = 0x7061_7274_6e65_0005 // of the relay's advisory lock; any constant of our own
	relayEvery   = 100 * time.Millisecond
	accessEvery  = time.Second // how often what partners may get is compared with what webhooks knows
	relayRetry   = time.Second
	relayTimeout = 10 * time.Second // of one call
)

// Relay relays the events of partners to webhooks, which delivers them. One replica at a time does so, in the order of
// the feed. It stores its position after webhooks has accepted the events, so it may relay one twice; webhooks
// recognises it by its id. Withdrawn access is relayed first, however many events wait.
type Relay struct {
	pool     *pgxpool.Pool
	store    *postgres.EventStore
	webhooks *grpcclient.Webhooks
	log      *slog.Logger
	now      func() time.Time
}

// NewRelay returns a relay; pool gives it the connection that holds the lock.
func NewRelay(
	pool *pgxpool.Pool, store *postgres.EventStore, webhooks *grpcclient.Webhooks, log *slog.Logger, now func() time.Time,
) *Relay {
	return &Relay{pool: pool, store: store, webhooks: webhooks, log: log, now: now}
}

// Observe adds to m the age of the oldest event that is not relayed.
func (r *Relay) Observe(m metric.Meter) error {
	oldest, err := m.Float64ObservableGauge("partnerconnect.events.unrelayed.age", metric.WithUnit("s"),
		metric.WithDescription("age of the oldest event that is not relayed to webhooks; 0 when all are"))
	if err != nil {
		return err
	}
	_, err = m.RegisterCallback(func(ctx context.Context, o metric.Observer) error {
		ctx, cancel := context.WithTimeout(ctx, observeTimeout)
		defer cancel()
		age, err := unrelayedFor(ctx, r.store, r.now())
		if err != nil {
			return err
		}
		o.ObserveFloat64(oldest, age.Seconds())
		return nil
	}, oldest)
	return err
}

// unrelayedFor is the age of the oldest event that is not relayed; 0 when all are.
func unrelayedFor(ctx context.Context, store *postgres.EventStore, now time.Time) (time.Duration, error) {
	oldest, err := store.OldestUnrelayed(ctx)
	if err != nil || oldest == nil {
		return 0, err
	}
	return max(0, now.Sub(*oldest)), nil
}

// relayedWithin is how old an event that is not relayed may be before readiness says so.
const relayedWithin = time.Minute

// CheckRelayed returns a readiness check whether events are relayed to webhooks.
func CheckRelayed(store *postgres.EventStore, now func() time.Time) func(context.Context) error {
	return func(ctx context.Context) error {
		age, err := unrelayedFor(ctx, store, now())
		if err == nil && age > relayedWithin {
			err = fmt.Errorf("an event waits since %s to be relayed to webhooks", age.Round(time.Second))
		}
		return err
	}
}

// Run relays until ctx ends. Outages of Postgres and webhooks are waited out: the events stay.
func (r *Relay) Run(ctx context.Context) error {
	interrupted := false
	for ctx.Err() == nil {
		err := r.lead(ctx, func() {
			if interrupted {
				r.log.LogAttrs(ctx, slog.LevelInfo, "relay of events resumed")
				interrupted = false
			}
		})
		if err != nil && ctx.Err() == nil && !interrupted {
			interrupted = true
			r.log.LogAttrs(ctx, slog.LevelWarn, "relay of events interrupted", slog.String("cause", err.Error()))
		}
		streams.SleepContext(ctx, relayRetry)
	}
	return nil
}

// lead waits for the lock and relays while the connection that holds it lasts; relayed is called after each round.
func (r *Relay) lead(ctx context.Context, relayed func()) error {
	conn, release, err := pgdb.Dedicate(ctx, r.pool)
	if err != nil {
		return err
	}
	defer release()
	for leads := false; !leads; {
		if err := conn.QueryRow(ctx, `SELECT pg_try_advisory_lock($1)`, int64(relayLock)).Scan(&leads); err != nil {
			return fmt.Errorf("lock: %w", err)
		}
		if !leads {
			streams.SleepContext(ctx, relayRetry)
		}
	}
	progress, err := r.store.BeginRelay(ctx, conn)
	if err != nil {
		return err
	}
	l := &leader{
		Relay: r, conn: conn, progress: progress, partners: map[access.Partner]bool{}, granted: map[event.Permission]bool{},
	}
	for ctx.Err() == nil {
		more, err := l.round(ctx)
		if err != nil {
			return err
		}
		relayed()
		if !more {
			streams.SleepContext(ctx, relayEvery)
		}
	}
	return nil
}

// A leader is the one replica that relays. It stores its position on the connection that holds the lock.
type leader struct {
	*Relay
	conn     *pgx.Conn
	progress postgres.Progress
	calls    int64

	comparedAt time.Time
	partners   map[access.Partner]bool   // that webhooks knows
	granted    map[event.Permission]bool // as webhooks knows them
}

// round relays changes of access, then the next events; more is true when there may be others. It reads the events
// first: the permissions that they need were granted before, so these are relayed before them.
func (l *leader) round(ctx context.Context) (more bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, relayTimeout)
	defer cancel()
	any, err := l.store.AnyUnrelayed(ctx, l.conn, l.progress)
	if err != nil {
		return false, err
	}
	var events []event.Relayable
	if any {
		if events, err = l.store.Relayable(ctx, l.conn, l.progress.Events, grpcclient.MaxItems); err != nil {
			return false, err
		}
	}
	if at := l.now(); at.Sub(l.comparedAt) >= accessEvery || slices.ContainsFunc(events, l.needsMore) {
		if err := l.comparePartners(ctx); err != nil {
			return false, err
		}
		l.comparedAt = at
	}
	for changes := any; changes; {
		if changes, err = l.changeDelegations(ctx); err != nil {
			return false, err
		}
	}
	return l.relayEvents(ctx, events)
}

// needsMore reports whether the partner may get an event and webhooks does not know that yet.
func (l *leader) needsMore(r event.Relayable) bool {
	return r.Permitted() && slices.ContainsFunc(r.PartnerPermissions(), func(name string) bool {
		return !l.granted[event.Permission{Partner: r.Partner, Livemode: r.Livemode, Name: name}]
	})
}

func (l *leader) next() grpcclient.Call {
	l.calls++
	return grpcclient.Call{Epoch: l.progress.Epoch, Number: l.calls}
}

// comparePartners relays the partners and permissions that webhooks does not know yet.
func (l *leader) comparePartners(ctx context.Context) error {
	list, err := l.store.PartnerAccess(ctx, l.conn, l.now())
	if err != nil {
		return err
	}
	var states []event.PermissionState
	for _, a := range list {
		p := access.Partner{ID: a.Partner.ID, Name: a.Partner.Name, Tenant: a.Partner.Tenant}
		if !l.partners[p] {
			if err := l.webhooks.PutPartner(ctx, p); err != nil {
				return err
			}
			l.partners[p] = true
		}
		for _, s := range a.Permissions() {
			if granted, known := l.granted[s.Permission]; !known || granted != s.Granted {
				states = append(states, s)
			}
		}
	}
	for chunk := range slices.Chunk(states, grpcclient.MaxItems) {
		if err := l.webhooks.Permissions(ctx, l.next(), chunk); err != nil {
			return err
		}
		for _, s := range chunk {
			l.granted[s.Permission] = s.Granted
		}
	}
	return nil
}

// changeDelegations relays the state of delegations that were granted or revoked; more is true when there may be
// others.
func (l *leader) changeDelegations(ctx context.Context) (more bool, err error) {
	list, err := l.store.DelegationChanges(ctx, l.conn, l.progress.Access, grpcclient.MaxItems)
	if err != nil || len(list) == 0 {
		return false, err
	}
	states := make([]event.PermissionState, len(list))
	settled := l.progress.Access
	for i, c := range list {
		states[i] = c.PermissionState
		if c.Settled {
			settled = c.Position
		}
	}
	if err := l.webhooks.Permissions(ctx, l.next(), states); err != nil {
		return false, err
	}
	if settled == l.progress.Access {
		return false, nil
	}
	l.progress.Access = settled
	return len(list) == grpcclient.MaxItems, l.store.SetAccessSent(ctx, l.conn, l.progress)
}

// relayEvents relays those of the next events that their partners may get.
func (l *leader) relayEvents(ctx context.Context, list []event.Relayable) (more bool, err error) {
	if len(list) == 0 {
		return false, nil
	}
	permitted := slices.DeleteFunc(slices.Clone(list), func(r event.Relayable) bool { return !r.Permitted() })
	if err := l.webhooks.Events(ctx, l.next(), permitted); err != nil {
		return false, err
	}
	l.progress.Events = list[len(list)-1].Position
	return len(list) == grpcclient.MaxItems, l.store.SetRelayed(ctx, l.conn, l.progress)
}
