package app

import (
	"context"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	trailpg "github.com/partnerline/partnerline/internal/audittrail/postgres"
	trailusecase "github.com/partnerline/partnerline/internal/audittrail/usecase"
	"github.com/partnerline/partnerline/internal/keyring"
	financegrpc "github.com/partnerline/partnerline/services/partnerconnect/finance/grpcapi"
	financeusecase "github.com/partnerline/partnerline/services/partnerconnect/finance/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/wiring"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	kernelgrpc "github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcapi"
	kernelusecase "github.com/partnerline/partnerline/services/partnerconnect/kernel/usecase"
	merchantgrpc "github.com/partnerline/partnerline/services/partnerconnect/merchant/grpcapi"
	merchantusecase "github.com/partnerline/partnerline/services/partnerconnect/merchant/usecase"
	operationsgrpc "github.com/partnerline/partnerline/services/partnerconnect/operations/grpcapi"
	operationsusecase "github.com/partnerline/partnerline/services/partnerconnect/operations/usecase"
)

// providerEvents takes what providers report, each area its own.
type providerEvents struct {
	*financegrpc.ProviderEvents
	*operationsgrpc.TransferReports
	*merchantgrpc.IdentityReports
}

func operatorService(parts, withdraw *wiring.Parts, approvals *operationsusecase.Approvals, reviews *operationsusecase.Reviews, queue *operationsusecase.Queue, keys *keyring.Keyring, imports *kernelusecase.Imports, bankLines *financeusecase.Lines, mail *merchantusecase.Mailer, documents *merchantusecase.Documents, exports *operationsusecase.Exports, verifications *merchantusecase.Verifications, previews kernelgrpc.Previews, now func() time.Time) *operationsgrpc.Operator {
	return &operationsgrpc.Operator{
		AccessOperator:       kernelgrpc.NewAccessOperator(parts.Partners, withdraw.Partners, parts.Keys, withdraw.Keys, previews, now),
		ApprovalOperator:     operationsgrpc.NewApprovalOperator(approvals, keys, now),
		AuditOperator:        kernelgrpc.NewAuditOperator(kernelusecase.NewTrail(parts.Audit, keys), keys, now),
		BankOperator:         operationsgrpc.NewBankOperator(bankLines, approvals, now),
		ExportOperator:       operationsgrpc.NewExportOperator(exports, now),
		MessageOperator:      merchantgrpc.NewMessageOperator(mail),
		MoneyOperator:        operationsgrpc.NewMoneyOperator(approvals, parts.Payments, parts.Payouts, parts.Accounts, parts.Tariffs, parts.Searches, keys, now),
		OnboardingOperator:   merchantgrpc.NewOnboardingOperator(documents, now),
		ProviderOperator:     kernelgrpc.NewProviderOperator(parts.Exchanges, now),
		ReviewOperator:       operationsgrpc.NewReviewOperator(reviews, queue, approvals, documents, keys, now),
		RegisterOperator:     kernelgrpc.NewRegisterOperator(imports, now),
		VerificationOperator: merchantgrpc.NewVerificationOperator(verifications, now),
		SearchOperator:       operationsgrpc.NewSearchOperator(parts.Search),
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
		kernelusecase.NewTrail(parts.Audit, keys).WhenDue(),
	}, log, now)
}
