package grpcapi

import (
	"time"

	moneypg "github.com/partnerline/partnerline/services/partnerconnect/money/postgres"
	onboardingpg "github.com/partnerline/partnerline/services/partnerconnect/onboarding/postgres"
)

// Operator answers what OperatorService asks of the review of onboardings and of what merchants may do..
type Operator struct {
	store    *onboardingpg.Store
	withdraw *onboardingpg.Store // on connections of its own: what takes access away never queues behind what uses it
	money    *moneypg.Store
	now      func() time.Time
}

// NewOperator returns the service.
func NewOperator(store, withdraw *onboardingpg.Store, money *moneypg.Store, now func() time.Time) *Operator {
	return &Operator{store: store, withdraw: withdraw, money: money, now: now}
}
