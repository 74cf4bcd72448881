package event

import (
	"slices"

	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
)

// The types of events about an onboarding.
const (
	OnboardingStatusChanged  Type = "onboarding.status_changed"  // it was made or moved on
	OnboardingMissingChanged Type = "onboarding.missing_changed" // other data is outstanding than before
	OnboardingDataCorrected  Type = "onboarding.data_corrected"  // by the merchant, before confirming it
	// the newest message to a person whom the onboarding waits for
	OnboardingMessageFailed Type = "onboarding.message_failed"
	DocumentReceived        Type = "document.received"
	DocumentAccepted        Type = "document.accepted"
	DocumentRejected        Type = "document.rejected"
	InvitationCreated       Type = "invitation.created"
	InvitationAccepted      Type = "invitation.accepted"
	InvitationDeclined      Type = "invitation.declined"
	InvitationExpired       Type = "invitation.expired"
	InvitationRevoked       Type = "invitation.revoked"
	DelegationGranted       Type = "delegation.granted"
	DelegationRevoked       Type = "delegation.revoked"
	OptInGrantedEvent       Type = "payouts_opt_in.granted"
	OptInRevokedEvent       Type = "payouts_opt_in.revoked"
	MerchantStatusChanged   Type = "merchant.status_changed"
)

// The types of events about payments, refunds, chargebacks, settlements and payouts. payment.refunded is also the event
// of a partial refund; its status says which.
const (
	PaymentRegisteredEvent  Type = "payment.registered"
	PaymentPendingEvent     Type = "payment.pending"
	PaymentPaidEvent        Type = "payment.paid"
	PaymentRejectedEvent    Type = "payment.rejected"
	PaymentExpiredEvent     Type = "payment.expired"
	PaymentCancelledEvent   Type = "payment.cancelled"
	PaymentRefundedEvent    Type = "payment.refunded"
	RefundCreatedEvent      Type = "refund.created"
	RefundSucceededEvent    Type = "refund.succeeded"
	RefundFailedEvent       Type = "refund.failed"
	ChargebackCreatedEvent  Type = "chargeback.created"
	ChargebackReversedEvent Type = "chargeback.reversed"
	SettlementPaidEvent     Type = "settlement.paid"
	PayoutRequestedEvent    Type = "payout.requested"
	PayoutProcessingEvent   Type = "payout.processing"
	PayoutPaidEvent         Type = "payout.paid"
	PayoutFailedEvent       Type = "payout.failed"
	PayoutCancelledEvent    Type = "payout.cancelled"
)

// MoneyTypes are those that only a key with account:read sees, of merchants whose delegation is active when it reads
// (docs/rules/onboarding.md).
var MoneyTypes = []Type{
	PaymentRegisteredEvent, PaymentPendingEvent, PaymentPaidEvent, PaymentRejectedEvent, PaymentExpiredEvent,
	PaymentCancelledEvent,
	PaymentRefundedEvent, RefundCreatedEvent, RefundSucceededEvent, RefundFailedEvent, ChargebackCreatedEvent,
	ChargebackReversedEvent,
	SettlementPaidEvent, PayoutRequestedEvent, PayoutProcessingEvent, PayoutPaidEvent, PayoutFailedEvent,
	PayoutCancelledEvent,
}

// Scopes are those that a key needs to read events of the type, from the feed or by webhook. Those of the empty type
// are needed to read anything at all.
func (t Type) Scopes() []access.Scope {
	if t.NeedsDelegation() {
		return []access.Scope{access.ScopeOnboardingRead, access.ScopeAccountRead}
	}
	return []access.Scope{access.ScopeOnboardingRead}
}

// Lacks returns the first of those scopes that a key does not have; empty: it has all.
func (t Type) Lacks(scopes []access.Scope) access.Scope {
	for _, s := range t.Scopes() {
		if !slices.Contains(scopes, s) {
			return s
		}
	}
	return ""
}

// NeedsDelegation reports whether a partner reads events of the type only while the merchant's delegation is active.
func (t Type) NeedsDelegation() bool { return slices.Contains(MoneyTypes, t) }
