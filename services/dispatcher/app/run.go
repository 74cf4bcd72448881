package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"go.opentelemetry.io/otel/trace"
	"golang.org/x/sync/errgroup"

	"github.com/partnerline/partnerline/internal/admin"
	"github.com/partnerline/partnerline/internal/buildinfo"
	"github.com/partnerline/partnerline/internal/egress"
	"github.com/partnerline/partnerline/internal/lifecycle"
	"github.com/partnerline/partnerline/internal/natsconn"
	"github.com/partnerline/partnerline/internal/telemetry"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/dispatcher/internal/consumer"
	"github.com/partnerline/partnerline/services/dispatcher/internal/inflight"
	"github.com/partnerline/partnerline/services/dispatcher/internal/sender"
	"github.com/partnerline/partnerline/services/dispatcher/internal/targets"
)

// Name is the program's, in logs and traces.
const Name = "dispatcher"

const scope = "github.com/partnerline/partnerline/services/dispatcher"

// Run makes deliveries until ctx ends, then shuts down gracefully: it reports not ready, starts no attempt, lets
// running ones end within the grace, stores their results and returns the rest to its streams. It waits for NATS and
// webhooks as long as it takes.
func Run(ctx context.Context, cfg Config, log *slog.Logger) error {
	if err := cfg.Validate(); err != nil {
		return err
	}
	tel, err := telemetry.New(ctx, cfg.Telemetry, Name)
	if err != nil {
		return err
	}
	defer tel.Shutdown(ctx)
	log = tel.Logger(log)
	nc, _, broker, err := natsconn.Connect(cfg.NATS, cfg.TLS, Name, log)
	if err != nil {
		return err
	}
	defer nc.Close()
	tokens, err := cfg.tokens()
	if err != nil {
		return err
	}
	conn, err := targets.Dial(cfg.WebhooksGRPC, tokens.Present(), cfg.TLS.Credentials())
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	send, err := NewSender(cfg)
	if err != nil {
		return err
	}
	defer send.Close()

	feed := webhooksv1.NewEndpointFeedServiceClient(conn)
	cache, checker := targets.New(feed, targets.Options{Size: cfg.EndpointsCap, Log: log}), inflight.NewChecker(feed, log)
	var tracer trace.Tracer // nil without an exporter: traceparents then pass through unchanged, at no cost
	if tel.Exports() {
		tracer = tel.Traces.Tracer(scope)
	}
	engine, err := consumer.New(consumer.Config{
		Schedule: cfg.Streams.Retry.Schedule, DeferDelay: cfg.DeferDelay,
		Limits: cfg.limits(), Topology: cfg.Streams, Grace: cfg.ShutdownGrace,
	}, consumer.Dependencies{
		NATS: nc, NotStored: broker.NotStored, Targets: cache, Checker: checker, Sender: send,
		Meter: tel.Meters.Meter(scope), Tracer: tracer, Log: log,
	})
	if err := errors.Join(err, natsconn.Observe(tel.Meters.Meter(scope), nc), cfg.TLS.Observe(tel.Meters)); err != nil {
		return fmt.Errorf("engine: %w", err)
	}

	adminLn, err := lifecycle.Listen(ctx, cfg.AdminListener, cfg.AdminAddr)
	if err != nil {
		return err
	}
	health := admin.NewHealth()
	health.Add("deliveries", engine.Ready)
	health.AddOptional("streams", engine.Room)
	health.AddOptional("nats_writes", broker.Writes.Check)
	if err := health.Observe(tel.Meters); err != nil {
		return err
	}
	health.SetReady(true)
	log.LogAttrs(ctx, slog.LevelInfo, "dispatching", slog.String("admin", adminLn.Addr().String()))

	// The cache and the admin port outlive the engine: its last attempts need the cache, operators the port.
	outer, stopOuter := context.WithCancel(context.WithoutCancel(ctx))
	defer stopOuter()
	around, failing := errgroup.WithContext(outer)
	around.Go(func() error { return cache.Run(failing) })
	around.Go(func() error { return checker.Run(failing) })
	around.Go(func() error {
		return lifecycle.ServeHTTP(failing, admin.Server(admin.Handler(health, tel.Registry)),
			lifecycle.LimitAdmin(adminLn, log), time.Second)
	})
	inner, stopInner := context.WithCancel(ctx)
	defer stopInner()
	defer context.AfterFunc(failing, stopInner)() // a failure of the admin port stops the program
	defer context.AfterFunc(inner, func() { health.SetReady(false) })()
	err = engine.Run(inner)
	stopOuter()
	return errors.Join(err, around.Wait())
}

// NewSender returns what makes the attempts; the benchmark of the sender calls it, too.
func NewSender(cfg Config) (*sender.Sender, error) {
	allow, err := egress.ParseAllow(cfg.EgressAllow)
	if err != nil {
		return nil, err
	}
	proxy, err := cfg.proxy()
	if err != nil {
		return nil, err
	}
	roots, err := cfg.roots()
	if err != nil {
		return nil, err
	}
	return sender.New(sender.Options{
		Timeout: cfg.AttemptTimeout, Guard: egress.New(allow), Proxy: proxy, RootCAs: roots, Resolver: cfg.Resolver,
		Version: buildinfo.Version(),
	}), nil
}
