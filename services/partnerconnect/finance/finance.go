package finance

import (
	"context"
	"time"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	providersv1 "github.com/partnerline/partnerline/proto/gen/providers/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/bank"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/grpcclient"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/pages"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/sandbox"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
	kernelusecase "github.com/partnerline/partnerline/services/partnerconnect/kernel/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant"
	merchantgrpc "github.com/partnerline/partnerline/services/partnerconnect/merchant/grpcapi"
)

// Config is what the module is connected with.
type Config struct {
	Bank             BankConfig
	PaymentEngine    kernel.ProviderConfig
	BankRail         kernel.ProviderConfig
	SandboxRailDelay time.Duration // how long payouts of test mode wait for each step; 0: they move on request only
}

// A Module is the use cases of money.
type Module struct {
	Payments    *usecase.Payments
	Chargebacks *usecase.Chargebacks
	Tariffs     *usecase.Tariffs
	Searches    *usecase.Searches
	Statements  *usecase.Statements
	Payouts     *usecase.Payouts
	Accounts    *usecase.Accounts

	// After Connect.
	House     bank.House
	Lines     *usecase.Lines
	Transfers *usecase.Transfers
	Pages     *pages.Handler // of payments

	kernel   *kernel.Module
	merchant *merchant.Module
	db       kernel.Database
}

// New returns the module; tariff is that of channels without one of their own.
func New(k *kernel.Module, m *merchant.Module, db kernel.Database, tariff money.Tariff) *Module {
	store := postgres.NewMoneyStore(db.Keys)
	payments := usecase.NewPayments(db.Pool, m.Operations, store, tariff, db.Live)
	return &Module{
		Payments: payments, Chargebacks: usecase.NewChargebacks(payments), Tariffs: usecase.NewTariffs(db.Pool),
		Searches:   usecase.NewSearches(db.Pool),
		Statements: usecase.NewStatements(db.Pool, m.Operations, store),
		Payouts:    usecase.NewPayouts(db.Pool, m.Operations, store, m.Changer, db.Live),
		Accounts:   usecase.NewAccounts(db.Pool, m.Operations, m.Delegations),
		kernel:     k, merchant: m, db: db,
	}
}

// Connect adds the module to a program: payments, accounts, payouts, what providers report, the bank, and the pages of
// customers.
func (m *Module) Connect(p *kernel.Program, c Config) error {
	if err := m.connectBank(p, c.Bank); err != nil {
		return err
	}
	if err := m.connectProviders(p, c); err != nil {
		return err
	}
	p.Go(usecase.NewPayoutRunner(m.Payouts, sandbox.Rail{Delay: c.SandboxRailDelay, Now: p.Now}, c.SandboxRailDelay, p.Log,
		p.Now).Run)
	p.Sweep(m.Sweeps()...)
	pcv1.RegisterPaymentServiceServer(p.Server, grpcapi.NewPayments(m.Payments, m.Chargebacks, p.Links, m.db.Keys, p.Now))
	pcv1.RegisterAccountServiceServer(p.Server, grpcapi.NewAccounts(m.Accounts, p.Links, m.db.Keys, p.Now))
	pcv1.RegisterPayoutServiceServer(p.Server, grpcapi.NewPayouts(m.Payouts, p.Links, m.db.Keys, p.Now))
	pcv1.RegisterMoneyOperatorServiceServer(p.Server, &grpcapi.MoneyOperator{
		Payouts: m.Payouts, Accounts: m.Accounts, Tariffs: m.Tariffs, Searches: m.Searches, Lines: m.Lines,
		Labels: m.merchant.Labels, Tokens: m.db.Keys, Now: p.Now,
	})
	providersv1.RegisterProviderEventServiceServer(p.Server, providerEvents{
		grpcapi.NewProviderEvents(m.Payments, m.Payouts, p.Now), grpcapi.NewTransferReports(m.Transfers, p.Now),
		merchantgrpc.NewIdentityReports(m.merchant.Identities, p.Now),
	})
	var err error
	if m.Pages, err = pages.New(m.Payments, m.kernel.Partners, p.Links.Keys, p.Visits, p.Log, p.Now); err != nil {
		return err
	}
	if err := p.Page("pay", pages.Prefix, m.Pages); err != nil {
		return err
	}
	statements, err := pages.NewStatements(m.Statements, p.Links.Keys, p.Visits, p.Log, p.Now)
	if err != nil {
		return err
	}
	return p.Page("statement", pages.StatementPrefix, statements)
}

// providerEvents takes what providers report.
type providerEvents struct {
	*grpcapi.ProviderEvents
	*grpcapi.TransferReports
	*merchantgrpc.IdentityReports
}

// connectBank connects to the bank of live mode, whose files are exchanged in the background.
func (m *Module) connectBank(p *kernel.Program, c BankConfig) (err error) {
	if m.House, err = c.House(); err != nil {
		return err
	}
	merchants, store := usecase.NewMerchants(m.merchant.Changer, m.merchant.Onboardings), postgres.NewBankStore(m.db.Keys)
	m.Lines = usecase.NewLines(m.db.Pool, m.House, store, m.Payouts, merchants)
	m.Transfers = usecase.NewTransfers(m.Lines, m.db.Live, p.Log)
	if c.Files() || m.db.Live.Called(provider.BankRail) {
		var stated []bank.Account
		if c.Files() {
			stated = m.House.Accounts
		}
		if err := m.Lines.Observe(p.Meter(), stated, p.Now); err != nil {
			return err
		}
	}
	if !c.Files() {
		return nil
	}
	files, err := c.open()
	if err != nil {
		return err
	}
	exchange := usecase.NewExchange(usecase.ExchangeConfig{
		House: m.House, Collect: c.Collect, Files: files, Pool: m.db.Pool, Money: postgres.NewMoneyStore(m.db.Keys),
		Payouts:   m.Payouts,
		Transfers: m.Transfers, Log: p.Log, Now: p.Now,
	})
	p.Go(func(ctx context.Context) error {
		defer func() { _ = files.Close() }()
		return exchange.Run(ctx)
	})
	return nil
}

// connectProviders connects to the payment engine and the bank rail of the adopter.
func (m *Module) connectProviders(p *kernel.Program, c Config) error {
	if c.PaymentEngine.GRPC != "" {
		conn, err := p.Dial(provider.PaymentEngine, c.PaymentEngine)
		if err != nil {
			return err
		}
		p.Call(usecase.NewEngineCalls(m.Payments, grpcclient.NewEngine(conn), p.Now))
	}
	if c.BankRail.GRPC != "" {
		conn, err := p.Dial(provider.BankRail, c.BankRail)
		if err != nil {
			return err
		}
		payouts := usecase.NewRailCalls(m.Payouts, grpcclient.NewRail(conn), p.Log, p.Now)
		p.Call(payouts.Callers())
		p.Go(payouts.Run)
	}
	return nil
}

// Sweeps are the module's tasks of the retention sweep.
func (m *Module) Sweeps() []kernelusecase.SweepTask {
	return []kernelusecase.SweepTask{
		kernelusecase.SweepCounted("expire payments", m.Payments.ExpirePayments),
		kernelusecase.SweepCounted("end payments of merchants that are not active",
			func(ctx context.Context, now time.Time, batch int) (int, error) {
				return m.Payments.EndPayments(ctx, "", now, batch)
			}),
		{Name: "settle", Run: func(ctx context.Context, now time.Time, _ int) (bool, error) {
			_, err := m.Accounts.RunSettlement(ctx, "", false, now,
				audit.Entry{At: now, Actor: audit.SystemActor, Operation: "RunSettlement"})
			return false, err
		}},
	}
}
