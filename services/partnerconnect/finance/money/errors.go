package money

import (
	"github.com/partnerline/partnerline/internal/fault"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

// Errors for callers. They do not distinguish what does not exist from what belongs to another merchant.
var (
	ErrPaymentNotFound     = fault.New(pc.PaymentNotFound, "the merchant has no payment with this id")
	ErrPayoutNotFound      = fault.New(pc.PayoutNotFound, "the merchant has no payout with this id")
	ErrRefundNotFound      = fault.New(pc.RefundNotFound, "the merchant has no refund with this id")
	ErrChargebackNotFound  = fault.New(pc.ChargebackNotFound, "the payment has no chargeback with this id")
	ErrExternalRefConflict = fault.New(pc.ExternalRefConflict, "the merchant has a different one with this external_ref").
				WithField("/external_ref", "taken", "use a reference that is new for each new request")
	ErrNoPayoutAccount = fault.New(fault.InvalidState,
		"the merchant has no verified payout account; it is set in the onboarding")
)
