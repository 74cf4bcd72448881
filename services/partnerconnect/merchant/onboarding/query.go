package onboarding

import (
	"time"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
)

// A MerchantQuery selects a page of merchants, newest first. Empty fields do not narrow it.
type MerchantQuery struct {
	Status     delegation.MerchantStatus
	Delegation delegation.DelegationStatus
	After      *pc.Ref // the last one of the page before; nil: the first page
	Limit      int
}

// A MerchantSummary is what a partner sees of a merchant. Its IBAN is not read.
type MerchantSummary struct {
	delegation.Merchant
	Onboarding  Status
	ExternalRef string
	CreatedAt   time.Time
}

// An OnboardingQuery selects a page of onboardings.
type OnboardingQuery struct {
	Status      *Status
	ExternalRef *string
	UpdatedFrom *time.Time // set: in the order of changes from this time on; unset: newest first
	After       *Position  // of the last one of the page before; nil: the first page
	Limit       int
}

// A Position is an onboarding in the order of a list.
type Position struct {
	Ref       pc.Ref
	UpdatedAt time.Time
}
