package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"
	"google.golang.org/grpc"

	"github.com/partnerline/partnerline/internal/admin"
	"github.com/partnerline/partnerline/internal/egress"
	"github.com/partnerline/partnerline/internal/gateway"
	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/keyring"
	"github.com/partnerline/partnerline/internal/lifecycle"
	"github.com/partnerline/partnerline/internal/natsconn"
	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/internal/telemetry"
	eventsv1 "github.com/partnerline/partnerline/proto/gen/events/v1"
	verificationsv1 "github.com/partnerline/partnerline/proto/gen/verifications/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/webhooks/internal/catalogue"
	"github.com/partnerline/partnerline/services/webhooks/internal/fanout"
	"github.com/partnerline/partnerline/services/webhooks/internal/feed"
	"github.com/partnerline/partnerline/services/webhooks/internal/grpcapi"
	"github.com/partnerline/partnerline/services/webhooks/internal/outbox"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
	"github.com/partnerline/partnerline/services/webhooks/internal/publish"
	"github.com/partnerline/partnerline/services/webhooks/internal/results"
	"github.com/partnerline/partnerline/services/webhooks/internal/sweep"
)

// Version is set at link time.
var Version = "dev"

// Name is the program's, in logs and traces.
const Name = "webhooks"

// Migrate brings the database forward to the schema of this code.
func Migrate(ctx context.Context, cfg Config) error {
	return postgres.Migrate(ctx, cfg.Postgres.URL.Reveal())
}

// Run serves until ctx ends, then stops gracefully: not ready, no new calls, running ones to their end, then what
// works in the background.
func Run(ctx context.Context, cfg Config, log *slog.Logger) error {
	if err := cfg.Validate(); err != nil {
		return err
	}
	tel, err := telemetry.New(ctx, cfg.Telemetry, Name, Version)
	if err != nil {
		return err
	}
	defer closeWithin(ctx, cfg.ShutdownGrace, tel.Shutdown)
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
	nc, js, err := natsconn.Connect(cfg.NATS, Name, log)
	if err != nil {
		return err
	}
	defer nc.Close()
	p, err := assemble(ctx, cfg, log, tel, pool, js)
	if err != nil {
		return err
	}
	return p.serve(ctx)
}

// program is what runs.
type program struct {
	cfg        Config
	log        *slog.Logger
	health     *admin.Health
	server     *grpcserver.Server
	public     http.Handler
	admin      http.Handler
	background []func(context.Context) error
	stopFeed   chan struct{}
}

func assemble(ctx context.Context, cfg Config, log *slog.Logger, tel *telemetry.Providers, pool *pgxpool.Pool, js jetstream.JetStream) (*program, error) {
	keys, err := keyring.Parse(cfg.EncryptionKeys.Reveal())
	if err != nil {
		return nil, err
	}
	allow, err := egress.ParseAllow(cfg.EgressAllow)
	if err != nil {
		return nil, err
	}
	kinds, err := catalogue.New()
	if err != nil {
		return nil, err
	}
	meter := tel.Meters.Meter("github.com/partnerline/partnerline/services/webhooks")
	store, topology := postgres.NewStore(pool, keys), cfg.topology()
	ingest, err := results.New(store, js, topology, cfg.OverdueAfter, cfg.Retention, meter, log)
	if err != nil {
		return nil, err
	}
	grouper, hub := publish.NewGrouper(store), feed.NewHub(store, log)
	p := &program{cfg: cfg, log: log, health: admin.NewHealth(), stopFeed: make(chan struct{})}
	p.health.Add("postgres", store.Ping)
	p.background = []func(context.Context) error{
		grouper.Run, hub.Run, ingest.Run,
		outbox.NewRelay(store, js, topology, log).Run,
		fanout.New(store, js, topology, cfg.OverdueAfter, log).Run,
		sweep.New(store, js, topology, sweep.Config{Every: cfg.SweepEvery, OverdueAfter: cfg.OverdueAfter, Retention: cfg.Retention}, log).Run,
	}
	if err := observeOutbox(meter, store); err != nil {
		return nil, err
	}
	p.server, err = grpcserver.New(grpcserver.Options{
		Log: log, Telemetry: tel, Authenticate: grpcapi.Authenticator(store, cfg.InternalToken), MapError: pgdb.Fault,
	})
	if err != nil {
		return nil, err
	}
	webhooksv1.RegisterEndpointServiceServer(p.server, grpcapi.NewEndpoints(store, egress.New(allow), net.DefaultResolver, cfg.EndpointLimit))
	webhooksv1.RegisterEndpointFeedServiceServer(p.server, grpcapi.NewFeed(store, hub, p.stopFeed))
	webhooksv1.RegisterOperatorServiceServer(p.server, grpcapi.NewOperator(store))
	verificationsv1.RegisterVerificationServiceServer(p.server, grpcapi.NewVerifications(store, keys))
	verificationsv1.RegisterVerificationControlServiceServer(p.server, grpcapi.NewControl(store))
	eventsv1.RegisterEventServiceServer(p.server, grpcapi.NewEvents(store, grouper, kinds))
	if p.public, err = gateway.New(ctx, p.server, log, publicServices); err != nil {
		return nil, err
	}
	internal, err := gateway.New(ctx, p.server, log, internalServices)
	if err != nil {
		return nil, err
	}
	mux := admin.Handler(p.health, tel.Registry)
	mux.Handle("/internal/", internal)
	p.admin = mux
	return p, nil
}

