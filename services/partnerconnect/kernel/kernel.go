package kernel

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"google.golang.org/grpc"

	trailusecase "github.com/partnerline/partnerline/internal/audittrail/usecase"
	"github.com/partnerline/partnerline/internal/eventtype"
	sharedclient "github.com/partnerline/partnerline/internal/grpcclient"
	"github.com/partnerline/partnerline/internal/keyring"
	"github.com/partnerline/partnerline/internal/ratelimit"
	"github.com/partnerline/partnerline/internal/tasks"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/event"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcclient"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/register"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/usecase"
)

// A Database is the connections that the stores of all modules use.
type Database struct {
	Pool     *pgxpool.Pool
	Reserved *pgxpool.Pool // for calls that take access away: they never queue behind those that use it
	Keys     *keyring.Keyring
	Live     provider.Connected // the parts that live mode has
	HashKeys []string           // ids of the keys that national ids of imported entries may be hashed under; nil: any
}

// A Module is the kernel: its stores and use cases.
type Module struct {
	Access   *postgres.AccessStore
	Audit    *postgres.AuditStore
	Events   *postgres.EventStore
	Register *postgres.RegisterStore

	Partners         *usecase.Partners
	Keys             *usecase.Keys
	WithdrawPartners *usecase.Partners // on the reserved connections
	WithdrawKeys     *usecase.Keys     // on the reserved connections
	Exchanges        *usecase.Exchanges
	Imports          *usecase.Imports

	Registers register.Modes // after Connect

	db Database
}

// New returns the module on a migrated database.
func New(db Database) *Module {
	stores := postgres.NewAccessStore(db.Pool)
	reserved := postgres.NewAccessStore(db.Reserved)
	registers := postgres.NewRegisterStore(db.Pool, db.Keys)
	return &Module{
		Access: stores, Audit: postgres.NewAuditStore(db.Pool), Events: postgres.NewEventStore(db.Pool), Register: registers,
		Partners: usecase.NewPartners(db.Pool, stores), Keys: usecase.NewKeys(db.Pool, stores),
		WithdrawPartners: usecase.NewPartners(db.Reserved, reserved), WithdrawKeys: usecase.NewKeys(db.Reserved, reserved),
		Exchanges: usecase.NewExchanges(db.Pool, db.Live), Imports: usecase.NewImports(db.Pool, registers, db.HashKeys),
		db: db,
	}
}

// Connect adds the module to a program: feed, endpoints and identity of callers, the relay of events to webhooks,
// company registers, and what operators do with access, audit trail and providers.
func (m *Module) Connect(p *Program, registers RegistersConfig, limits []ratelimit.Policy) (err error) {
	p.Go(trailusecase.NewChain(m.Audit.Chain, p.Log).Run)
	p.Sweep(m.Sweeps()...)
	if m.Registers, err = connectRegisters(p, registers, m.Register); err != nil {
		return err
	}
	types, err := eventtype.PartnerConnect()
	if err != nil {
		return err
	}
	feed, err := grpcapi.NewFeed(usecase.NewEvents(m.Events), types, p.Now)
	if err != nil {
		return err
	}
	webhooks, err := m.relay(p)
	if err != nil {
		return err
	}
	pcv1.RegisterFeedServiceServer(p.Server, feed)
	pcv1.RegisterWebhookServiceServer(p.Server, grpcapi.NewWebhooks(webhooks, m.Partners))
	pcv1.RegisterMeServiceServer(p.Server, grpcapi.NewMe(m.Partners, limits))
	pcv1.RegisterAccessOperatorServiceServer(p.Server,
		grpcapi.NewAccessOperator(m.Partners, m.WithdrawPartners, m.Keys, m.WithdrawKeys, p.Now))
	pcv1.RegisterAuditOperatorServiceServer(p.Server,
		grpcapi.NewAuditOperator(usecase.NewTrail(m.Audit, m.db.Keys), m.db.Keys, p.Now))
	pcv1.RegisterProviderOperatorServiceServer(p.Server, grpcapi.NewProviderOperator(m.Exchanges, m.Imports, p.Now))
	return nil
}

// relay relays events to webhooks and returns its connection; nil without webhooks.
func (m *Module) relay(p *Program) (grpc.ClientConnInterface, error) {
	if p.Webhooks.Address == "" {
		return nil, nil
	}
	conn, err := sharedclient.Dial(p.Webhooks.Address, p.Webhooks.Token, p.TLS.Credentials(),
		grpc.WithUnaryInterceptor(sharedclient.Propagate))
	if err != nil {
		return nil, fmt.Errorf("webhooks: %w", err)
	}
	p.AtEnd(conn.Close)
	relay := usecase.NewRelay(m.db.Pool, m.Events, grpcclient.NewWebhooks(conn), p.Log, p.Now)
	p.Go(relay.Run)
	return conn, relay.Observe(p.Meter())
}

// Sweeps are the module's tasks of the retention sweep.
func (m *Module) Sweeps() []usecase.SweepTask {
	return []usecase.SweepTask{
		usecase.SweepCounted("drop events", func(ctx context.Context, now time.Time, batch int) (int, error) {
			return m.Events.DropEvents(ctx, now.Add(-event.EventRetention), batch)
		}),
		{Name: "drop calls and reports of providers", Run: m.Exchanges.Drop},
	}
}

// Background returns the functions that run until the program ends: those that the modules have added, the calls of
// providers, and the retention sweep. It is called after all modules are connected.
func (m *Module) Background(p *Program) ([]func(context.Context) error, error) {
	runner, err := usecase.NewRunner(m.db.Pool, p.callers, p.Meter(), p.Telemetry.Hops(Scope), p.Log, p.Now)
	if err != nil {
		return nil, err
	}
	repeated, err := tasks.New(p.Meter(), p.Now)
	if err != nil {
		return nil, err
	}
	return append(p.background, runner.Run, usecase.NewSweeper(p.sweeps, repeated, p.Log, p.Now).Run,
		func(ctx context.Context) error {
			<-ctx.Done()
			return p.Close()
		}), nil
}
