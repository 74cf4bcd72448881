package partnerconnect

import (
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/ids"
)

// DelegationID names a delegation: `dlg_` and a UUIDv7.
type DelegationID string

// DelegationPrefix begins every DelegationID.
const DelegationPrefix = "dlg_"

// A DelegationStatus is whether the partner may act for the merchant.
type DelegationStatus string

// The statuses. A revoked delegation stays so: what the merchant grants afterwards is another one, with another id.
const (
	NoDelegation      DelegationStatus = "none"
	ActiveDelegation  DelegationStatus = "active"
	RevokedDelegation DelegationStatus = "revoked"
)

// A Delegation is the merchant's consent that its partner acts for it. It is granted when the channel agreement is signed, in the
// same transaction, and by nothing else.
type Delegation struct {
	ID        DelegationID
	Status    DelegationStatus
	Agreement AgreementRef
	GrantedAt time.Time
	RevokedAt *time.Time
	RevokedBy ActorType // merchant, operator or system; empty while it is not
}

// AgreementRef is the text that was signed.
type AgreementRef struct {
	ID       string // of the channel agreement
	Version  string
	SignedAt time.Time
}

// An OptInStatus is whether the partner may request payouts for the merchant.
type OptInStatus string

// The statuses: never bundled with the agreement, off by default (S6).
const (
	OptInNotRequested OptInStatus = "not_requested"
	OptInPending      OptInStatus = "pending"
	OptInGranted      OptInStatus = "granted"
	OptInRevoked      OptInStatus = "revoked"
)

// A PayoutsOptIn is the merchant's separate consent to payouts by its partner.
type PayoutsOptIn struct {
	Status      OptInStatus
	RequestedAt *time.Time
	GrantedAt   *time.Time
	RevokedAt   *time.Time
}

// A MerchantStatus is what an onboarding became.
type MerchantStatus string

// The statuses.
const (
	NoMerchant        MerchantStatus = "none" // not active yet
	ActiveMerchant    MerchantStatus = "active"
	SuspendedMerchant MerchantStatus = "suspended"
	ClosedMerchant    MerchantStatus = "closed"
)

// DelegationStatus is `none` before the agreement was signed.
func (o *Onboarding) DelegationStatus() DelegationStatus {
	if o.Delegation == nil {
		return NoDelegation
	}
	return o.Delegation.Status
}

// grantDelegation is part of signing the agreement. Each is a delegation of its own: what was done under an earlier one keeps its id.
func (o *Onboarding) grantDelegation(a AgreementRef) {
	o.Delegation = &Delegation{ID: DelegationID(ids.New(DelegationPrefix)), Status: ActiveDelegation, Agreement: a, GrantedAt: a.SignedAt}
}

// RevokeDelegation ends the partner's right to act, and its right to payouts with it; effective with the next call. ErrUnchanged
// when there is none that is active.
func (o *Onboarding) RevokeDelegation(by ActorType, now time.Time) error {
	if o.DelegationStatus() != ActiveDelegation {
		return ErrUnchanged
	}
	d := *o.Delegation
	d.Status, d.RevokedAt, d.RevokedBy = RevokedDelegation, &now, by
	o.Delegation = &d
	if o.OptIn.Status == OptInGranted || o.OptIn.Status == OptInPending {
		o.OptIn.Status, o.OptIn.RevokedAt = OptInRevoked, &now
	}
	return nil
}

// CheckGrantable returns why the merchant cannot grant access again; nil when it took back what the whole signing granted before.
//
// Where several people had to sign, all of them have signed this text: the applicant, who may suspend its effect, may restore it. Another
// text needs all of them again.
func (o *Onboarding) CheckGrantable() error {
	switch {
	case o.DelegationStatus() != RevokedDelegation:
		return fault.New(fault.InvalidState, "access was not taken back").WithExtension("delegation_status", o.DelegationStatus())
	case o.Status != InReview && o.Status != ActionRequired && o.Status != Active, o.Merchant == SuspendedMerchant, o.Merchant == ClosedMerchant:
		return fault.New(fault.InvalidState, "in this status access is not granted").WithExtension("onboarding_status", o.Status).
			WithExtension("merchant_status", o.Merchant)
	}
	for _, v := range o.Invitations {
		if v.Status == AcceptedInvitation && (v.Signature == nil || !o.signs(*v.Signature)) {
			return fault.New(fault.InvalidState, "the agreement is another one than the further signatories have signed")
		}
	}
	return nil
}

// GrantAgain is the merchant's new signature under the agreement, after it took access back. Payouts need their own consent again.
func (o *Onboarding) GrantAgain(s Signature, a AgreementRef) error {
	if err := o.CheckGrantable(); err != nil {
		return err
	}
	o.Flow.GrantedAgain = &s
	o.grantDelegation(a)
	return nil
}

// RequestOptIn notes that the partner asks for payouts. ErrUnchanged when they are granted, or asked for, already.
func (o *Onboarding) RequestOptIn(now time.Time) error {
	if o.OptIn.Status == OptInGranted || o.OptIn.Status == OptInPending {
		return ErrUnchanged
	}
	o.OptIn = PayoutsOptIn{Status: OptInPending, RequestedAt: &now}
	return nil
}

// GrantOptIn is the merchant's consent to payouts, asked for or not; invalid_state without an active delegation.
func (o *Onboarding) GrantOptIn(now time.Time) error {
	if o.OptIn.Status == OptInGranted {
		return ErrUnchanged
	}
	if o.DelegationStatus() != ActiveDelegation {
		return fault.New(fault.InvalidState, "payouts can be allowed once the channel agreement is signed")
	}
	o.OptIn.Status, o.OptIn.GrantedAt, o.OptIn.RevokedAt = OptInGranted, &now, nil
	return nil
}

// RevokeOptIn takes the consent back, or refuses it. ErrUnchanged when there is neither.
func (o *Onboarding) RevokeOptIn(now time.Time) error {
	if o.OptIn.Status != OptInGranted && o.OptIn.Status != OptInPending {
		return ErrUnchanged
	}
	o.OptIn.Status, o.OptIn.RevokedAt = OptInRevoked, &now
	return nil
}
