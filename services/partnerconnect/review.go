package partnerconnect

import (
	"slices"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
)

// Approve is the operator's decision that the merchant is active.
func (o *Onboarding) Approve() error {
	if o.Status == Active {
		return ErrUnchanged
	}
	if err := o.reviewable(Active); err != nil {
		return err
	}
	o.ReasonCode = ""
	o.activate()
	return nil
}

// RequestCorrection asks for data again: its codes stand in what is missing until it is written anew, and what the merchant had
// confirmed of it is open again.
func (o *Onboarding) RequestCorrection(codes []string, reason string) error {
	if err := o.reviewable(ActionRequired); err != nil {
		return err
	}
	for _, c := range codes {
		i := slices.IndexFunc(Catalogue, func(r Requirement) bool { return r.Code == c })
		if i < 0 || !Catalogue[i].concerns(o) {
			return fault.Field("/codes", "unknown_value", "must be codes of GET /requirements that concern this applicant")
		}
		o.Locked = slices.DeleteFunc(slices.Clone(o.Locked), func(s Segment) bool { return string(s) == Catalogue[i].Segment })
	}
	o.Status, o.ReasonCode, o.Corrections = ActionRequired, reason, codes
	return nil
}

// Corrected takes note of data that was written anew: fields are its JSON pointers in the body of an operation.
func (o *Onboarding) Corrected(operation string, fields []string) {
	o.Corrections = slices.DeleteFunc(slices.Clone(o.Corrections), func(code string) bool {
		return slices.ContainsFunc(Catalogue, func(r Requirement) bool {
			return r.Code == code && r.Operation == operation &&
				slices.ContainsFunc(r.Fields, func(f string) bool { return slices.Contains(fields, f) })
		})
	})
}

// Answered takes note that the merchant gave data anew that was asked for again, by its codes.
func (o *Onboarding) Answered(codes ...string) {
	o.Corrections = slices.DeleteFunc(slices.Clone(o.Corrections), func(c string) bool { return slices.Contains(codes, c) })
}

// Resubmit brings a corrected onboarding back to the review.
func (o *Onboarding) Resubmit() error {
	switch {
	case o.Status != ActionRequired:
		return fault.New(fault.InvalidState, "nothing was asked for").WithExtension("onboarding_status", o.Status)
	case len(Missing(*o)) > 0:
		return fault.New(fault.InvalidState, "data is still missing").WithExtension("missing", codes(*o))
	}
	o.Status, o.ReasonCode = InReview, ""
	return nil
}

// Reject refuses the merchant; the delegation ends with it.
func (o *Onboarding) Reject(reason string, now time.Time) error {
	if o.Status == Rejected {
		return ErrUnchanged
	}
	if err := o.reviewable(Rejected); err != nil {
		return err
	}
	o.Status, o.ReasonCode = Rejected, reason
	o.LinkEpoch++
	o.endInvitations(RevokedInvitation, now, func(Invitation) bool { return true })
	if o.DelegationStatus() == ActiveDelegation {
		return o.RevokeDelegation(OperatorActor, now)
	}
	return nil
}

// Suspend and Resume stop and let go on what is done for an active merchant.
func (o *Onboarding) Suspend() error { return o.setMerchant(ActiveMerchant, SuspendedMerchant) }

// Resume ends a suspension.
func (o *Onboarding) Resume() error { return o.setMerchant(SuspendedMerchant, ActiveMerchant) }

func (o *Onboarding) setMerchant(from, to MerchantStatus) error {
	switch o.Merchant {
	case to:
		return ErrUnchanged
	case from:
		o.Merchant = to
		return nil
	}
	return fault.New(fault.InvalidState, "the merchant is not "+string(from)).WithExtension("merchant_status", o.Merchant)
}

func (o *Onboarding) reviewable(next Status) error {
	if o.Status.CanBecome(next) {
		return nil
	}
	return fault.New(fault.InvalidState, "in this status the onboarding cannot become "+string(next)).WithExtension("onboarding_status", o.Status)
}
