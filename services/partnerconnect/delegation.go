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

// The statuses. Revoked is for good: another delegation takes another agreement.
const (
	NoDelegation      DelegationStatus = "none"
	ActiveDelegation  DelegationStatus = "active"
	RevokedDelegation DelegationStatus = "revoked"
)

// A Delegation is the merchant's consent that its partner acts for it. It is granted when the channel agreement is signed, in the
// same transaction (requirements section 1; S5), and by nothing else.
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

// grantDelegation is part of signing the agreement.
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
