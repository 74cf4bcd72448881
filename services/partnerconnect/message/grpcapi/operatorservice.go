package grpcapi

import (
	messageusecase "github.com/partnerline/partnerline/services/partnerconnect/message/usecase"
)

// Operator answers what OperatorService asks of the messages of an onboarding..
type Operator struct {
	mail *messageusecase.Post
}

// NewOperator returns the service.
func NewOperator(mail *messageusecase.Post) *Operator {
	return &Operator{mail: mail}
}
