package app

import (
	"time"

	accessgrpc "github.com/partnerline/partnerline/services/partnerconnect/access/grpcapi"
	auditgrpc "github.com/partnerline/partnerline/services/partnerconnect/audit/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/operator"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/postgres"
	messagegrpc "github.com/partnerline/partnerline/services/partnerconnect/message/grpcapi"
	messageusecase "github.com/partnerline/partnerline/services/partnerconnect/message/usecase"
	moneygrpc "github.com/partnerline/partnerline/services/partnerconnect/money/grpcapi"
	onboardinggrpc "github.com/partnerline/partnerline/services/partnerconnect/onboarding/grpcapi"
	onboardingusecase "github.com/partnerline/partnerline/services/partnerconnect/onboarding/usecase"
	registergrpc "github.com/partnerline/partnerline/services/partnerconnect/register/grpcapi"
	reviewgrpc "github.com/partnerline/partnerline/services/partnerconnect/review/grpcapi"
	reviewusecase "github.com/partnerline/partnerline/services/partnerconnect/review/usecase"
	verificationgrpc "github.com/partnerline/partnerline/services/partnerconnect/verification/grpcapi"
	verificationusecase "github.com/partnerline/partnerline/services/partnerconnect/verification/usecase"
)

func operatorService(store, withdraw *postgres.Store, money accounting, mail *messageusecase.Mailer, documents *onboardingusecase.Documents, verifications *verificationusecase.Verifications, now func() time.Time) *operator.Operator {
	return &operator.Operator{
		AccessOperator:       accessgrpc.NewOperator(store.Partners, withdraw.Partners, store.Keys, withdraw.Keys, now),
		AuditOperator:        auditgrpc.NewOperator(store.AuditStore),
		MessageOperator:      messagegrpc.NewOperator(mail),
		MoneyOperator:        moneygrpc.NewOperator(money.payments, money.accounts, now),
		OnboardingOperator:   onboardinggrpc.NewOperator(documents, now),
		ReviewOperator:       reviewgrpc.NewOperator(reviewusecase.New(store.Changer, withdraw.Changer, money.payments), now),
		RegisterOperator:     registergrpc.NewOperator(store.RegisterStore, now),
		VerificationOperator: verificationgrpc.NewOperator(verifications, now),
		Sealed:               store.Changer,
	}
}
