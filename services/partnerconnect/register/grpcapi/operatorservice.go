package grpcapi

import (
	"time"

	registerpg "github.com/partnerline/partnerline/services/partnerconnect/register/postgres"
)

// Operator answers what OperatorService asks of imported entries of company registers..
type Operator struct {
	store *registerpg.Store
	now   func() time.Time
}

// NewOperator returns the service.
func NewOperator(store *registerpg.Store, now func() time.Time) *Operator {
	return &Operator{store: store, now: now}
}
