package usecase

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	merchantpg "github.com/partnerline/partnerline/services/partnerconnect/merchant/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/signing"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/verification"
)

// How long a visitor waits for the outcome of a check, and for the verification service when its event is late or lost:
// together less than the timeout of a page.
const (
	awaitTimeout     = 8 * time.Second
	awaitEvery       = 100 * time.Millisecond
	reconcileTimeout = 2 * time.Second
)

// IdentityConnected reports whether identities can be verified in a mode.
func (f *Flow) IdentityConnected(livemode bool) bool {
	return f.parts.Identity != nil && f.parts.Sessions.live.Require(livemode, provider.IdentityProvider) == nil
}

// StartVerification opens a session that verifies the visitor, unless one is open or has just succeeded. In the open
// one it begins a further attempt where the last has failed.
func (f *Flow) StartVerification(ctx context.Context, v *hostedflow.Visit) error {
	if !f.IdentityConnected(v.Onboarding.Livemode) {
		return hostedflow.IdentityAway
	}
	if s := v.Verification(); s != nil && !s.Over() {
		if !v.Onboarding.Livemode || !s.Open() {
			return nil
		}
		return f.parts.Identities.Retry(ctx, s.SessionID, v.AuditEntry("RetryVerification"))
	}
	session, err := f.parts.Identity.Start(ctx, v.Onboarding, v.Session.Invitation)
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
	case f.parts.Identity == nil:
		return hostedflow.IdentityAway
	case v.Onboarding.Livemode || s == nil:
		return hostedflow.FormOld
	}
	return f.parts.Identity.Decide(ctx, v.Onboarding, s.SessionID, verified)
}

// LiveIdentity returns the visitor's session as the identity provider reports it; the zero value where there is none,
// as in test mode.
func (f *Flow) LiveIdentity(ctx context.Context, v *hostedflow.Visit) (verification.IdentitySession, error) {
	s := v.Verification()
	if s == nil || !v.Onboarding.Livemode {
		return verification.IdentitySession{}, nil
	}
	x, err := f.parts.Identities.Identity(ctx, s.SessionID)
	if errors.Is(err, verification.ErrNoIdentitySession) { // begun while no provider was set
		return verification.IdentitySession{}, nil
	}
	return x.At(v.Now), err
}

// Conditions that end a visitor's wait.
var (
	// ForOutcome ends a wait for the outcome of the check when a further attempt may begin, or a person at the
	// provider decides.
	ForOutcome = func(x verification.IdentitySession, now time.Time) bool {
		return x.Retryable(now) || x.Stage == verification.InReview
	}
	// ForPage ends a wait for the page of the provider where the visitor is verified.
	ForPage = func(x verification.IdentitySession, now time.Time) bool { return !x.ToBeOpened(x.Attempt, now) }
)

// AwaitVerification returns once the outcome of the visitor's check is known, enough is true of the session of live
// mode, or the time for waiting is over.
func (f *Flow) AwaitVerification(
	ctx context.Context, v *hostedflow.Visit, enough func(x verification.IdentitySession, now time.Time) bool,
) {
	waiting, cancel := context.WithTimeout(ctx, awaitTimeout)
	defer cancel()
	tick := time.NewTicker(awaitEvery)
	defer tick.Stop()
	for s := v.Verification(); s != nil && s.Open(); s = v.Verification() {
		if x, err := f.LiveIdentity(waiting, v); err == nil && x.ID != "" && enough(x, v.Now) {
			return
		}
		select {
		case <-waiting.Done():
			f.ReconcileVerification(ctx, v)
			return
		case <-tick.C:
		}
		reload(waiting, f.parts.Onboardings, v)
	}
}

// ReconcileVerification asks the verification service for the outcome of an open check.
func (f *Flow) ReconcileVerification(ctx context.Context, v *hostedflow.Visit) {
	s := v.Verification()
	if f.parts.Identity == nil || s == nil || !s.Open() {
		return
	}
	asking, cancel := context.WithTimeout(ctx, reconcileTimeout)
	defer cancel()
	moved, err := f.parts.Identity.PageView(asking, v.Session.Merchant)
	if err != nil {
		f.parts.Log.LogAttrs(ctx, slog.LevelWarn, "identity session not reconciled", slog.String("cause", err.Error()))
	}
	if moved {
		reload(ctx, f.parts.Onboardings, v)
	}
}

// reload reads the onboarding again; when that fails, the visitor sees the state read before.
func reload(ctx context.Context, onboardings *merchantpg.OnboardingStore, v *hostedflow.Visit) {
	if o, err := onboardings.Onboarding(ctx, access.SystemView, v.Session.Merchant); err == nil {
		v.Onboarding = o
	}
}
