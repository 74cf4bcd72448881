package delegation

import (
	"time"

	"github.com/partnerline/partnerline/services/partnerconnect/audit"
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
	RevokedBy audit.ActorType // merchant, operator or system; empty while it is not
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

// MerchantStatuses lists all statuses of a merchant.
var MerchantStatuses = []MerchantStatus{NoMerchant, ActiveMerchant, SuspendedMerchant, ClosedMerchant}

// DelegationStatuses lists all statuses of a delegation.
var DelegationStatuses = []DelegationStatus{NoDelegation, ActiveDelegation, RevokedDelegation}
