package delegation

import (
	"github.com/partnerline/partnerline/internal/fault"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

// Why an operation for a merchant is refused.
var (
	ErrDelegationRequired = fault.New(pc.DelegationRequired,
		"the merchant has not delegated access to the partner, or took it back; see delegation_status")
	ErrPayoutsOptInRequired = fault.New(pc.PayoutsOptInRequired,
		"the merchant has not allowed payouts by the partner; see payouts_opt_in_status")
	ErrMerchantNotActive = fault.New(pc.MerchantNotActive, "the merchant is not active; see merchant_status")
)
