package usecase

import (
	"context"
	"log/slog"
	"time"

	"github.com/partnerline/partnerline/services/partnerconnect/access"
	"github.com/partnerline/partnerline/services/partnerconnect/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
	onboardingpg "github.com/partnerline/partnerline/services/partnerconnect/onboarding/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/signing"
)

// How long a visitor waits for the outcome of a check, and for the verification service when its event is late or lost: together less
// than the timeout of a page.
const (
	awaitTimeout     = 8 * time.Second
	awaitEvery       = 100 * time.Millisecond
	reconcileTimeout = 2 * time.Second
)

// IdentityConnected reports whether identities can be verified.
func (f *Flow) IdentityConnected() bool { return f.identity != nil }

// StartVerification opens a session that verifies the visitor, unless one is open or has just succeeded.
func (f *Flow) StartVerification(ctx context.Context, v *hostedflow.Visit) error {
	if f.identity == nil {
		return hostedflow.IdentityAway
	}
	if s := v.Verification(); s != nil && !s.Over() {
		return nil
	}
	session, err := f.identity.Start(ctx, v.Onboarding, v.Session.Invitation)
	if err != nil {
		return err
	}
	return f.change(ctx, v, "StartVerification", func(o *onboarding.Onboarding) error {
		return signing.Verify(o, v.Session.Invitation, session, v.Now)
	})
}

// DecideVerification chooses the outcome of the visitor's check, in test mode. The outcome comes as an event.
func (f *Flow) DecideVerification(ctx context.Context, v *hostedflow.Visit, verified bool) error {
	s := v.Verification()
	switch {
	case f.identity == nil:
		return hostedflow.IdentityAway
	case v.Onboarding.Livemode || s == nil:
		return hostedflow.FormOld
	}
	return f.identity.Decide(ctx, v.Onboarding, s.SessionID, verified)
}

// AwaitVerification returns once the outcome of the visitor's check is known, or has been waited for long enough.
func (f *Flow) AwaitVerification(ctx context.Context, v *hostedflow.Visit) {
	waiting, cancel := context.WithTimeout(ctx, awaitTimeout)
	defer cancel()
	tick := time.NewTicker(awaitEvery)
	defer tick.Stop()
	for s := v.Verification(); s != nil && s.Open(); s = v.Verification() {
		select {
		case <-waiting.Done():
			f.ReconcileVerification(ctx, v)
			return
		case <-tick.C:
		}
		reload(waiting, f.onboardings, v)
	}
}

// ReconcileVerification asks the verification service for the outcome of an open check.
func (f *Flow) ReconcileVerification(ctx context.Context, v *hostedflow.Visit) {
	s := v.Verification()
	if f.identity == nil || s == nil || !s.Open() {
		return
	}
	asking, cancel := context.WithTimeout(ctx, reconcileTimeout)
	defer cancel()
	moved, err := f.identity.PageView(asking, v.Session.Merchant)
	if err != nil {
		f.log.LogAttrs(ctx, slog.LevelWarn, "identity session not reconciled", slog.String("cause", err.Error()))
	}
	if moved {
		reload(ctx, f.onboardings, v)
	}
}

// reload reads the onboarding anew; when that fails, the visitor sees what is known.
func reload(ctx context.Context, onboardings *onboardingpg.Store, v *hostedflow.Visit) {
	if o, err := onboardings.Onboarding(ctx, access.SystemView, v.Session.Merchant); err == nil {
		v.Onboarding = o
	}
}
