package usecase

import (
	"context"
	"log/slog"
	"time"

	"github.com/partnerline/partnerline/internal/audittrail"
	"github.com/partnerline/partnerline/internal/audittrail/postgres"
)

const (
	lookEvery = 10 * time.Minute // how often it is checked whether a verification is due
	claimFor  = 30 * time.Minute // longer than a verification may take; afterwards another program does it
)

// A Verification verifies a kind, and stores that it did.
type Verification struct {
	Kind   audittrail.CheckKind
	Verify func(ctx context.Context, at time.Time) (intact bool, err error)
}

// Integrity runs each verification of a service once a day.
type Integrity struct {
	checks *postgres.Checks
	verify []Verification
	log    *slog.Logger
	now    func() time.Time
	began  time.Time
}

// NewIntegrity returns the use case.
func NewIntegrity(checks *postgres.Checks, verify []Verification, log *slog.Logger, now func() time.Time) *Integrity {
	return &Integrity{checks, verify, log, now, now()}
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

// VerifyDue verifies each kind whose last verification is older than a day. One program does so.
func (i *Integrity) VerifyDue(ctx context.Context) error {
	for _, v := range i.verify {
		now := i.now().UTC().Truncate(time.Millisecond)
		mine, err := i.checks.Claim(ctx, v.Kind, now, now.Add(-audittrail.CheckEvery), now.Add(claimFor))
		if err != nil {
			return err
		}
		if !mine {
			continue
		}
		intact, err := v.Verify(ctx, now)
		if err != nil {
			return err
		}
		if !intact {
			i.log.LogAttrs(ctx, slog.LevelError, "integrity is broken", slog.String("kind", string(v.Kind)))
		}
	}
	return nil
}
