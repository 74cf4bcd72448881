package hosted

import (
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/finance"
	"github.com/partnerline/partnerline/services/partnerconnect/hosted/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/hosted/pages"
	"github.com/partnerline/partnerline/services/partnerconnect/hosted/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/hosted/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel"
	kernelusecase "github.com/partnerline/partnerline/services/partnerconnect/kernel/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant"
	"github.com/partnerline/partnerline/services/partnerconnect/operations"
)

// IdentityReturn is the path below the public base where the identity provider leads people in the end.
const IdentityReturn = pages.IdentityReturn

// A Module is the sessions and pages of the hosted flow.
type Module struct {
	HostedFlow *postgres.Store

	Pages *pages.Handler // after Connect

	kernel     *kernel.Module
	merchant   *merchant.Module
	finance    *finance.Module
	operations *operations.Module
	db         kernel.Database
}

// New returns the module.
func New(k *kernel.Module, m *merchant.Module, f *finance.Module, o *operations.Module, db kernel.Database) *Module {
	return &Module{
		HostedFlow: postgres.NewStore(db.Pool, db.Keys, m.Messages), kernel: k, merchant: m, finance: f, operations: o,
		db: db,
	}
}

// Connect adds the module to a program: its pages, and how pages of a channel look.
func (m *Module) Connect(p *kernel.Program) (err error) {
	p.Sweep(m.Sweeps()...)
	sessions := usecase.NewSessions(m.db.Pool, m.HostedFlow, m.merchant.Onboardings, p.Links.Keys, m.db.Live)
	flow := usecase.NewFlow(usecase.FlowParts{
		Sessions: sessions, Changes: m.merchant.Changer, Withdrawals: m.merchant.Withdraw,
		Onboardings: m.merchant.Onboardings, Trail: m.kernel.Audit,
		Identity: m.merchant.Sessions, Identities: m.merchant.Identities, House: m.finance.House, Keys: p.Links.Keys,
		Log: p.Log,
	})
	account := usecase.NewAccount(flow, m.finance.Accounts, m.finance.Payouts)
	m.Pages, err = pages.New(pages.Parts{
		Sessions: sessions, Flow: flow, Account: account, Exports: m.operations.Exports, Brands: m.kernel.Partners,
		Links: p.Links, Visits: p.Visits,
		Log: p.Log, Now: p.Now,
	})
	if err != nil {
		return err
	}
	pcv1.RegisterBrandingOperatorServiceServer(p.Server,
		grpcapi.NewBrandingOperator(m.kernel.Partners, m.Pages.Preview, m.finance.Pages.Preview, p.Now))
	return p.Page("hosted", pages.Prefix, m.Pages)
}

// Sweeps are the module's tasks of the retention sweep.
func (m *Module) Sweeps() []kernelusecase.SweepTask {
	return []kernelusecase.SweepTask{kernelusecase.SweepCounted("drop sessions", m.HostedFlow.DropSessions)}
}
