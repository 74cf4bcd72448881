package grpcapi

import (
	messageusecase "github.com/partnerline/partnerline/services/partnerconnect/message/usecase"
)

// Operator answers what OperatorService asks of the messages of an onboarding..
type Operator struct {
	mail *messageusecase.Mailer
}

// NewOperator returns the service.
func NewOperator(mail *messageusecase.Mailer) *Operator {
	return &Operator{mail: mail}
}
