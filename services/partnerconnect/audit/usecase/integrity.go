package usecase

import (
	"context"
	"log/slog"
	"time"

	"github.com/partnerline/partnerline/services/partnerconnect/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/audit/postgres"
)

const (
	lookEvery = 10 * time.Minute // how often it is checked whether a verification is due
	claimFor  = 30 * time.Minute // longer than a verification may take; afterwards another program does it
)

// Integrity has the ledger and the audit trail verified once a day.
type Integrity struct {
	store  *postgres.Store
	verify map[audit.CheckKind]func(ctx context.Context, by audit.Entry) (intact bool, err error)
	log    *slog.Logger
	now    func() time.Time
}

// NewIntegrity returns the use case; verify has what verifies each kind, and stores that it did.
func NewIntegrity(store *postgres.Store, verify map[audit.CheckKind]func(context.Context, audit.Entry) (bool, error), log *slog.Logger, now func() time.Time) *Integrity {
	return &Integrity{store, verify, log, now}
}

// Run verifies what is due until ctx ends.
func (i *Integrity) Run(ctx context.Context) error {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		if err := i.VerifyDue(ctx); err != nil && ctx.Err() == nil {
			i.log.LogAttrs(ctx, slog.LevelWarn, "integrity not verified", slog.String("cause", err.Error()))
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// VerifyDue verifies each kind whose last verification is older than a day. Of several programs one does.
func (i *Integrity) VerifyDue(ctx context.Context) error {
	for _, kind := range []audit.CheckKind{audit.LedgerCheck, audit.TrailCheck} {
		now := i.now().UTC().Truncate(time.Millisecond)
		mine, err := i.store.ClaimCheck(ctx, kind, now, now.Add(-audit.CheckEvery), now.Add(claimFor))
		if err != nil {
			return err
		}
		if !mine {
			continue
		}
		intact, err := i.verify[kind](ctx, audit.Entry{At: now, Actor: audit.SystemActor})
		if err != nil {
			return err
		}
		if !intact {
			i.log.LogAttrs(ctx, slog.LevelError, "integrity is broken", slog.String("kind", string(kind)))
		}
	}
	return nil
}
