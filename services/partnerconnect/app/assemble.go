package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/partnerline/partnerline/internal/admin"
	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/gateway"
	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/idempotency"
	"github.com/partnerline/partnerline/internal/lifecycle"
	"github.com/partnerline/partnerline/internal/operators"
	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/internal/ratelimit/peers"
	"github.com/partnerline/partnerline/internal/reference"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/finance"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/hosted"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/wiring"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	kernelgrpc "github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/publicpage"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/signedlink"
	kernelusecase "github.com/partnerline/partnerline/services/partnerconnect/kernel/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant"
	merchantgrpc "github.com/partnerline/partnerline/services/partnerconnect/merchant/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/operations"
)

// assemble builds the modules, adds each to the program, and returns what serves them.
func assemble(ctx context.Context, cfg Config, out outside) (service *lifecycle.Service, err error) {
	parsed, err := cfg.parse()
	if err != nil {
		return nil, fmt.Errorf("configuration: %w", err)
	}
	db := kernel.Database{Pool: out.pool, Reserved: out.reserved, Keys: parsed.keys, Live: cfg.liveParts()}
	modules := wiring.New(db, money.Tariff{BasisPoints: cfg.FeeBasisPoints, SameDay: cfg.SettleSameDay}, parsed.idHash)
	p := &kernel.Program{
		Log: out.log, Now: time.Now, Telemetry: out.telemetry, TLS: cfg.TLS,
		Links: signedlink.Links{Keys: parsed.linkKeys, Base: parsed.base}, Visits: publicpage.NewLimiter(cfg.PageLimit),
		Webhooks: kernel.Webhooks{Address: cfg.WebhooksGRPC, Token: parsed.present, JetStream: out.jetStream},
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, p.Close())
		}
	}()
	if err := newServer(ctx, cfg, parsed, p, modules, out.pool); err != nil {
		return nil, err
	}
	if err := connect(cfg, parsed, p, modules, out.objects); err != nil {
		return nil, err
	}
	handler, err := publicHandler(cfg, parsed, p, modules, out)
	if err != nil {
		return nil, err
	}
	background, err := modules.Background(p)
	if err != nil {
		return nil, err
	}
	limiters := grpcserver.LimitersOf(p.Server)
	maps.Copy(limiters, p.Visits.Limiters())
	health := readiness(cfg, out, modules)
	if err := errors.Join(health.Observe(p.Telemetry.Meters), p.TLS.Observe(p.Telemetry.Meters)); err != nil {
		return nil, err
	}
	return &lifecycle.Service{
		Limits: cfg.Connections, Proxies: parsed.proxies,
		Public: lifecycle.PublicServer(parsed.proxies.Handler(handler)), GRPC: p.Server.GRPC(),
		Admin:      admin.Server(admin.Handler(health, out.telemetry.Registry)),
		Background: append(background, pgdb.RequireSessions(out.pool, p.Log), peers.New(out.pool, limiters, p.Log).Run),
		SetReady:   func(ready bool) { health.SetReady(ready); p.Server.SetReady(ready) }, Linger: cfg.ShutdownLinger,
		Grace: cfg.ShutdownGrace, Log: p.Log,
	}, nil
}

// connect adds the modules to the program, each after those on which it is built.
func connect(cfg Config, parsed settings, p *kernel.Program, m *wiring.Modules, objects objectStore) error {
	keep := onboarding.Retention(cfg.Retention)
	if err := m.Kernel.Connect(p, cfg.Registers, cfg.RateLimit.Policies()); err != nil {
		return err
	}
	if err := m.Merchant.Connect(p, merchant.Config{
		Messages: cfg.Messages, Objects: objects, ClamAVAddr: cfg.ClamAVAddr, Retention: keep,
		IdentityProvider: kernel.ProviderConfig(cfg.IdentityProvider), IdentityReturn: parsed.base + hosted.IdentityReturn,
	}); err != nil {
		return err
	}
	if err := m.Finance.Connect(p, finance.Config{
		Bank: cfg.Bank, SandboxRailDelay: cfg.SandboxRailDelay,
		PaymentEngine: kernel.ProviderConfig(cfg.PaymentEngine), BankRail: kernel.ProviderConfig(cfg.BankRail),
	}); err != nil {
		return err
	}
	if err := m.Operations.Connect(p, operations.Config{FourEyes: parsed.fourEyes, Retention: keep}); err != nil {
		return err
	}
	return m.Hosted.Connect(p)
}