// What the public port and what the admin port offer as JSON.
var (
	publicServices = map[string]gateway.Register{
		webhooksv1.EndpointService_ServiceDesc.ServiceName: func(ctx context.Context, mux *runtime.ServeMux, c grpc.ClientConnInterface) error {
			return webhooksv1.RegisterEndpointServiceHandlerClient(ctx, mux, webhooksv1.NewEndpointServiceClient(c))
		},
		verificationsv1.VerificationService_ServiceDesc.ServiceName: func(ctx context.Context, mux *runtime.ServeMux, c grpc.ClientConnInterface) error {
			return verificationsv1.RegisterVerificationServiceHandlerClient(ctx, mux, verificationsv1.NewVerificationServiceClient(c))
		},
	}
	internalServices = map[string]gateway.Register{
		eventsv1.EventService_ServiceDesc.ServiceName: func(ctx context.Context, mux *runtime.ServeMux, c grpc.ClientConnInterface) error {
			return eventsv1.RegisterEventServiceHandlerClient(ctx, mux, eventsv1.NewEventServiceClient(c))
		},
	}
)

func (p *program) serve(ctx context.Context) error {
	// What works in the background outlives the servers: a call that is answered has all it needs.
	work, stopWork := context.WithCancel(context.WithoutCancel(ctx))
	defer stopWork()
	background, failing := errgroup.WithContext(work)
	for _, run := range p.background {
		background.Go(func() error { return run(work) })
	}
	g, serving := errgroup.WithContext(ctx)
	grace := p.cfg.ShutdownGrace
	httpLn, err1 := lifecycle.Listen(ctx, p.cfg.HTTPListener, p.cfg.HTTPAddr)
	grpcLn, err2 := lifecycle.Listen(ctx, p.cfg.GRPCListener, p.cfg.GRPCAddr)
	adminLn, err3 := lifecycle.Listen(ctx, p.cfg.AdminListener, p.cfg.AdminAddr)
	if err := errors.Join(err1, err2, err3); err != nil {
		stopWork()
		return errors.Join(err, background.Wait())
	}
	g.Go(func() error { return lifecycle.ServeHTTP(serving, lifecycle.PublicServer(p.public), httpLn, grace) })
	g.Go(func() error { return lifecycle.ServeGRPC(serving, p.server.GRPC(), grpcLn, grace) })
	g.Go(func() error { return lifecycle.ServeHTTP(serving, admin.Server(p.admin), adminLn, grace) })
	g.Go(func() error {
		select {
		case <-failing.Done():
			return fmt.Errorf("background work stopped: %w", context.Cause(failing))
		case <-serving.Done():
			p.health.SetReady(false)
			p.server.Shutdown()
			close(p.stopFeed)
			return nil
		}
	})
	p.health.SetReady(true)
	p.log.LogAttrs(ctx, slog.LevelInfo, "serving", slog.String("http", httpLn.Addr().String()),
		slog.String("grpc", grpcLn.Addr().String()), slog.String("admin", adminLn.Addr().String()))
	err := g.Wait()
	stopWork()
	return errors.Join(err, background.Wait())
}

func closeWithin(ctx context.Context, grace time.Duration, f func(context.Context) error) {
	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer cancel()
	_ = f(stop)
}
