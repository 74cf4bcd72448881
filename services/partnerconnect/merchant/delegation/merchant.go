package delegation

import (
	"slices"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
)

// A Merchant is the facts by which operations for a merchant are admitted. They are read in the transaction of the
// operation itself, so that a revocation takes effect with the next call.
type Merchant struct {
	Ref        pc.Ref
	Owner      access.Owner
	Livemode   bool
	Status     MerchantStatus
	Delegation *Delegation
	OptIn      PayoutsOptIn
	Currencies []string // ISO 4217: what it takes and is paid in
	IBAN       string   // where it is paid to; secret

	AccountHolder string // of that account; secret
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

// Takes reports whether the merchant has a currency.
func (m Merchant) Takes(currency string) bool { return slices.Contains(m.Currencies, currency) }

// RequireActive returns merchant_not_active for a merchant that is suspended, closed or not a merchant yet.
func (m Merchant) RequireActive() error {
	if m.Status == ActiveMerchant {
		return nil
	}
	return ErrMerchantNotActive.WithExtension("merchant_status", m.Status)
}
