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
}

const (
	limitNoticesQueued = 256
	// limitNoticePause spares the database: within it, a notice is not looked at again.
	limitNoticePause = time.Minute
)

// NewLimitNotices returns the use cases; Run stores what is added.
func NewLimitNotices(s *postgres.Store, log *slog.Logger) *LimitNotices {
	return &LimitNotices{
		store: s, log: log, queue: make(chan limitNotice, limitNoticesQueued), added: map[limitNotice]time.Time{},
	}
}

// Add notes that a scope has reached a limit. It does not wait. Repeats within a minute are ignored.
func (u *LimitNotices) Add(n webhooks.Notice, sc webhooks.Scope, now time.Time) {
	if u == nil {
		return
	}
	key := limitNotice{n, sc}
	u.mu.Lock()
	defer u.mu.Unlock()
	if at, found := u.added[key]; found && now.Sub(at) < limitNoticePause {
		return
	}
	select {
	case u.queue <- key:
		u.added[key] = now
	default: // a later call adds it
	}
	for other, at := range u.added {
		if now.Sub(at) >= limitNoticePause {
			delete(u.added, other)
		}
	}
}

// Run stores notices until ctx ends. One that cannot be stored comes again with the next call after a minute.
func (u *LimitNotices) Run(ctx context.Context) error {
	for {
		select {
		case n := <-u.queue:
			if err := u.Notify(ctx, n.notice, n.scope, now()); err != nil && ctx.Err() == nil {
				u.log.LogAttrs(ctx, slog.LevelWarn, "notice of a limit not stored", slog.String("tenant", string(n.scope.Tenant)),
					slog.String("notice", string(n.notice)), slog.String("cause", err.Error()))
			}
		case <-ctx.Done():
			return nil
		}
	}
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
