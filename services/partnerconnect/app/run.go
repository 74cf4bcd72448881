package app

import (
	eventusecase "github.com/partnerline/partnerline/services/partnerconnect/event/usecase"

	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"google.golang.org/grpc"

	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/partnerline/partnerline/internal/admin"
	"github.com/partnerline/partnerline/internal/gateway"
	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/idempotency"
	"github.com/partnerline/partnerline/internal/lifecycle"
	"github.com/partnerline/partnerline/internal/natsconn"
	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/internal/telemetry"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	accessgrpc "github.com/partnerline/partnerline/services/partnerconnect/access/grpcapi"
	auditusecase "github.com/partnerline/partnerline/services/partnerconnect/audit/usecase"
	delegationgrpc "github.com/partnerline/partnerline/services/partnerconnect/delegation/grpcapi"
	eventgrpc "github.com/partnerline/partnerline/services/partnerconnect/event/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/hostedflow/pages"
	hostedusecase "github.com/partnerline/partnerline/services/partnerconnect/hostedflow/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/clamav"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/krs"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/objects"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/pagelimit"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/rail"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/sweep"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/upload"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/wiring"
	messageusecase "github.com/partnerline/partnerline/services/partnerconnect/message/usecase"
	paypages "github.com/partnerline/partnerline/services/partnerconnect/money/pages"
	moneyusecase "github.com/partnerline/partnerline/services/partnerconnect/money/usecase"
	onboardinggrpc "github.com/partnerline/partnerline/services/partnerconnect/onboarding/grpcapi"
	onboardingusecase "github.com/partnerline/partnerline/services/partnerconnect/onboarding/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/register"
	registerusecase "github.com/partnerline/partnerline/services/partnerconnect/register/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/representation"
	sandboxgrpc "github.com/partnerline/partnerline/services/partnerconnect/sandbox/grpcapi"
	sandboxusecase "github.com/partnerline/partnerline/services/partnerconnect/sandbox/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/signedlink"
)

// Version is set at link time.
var Version = "dev"

// Name is the program's, in logs and traces.
const Name = "partnerconnect"

const scope = "github.com/partnerline/partnerline/services/partnerconnect"

// flushTimeout bounds the flush of telemetry at the end.
const flushTimeout = 5 * time.Second

