package signing

import (
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/ids"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// grantDelegation is part of signing the agreement. Each is a delegation of its own: what was done under an earlier one
// keeps its id.
func grantDelegation(o *onboarding.Onboarding, a delegation.AgreementRef) {
	o.Delegation = &delegation.Delegation{
		ID: delegation.DelegationID(ids.New(delegation.DelegationPrefix)), Status: delegation.ActiveDelegation, Agreement: a,
		GrantedAt: a.SignedAt,
	}
}

// RevokeDelegation ends the partner's right to act, and its right to payouts with it; effective with the next call.
// ErrUnchanged when there is none that is active.
func RevokeDelegation(o *onboarding.Onboarding, by audit.ActorType, now time.Time) error {
	if o.DelegationStatus() != delegation.ActiveDelegation {
		return pc.ErrUnchanged
	}
	d := *o.Delegation
	d.Status, d.RevokedAt, d.RevokedBy = delegation.RevokedDelegation, &now, by
	o.Delegation = &d
	if o.OptIn.Status == delegation.OptInGranted || o.OptIn.Status == delegation.OptInPending {
		o.OptIn.Status, o.OptIn.RevokedAt = delegation.OptInRevoked, &now
	}
	return nil
}

// CheckGrantable returns why the merchant cannot grant access again; nil when it took back what the whole signing
// granted before.
//
// Where several people had to sign, all of them have signed this text: the applicant, who may suspend its effect, may
// restore it. Another text needs all of them again.
func CheckGrantable(o *onboarding.Onboarding) error {
	switch {
	case o.DelegationStatus() != delegation.RevokedDelegation:
		return fault.New(fault.InvalidState, "access was not taken back").WithExtension("delegation_status",
			o.DelegationStatus())
	case o.Status != onboarding.InReview && o.Status != onboarding.ActionRequired && o.Status != onboarding.Active,
		o.Merchant == delegation.SuspendedMerchant, o.Merchant == delegation.ClosedMerchant:
		return fault.New(fault.InvalidState, "access cannot be granted in this status").WithExtension("onboarding_status",
			o.Status).
			WithExtension("merchant_status", o.Merchant)
	}
	for _, v := range o.Invitations {
		if v.Status == onboarding.AcceptedInvitation && (v.Signature == nil || !signs(o, *v.Signature)) {
			return fault.New(fault.InvalidState, "the agreement differs from the one that the other signatories have signed")
		}
	}
	return nil
}

// GrantAgain is the merchant's new signature under the agreement, after it took access back. Payouts need their own
// consent again.
func GrantAgain(o *onboarding.Onboarding, s onboarding.Signature, a delegation.AgreementRef) error {
	if err := CheckGrantable(o); err != nil {
		return err
	}
	o.Flow.GrantedAgain = &s
	grantDelegation(o, a)
	return nil
}
