package signing

import (
	"errors"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// CheckClosable returns why the merchant cannot close its account, but for money. A suspended account is not closed:
// the reason of the suspension is looked into first.
func CheckClosable(o *onboarding.Onboarding) error {
	if o.Merchant == delegation.ActiveMerchant {
		return nil
	}
	return fault.New(fault.InvalidState, "the account cannot be closed in this status").WithExtension("merchant_status",
		o.Merchant)
}

// Close closes the account of a merchant that has nothing left in it. Its partner's access and a change of the payout
// account that is open end with it.
func Close(o *onboarding.Onboarding, now time.Time) error {
	if err := CheckClosable(o); err != nil {
		return err
	}
	if err := RevokeDelegation(o, audit.MerchantActor, now); err != nil && !errors.Is(err, pc.ErrUnchanged) {
		return err
	}
	o.Merchant, o.AccountChange = delegation.ClosedMerchant, nil
	return nil
}
