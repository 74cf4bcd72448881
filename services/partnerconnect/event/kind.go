package event

// The kinds of events about an onboarding.
const (
	OnboardingStatusChanged  EventKind = "onboarding.status_changed"  // it was made or moved on
	OnboardingMissingChanged EventKind = "onboarding.missing_changed" // other data is outstanding than before
	OnboardingDataCorrected  EventKind = "onboarding.data_corrected"  // by the merchant, before confirming it
	InvitationCreated        EventKind = "invitation.created"
	InvitationAccepted       EventKind = "invitation.accepted"
	InvitationDeclined       EventKind = "invitation.declined"
	InvitationExpired        EventKind = "invitation.expired"
	InvitationRevoked        EventKind = "invitation.revoked"
	DelegationGranted        EventKind = "delegation.granted"
	DelegationRevoked        EventKind = "delegation.revoked"
	OptInGrantedEvent        EventKind = "payouts_opt_in.granted"
	OptInRevokedEvent        EventKind = "payouts_opt_in.revoked"
)

// EventKinds lists all kinds.
var EventKinds = append([]EventKind{
	OnboardingStatusChanged, OnboardingMissingChanged, OnboardingDataCorrected, InvitationCreated, InvitationAccepted, InvitationDeclined, InvitationExpired,
	InvitationRevoked, DelegationGranted, DelegationRevoked, OptInGrantedEvent, OptInRevokedEvent,
}, MoneyEventKinds...)

// The kinds of events about payments and payouts. payment.refunded is also the event of a partial refund; its status says which.
const (
	PaymentRegisteredEvent EventKind = "payment.registered"
	PaymentPendingEvent    EventKind = "payment.pending"
	PaymentPaidEvent       EventKind = "payment.paid"
	PaymentRejectedEvent   EventKind = "payment.rejected"
	PaymentExpiredEvent    EventKind = "payment.expired"
	PaymentCancelledEvent  EventKind = "payment.cancelled"
	PaymentRefundedEvent   EventKind = "payment.refunded"
	PayoutRequestedEvent   EventKind = "payout.requested"
	PayoutProcessingEvent  EventKind = "payout.processing"
	PayoutPaidEvent        EventKind = "payout.paid"
	PayoutFailedEvent      EventKind = "payout.failed"
	PayoutCancelledEvent   EventKind = "payout.cancelled"
)

// MoneyEventKinds are those that only a key with account:read sees, of merchants whose delegation is active when it reads
// (docs/rules/onboarding.md).
var MoneyEventKinds = []EventKind{
	PaymentRegisteredEvent, PaymentPendingEvent, PaymentPaidEvent, PaymentRejectedEvent, PaymentExpiredEvent, PaymentCancelledEvent,
	PaymentRefundedEvent, PayoutRequestedEvent, PayoutProcessingEvent, PayoutPaidEvent, PayoutFailedEvent, PayoutCancelledEvent,
}
