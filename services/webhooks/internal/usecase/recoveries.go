package usecase

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/partnerline/partnerline/internal/eventfilter"
	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
	"github.com/partnerline/partnerline/services/webhooks/internal/relay"
)

// Recoveries sends what endpoints missed.
type Recoveries struct {
	store     *postgres.Store
	retention time.Duration
	overdue   time.Duration
	filters   *eventfilter.Cache
	countFor  time.Duration // how long the events of a job are counted: the jobs of others wait for it

	mu    sync.Mutex // guards all below
	turn  time.Time
	used  map[webhooks.TenantID]time.Duration // by the filters of tenants, in that turn
	queue []webhooks.TenantID                 // that may have a step in that turn, the next one first
	last  webhooks.TenantID                   // that had a step
}

// NewRecoveries returns the use cases; events older than retention are gone, overdueAfter is how long an outcome may
// stay out before the sweep looks for it.
func NewRecoveries(s *postgres.Store, filters *eventfilter.Cache, retention, overdueAfter time.Duration) *Recoveries {
	return &Recoveries{store: s, retention: retention, overdue: overdueAfter, filters: filters, countFor: time.Second}
}

// CheckEndpoint reports whether an endpoint can recover anything: ErrEndpointNotFound, or ErrEndpointInactive when it
// could receive nothing.
func (u *Recoveries) CheckEndpoint(ctx context.Context, sc webhooks.Scope, id webhooks.EndpointID) error {
	e, err := u.store.Endpoints.Find(ctx, sc, id)
	if err == nil && !e.IsActive {
		return webhooks.ErrEndpointInactive
	}
	return err
}

// RecoverEndpoint stores a job that sends what an endpoint missed. ErrRecoveryLimitReached when it has
// MaxRunningRecoveries already; the lock of the endpoint makes concurrent calls take turns. by is nil when its tenant
// asks for it.
func (u *Recoveries) RecoverEndpoint(
	ctx context.Context, sc webhooks.Scope, id webhooks.EndpointID, req webhooks.RecoveryRequest, by *webhooks.Operator,
) (r webhooks.Recovery, err error) {
	if err := relay.Flush(ctx, u.store, sc); err != nil { // what was sent was not missed
		return r, err
	}
	at := now()
	err = u.store.InTx(ctx, func(tx *postgres.Store) error {
		e, err := tx.Endpoints.FindLocked(ctx, sc, id, postgres.ForNoKeyUpdate)
		if err != nil {
			return err
		}
		if !e.IsActive {
			return webhooks.ErrEndpointInactive
		}
		if r, err = e.Recover(ids.New(webhooks.RecoveryPrefix), req, u.retention, at); err != nil {
			return err
		}
		running, err := tx.Recoveries.CountRunning(ctx, id)
		if err != nil {
			return err
		}
		if running >= webhooks.MaxRunningRecoveries {
			return webhooks.ErrRecoveryLimitReached
		}
		if by != nil {
			if err := tx.Audit.Insert(ctx, *by, string(id), sc.Tenant, at); err != nil {
				return err
			}
		}
		return beginRecovery(ctx, tx, r)
	})
	return r, err
}

// beginRecovery stores a job, and notifies the dispatchers of retries that it will move.
func beginRecovery(ctx context.Context, tx *postgres.Store, r webhooks.Recovery) error {
	if !r.Moves() {
		return tx.Recoveries.Insert(ctx, r)
	}
	if err := tx.Endpoints.SetMoved(ctx, r.Endpoint, r.CreatedAt); err != nil {
		return err
	}
	if err := passOlder(ctx, tx, &r); err != nil {
		return err
	}
	return tx.Recoveries.Insert(ctx, r)
}

// passOlder begins a job that sends nothing but retries behind the events that are older than all pending ones.
func passOlder(ctx context.Context, tx *postgres.Store, r *webhooks.Recovery) (err error) {
	if r.Moves() && len(r.Statuses) == 1 {
		r.Seen.Time, err = tx.Recoveries.OldestPending(ctx, *r)
	}
	return err
}

// PreviewRecovery counts what a recovery would send now, up to webhooks.MaxPreviewed and for previewTimeout; all is
// false when there may be more. Events are counted before the endpoint's filter.
func (u *Recoveries) PreviewRecovery(
	ctx context.Context, sc webhooks.Scope, id webhooks.EndpointID, req webhooks.RecoveryRequest,
) (n int64, all bool, err error) {
	e, err := u.store.Endpoints.Find(ctx, sc, id)
	if err != nil {
		return 0, false, err
	}
	at := now()
	r, err := e.Recover("", req, u.retention, at)
	if err != nil {
		return 0, false, err
	}
	if err := relay.Flush(ctx, u.store, sc); err != nil {
		return 0, false, err
	}
	if err := passOlder(ctx, u.store, &r); err != nil {
		return 0, false, err
	}
	within, cancel := context.WithTimeout(ctx, previewTimeout)
	defer cancel()
	n, err = u.store.Recoveries.CountMissed(within, r, webhooks.Position{Time: r.Until}, webhooks.MaxPreviewed, at)
	if err != nil && within.Err() != nil && ctx.Err() == nil {
		return 0, false, nil
	}
	return n, n < webhooks.MaxPreviewed, err
}

