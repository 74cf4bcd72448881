package grpcapi

import (
	"time"

	moneypg "github.com/partnerline/partnerline/services/partnerconnect/money/postgres"
)

// Operator answers what OperatorService asks of money..
type Operator struct {
	store *moneypg.Store
	now   func() time.Time
}

// NewOperator returns the service.
func NewOperator(store *moneypg.Store, now func() time.Time) *Operator {
	return &Operator{store: store, now: now}
}
