package grpcapi

import (
	"github.com/partnerline/partnerline/services/partnerconnect/audit/usecase"
)

// Operator answers what OperatorService asks of the audit trail.
type Operator struct{ trail *usecase.Trail }

// NewOperator returns the service.
func NewOperator(trail *usecase.Trail) *Operator { return &Operator{trail} }
