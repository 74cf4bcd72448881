package grpcapi

import (
	auditpg "github.com/partnerline/partnerline/services/partnerconnect/audit/postgres"
)

// Operator answers what OperatorService asks of the audit trail..
type Operator struct {
	store *auditpg.Store
}

// NewOperator returns the service.
func NewOperator(store *auditpg.Store) *Operator {
	return &Operator{store: store}
}