// newServer makes the gRPC server of the program, whose calls are authenticated, limited and recorded.
func newServer(
	ctx context.Context, cfg Config, parsed settings, p *kernel.Program, m *wiring.Modules, pool *pgxpool.Pool,
) error {
	p.Trail = kernelusecase.NewRecorder(m.Audit, p.Log)
	recognizer, err := operators.New(ctx, cfg.Operators,
		operators.Service{Audience: Name, Pool: pool, Internal: parsed.callers.Operators()},
		p.Meter(), p.Log, p.Now)
	if err != nil {
		return err
	}
	p.Go(recognizer.Run)
	auth := kernelgrpc.NewAuth(m.Keys, parsed.callers, p.Now)
	p.Server, err = grpcserver.New(grpcserver.Options{
		Log: p.Log, Telemetry: p.Telemetry, Authenticate: auth.Authenticate,
		Operators: grpcserver.Operators{Recognize: recognizer.Recognize, Livemode: m.Keys.KeyMode}, RateLimit: cfg.RateLimit,
		Limits: cfg.GRPC, AtOnce: max(1, int(pool.Config().MaxConns)/4), // what calls wait for holds a connection
		Reflection: cfg.Reflection, MapError: pgdb.Fault, Ended: kernelgrpc.Audit(p.Trail, p.Now),
		Credentials: cfg.TLS.Credentials(),
	})
	return err
}

// publicHandler answers the public port: pages below their prefixes, documents and the JSON API everywhere else.
func publicHandler(
	cfg Config, parsed settings, p *kernel.Program, m *wiring.Modules, out outside,
) (http.Handler, error) {
	answers := idempotency.NewStore(out.pool, parsed.keys)
	p.Go(func(ctx context.Context) error { return answers.Run(ctx, p.Log) })
	api, err := gateway.New(p.Server, gateway.Options{
		Log: p.Log, Base: envconfig.BasePath(parsed.base), Answers: answers,
		Readmit:     merchantgrpc.Readmit(m.Merchant.Operations, p.Trail, p.Now),
		CheckHeader: func(h http.Header) error { return access.CheckVersion(h.Values("Connect-Version")) },
		TakeFile:    func(ctx context.Context, content io.Reader) (any, error) { return m.Files.Upload(ctx, content) },
	}, publicServices...)
	if err != nil {
		return nil, err
	}
	docs, err := p.Telemetry.Pages("docs", documentation(cfg, p.Log))
	if err != nil {
		return nil, err
	}
	return p.Handler(reference.Front(docs, api)), nil
}

// readiness is what the program depends on.
func readiness(cfg Config, out outside, m *wiring.Modules) *admin.Health {
	health := admin.NewHealth()
	health.Add("postgres", out.pool.Ping)
	health.AddOptional("postgres_writes", pgdb.Writable(out.pool)) // reads are answered meanwhile
	health.AddOptional("documents", out.objects.Check)
	if out.broker != nil {
		health.AddOptional("nats", out.broker.Check) // calls are answered without it; its events are waited for
	}
	if cfg.WebhooksGRPC != "" {
		health.AddOptional("events", kernelusecase.CheckRelayed(m.Events, time.Now)) // they are pushed later
	}
	health.Add("schema", postgres.Schema.Check(out.pool))
	return health
}

// publicServices is what the public port offers as JSON.
var publicServices = []string{
	pcv1.OnboardingService_ServiceDesc.ServiceName,
	pcv1.MerchantService_ServiceDesc.ServiceName,
	pcv1.WebhookService_ServiceDesc.ServiceName,
	pcv1.PaymentService_ServiceDesc.ServiceName,
	pcv1.AccountService_ServiceDesc.ServiceName,
	pcv1.PayoutService_ServiceDesc.ServiceName,
	pcv1.SandboxMoneyService_ServiceDesc.ServiceName,
	pcv1.DocumentService_ServiceDesc.ServiceName,
	pcv1.InvitationService_ServiceDesc.ServiceName,
	pcv1.SandboxService_ServiceDesc.ServiceName,
	pcv1.FeedService_ServiceDesc.ServiceName,
	pcv1.MeService_ServiceDesc.ServiceName,
}
