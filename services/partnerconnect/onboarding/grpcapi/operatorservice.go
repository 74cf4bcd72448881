package grpcapi

import (
	"time"

	onboardingpg "github.com/partnerline/partnerline/services/partnerconnect/onboarding/postgres"
)

// Operator answers what OperatorService asks of the documents of an onboarding..
type Operator struct {
	store *onboardingpg.Store
	now   func() time.Time
}

// NewOperator returns the service.
func NewOperator(store *onboardingpg.Store, now func() time.Time) *Operator {
	return &Operator{store: store, now: now}
}
