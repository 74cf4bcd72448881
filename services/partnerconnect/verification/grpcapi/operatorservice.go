package grpcapi

import (
	"time"

	onboardingpg "github.com/partnerline/partnerline/services/partnerconnect/onboarding/postgres"
	verificationusecase "github.com/partnerline/partnerline/services/partnerconnect/verification/usecase"
)

// Operator answers what OperatorService asks of the reconciliation of verification sessions..
type Operator struct {
	store      *onboardingpg.Store
	reconciler *verificationusecase.Reconciler // nil: the verification service is not connected
	now        func() time.Time
}

// NewOperator returns the service.
func NewOperator(store *onboardingpg.Store, reconciler *verificationusecase.Reconciler, now func() time.Time) *Operator {
	return &Operator{store: store, reconciler: reconciler, now: now}
}
