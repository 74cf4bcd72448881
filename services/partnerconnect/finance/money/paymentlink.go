package money

import (
	"time"

	"github.com/partnerline/partnerline/services/partnerconnect/kernel/signedlink"
)

// NewPaymentLink returns the link of the payment's page. It is the same every time: it lives as long as the payment can
// be paid, and its id is the payment's.
func NewPaymentLink(p Payment) signedlink.Link {
	return signedlink.Link{
		Ref: p.Merchant, Purpose: PurposePayment, IssuedAt: p.CreatedAt.UTC().Truncate(time.Second),
		ExpiresAt: p.ValidUntil.UTC().Truncate(time.Second), ID: string(p.ID),
	}
}

// PurposePayment leads a customer to the page of a payment.
const PurposePayment signedlink.Purpose = "payment"
