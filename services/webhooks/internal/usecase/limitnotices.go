package usecase

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
)

// LimitNotices notifies operators and tenants that a tenant has reached a limit in a mode.
type LimitNotices struct {
	store *postgres.Store
	log   *slog.Logger
	queue chan limitNotice

	mu    sync.Mutex // guards added
	added map[limitNotice]time.Time
}

type limitNotice struct {
	notice webhooks.Notice
	scope  webhooks.Scope
	rate   int // deliveries a minute that the scope is ahead of; 0 for the notice itself
}

const limitNoticesQueued = 256

// NewLimitNotices returns the use cases; Run stores what is added.
func NewLimitNotices(s *postgres.Store, log *slog.Logger) *LimitNotices {
	return &LimitNotices{
		store: s, log: log, queue: make(chan limitNotice, limitNoticesQueued), added: map[limitNotice]time.Time{},
	}
}

// Add notes that a scope has reached a limit. It does not wait. Repeats within a minute are ignored.
func (u *LimitNotices) Add(n webhooks.Notice, sc webhooks.Scope, now time.Time) {
	if u != nil {
		u.add(limitNotice{notice: n, scope: sc}, now)
	}
}

// AddAhead notes that a scope is ahead of its rate of deliveries a minute, as Add does.
func (u *LimitNotices) AddAhead(sc webhooks.Scope, rate int, now time.Time) {
	u.add(limitNotice{webhooks.NoticeDeliveriesLimited, sc, rate}, now)
}

// add spares the database: within a pause, a repeated notice is ignored.
func (u *LimitNotices) add(key limitNotice, now time.Time) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if at, found := u.added[key]; found && now.Sub(at) < webhooks.LimitNoticePause {
		return
	}
	select {
	case u.queue <- key:
		u.added[key] = now
	default: // a later call adds it
	}
	for other, at := range u.added {
		if now.Sub(at) >= webhooks.LimitNoticePause {
			delete(u.added, other)
		}
	}
}

// Run stores notices until ctx ends. One that cannot be stored comes again with the next call after a minute.
func (u *LimitNotices) Run(ctx context.Context) error {
	for {
		select {
		case n := <-u.queue:
			if err := u.keep(ctx, n, now()); err != nil && ctx.Err() == nil {
				u.log.LogAttrs(ctx, slog.LevelWarn, "notice of a limit not stored", slog.String("tenant", string(n.scope.Tenant)),
					slog.String("notice", string(n.notice)), slog.String("cause", err.Error()))
			}
		case <-ctx.Done():
			return nil
		}
	}
}

// keep stores a notice, or that its scope is ahead of its rate.
func (u *LimitNotices) keep(ctx context.Context, n limitNotice, now time.Time) error {
	if n.rate > 0 {
		return u.store.Capacity.SetAhead(ctx, n.scope, n.rate, now)
	}
	return u.Notify(ctx, n.notice, n.scope, now)
}

// Notify stores a notice and, where there is an address, what its e-mail says, unless the scope had the same notice
// within webhooks.LimitNoticeEvery.
func (u *LimitNotices) Notify(ctx context.Context, n webhooks.Notice, sc webhooks.Scope, now time.Time) error {
	return u.store.InTx(ctx, func(tx *postgres.Store) error {
		due, err := tx.Notices.ClaimLimit(ctx, n, sc, now)
		if err != nil || !due {
			return err
		}
		about := webhooks.Endpoint{Scope: sc}
		if err := tx.Notices.Insert(ctx, webhooks.EndpointNotice{Notice: n, Endpoint: about}, now); err != nil {
			return err
		}
		return tx.Portal.InsertNotice(ctx, webhooks.EventType(n), about, now)
	})
}
