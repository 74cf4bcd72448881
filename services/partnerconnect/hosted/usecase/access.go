package usecase

import (
	"context"
	"errors"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/bank"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/signing"
)

// RevokeDelegation takes the partner's access away.
func (f *Flow) RevokeDelegation(ctx context.Context, v *hostedflow.Visit) error {
	return f.withdraw(ctx, v, "RevokeDelegation", func(o *onboarding.Onboarding) error {
		return signing.RevokeDelegation(o, audit.MerchantActor, v.Now)
	})
}

// AnswerPayouts takes the separate answer whether the partner may request payouts.
func (f *Flow) AnswerPayouts(ctx context.Context, v *hostedflow.Visit, allow bool) error {
	return f.change(ctx, v, "AnswerPayouts", func(o *onboarding.Onboarding) error {
		o.Flow.PayoutsAnswered = &v.Now
		switch {
		case allow:
			if err := signing.GrantOptIn(o, v.Now); !errors.Is(err, pc.ErrUnchanged) {
				return err
			}
		case o.OptIn.Status == delegation.OptInPending:
			return signing.RevokeOptIn(o, v.Now)
		}
		return nil
	})
}

// TransferRequest returns the verification transfer that a merchant is asked for; false when there is no account that
// it can be sent to.
func (f *Flow) TransferRequest(o *onboarding.Onboarding) (bank.TransferRequest, bool) {
	if !o.Livemode {
		return bank.SandboxHouse.RequestTransfer(o)
	}
	return f.parts.House.RequestTransfer(o)
}

// RequireTransfer returns live_mode_unavailable, which names the bank rail, for a merchant of live mode that could not
// send its verification transfer: it must not sign what cannot be completed.
func (f *Flow) RequireTransfer(o *onboarding.Onboarding) error {
	if _, ok := f.TransferRequest(o); o.Livemode && !ok {
		return provider.NotConnected(provider.BankRail)
	}
	return nil
}

// DecideTransfer chooses the verification transfer that arrives, in test mode. In live mode the statements of the bank
// do.
func (f *Flow) DecideTransfer(ctx context.Context, v *hostedflow.Visit, outcome string) error {
	if v.Onboarding.Livemode || outcome != signing.TransferMatched && outcome != signing.TransferNameMismatch {
		return hostedflow.FormOld
	}
	err := f.change(ctx, v, "ReceiveTransfer",
		func(o *onboarding.Onboarding) error { return signing.ReceiveTransfer(o, outcome, v.Now) })
	if err == nil && outcome != signing.TransferMatched {
		return hostedflow.TransferRefused
	}
	return err
}
