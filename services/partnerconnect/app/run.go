package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go/jetstream"
	"go.opentelemetry.io/otel/metric"

	"github.com/partnerline/partnerline/internal/admin"
	trailusecase "github.com/partnerline/partnerline/internal/audittrail/usecase"
	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/eventtype"
	"github.com/partnerline/partnerline/internal/gateway"
	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/idempotency"
	"github.com/partnerline/partnerline/internal/lifecycle"
	"github.com/partnerline/partnerline/internal/natsconn"
	"github.com/partnerline/partnerline/internal/operators"
	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/internal/ratelimit/peers"
	"github.com/partnerline/partnerline/internal/reference"
	"github.com/partnerline/partnerline/internal/telemetry"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	providersv1 "github.com/partnerline/partnerline/proto/gen/providers/v1"
	financegrpc "github.com/partnerline/partnerline/services/partnerconnect/finance/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	paypages "github.com/partnerline/partnerline/services/partnerconnect/finance/pages"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/sandbox"
	financeusecase "github.com/partnerline/partnerline/services/partnerconnect/finance/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/hosted/pages"
	hostedusecase "github.com/partnerline/partnerline/services/partnerconnect/hosted/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/clamav"
	internalpg "github.com/partnerline/partnerline/services/partnerconnect/internal/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/wiring"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	kernelgrpc "github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/publicpage"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/register"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/signedlink"
	kernelusecase "github.com/partnerline/partnerline/services/partnerconnect/kernel/usecase"
	merchantgrpc "github.com/partnerline/partnerline/services/partnerconnect/merchant/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	merchantusecase "github.com/partnerline/partnerline/services/partnerconnect/merchant/usecase"
	operationsgrpc "github.com/partnerline/partnerline/services/partnerconnect/operations/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/operations/sweep"
	operationsusecase "github.com/partnerline/partnerline/services/partnerconnect/operations/usecase"
)

// Version is set at link time.
var Version = "dev"

// Name is the program's, in logs and traces.
const Name = "partnerconnect"

const scope = "github.com/partnerline/partnerline/services/partnerconnect"

// flushTimeout bounds the flush of telemetry at the end.
const flushTimeout = 5 * time.Second

// flushed calls f at the end. A collector that is away is no fault of ours.
func flushed(ctx context.Context, f func(context.Context) error) {
	flush, cancel := context.WithTimeout(context.WithoutCancel(ctx), flushTimeout)
	defer cancel()
	_ = f(flush)
}

// Migrate brings the database that the environment names forward to the schema of this code, and returns what it did.
func Migrate(ctx context.Context, environ []string) (string, error) {
	done, err := internalpg.Schema.MigrateFrom(ctx, environ)
	return done.String(), err
}

// Run serves until ctx ends, then stops: it reports not ready, takes no new calls, lets running ones end within the grace,
// and closes the admin port last.
func Run(ctx context.Context, cfg Config, log *slog.Logger) (err error) {
	listeners := lifecycle.Listeners{HTTP: cfg.HTTPListener, GRPC: cfg.GRPCListener, Admin: cfg.AdminListener}
	if listeners, err = listeners.Open(ctx, cfg.HTTPAddr, cfg.GRPCAddr, cfg.AdminAddr); err != nil {
		return err
	}
	defer listeners.Close()
	if err := cfg.Validate(); err != nil {
		return fmt.Errorf("configuration: %w", err)
	}
	tel, err := telemetry.New(ctx, cfg.Telemetry, Name, Version)
	if err != nil {
		return err
	}
	defer flushed(ctx, tel.Shutdown)
	log = tel.Logger(log)
	if cfg.Migrate {
		done, err := internalpg.Schema.Migrate(ctx, cfg.Postgres.URL.Reveal())
		if err != nil {
			return err
		}
		log.LogAttrs(ctx, slog.LevelInfo, "migrated", slog.Int64("version", done.Version), slog.Any("applied", done.Applied))
	}
	pool, reserved, err := openPools(ctx, cfg.Postgres, tel)
	if err != nil {
		return err
	}
	defer pool.Close()
	defer reserved.Close()
	stored, err := openObjects(cfg)
	if err != nil {
		return err
	}
	defer func() { _ = stored.Close() }()
	var js jetstream.JetStream
	var broker *natsconn.State
	if cfg.WebhooksGRPC != "" {
		nc, stream, state, err := natsconn.Connect(cfg.NATS, cfg.TLS, Name, log)
		if err != nil {
			return err
		}
		defer nc.Close()
		js, broker = stream, state
		if err := natsconn.Observe(tel.Meters.Meter(scope), nc); err != nil {
			return err
		}
	}
	defer flushed(ctx, tel.FlushMetrics)
	service, err := assemble(ctx, cfg, log, tel, pool, reserved, stored, js, broker)
	if err != nil {
		return err
	}
	service.Listeners = listeners
	return service.Run(ctx)
}

