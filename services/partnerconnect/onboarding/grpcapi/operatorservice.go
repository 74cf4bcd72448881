package grpcapi

import (
	"time"

	onboardingusecase "github.com/partnerline/partnerline/services/partnerconnect/onboarding/usecase"
)

// Operator answers what OperatorService asks of the documents of an onboarding..
type Operator struct {
	store *onboardingusecase.Changer
	now   func() time.Time
}

// NewOperator returns the service.
func NewOperator(store *onboardingusecase.Changer, now func() time.Time) *Operator {
	return &Operator{store: store, now: now}
}
