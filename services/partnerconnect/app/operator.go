package app

import (
	"time"

	accessgrpc "github.com/partnerline/partnerline/services/partnerconnect/access/grpcapi"
	auditgrpc "github.com/partnerline/partnerline/services/partnerconnect/audit/grpcapi"
	auditusecase "github.com/partnerline/partnerline/services/partnerconnect/audit/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/operator"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/sweep"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/wiring"
	messagegrpc "github.com/partnerline/partnerline/services/partnerconnect/message/grpcapi"
	messageusecase "github.com/partnerline/partnerline/services/partnerconnect/message/usecase"
	moneygrpc "github.com/partnerline/partnerline/services/partnerconnect/money/grpcapi"
	onboardinggrpc "github.com/partnerline/partnerline/services/partnerconnect/onboarding/grpcapi"
	onboardingusecase "github.com/partnerline/partnerline/services/partnerconnect/onboarding/usecase"
	registergrpc "github.com/partnerline/partnerline/services/partnerconnect/register/grpcapi"
	registerusecase "github.com/partnerline/partnerline/services/partnerconnect/register/usecase"
	reviewgrpc "github.com/partnerline/partnerline/services/partnerconnect/review/grpcapi"
	reviewusecase "github.com/partnerline/partnerline/services/partnerconnect/review/usecase"
	verificationgrpc "github.com/partnerline/partnerline/services/partnerconnect/verification/grpcapi"
	verificationusecase "github.com/partnerline/partnerline/services/partnerconnect/verification/usecase"
)

func operatorService(store, withdraw *wiring.Parts, money accounting, imports *registerusecase.Imports, mail *messageusecase.Mailer, documents *onboardingusecase.Documents, verifications *verificationusecase.Verifications, now func() time.Time) *operator.Operator {
	return &operator.Operator{
		AccessOperator:       accessgrpc.NewOperator(store.Partners, withdraw.Partners, store.Keys, withdraw.Keys, now),
		AuditOperator:        auditgrpc.NewOperator(auditusecase.NewTrail(store.AuditStore)),
		MessageOperator:      messagegrpc.NewOperator(mail),
		MoneyOperator:        moneygrpc.NewOperator(money.payments, money.accounts, now),
		OnboardingOperator:   onboardinggrpc.NewOperator(documents, now),
		ReviewOperator:       reviewgrpc.NewOperator(reviewusecase.New(store.Changer, withdraw.Changer, money.payments), now),
		RegisterOperator:     registergrpc.NewOperator(imports, now),
		VerificationOperator: verificationgrpc.NewOperator(verifications, now),
		Sealed:               store.Changer,
	}
}

// swept are the areas of the retention sweep.
func swept(store *wiring.Parts, money accounting) sweep.Areas {
	return sweep.Areas{
		Onboardings: store.Changer, Documents: store.OnboardingStore, Sessions: store.HostedflowStore, Messages: store.MessageStore,
		Events: store.EventStore, Payments: money.payments, Accounts: money.accounts,
	}
}
