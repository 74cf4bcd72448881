package app

import (
	"context"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	trailpg "github.com/partnerline/partnerline/internal/audittrail/postgres"
	trailusecase "github.com/partnerline/partnerline/internal/audittrail/usecase"
	"github.com/partnerline/partnerline/internal/keyring"
	accessgrpc "github.com/partnerline/partnerline/services/partnerconnect/access/grpcapi"
	approvalgrpc "github.com/partnerline/partnerline/services/partnerconnect/approval/grpcapi"
	approvalusecase "github.com/partnerline/partnerline/services/partnerconnect/approval/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/audit"
	auditgrpc "github.com/partnerline/partnerline/services/partnerconnect/audit/grpcapi"
	auditusecase "github.com/partnerline/partnerline/services/partnerconnect/audit/usecase"
	bankgrpc "github.com/partnerline/partnerline/services/partnerconnect/bank/grpcapi"
	bankusecase "github.com/partnerline/partnerline/services/partnerconnect/bank/usecase"
	exportgrpc "github.com/partnerline/partnerline/services/partnerconnect/export/grpcapi"
	exportusecase "github.com/partnerline/partnerline/services/partnerconnect/export/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/operator"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/wiring"
	messagegrpc "github.com/partnerline/partnerline/services/partnerconnect/message/grpcapi"
	messageusecase "github.com/partnerline/partnerline/services/partnerconnect/message/usecase"
	moneygrpc "github.com/partnerline/partnerline/services/partnerconnect/money/grpcapi"
	onboardinggrpc "github.com/partnerline/partnerline/services/partnerconnect/onboarding/grpcapi"
	onboardingusecase "github.com/partnerline/partnerline/services/partnerconnect/onboarding/usecase"
	providergrpc "github.com/partnerline/partnerline/services/partnerconnect/provider/grpcapi"
	registergrpc "github.com/partnerline/partnerline/services/partnerconnect/register/grpcapi"
	registerusecase "github.com/partnerline/partnerline/services/partnerconnect/register/usecase"
	reviewgrpc "github.com/partnerline/partnerline/services/partnerconnect/review/grpcapi"
	reviewusecase "github.com/partnerline/partnerline/services/partnerconnect/review/usecase"
	searchgrpc "github.com/partnerline/partnerline/services/partnerconnect/search/grpcapi"
	verificationgrpc "github.com/partnerline/partnerline/services/partnerconnect/verification/grpcapi"
	verificationusecase "github.com/partnerline/partnerline/services/partnerconnect/verification/usecase"
)

// providerEvents takes what providers report, each area its own.
type providerEvents struct {
	*moneygrpc.ProviderEvents
	*bankgrpc.TransferReports
	*verificationgrpc.Reports
}

func operatorService(parts, withdraw *wiring.Parts, approvals *approvalusecase.Approvals, reviews *reviewusecase.Reviews, queue *reviewusecase.Queue, keys *keyring.Keyring, imports *registerusecase.Imports, bankLines *bankusecase.Lines, mail *messageusecase.Mailer, documents *onboardingusecase.Documents, exports *exportusecase.Exports, verifications *verificationusecase.Verifications, previews accessgrpc.Previews, now func() time.Time) *operator.Operator {
	return &operator.Operator{
		AccessOperator:       accessgrpc.NewOperator(parts.Partners, withdraw.Partners, parts.Keys, withdraw.Keys, previews, now),
		ApprovalOperator:     approvalgrpc.NewOperator(approvals, keys, now),
		AuditOperator:        auditgrpc.NewOperator(auditusecase.NewTrail(parts.Audit, keys), keys, now),
		BankOperator:         bankgrpc.NewOperator(bankLines, approvals, now),
		ExportOperator:       exportgrpc.NewOperator(exports, now),
		MessageOperator:      messagegrpc.NewOperator(mail),
		MoneyOperator:        moneygrpc.NewOperator(approvals, parts.Payments, parts.Payouts, parts.Accounts, parts.Tariffs, parts.Searches, keys, now),
		OnboardingOperator:   onboardinggrpc.NewOperator(documents, now),
		ProviderOperator:     providergrpc.NewOperator(parts.Exchanges, now),
		ReviewOperator:       reviewgrpc.NewOperator(reviews, queue, approvals, documents, keys, now),
		RegisterOperator:     registergrpc.NewOperator(imports, now),
		VerificationOperator: verificationgrpc.NewOperator(verifications, now),
		SearchOperator:       searchgrpc.NewOperator(parts.Search),
		Sealed:               parts.Changer,
	}
}

// integrity verifies ledger and audit trail once a day.
func integrity(parts *wiring.Parts, pool *pgxpool.Pool, keys *keyring.Keyring, log *slog.Logger, now func() time.Time) *trailusecase.Integrity {
	return trailusecase.NewIntegrity(trailpg.NewChecks(pool), []trailusecase.Verification{
		{Kind: audit.LedgerCheck, Verify: func(ctx context.Context, at time.Time) (bool, error) {
			r, err := parts.Accounts.VerifyLedger(ctx, audit.Entry{At: at, Actor: audit.SystemActor})
			return len(r.Faults) == 0, err
		}},
		auditusecase.NewTrail(parts.Audit, keys).WhenDue(),
	}, log, now)
}
