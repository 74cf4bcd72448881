package partnerconnect

import "time"

// A MerchantQuery selects a page of merchants, newest first. What is empty does not narrow it.
type MerchantQuery struct {
	Status     MerchantStatus
	Delegation DelegationStatus
	After      Ref // the last one of the page before
	Limit      int
}

// A MerchantSummary is what a partner sees of a merchant. Its IBAN is not read.
type MerchantSummary struct {
	Merchant
	Onboarding  Status
	ExternalRef string
	CreatedAt   time.Time
}

// MerchantStatuses lists all statuses of a merchant.
var MerchantStatuses = []MerchantStatus{NoMerchant, ActiveMerchant, SuspendedMerchant, ClosedMerchant}

// DelegationStatuses lists all statuses of a delegation.
var DelegationStatuses = []DelegationStatus{NoDelegation, ActiveDelegation, RevokedDelegation}
