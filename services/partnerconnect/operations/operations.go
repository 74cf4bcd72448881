package operations

import (
	"context"
	"time"

	trailpg "github.com/partnerline/partnerline/internal/audittrail/postgres"
	trailusecase "github.com/partnerline/partnerline/internal/audittrail/usecase"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/finance"
	financepg "github.com/partnerline/partnerline/services/partnerconnect/finance/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/register"
	kernelusecase "github.com/partnerline/partnerline/services/partnerconnect/kernel/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	merchantusecase "github.com/partnerline/partnerline/services/partnerconnect/merchant/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/operations/approval"
	"github.com/partnerline/partnerline/services/partnerconnect/operations/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/operations/usecase"
)

// Config is the rules by which the company works.
type Config struct {
	FourEyes  approval.Policy // which acts a second person confirms
	Retention onboarding.Retention
}

// A Module is the use cases of operators.
type Module struct {
	Search *usecase.Search

	// After Connect.
	Reviews   *usecase.Reviews
	Queue     *usecase.Queue
	Approvals *usecase.Approvals
	Exports   *usecase.Exports

	kernel   *kernel.Module
	merchant *merchant.Module
	finance  *finance.Module
	db       kernel.Database
}

// New returns the module; hash lets operators find merchants by data that is encrypted.
func New(k *kernel.Module, m *merchant.Module, f *finance.Module, db kernel.Database, hash onboarding.IDHash) *Module {
	return &Module{Search: usecase.NewSearch(db.Pool, hash), kernel: k, merchant: m, finance: f, db: db}
}

// Connect adds the module to a program: the sandbox, and what operators see and decide.
func (m *Module) Connect(p *kernel.Program, c Config) error {
	m.Exports = m.ExportsOf(m.merchant.Files)
	m.Reviews = usecase.NewReviews(m.merchant.Changer, m.merchant.Withdraw, m.finance.Payments)
	m.Queue = usecase.NewQueue(m.db.Pool, m.merchant.Onboardings, p.Now)
	m.Approvals = usecase.NewApprovals(m.db.Pool, c.FourEyes, m.Reviews, m.finance.Payments, m.finance.Lines, c.Retention)
	if err := m.Queue.Observe(p.Meter()); err != nil {
		return err
	}
	figures, err := usecase.NewFigures(m.db.Pool, p.Meter(), p.Log, p.Now)
	if err != nil {
		return err
	}
	integrity := m.integrity(p)
	if err := integrity.Observe(p.Meter()); err != nil {
		return err
	}
	p.Go(integrity.Run, figures.Run)
	advances := usecase.NewOnboardings(m.merchant.Changer, m.merchant.Files, m.merchant.Sessions, register.Fictitious()[0])
	clock := usecase.NewClock(m.db.Pool, m.merchant.Changer, m.finance.Payments, m.finance.Accounts)
	pcv1.RegisterSandboxServiceServer(p.Server, grpcapi.NewSandbox(advances, clock, m.merchant.Mailer, p.Now))
	pcv1.RegisterSandboxMoneyServiceServer(p.Server,
		grpcapi.NewSandboxMoney(m.finance.Payments, m.finance.Chargebacks, m.finance.Payouts, m.finance.Accounts, p.Links,
			p.Now))
	pcv1.RegisterReviewOperatorServiceServer(p.Server, &grpcapi.ReviewOperator{
		Reviews: m.Reviews, Queue: m.Queue, Approvals: m.Approvals, Exports: m.Exports, Search: m.Search,
		Labels: m.merchant.Labels, Tokens: m.db.Keys, Now: p.Now,
	})
	pcv1.RegisterApprovalOperatorServiceServer(p.Server,
		grpcapi.NewApprovalOperator(m.Approvals, m.finance.Lines, m.merchant.Labels, m.db.Keys, p.Now))
	return nil
}

// ExportsOf are the use cases of exports; files opens the contents of documents.
func (m *Module) ExportsOf(files *merchantusecase.Uploader) *usecase.Exports {
	return usecase.NewExports(m.db.Pool, m.merchant.Operations, usecase.ExportSources{
		Onboardings: m.merchant.Onboardings, Money: financepg.NewMoneyStore(m.db.Keys), Messages: m.merchant.Messages,
		Trail: m.kernel.Audit,
	}, files)
}

// integrity verifies ledger and audit trail once a day.
func (m *Module) integrity(p *kernel.Program) *trailusecase.Integrity {
	return trailusecase.NewIntegrity(trailpg.NewChecks(m.db.Pool), []trailusecase.Verification{
		{Kind: audit.LedgerCheck, Verify: func(ctx context.Context, at time.Time) (bool, error) {
			r, err := m.finance.Accounts.VerifyLedger(ctx, audit.Entry{At: at, Actor: audit.SystemActor})
			return len(r.Faults) == 0, err
		}},
		kernelusecase.NewTrail(m.kernel.Audit, m.db.Keys).WhenDue(),
	}, p.Log, p.Now)
}
