package grpcapi

import (
	"time"

	moneypg "github.com/partnerline/partnerline/services/partnerconnect/money/postgres"
	onboardingusecase "github.com/partnerline/partnerline/services/partnerconnect/onboarding/usecase"
)

// Operator answers what OperatorService asks of the review of onboardings and of what merchants may do..
type Operator struct {
	store    *onboardingusecase.Changer
	withdraw *onboardingusecase.Changer // on connections of its own: what takes access away never queues behind what uses it
	money    *moneypg.Store
	now      func() time.Time
}

// NewOperator returns the service.
func NewOperator(store, withdraw *onboardingusecase.Changer, money *moneypg.Store, now func() time.Time) *Operator {
	return &Operator{store: store, withdraw: withdraw, money: money, now: now}
}
