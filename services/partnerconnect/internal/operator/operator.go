// Package operator puts OperatorService together from what the areas answer of it.
package operator

import (
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	accessgrpc "github.com/partnerline/partnerline/services/partnerconnect/access/grpcapi"
	approvalgrpc "github.com/partnerline/partnerline/services/partnerconnect/approval/grpcapi"
	auditgrpc "github.com/partnerline/partnerline/services/partnerconnect/audit/grpcapi"
	bankgrpc "github.com/partnerline/partnerline/services/partnerconnect/bank/grpcapi"
	exportgrpc "github.com/partnerline/partnerline/services/partnerconnect/export/grpcapi"
	messagegrpc "github.com/partnerline/partnerline/services/partnerconnect/message/grpcapi"
	moneygrpc "github.com/partnerline/partnerline/services/partnerconnect/money/grpcapi"
	onboardinggrpc "github.com/partnerline/partnerline/services/partnerconnect/onboarding/grpcapi"
	onboardingusecase "github.com/partnerline/partnerline/services/partnerconnect/onboarding/usecase"
	providergrpc "github.com/partnerline/partnerline/services/partnerconnect/provider/grpcapi"
	registergrpc "github.com/partnerline/partnerline/services/partnerconnect/register/grpcapi"
	reviewgrpc "github.com/partnerline/partnerline/services/partnerconnect/review/grpcapi"
	searchgrpc "github.com/partnerline/partnerline/services/partnerconnect/search/grpcapi"
	verificationgrpc "github.com/partnerline/partnerline/services/partnerconnect/verification/grpcapi"
)

type (
	AccessOperator       = accessgrpc.Operator
	ApprovalOperator     = approvalgrpc.Operator
	AuditOperator        = auditgrpc.Operator
	BankOperator         = bankgrpc.Operator
	ExportOperator       = exportgrpc.Operator
	MessageOperator      = messagegrpc.Operator
	MoneyOperator        = moneygrpc.Operator
	OnboardingOperator   = onboardinggrpc.Operator
	ProviderOperator     = providergrpc.Operator
	ReviewOperator       = reviewgrpc.Operator
	RegisterOperator     = registergrpc.Operator
	SearchOperator       = searchgrpc.Operator
	VerificationOperator = verificationgrpc.Operator
)

// Operator answers OperatorService: each area its calls.
type Operator struct {
	pcv1.UnsafeOperatorServiceServer // every call is answered, or this does not compile
	*AccessOperator
	*ApprovalOperator
	*AuditOperator
	*BankOperator
	*ExportOperator
	*MessageOperator
	*MoneyOperator
	*OnboardingOperator
	*ProviderOperator
	*ReviewOperator
	*RegisterOperator
	*SearchOperator
	*VerificationOperator
	Sealed *onboardingusecase.Changer
}
