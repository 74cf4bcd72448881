package usecase

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/telemetry"
	kernelpg "github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/verification"
)

// askIdentityProvider writes what a change of an onboarding of live mode asks the identity provider and the
// verification service for: to open the sessions that begin, and to close those that no one needs any more.
func (c *Changer) askIdentityProvider(
	ctx context.Context, tx pgx.Tx, before, after onboarding.Onboarding, now time.Time,
) error {
	if !after.Livemode {
		return nil
	}
	var calls kernelpg.CallStore
	traceparent := telemetry.Traceparent(ctx)
	for _, id := range after.AbandonedVerifications(before.Flow) {
		attempt, open, err := postgres.CancelIdentity(ctx, tx, id, now)
		if err != nil {
			return err
		}
		if !open {
			continue
		}
		s := verification.IdentitySession{ID: id, Attempt: attempt}
		if err := calls.InsertFollowingCall(ctx, tx, provider.CancelIdentity, s.Subject(), traceparent, now); err != nil {
			return err
		}
		if err := calls.InsertCallAgain(ctx, tx, provider.SyncVerification, id, traceparent, now); err != nil {
			return err
		}
	}
	for invited, v := range after.Flow.BegunVerifications(before.Flow) {
		if err := c.live.Require(after.Livemode, provider.IdentityProvider); err != nil {
			return err
		}
		s := verification.NewIdentitySession(v.SessionID, after.Ref, invited, now)
		if err := postgres.InsertIdentity(ctx, tx, s); err != nil {
			return err
		}
		if err := calls.InsertCall(ctx, tx, provider.OpenIdentity, s.Subject(), traceparent, now); err != nil {
			return err
		}
		if err := calls.InsertCall(ctx, tx, provider.SyncVerification, s.ID, traceparent, now); err != nil {
			return err
		}
	}
	return nil
}
