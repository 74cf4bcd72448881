package grpcapi

import (
	"time"

	"github.com/partnerline/partnerline/internal/keyring"
	"github.com/partnerline/partnerline/services/partnerconnect/audit/usecase"
)

// Operator answers what OperatorService asks of the audit trail.
type Operator struct {
	trail  *usecase.Trail
	tokens *keyring.Keyring
	now    func() time.Time
}

// NewOperator returns the service; tokens seals page tokens.
func NewOperator(trail *usecase.Trail, tokens *keyring.Keyring, now func() time.Time) *Operator {
	return &Operator{trail, tokens, now}
}