func assemble(ctx context.Context, cfg Config, log *slog.Logger, tel *telemetry.Providers, pool, reserved *pgxpool.Pool, stored objectStore, js jetstream.JetStream, broker *natsconn.State) (*lifecycle.Service, error) {
	parsed, err := cfg.parse()
	if err != nil {
		return nil, fmt.Errorf("configuration: %w", err)
	}
	keys, linkKeys, now := parsed.keys, parsed.linkKeys, time.Now
	links := signedlink.Links{Keys: linkKeys, Base: parsed.base}
	messages, closing, err := connectMessages(cfg.Messages, cfg.TLS)
	if err != nil {
		return nil, err
	}
	live := cfg.liveParts()
	parts, answers := wiring.New(pool, keys, money.Tariff{BasisPoints: cfg.FeeBasisPoints, SameDay: cfg.SettleSameDay}, live, parsed.idHash), idempotency.NewStore(pool, keys)
	withdraw := parts.Withdrawing(reserved)

	var scanner merchantusecase.Scanner
	if cfg.ClamAVAddr != "" {
		scanner = clamav.New(cfg.ClamAVAddr)
	}
	uploader := merchantusecase.NewUploader(stored, parts.Onboardings, scanner, log, now)
	trail := kernelusecase.NewRecorder(parts.Audit, log)
	metrics, err := merchantusecase.NewMetrics(tel.Meters.Meter(scope), tel.Traces.Tracer(scope))
	if err != nil {
		return nil, err
	}
	mailer := merchantusecase.NewMailer(pool, parts.Messages, parts.Onboardings, messages, links, metrics, log, now)
	erased, err := tel.Meters.Meter(scope).Int64Counter("partnerconnect.onboardings.erased", metric.WithDescription("onboardings whose personal data was erased"))
	if err != nil {
		return nil, err
	}
	erased.Add(ctx, 0) // shown from the start
	sweeper := sweep.New(parts.Swept(onboarding.Retention(cfg.Retention), erased), stored, log, now)
	verifier := integrity(parts, pool, keys, log, now)
	if err := verifier.Observe(tel.Meters.Meter(scope)); err != nil {
		return nil, err
	}
	background := append([]func(context.Context) error{
		trailusecase.NewChain(parts.Audit.Chain, log).Run, verifier.Run, mailer.Run, sweeper.Run, func(ctx context.Context) error { return answers.Run(ctx, log) },
	}, closing...)
	usage, err := parts.Onboardings.Keeper().Observe(tel.Meters.Meter(scope), log)
	if err != nil {
		return nil, err
	}
	sessions, err := connectVerifications(cfg, log, tel, parts, parsed.present, js, now)
	if err != nil {
		return nil, err
	}
	providers, err := connectProviders(cfg, pool, parts, sessions, parsed.base, tel, log, now)
	if err != nil {
		return nil, err
	}
	registers, lookups, err := connectRegisters(cfg, parts, tel, log, now)
	if err != nil {
		return nil, err
	}
	webhooks, relay, err := connectPush(cfg, parsed.present, pool, parts, tel, log, now)
	if err != nil {
		return nil, err
	}
	background = slices.Concat(background, []func(context.Context) error{usage.Run}, sessions.background, providers, lookups, relay)
	recognizer, err := operators.New(ctx, cfg.Operators, operators.Service{Audience: Name, Pool: pool, Internal: parsed.callers.Operators()}, tel.Meters.Meter(scope), log, now)
	if err != nil {
		return nil, err
	}
	background = append(background, recognizer.Run)
	auth := kernelgrpc.NewAuth(parts.Keys, parsed.callers, now)
	server, err := grpcserver.New(grpcserver.Options{
		Log: log, Telemetry: tel, Authenticate: auth.Authenticate, Operators: grpcserver.Operators{Recognize: recognizer.Recognize, Livemode: parts.Keys.KeyMode}, RateLimit: cfg.RateLimit, Limits: cfg.GRPC, Reflection: cfg.Reflection, MapError: pgdb.Fault,
		Ended: kernelgrpc.Audit(trail, now), Credentials: cfg.TLS.Credentials(),
	})
	if err != nil {
		return nil, err
	}
	house, err := cfg.house()
	if err != nil {
		return nil, err
	}
	banking, err := connectBank(cfg, log, tel, pool, keys, parts, house, live, now)
	if err != nil {
		return nil, err
	}
	onboardings := merchantusecase.NewOnboardings(parts.Changer, parts.Access, registers, parsed.idHash)
	documents, exports := merchantusecase.NewDocuments(parts.Changer, uploader), parts.Exports(uploader)
	reviews, queue := operationsusecase.NewReviews(parts.Changer, withdraw.Changer, parts.Payments), operationsusecase.NewQueue(pool, parts.Onboardings, now)
	if err := queue.Observe(tel.Meters.Meter(scope)); err != nil {
		return nil, err
	}
	background = append(background, func(ctx context.Context) error { return queue.Run(ctx, log) })
	pcv1.RegisterOnboardingServiceServer(server, merchantgrpc.NewOnboarding(onboardings, links, keys, now))
	pcv1.RegisterMerchantServiceServer(server, merchantgrpc.NewMerchants(onboardings, keys))
	pcv1.RegisterDocumentServiceServer(server, merchantgrpc.NewDocuments(documents, now))
	pcv1.RegisterInvitationServiceServer(server, merchantgrpc.NewInvitations(merchantusecase.NewInvitations(parts.Changer), now))
	advances := operationsusecase.NewOnboardings(parts.Changer, uploader, sessions.verifications, register.Fictitious()[0])
	pcv1.RegisterSandboxServiceServer(server, operationsgrpc.NewSandbox(advances, operationsusecase.NewClock(pool, parts.Changer, parts.Payments, parts.Accounts), now))
	types, err := eventtype.PartnerConnect()
	if err != nil {
		return nil, err
	}
	feed, err := kernelgrpc.NewFeed(kernelusecase.NewEvents(parts.Events), types, now)
	if err != nil {
		return nil, err
	}
	pcv1.RegisterFeedServiceServer(server, feed)
	pcv1.RegisterWebhookServiceServer(server, kernelgrpc.NewWebhooks(webhooks, parts.Partners))
	pcv1.RegisterMeServiceServer(server, kernelgrpc.NewMe(parts.Partners, cfg.RateLimit.Policies()))
	pcv1.RegisterPaymentServiceServer(server, financegrpc.NewPayments(parts.Payments, parts.Chargebacks, links, keys, now))
	providersv1.RegisterMessageReportServiceServer(server, merchantgrpc.NewMessageReports(mailer, now))
	pcv1.RegisterAccountServiceServer(server, financegrpc.NewAccounts(parts.Accounts, links, keys, now))
	providersv1.RegisterProviderEventServiceServer(server, providerEvents{financegrpc.NewProviderEvents(parts.Payments, parts.Payouts, now), operationsgrpc.NewTransferReports(banking.transfers, now), merchantgrpc.NewIdentityReports(parts.Identities, now)})
	pcv1.RegisterPayoutServiceServer(server, financegrpc.NewPayouts(parts.Payouts, links, keys, now))
	pcv1.RegisterSandboxMoneyServiceServer(server, operationsgrpc.NewSandboxMoney(parts.Payments, parts.Chargebacks, parts.Payouts, parts.Accounts, links, now))
	api, err := gateway.New(server, gateway.Options{
		Log: log, Base: envconfig.BasePath(parsed.base), Answers: answers,
		Readmit:     merchantgrpc.Readmit(parts.Operations, trail, now),
		CheckHeader: func(h http.Header) error { return access.CheckVersion(h.Values("Connect-Version")) },
		TakeFile:    func(ctx context.Context, content io.Reader) (any, error) { return uploader.Upload(ctx, content) },
	}, publicServices...)
	if err != nil {
		return nil, err
	}
	visits := publicpage.NewLimiter(cfg.PageLimit)
	hostedSessions := hostedusecase.NewSessions(pool, parts.HostedFlow, parts.Onboardings, linkKeys, live)
	flow := hostedusecase.NewFlow(hostedSessions, parts.Changer, withdraw.Changer, parts.Onboardings, parts.Audit, sessions.verifications, parts.Identities, house, linkKeys, log)
	hosted, err := pages.New(hostedSessions, flow, hostedusecase.NewAccount(flow, parts.Accounts, parts.Payouts), exports, parts.Partners, linkKeys, parsed.base, visits, log, now)
	if err != nil {
		return nil, err
	}
	payPages, err := paypages.New(parts.Payments, parts.Partners, linkKeys, visits, log, now)
	if err != nil {
		return nil, err
	}
	pcv1.RegisterOperatorServiceServer(server, operatorService(parts, withdraw, operationsusecase.NewApprovals(pool, parsed.fourEyes, reviews, parts.Payments, banking.lines, onboarding.Retention(cfg.Retention)), reviews, queue, keys, kernelusecase.NewImports(pool, parts.Register), banking.lines, mailer, documents, exports, sessions.verifications,
		kernelgrpc.Previews{Landing: hosted.Preview, Payment: payPages.Preview}, now))
	statements, err := paypages.NewStatements(parts.Statements, linkKeys, visits, log, now)
	if err != nil {
		return nil, err
	}
	measuredPages, err1 := tel.Pages("hosted", hosted)
	measuredPayPages, err2 := tel.Pages("pay", payPages)
	docs, err3 := tel.Pages("docs", documentation(cfg, log))
	measuredStatements, err4 := tel.Pages("statement", statements)
	if err := errors.Join(err1, err2, err3, err4); err != nil {
		return nil, err
	}
	if banking.exchange != nil {
		background = append(background, banking.exchange)
	}
	payouts := financeusecase.NewPayoutRunner(parts.Payouts, sandbox.Rail{Delay: cfg.SandboxRailDelay, Now: now}, cfg.SandboxRailDelay, log, now)
	front := public(reference.Front(docs, api), measuredPages, measuredPayPages, measuredStatements)
	limiters := grpcserver.LimitersOf(server)
	maps.Copy(limiters, visits.Limiters())
	health := admin.NewHealth()
	health.Add("postgres", parts.Ping)
	if broker != nil {
		health.AddOptional("nats", broker.Check) // what it would bring is waited for, and calls are answered
	}
	if webhooks != nil {
		health.AddOptional("events", kernelusecase.CheckRelayed(parts.Events, now)) // they are pushed later
	}
	health.Add("schema", internalpg.Schema.Check(pool))
	return &lifecycle.Service{
		Limits: cfg.Connections, Proxies: parsed.proxies,
		Public: lifecycle.PublicServer(parsed.proxies.Handler(front)), GRPC: server.GRPC(),
		Admin: admin.Server(admin.Handler(health, tel.Registry)),
		Background: append(background, pgdb.RequireSessions(pool, log), payouts.Run,
			peers.New(pool, limiters, log).Run),
		SetReady: health.SetReady, Stopping: server.Shutdown, Grace: cfg.ShutdownGrace, Log: log,
	}, nil
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

// public serves the hosted pages and those of payments and statements below their prefixes, and the API everywhere else.
func public(api, hosted, payment, statements http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, pages.Prefix) {
			hosted.ServeHTTP(w, r)
			return
		}
		if strings.HasPrefix(r.URL.Path, paypages.Prefix) {
			payment.ServeHTTP(w, r)
			return
		}
		if strings.HasPrefix(r.URL.Path, paypages.StatementPrefix) {
			statements.ServeHTTP(w, r)
			return
		}
		api.ServeHTTP(w, r)
	})
}
