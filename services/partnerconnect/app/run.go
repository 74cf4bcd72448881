package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"google.golang.org/grpc"

	"github.com/partnerline/partnerline/internal/admin"
	"github.com/partnerline/partnerline/internal/clientaddr"
	"github.com/partnerline/partnerline/internal/gateway"
	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/idempotency"
	"github.com/partnerline/partnerline/internal/keyring"
	"github.com/partnerline/partnerline/internal/lifecycle"
	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/internal/telemetry"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/hosted"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/postgres"
)

// Version is set at link time.
var Version = "dev"

// Name is the program's, in logs and traces.
const Name = "partnerconnect"

// flushPatience bounds the flush of telemetry at the end.
const flushPatience = 5 * time.Second

// Migrate brings the database forward to the schema of this code.
func Migrate(ctx context.Context, cfg Config) error {
	return postgres.Migrate(ctx, cfg.Postgres.URL.Reveal())
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
	base, _ := publicBase(cfg.PublicBaseURL)
	keys, _ := keyring.Parse(cfg.EncryptionKeys.Reveal())
	links, _ := pc.ParseLinkKeys(cfg.LinkKeys.Reveal())
	proxies, _ := clientaddr.ParseProxies(cfg.TrustedProxies)

	tel, err := telemetry.New(ctx, cfg.Telemetry, Name, Version)
	if err != nil {
		return err
	}
	defer func() {
		flush, cancel := context.WithTimeout(context.WithoutCancel(ctx), flushPatience)
		defer cancel()
		err = errors.Join(err, tel.Shutdown(flush))
	}()
	if cfg.Migrate {
		if err := Migrate(ctx, cfg); err != nil {
			return err
		}
	}
	pool, err := pgdb.Open(ctx, cfg.Postgres)
	if err != nil {
		return err
	}
	defer pool.Close()
	store, answers := postgres.NewStore(pool, keys), idempotency.NewStore(pool, keys)

	now := time.Now
	auth := grpcapi.NewAuth(store, cfg.InternalToken.Reveal(), now)
	server, err := grpcserver.New(grpcserver.Options{
		Log: log, Telemetry: tel, Authenticate: auth.Authenticate, RateLimit: cfg.RateLimit, MapError: pgdb.Fault,
	})
	if err != nil {
		return err
	}
	pcv1.RegisterOnboardingServiceServer(server, grpcapi.NewOnboarding(store, grpcapi.Links{Keys: links, Base: base}, now))
	pcv1.RegisterMeServiceServer(server, grpcapi.NewMe(store))
	pcv1.RegisterOperatorServiceServer(server, grpcapi.NewOperator(store, now))
	api, err := gateway.New(ctx, server, gateway.Options{Log: log, Answers: answers}, map[string]gateway.Register{
		"partnerconnect.v1.OnboardingService": func(ctx context.Context, mux *runtime.ServeMux, conn grpc.ClientConnInterface) error {
			return pcv1.RegisterOnboardingServiceHandlerClient(ctx, mux, pcv1.NewOnboardingServiceClient(conn))
		},
		"partnerconnect.v1.MeService": func(ctx context.Context, mux *runtime.ServeMux, conn grpc.ClientConnInterface) error {
			return pcv1.RegisterMeServiceHandlerClient(ctx, mux, pcv1.NewMeServiceClient(conn))
		},
	})
	if err != nil {
		return err
	}
	pages, err := hosted.New(store, links, log, now)
	if err != nil {
		return err
	}
	health := admin.NewHealth()
	health.Add("postgres", store.Ping)

	return lifecycle.Service{
		Listeners: listeners, Public: lifecycle.PublicServer(proxies.Handler(public(api, pages)), log), GRPC: server.GRPC(),
		Admin:      admin.Server(admin.Handler(health, tel.Registry)),
		Background: []func(context.Context) error{func(ctx context.Context) error { return answers.Run(ctx, log) }},
		SetReady:   health.SetReady, Stopping: server.Shutdown,
		Grace: cfg.ShutdownGrace, Log: log,
	}.Run(ctx)
}

// public serves the hosted pages below their prefix and the API everywhere else.
func public(api, pages http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, hosted.Prefix) {
			pages.ServeHTTP(w, r)
			return
		}
		api.ServeHTTP(w, r)
	})
}