// ListRecoveries returns the latest recoveries of an endpoint, newest first.
func (u *Recoveries) ListRecoveries(
	ctx context.Context, sc webhooks.Scope, id webhooks.EndpointID,
) ([]webhooks.Recovery, error) {
	if _, err := u.store.Endpoints.Find(ctx, sc, id); err != nil {
		return nil, err
	}
	return u.store.Recoveries.ListOf(ctx, id, shownRecoveries)
}

// GetRecovery returns a job.
func (u *Recoveries) GetRecovery(ctx context.Context, sc webhooks.Scope, id string) (webhooks.Recovery, error) {
	return u.store.Recoveries.Find(ctx, sc, id)
}

// CancelRecovery stops a job; one that has ended stays as it is.
func (u *Recoveries) CancelRecovery(ctx context.Context, sc webhooks.Scope, id string) error {
	if _, err := u.store.Recoveries.Find(ctx, sc, id); err != nil {
		return err
	}
	return u.store.Recoveries.Cancel(ctx, sc, id, now())
}

// RecoveryStep is what one step of a recovery did.
type RecoveryStep struct {
	Found bool                // a job was there to work on
	Send  []webhooks.Delivery // stored as pending, to be sent
	Moved int                 // retries that were moved to now, which the sweep sends
}

// AnyRunning reports whether there is a running recovery, of one endpoint or of many. It costs less than a step that
// finds none.
func (u *Recoveries) AnyRunning(ctx context.Context) (bool, error) {
	return u.store.Recoveries.AnyRunning(ctx)
}

// filterTime is how long the filters of a tenant may take in a turn of all recoveries: those of others wait for it.
const filterTime = 20 * time.Millisecond

// use notes how long the filters of a tenant took in a turn.
func (u *Recoveries) use(t webhooks.TenantID, took time.Duration, turn time.Time) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.turn.Equal(turn) {
		u.used[t] += took
	}
}

// begin begins a turn, unless it has begun. The tenant behind the last one that had a step is the first.
func (u *Recoveries) begin(ctx context.Context, tx *postgres.Store, turn time.Time) error {
	u.mu.Lock()
	begun := u.turn.Equal(turn)
	u.mu.Unlock()
	if begun {
		return nil
	}
	tenants, err := tx.Recoveries.Tenants(ctx)
	if err != nil {
		return err
	}
	slices.Sort(tenants) // the order of the database may be that of a language
	u.mu.Lock()
	defer u.mu.Unlock()
	first, found := slices.BinarySearch(tenants, u.last)
	if found {
		first++
	}
	u.turn, u.used = turn, map[webhooks.TenantID]time.Duration{}
	u.queue = slices.Concat(tenants[first:], tenants[:first])
	return nil
}

// nextTenant takes the tenant that is next in the turn; false when there is none. One whose filters took as long as
// they may in a turn has no further step.
func (u *Recoveries) nextTenant() (t webhooks.TenantID, ok bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for len(u.queue) > 0 {
		t, u.queue = u.queue[0], u.queue[1:]
		if u.used[t] < filterTime {
			return t, true
		}
	}
	return "", false
}

// stepped lets a tenant that has a step be the last one of the turn.
func (u *Recoveries) stepped(t webhooks.TenantID) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.queue, u.last = append(u.queue, t), t
}

// next locks the job that is to have the next step in a turn. Tenants take turns, however many jobs each of them has.
func (u *Recoveries) next(ctx context.Context, tx *postgres.Store, turn time.Time) (webhooks.Recovery, bool, error) {
	if err := u.begin(ctx, tx, turn); err != nil {
		return webhooks.Recovery{}, false, err
	}
	for {
		t, ok := u.nextTenant()
		if !ok {
			return webhooks.Recovery{}, false, nil
		}
		r, found, err := tx.Recoveries.NextRunning(ctx, t, turn)
		if found {
			u.stepped(t)
		}
		if err != nil || found {
			return r, found, err
		}
	}
}

