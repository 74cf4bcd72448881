// Package sweep is the retention sweep: it ends onboardings, invitations and payments whose time is over, settles what is due, erases personal data whose
// time of keeping is over, drops old events, and deletes objects that no document needs.
package sweep

import (
	"context"
	"log/slog"
	"time"

	"go.opentelemetry.io/otel/metric"

	financeusecase "github.com/partnerline/partnerline/services/partnerconnect/finance/usecase"
	hostedpg "github.com/partnerline/partnerline/services/partnerconnect/hosted/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/event"
	kernelpg "github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
	kernelusecase "github.com/partnerline/partnerline/services/partnerconnect/kernel/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/message"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	merchantpg "github.com/partnerline/partnerline/services/partnerconnect/merchant/postgres"
	merchantusecase "github.com/partnerline/partnerline/services/partnerconnect/merchant/usecase"
)

// Areas are those with something that time ends.
type Areas struct {
	Retention   onboarding.Retention
	Erased      metric.Int64Counter // onboardings whose personal data was erased
	Onboardings *merchantusecase.Changer
	Documents   *merchantpg.OnboardingStore
	Sessions    *hostedpg.Store
	Messages    *merchantpg.MessageStore
	Events      *kernelpg.EventStore
	Payments    *financeusecase.Payments
	Accounts    *financeusecase.Accounts
	Exchanges   *kernelusecase.Exchanges
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
	areas   Areas
	objects Objects
	log     *slog.Logger
	now     func() time.Time
}

// New returns a sweeper; Run does its work.
func New(areas Areas, objects Objects, log *slog.Logger, now func() time.Time) *Sweeper {
	return &Sweeper{areas, objects, log, now}
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
		{"expire onboardings", func() (bool, error) { return full(s.areas.Onboardings.ExpireOnboardings(ctx, now, batch)) }},
		{"expire invitations", func() (bool, error) { return full(s.areas.Onboardings.ExpireInvitations(ctx, now, batch)) }},
		{"end changes of payout accounts", func() (bool, error) { return full(s.areas.Onboardings.EndAccountChanges(ctx, batch)) }},
		{"expire payments", func() (bool, error) { return full(s.areas.Payments.ExpirePayments(ctx, now, batch)) }},
		{"end payments of merchants that are not active", func() (bool, error) { return full(s.areas.Payments.EndPayments(ctx, "", now, batch)) }},
		{"settle", func() (bool, error) {
			_, err := s.areas.Accounts.RunSettlement(ctx, "", false, now, audit.Entry{At: now, Actor: audit.SystemActor, Operation: "RunSettlement"})
			return false, err
		}},
		{"erase personal data", func() (bool, error) { return s.erase(ctx, now) }},
		{"index onboardings", func() (bool, error) { return s.areas.Onboardings.IndexNext(ctx) }},
		{"drop events", func() (bool, error) {
			return full(s.areas.Events.DropEvents(ctx, now.Add(-event.EventRetention), batch))
		}},
		{"drop messages", func() (bool, error) {
			return full(s.areas.Messages.DropMessages(ctx, now.Add(-message.MessageRetention), batch))
		}},
		{"drop calls and reports of providers", func() (bool, error) { return s.areas.Exchanges.Drop(ctx, now, batch) }},
		{"drop sessions", func() (bool, error) { return full(s.areas.Sessions.DropSessions(ctx, now, batch)) }},
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

// erase erases the personal data of at most a batch of onboardings.
func (s *Sweeper) erase(ctx context.Context, now time.Time) (bool, error) {
	for range batch {
		found, err := s.areas.Onboardings.Shred(ctx, s.areas.Retention, now)
		if err != nil || !found {
			return false, err
		}
		s.areas.Erased.Add(ctx, 1)
	}
	return true, nil
}

func full(n int, err error) (bool, error) { return n == batch, err }

func (s *Sweeper) deleteObjects(ctx context.Context, now time.Time) (bool, error) {
	keys, err := s.areas.Documents.DueObjects(ctx, now, batch)
	for _, key := range keys {
		if err = s.objects.Delete(ctx, key); err != nil {
			return false, err
		}
		if err = s.areas.Documents.ObjectDeleted(ctx, key, now); err != nil {
			return false, err
		}
	}
	return len(keys) == batch, err
}
