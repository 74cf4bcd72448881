// Package sweep does what time asks for: it ends onboardings, invitations and payments whose time is over, settles what is due, erases personal data whose
// time of keeping is over, drops old events, and deletes objects that no document needs.
package sweep

import (
	"context"
	"log/slog"
	"time"

	"github.com/partnerline/partnerline/services/partnerconnect/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/event"
	"github.com/partnerline/partnerline/services/partnerconnect/message"
	moneyusecase "github.com/partnerline/partnerline/services/partnerconnect/money/usecase"
)

// Store is where time passes.
type Store interface {
	ExpireOnboardings(ctx context.Context, now time.Time, limit int) (int, error)
	ExpireInvitations(ctx context.Context, now time.Time, limit int) (int, error)
	Shred(ctx context.Context, now time.Time) (bool, error)
	DropEvents(ctx context.Context, before time.Time, limit int) (int, error)
	DueObjects(ctx context.Context, now time.Time, limit int) ([]string, error)
	DropSessions(ctx context.Context, now time.Time, limit int) (int, error)
	DropMessages(ctx context.Context, before time.Time, limit int) (int, error)
	ObjectDeleted(ctx context.Context, key string, now time.Time) error
}

// Objects is where the contents of documents lie. Deleting what is not there is no error.
type Objects interface {
	Delete(ctx context.Context, key string) error
}

const (
	// Every is how often it sweeps.
	Every = time.Minute
	batch = 100
)

// A Sweeper sweeps.
type Sweeper struct {
	store    Store
	payments *moneyusecase.Payments
	accounts *moneyusecase.Accounts
	objects  Objects
	log      *slog.Logger
	now      func() time.Time
}

// New returns a sweeper; Run does its work.
func New(store Store, payments *moneyusecase.Payments, accounts *moneyusecase.Accounts, objects Objects, log *slog.Logger, now func() time.Time) *Sweeper {
	return &Sweeper{store, payments, accounts, objects, log, now}
}

// Run sweeps every minute until ctx ends. Several programs may; each act happens once.
func (s *Sweeper) Run(ctx context.Context) error {
	tick := time.NewTicker(Every)
	defer tick.Stop()
	for {
		s.Sweep(ctx)
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// Sweep does all that is due now. What fails is tried again the next time.
func (s *Sweeper) Sweep(ctx context.Context) {
	now := s.now().UTC().Truncate(time.Millisecond)
	for _, task := range []struct {
		name string
		run  func() (more bool, err error)
	}{
		{"expire onboardings", func() (bool, error) { return full(s.store.ExpireOnboardings(ctx, now, batch)) }},
		{"expire invitations", func() (bool, error) { return full(s.store.ExpireInvitations(ctx, now, batch)) }},
		{"expire payments", func() (bool, error) { return full(s.payments.ExpirePayments(ctx, now, batch)) }},
		{"end payments of merchants that are not active", func() (bool, error) { return full(s.payments.EndPayments(ctx, "", now, batch)) }},
		{"settle", func() (bool, error) {
			_, err := s.accounts.RunSettlement(ctx, "", false, now, audit.Entry{At: now, Actor: audit.SystemActor, Operation: "RunSettlement"})
			return false, err
		}},
		{"erase personal data", func() (bool, error) { return s.store.Shred(ctx, now) }},
		{"drop events", func() (bool, error) { return full(s.store.DropEvents(ctx, now.Add(-event.EventRetention), batch)) }},
		{"drop messages", func() (bool, error) {
			return full(s.store.DropMessages(ctx, now.Add(-message.MessageRetention), batch))
		}},
		{"drop sessions", func() (bool, error) { return full(s.store.DropSessions(ctx, now, batch)) }},
		{"delete objects", func() (bool, error) { return s.deleteObjects(ctx, now) }},
	} {
		for more := true; more && ctx.Err() == nil; {
			var err error
			if more, err = task.run(); err != nil && ctx.Err() == nil {
				s.log.LogAttrs(ctx, slog.LevelWarn, "sweep failed", slog.String("task", task.name), slog.String("cause", err.Error()))
				break
			}
		}
	}
}

func full(n int, err error) (bool, error) { return n == batch, err }

func (s *Sweeper) deleteObjects(ctx context.Context, now time.Time) (bool, error) {
	keys, err := s.store.DueObjects(ctx, now, batch)
	for _, key := range keys {
		if err = s.objects.Delete(ctx, key); err != nil {
			return false, err
		}
		if err = s.store.ObjectDeleted(ctx, key, now); err != nil {
			return false, err
		}
	}
	return len(keys) == batch, err
}