// AdvanceRecovery does one step of a running job of the tenant whose turn it is, if it has had none since now: it
// stores up to limit missed deliveries as pending, or moves retries that wait to now, and moves the job's cursor, in
// one transaction, so that a crash repeats or loses nothing. It waits while the endpoint has window deliveries
// pending, or as many that were moved and not sent: a job of any size parks little in the streams. A job whose
// endpoint stopped being active ends cancelled. It goes on when ctx ends, so that what it has stored is sent. A job
// whose step fails has had its turn: the others go on.
func (u *Recoveries) AdvanceRecovery(ctx context.Context, limit, window int, now time.Time) (RecoveryStep, error) {
	ctx, done := pgdb.Finish(ctx)
	defer done()
	var step RecoveryStep
	var job string
	err := u.store.InTx(ctx, func(tx *postgres.Store) error {
		r, found, err := u.next(ctx, tx, now)
		if err != nil || !found {
			return err
		}
		step.Found, job = true, r.ID
		if err := tx.Recoveries.SetStepped(ctx, r.ID, now); err != nil {
			return err
		}
		if r.Bulk != "" {
			if may, err := tx.Bulk.MayStep(ctx, r.Bulk); err != nil || !may {
				return err
			}
		}
		if step.Send, step.Moved, err = u.advance(ctx, tx, r, limit, window, now); err != nil || r.Bulk == "" {
			return err
		}
		return tx.Bulk.SyncEndpoint(ctx, r.ID)
	})
	if err != nil && step.Found { // the others are next
		err = errors.Join(err, u.store.Recoveries.SetStepped(ctx, job, now))
	}
	return step, err
}

func (u *Recoveries) advance(
	ctx context.Context, tx *postgres.Store, r webhooks.Recovery, limit, window int, now time.Time,
) (send []webhooks.Delivery, moved int, err error) {
	endpoint, err := tx.Recoveries.EndpointState(ctx, r.Endpoint, window, now)
	if err != nil {
		return nil, 0, err
	}
	if !endpoint.Active {
		return nil, 0, tx.Recoveries.Finish(ctx, r.ID, webhooks.RecoveryCancelled, now)
	}
	runs := min(limit, window-endpoint.Pending)
	room := runs
	if r.Moves() {
		room = min(limit, window-endpoint.Held)
	}
	if room <= 0 {
		return nil, 0, nil
	}
	if r.Matched == nil && r.Seen.ID == "" {
		if r.Matched, err = u.count(ctx, tx, r, now); err != nil {
			return nil, 0, err
		}
	}
	to, more, err := tx.Recoveries.Ahead(ctx, r, webhooks.RecoveryLook)
	if err != nil {
		return nil, 0, err
	}
	if endpoint.Ordered { // only now: the ingest of outcomes and the relay wait for this lock
		if err := tx.Ordered.LockWithin(ctx, r.Endpoint); err != nil {
			return nil, 0, err
		}
	}
	list, err := tx.Recoveries.Missed(ctx, r, to, room, now)
	if err != nil {
		return nil, 0, err
	}
	began := time.Now()
	goOn := func() bool { return time.Since(began) < filterTime }
	paced := webhooks.Paced(list, max(runs, 0))
	matching, n := webhooks.Filtered(paced, endpoint.Filter, endpoint.OrderBy, u.filters, goOn)
	u.use(r.Scope.Tenant, time.Since(began), now)
	switch {
	case n == 0 && len(list) > 0: // there is no room for the first
		r.Seen, more = webhooks.Before(list[0].EventAt), true
	case n < len(list) || n == room:
		r.Seen, more = webhooks.Position{Time: list[n-1].EventAt, ID: string(list[n-1].Event)}, true
	default:
		r.Seen = to
	}
	for _, d := range matching {
		if d.Moved > 0 {
			moved++
		}
	}
	send, err = tx.Recoveries.Requeue(ctx, r, matching, endpoint.Ordered, now, now.Add(u.overdue))
	if err == nil {
		send, err = inOrder(ctx, tx, send, now, now.Add(u.overdue))
	}
	if err != nil || more {
		return send, moved, err
	}
	return send, moved, tx.Recoveries.Finish(ctx, r.ID, webhooks.RecoveryCompleted, now)
}

// count returns how many events a job is to send, or nil when it takes too long to count them. Each part of the span is
// a statement of its own, whose time is bounded.
func (u *Recoveries) count(
	ctx context.Context, tx *postgres.Store, r webhooks.Recovery, now time.Time,
) (*int64, error) {
	began, n := time.Now(), int64(0)
	for more := true; more; {
		if time.Since(began) > u.countFor {
			return nil, nil
		}
		var to webhooks.Position
		var err error
		if to, more, err = tx.Recoveries.Ahead(ctx, r, webhooks.RecoveryLook); err != nil {
			return nil, err
		}
		missed, err := tx.Recoveries.CountMissed(ctx, r, to, webhooks.RecoveryLook, now)
		if err != nil {
			return nil, err
		}
		n, r.Seen = n+missed, to
	}
	return &n, nil
}