// Migrate brings the database that the environment names forward to the schema of this code, and returns what it did.
func Migrate(ctx context.Context, environ []string) (string, error) {
	done, err := postgres.Schema.MigrateFrom(ctx, environ)
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
	defer func() {
		flush, cancel := context.WithTimeout(context.WithoutCancel(ctx), flushTimeout)
		defer cancel()
		_ = tel.Shutdown(flush) // a collector that is away is no fault of ours
	}()
	log = tel.Logger(log)
	if cfg.Migrate {
		done, err := postgres.Schema.Migrate(ctx, cfg.Postgres.URL.Reveal())
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
	keys, linkKeys, tokens, now := parsed.keys, parsed.linkKeys, parsed.tokens, time.Now
	links := signedlink.Links{Keys: linkKeys, Base: parsed.base}
	store, answers := wiring.New(pool, keys), idempotency.NewStore(pool, keys)
	withdraw := store.Withdrawing(reserved)
	money := newAccounting(pool, keys, cfg.FeeBasisPoints, store.Changer)

	var scanner upload.Scanner
	if cfg.ClamAVAddr != "" {
		scanner = clamav.New(cfg.ClamAVAddr)
	}
	uploader := upload.New(stored, store.OnboardingStore, scanner, log, now)
	trail := auditusecase.NewRecorder(store.AuditStore, log)
	mailer := messageusecase.New(store.MessageStore, store.OnboardingStore, messageusecase.Sandbox{}, links, log, now)
	sweeper := sweep.New(swept(store, money), stored, log, now)
	background := []func(context.Context) error{
		trail.Chain, mailer.Run, sweeper.Run, func(ctx context.Context) error { return answers.Run(ctx, log) },
	}
	usage, err := store.Keeper().Observe(tel.Meters.Meter(scope), log)
	if err != nil {
		return nil, err
	}
	sessions, err := connectVerifications(cfg, log, tel, store, tokens.Present(), js, now)
	if err != nil {
		return nil, err
	}
	background = append(append(background, usage.Run), sessions.background...)
	auth := accessgrpc.NewAuth(store.Keys, tokens, now)
	server, err := grpcserver.New(grpcserver.Options{
		Log: log, Telemetry: tel, Authenticate: auth.Authenticate, RateLimit: cfg.RateLimit, Limits: cfg.GRPC, MapError: pgdb.Fault,
		Ended: accessgrpc.Audit(trail, now), Credentials: cfg.TLS.Credentials(),
	})
	if err != nil {
		return nil, err
	}
	onboardings := onboardingusecase.NewOnboardings(store.Changer, store.AccessStore, registers(cfg, store, now), parsed.idHash)
	documents := onboardingusecase.NewDocuments(store.Changer, uploader)
	pcv1.RegisterOnboardingServiceServer(server, onboardinggrpc.NewOnboarding(onboardings, links, keys, now))
	pcv1.RegisterMerchantServiceServer(server, onboardinggrpc.NewMerchants(onboardings, keys))
	pcv1.RegisterDocumentServiceServer(server, onboardinggrpc.NewDocuments(documents, now))
	pcv1.RegisterInvitationServiceServer(server, onboardinggrpc.NewInvitations(onboardingusecase.NewInvitations(store.Changer), now))
	advances := sandboxusecase.NewOnboardings(store.Changer, uploader, sessions.verifications, register.Fictitious()[0])
	pcv1.RegisterSandboxServiceServer(server, sandboxgrpc.NewSandbox(advances, sandboxusecase.NewClock(pool, store.Changer, money.payments, money.accounts), now))
	pcv1.RegisterFeedServiceServer(server, eventgrpc.NewFeed(eventusecase.NewEvents(store.EventStore), now))
	pcv1.RegisterMeServiceServer(server, accessgrpc.NewMe(store.Partners, cfg.RateLimit.Policies()))
	pcv1.RegisterOperatorServiceServer(server, operatorService(store, withdraw, money, registerusecase.NewImports(pool, store.RegisterStore), mailer, documents, sessions.verifications, now))
	money.register(server, links, keys, now)
	api, err := gateway.New(ctx, server, gateway.Options{
		Log: log, Answers: answers, Readmit: delegationgrpc.Readmit(money.operations, trail, now), TakeFile: func(ctx context.Context, content io.Reader) (any, error) { return uploader.Upload(ctx, content) },
	}, publicServices)
	if err != nil {
		return nil, err
	}
	visits := pagelimit.New(cfg.PageLimit)
	hostedSessions := hostedusecase.NewSessions(pool, store.HostedflowStore, store.OnboardingStore)
	flow := hostedusecase.NewFlow(hostedSessions, store.Changer, withdraw.Changer, store.OnboardingStore, store.AuditStore, sessions.verifications, linkKeys, log)
	hosted, err := pages.New(hostedSessions, flow, linkKeys, parsed.base, visits, log, now)
	if err != nil {
		return nil, err
	}
	payPages, err := paypages.New(money.payments, linkKeys, visits, log, now)
	if err != nil {
		return nil, err
	}
	measuredPages, err1 := tel.Pages("hosted", hosted)
	measuredPayPages, err2 := tel.Pages("pay", payPages)
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	payouts := moneyusecase.NewPayoutRunner(money.payouts, rail.Sandbox{Delay: cfg.SandboxRailDelay, Now: now}, cfg.SandboxRailDelay, log, now)
	health := admin.NewHealth()
	health.Add("postgres", store.Ping)
	if broker != nil {
		health.AddOptional("nats", broker.Check) // what it would bring is waited for, and calls are answered
	}
	health.Add("schema", postgres.Schema.Check(pool))
	return &lifecycle.Service{
		Limits: cfg.Connections, Proxies: parsed.proxies,
		Public: lifecycle.PublicServer(parsed.proxies.Handler(public(api, measuredPages, measuredPayPages)), log), GRPC: server.GRPC(), Admin: admin.Server(admin.Handler(health, tel.Registry)),
		Background: append(background, payouts.Run),
		SetReady:   health.SetReady, Stopping: server.Shutdown, Grace: cfg.ShutdownGrace, Log: log,
	}, nil
}

// objectStore is where documents lie.
type objectStore interface {
	upload.Objects
	sweep.Objects
	Close() error
}

func openObjects(cfg Config) (objectStore, error) {
	if cfg.S3.Endpoint != "" {
		return objects.NewS3(objects.S3Config{
			Endpoint: cfg.S3.Endpoint, Region: cfg.S3.Region, Bucket: cfg.S3.Bucket, AccessKey: cfg.S3.AccessKey, SecretKey: cfg.S3.SecretKey.Reveal(),
		}, nil)
	}
	f, err := objects.OpenFiles(cfg.DocumentsDir)
	if err != nil {
		return nil, fmt.Errorf("DOCUMENTS_DIR: %w", err)
	}
	return f, nil
}

// krsTimeout is how long the court register may take to answer.
const krsTimeout = 5 * time.Second

// registers are those of the two modes: with a KRSURL live mode asks the Polish court register itself, whose answers are kept; test mode
// knows the companies that were imported for it, and queries no register.
func registers(cfg Config, store *wiring.Parts, now func() time.Time) register.Modes {
	connected := map[string]register.Directory{}
	if cfg.KRSURL != "" {
		connected[representation.SchemeKRS] = register.NewSnapshots(krs.New(cfg.KRSURL, krsTimeout, now), store, now)
	}
	return register.Modes{Test: store.Imported(false), Live: register.Live(connected, store.Imported(true))}
}

// publicServices is what the public port offers as JSON.
var publicServices = map[string]gateway.Register{
	pcv1.OnboardingService_ServiceDesc.ServiceName: func(ctx context.Context, mux *runtime.ServeMux, conn grpc.ClientConnInterface) error {
		return pcv1.RegisterOnboardingServiceHandlerClient(ctx, mux, pcv1.NewOnboardingServiceClient(conn))
	},
	pcv1.MerchantService_ServiceDesc.ServiceName: func(ctx context.Context, mux *runtime.ServeMux, conn grpc.ClientConnInterface) error {
		return pcv1.RegisterMerchantServiceHandlerClient(ctx, mux, pcv1.NewMerchantServiceClient(conn))
	},
	pcv1.PaymentService_ServiceDesc.ServiceName: func(ctx context.Context, mux *runtime.ServeMux, conn grpc.ClientConnInterface) error {
		return pcv1.RegisterPaymentServiceHandlerClient(ctx, mux, pcv1.NewPaymentServiceClient(conn))
	},
	pcv1.AccountService_ServiceDesc.ServiceName: func(ctx context.Context, mux *runtime.ServeMux, conn grpc.ClientConnInterface) error {
		return pcv1.RegisterAccountServiceHandlerClient(ctx, mux, pcv1.NewAccountServiceClient(conn))
	},
	pcv1.PayoutService_ServiceDesc.ServiceName: func(ctx context.Context, mux *runtime.ServeMux, conn grpc.ClientConnInterface) error {
		return pcv1.RegisterPayoutServiceHandlerClient(ctx, mux, pcv1.NewPayoutServiceClient(conn))
	},
	pcv1.SandboxMoneyService_ServiceDesc.ServiceName: func(ctx context.Context, mux *runtime.ServeMux, conn grpc.ClientConnInterface) error {
		return pcv1.RegisterSandboxMoneyServiceHandlerClient(ctx, mux, pcv1.NewSandboxMoneyServiceClient(conn))
	},
	pcv1.DocumentService_ServiceDesc.ServiceName: func(ctx context.Context, mux *runtime.ServeMux, conn grpc.ClientConnInterface) error {
		return pcv1.RegisterDocumentServiceHandlerClient(ctx, mux, pcv1.NewDocumentServiceClient(conn))
	},
	pcv1.InvitationService_ServiceDesc.ServiceName: func(ctx context.Context, mux *runtime.ServeMux, conn grpc.ClientConnInterface) error {
		return pcv1.RegisterInvitationServiceHandlerClient(ctx, mux, pcv1.NewInvitationServiceClient(conn))
	},
	pcv1.SandboxService_ServiceDesc.ServiceName: func(ctx context.Context, mux *runtime.ServeMux, conn grpc.ClientConnInterface) error {
		return pcv1.RegisterSandboxServiceHandlerClient(ctx, mux, pcv1.NewSandboxServiceClient(conn))
	},
	pcv1.FeedService_ServiceDesc.ServiceName: func(ctx context.Context, mux *runtime.ServeMux, conn grpc.ClientConnInterface) error {
		return pcv1.RegisterFeedServiceHandlerClient(ctx, mux, pcv1.NewFeedServiceClient(conn))
	},
	pcv1.MeService_ServiceDesc.ServiceName: func(ctx context.Context, mux *runtime.ServeMux, conn grpc.ClientConnInterface) error {
		return pcv1.RegisterMeServiceHandlerClient(ctx, mux, pcv1.NewMeServiceClient(conn))
	},
}

// public serves the hosted pages and those of payments below their prefixes, and the API everywhere else.
func public(api, hosted, payment http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, pages.Prefix) {
			hosted.ServeHTTP(w, r)
			return
		}
		if strings.HasPrefix(r.URL.Path, paypages.Prefix) {
			payment.ServeHTTP(w, r)
			return
		}
		api.ServeHTTP(w, r)
	})
}
