package delegation

import (
	"slices"

	"github.com/partnerline/partnerline/internal/fault"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/access"
)

// A Merchant is what acting on its behalf is judged by. It is read in the transaction of the act itself, so that a revocation is
// effective with the next call.
type Merchant struct {
	Ref        pc.Ref
	Owner      access.Owner
	Livemode   bool
	Status     MerchantStatus
	Delegation *Delegation
	OptIn      PayoutsOptIn
	Currencies []string // ISO 4217: what it takes and is paid in
	IBAN       string   // where it is paid to; secret
}

// DelegationStatus is `none` before the agreement was signed.
func (m Merchant) DelegationStatus() DelegationStatus {
	if m.Delegation == nil {
		return NoDelegation
	}
	return m.Delegation.Status
}

// Takes reports whether the merchant has a currency.
func (m Merchant) Takes(currency string) bool { return slices.Contains(m.Currencies, currency) }

// Needs is what a call on behalf of a merchant asks of it (partner-connect.md A2, A10).
type Needs struct {
	Delegation bool // +D: does not concern the merchant's own key
	OptIn      bool // +P: nor does this
	Active     bool
}

// Admit returns why a call is not let through: delegation_required, payouts_opt_in_required, merchant_not_active, in this order.
// Each tells what is missing and which call or step brings it; only merchants of the caller's own channels come this far, so
// nothing leaks.
func (m Merchant) Admit(n Needs) error {
	switch {
	case n.Delegation && m.DelegationStatus() != ActiveDelegation:
		return ErrDelegationRequired.WithExtension("delegation_status", m.DelegationStatus()).
			WithExtension("next_action", "GET /onboarding/{ref}")
	case n.OptIn && m.OptIn.Status != OptInGranted:
		return ErrPayoutsOptInRequired.WithExtension("payouts_opt_in_status", m.OptIn.Status).
			WithExtension("next_action", "POST /merchants/{ref}/payouts-opt-in-requests")
	case n.Active && m.Status != ActiveMerchant:
		return ErrMerchantNotActive.WithExtension("merchant_status", m.Status)
	}
	return nil
}

// Why a call on behalf of a merchant is not let through.
var (
	ErrDelegationRequired   = fault.New(fault.DelegationRequired, "the merchant has not delegated access to the partner, or took it back; see delegation_status")
	ErrPayoutsOptInRequired = fault.New(fault.PayoutsOptInRequired, "the merchant has not allowed payouts by the partner; see payouts_opt_in_status")
	ErrMerchantNotActive    = fault.New(fault.MerchantNotActive, "the merchant is not active; see merchant_status")
)
