// Package operator puts OperatorService together from what the areas answer of it.
package operator

import (
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	accessgrpc "github.com/partnerline/partnerline/services/partnerconnect/access/grpcapi"
	auditgrpc "github.com/partnerline/partnerline/services/partnerconnect/audit/grpcapi"
	messagegrpc "github.com/partnerline/partnerline/services/partnerconnect/message/grpcapi"
	moneygrpc "github.com/partnerline/partnerline/services/partnerconnect/money/grpcapi"
	onboardinggrpc "github.com/partnerline/partnerline/services/partnerconnect/onboarding/grpcapi"
	onboardingusecase "github.com/partnerline/partnerline/services/partnerconnect/onboarding/usecase"
	registergrpc "github.com/partnerline/partnerline/services/partnerconnect/register/grpcapi"
	reviewgrpc "github.com/partnerline/partnerline/services/partnerconnect/review/grpcapi"
	verificationgrpc "github.com/partnerline/partnerline/services/partnerconnect/verification/grpcapi"
)

type (
	AccessOperator       = accessgrpc.Operator
	AuditOperator        = auditgrpc.Operator
	MessageOperator      = messagegrpc.Operator
	MoneyOperator        = moneygrpc.Operator
	OnboardingOperator   = onboardinggrpc.Operator
	ReviewOperator       = reviewgrpc.Operator
	RegisterOperator     = registergrpc.Operator
	VerificationOperator = verificationgrpc.Operator
)

// Operator answers OperatorService: each area its calls.
type Operator struct {
	pcv1.UnsafeOperatorServiceServer // every call is answered, or this does not compile
	*AccessOperator
	*AuditOperator
	*MessageOperator
	*MoneyOperator
	*OnboardingOperator
	*ReviewOperator
	*RegisterOperator
	*VerificationOperator
	Sealed *onboardingusecase.Changer
}
