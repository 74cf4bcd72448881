package grpcapi

import (
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	kernelgrpc "github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcapi"
	merchantgrpc "github.com/partnerline/partnerline/services/partnerconnect/merchant/grpcapi"
	merchantusecase "github.com/partnerline/partnerline/services/partnerconnect/merchant/usecase"
)

// Operator answers OperatorService: each part its calls.
type Operator struct {
	pcv1.UnsafeOperatorServiceServer // every call is answered, or this does not compile
	*kernelgrpc.AccessOperator
	*ApprovalOperator
	*kernelgrpc.AuditOperator
	*BankOperator
	*ExportOperator
	*merchantgrpc.MessageOperator
	*MoneyOperator
	*merchantgrpc.OnboardingOperator
	*kernelgrpc.ProviderOperator
	*ReviewOperator
	*kernelgrpc.RegisterOperator
	*SearchOperator
	*merchantgrpc.VerificationOperator
	Sealed *merchantusecase.Changer
}
