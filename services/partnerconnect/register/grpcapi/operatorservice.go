package grpcapi

import (
	"time"

	"github.com/partnerline/partnerline/services/partnerconnect/register/usecase"
)

// Operator answers what OperatorService asks of imported entries of company registers.
type Operator struct {
	imports *usecase.Imports
	now     func() time.Time
}

// NewOperator returns the service.
func NewOperator(imports *usecase.Imports, now func() time.Time) *Operator {
	return &Operator{imports: imports, now: now}
}
