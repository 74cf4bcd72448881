package review

import (
	"cmp"
	"slices"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/requirements"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/signing"
)

// Approve is the operator's decision that the merchant is active.
func Approve(o *onboarding.Onboarding) error {
	if o.Status == onboarding.Active {
		return pc.ErrUnchanged
	}
	if err := reviewable(o, onboarding.Active); err != nil {
		return err
	}
	o.ReasonCode = ""
	signing.Activate(o)
	return nil
}

// RequestCorrection asks for data again: its codes are missing until it is written again, and what the merchant had
// confirmed of it is open again.
func RequestCorrection(o *onboarding.Onboarding, codes []string, reason string) error {
	if len(codes) == 0 {
		return fault.Field("/codes", "required", "must name at least one code of GET /requirements")
	}
	if err := reviewable(o, onboarding.ActionRequired); err != nil {
		return err
	}
	asked := requirements.AskedOf(o)
	for _, c := range codes {
		i := slices.IndexFunc(asked, func(r requirements.Requirement) bool { return r.Code == c })
		if i < 0 {
			return fault.Field("/codes", "unknown_value", "must be codes of GET /requirements that concern this applicant")
		}
		o.Locked = slices.DeleteFunc(slices.Clone(o.Locked),
			func(s onboarding.Segment) bool { return string(s) == asked[i].Segment })
	}
	o.Status, o.ReasonCode, o.Corrections = onboarding.ActionRequired, cmp.Or(reason, "correction_requested"), codes
	return nil
}

// Resubmit brings a corrected onboarding back to the review.
func Resubmit(o *onboarding.Onboarding) error {
	switch {
	case o.Status != onboarding.ActionRequired:
		return fault.New(fault.InvalidState, "nothing was asked for").WithExtension("onboarding_status", o.Status)
	case len(requirements.Missing(*o)) > 0:
		return fault.New(fault.InvalidState, "data is still missing").WithExtension("missing", requirements.Codes(*o))
	}
	o.Status, o.ReasonCode = onboarding.InReview, ""
	return nil
}

// Reject refuses the merchant; the delegation ends with it.
func Reject(o *onboarding.Onboarding, reason string, now time.Time) error {
	if o.Status == onboarding.Rejected {
		return pc.ErrUnchanged
	}
	if err := reviewable(o, onboarding.Rejected); err != nil {
		return err
	}
	o.Status, o.ReasonCode = onboarding.Rejected, cmp.Or(reason, "other")
	o.LinkEpoch++
	o.EndInvitations(onboarding.RevokedInvitation, now, func(onboarding.Invitation) bool { return true })
	if o.DelegationStatus() == delegation.ActiveDelegation {
		return signing.RevokeDelegation(o, audit.OperatorActor, now)
	}
	return nil
}

// Suspend stops what is done for an active merchant, until Resume.
func Suspend(o *onboarding.Onboarding) error {
	return setMerchant(o, delegation.ActiveMerchant, delegation.SuspendedMerchant)
}

// Resume ends a suspension.
func Resume(o *onboarding.Onboarding) error {
	return setMerchant(o, delegation.SuspendedMerchant, delegation.ActiveMerchant)
}

func setMerchant(o *onboarding.Onboarding, from, to delegation.MerchantStatus) error {
	switch o.Merchant {
	case to:
		return pc.ErrUnchanged
	case from:
		o.Merchant = to
		return nil
	}
	return fault.New(fault.InvalidState, "the merchant is not "+string(from)).WithExtension("merchant_status", o.Merchant)
}

func reviewable(o *onboarding.Onboarding, next onboarding.Status) error {
	if o.Status.CanBecome(next) {
		return nil
	}
	return fault.New(fault.InvalidState, "an onboarding in this status cannot become "+
		string(next)).WithExtension("onboarding_status", o.Status)
}
