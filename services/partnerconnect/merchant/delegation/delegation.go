package delegation

import (
	"time"

	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
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

// A Delegation is the merchant's consent that its partner acts for it. It is granted when the channel agreement is
// signed, in the same transaction, and in no other way.
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

// DelegationStatuses lists all statuses of a delegation.
var DelegationStatuses = []DelegationStatus{NoDelegation, ActiveDelegation, RevokedDelegation}

// DelegationStatus is `none` before the agreement was signed.
func (m Merchant) DelegationStatus() DelegationStatus {
	if m.Delegation == nil {
		return NoDelegation
	}
	return m.Delegation.Status
}

// requireDelegation is the rule that a partner acts for a merchant only by its active delegation.
func (m Merchant) requireDelegation() error {
	if m.DelegationStatus() == ActiveDelegation {
		return nil
	}
	return ErrDelegationRequired.WithExtension("delegation_status", m.DelegationStatus()).
		WithExtension("next_action", "GET /onboarding/{ref}")
}
