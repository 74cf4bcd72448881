package app

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/partnerline/partnerline/internal/lifecycle"
	"github.com/partnerline/partnerline/internal/natsconn"
	"github.com/partnerline/partnerline/internal/telemetry"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel"
)

// Name is the program's, in logs and traces.
const Name = "partnerconnect"

// Migrate brings the database that the environment names forward to the schema of this code, and returns what it did.
func Migrate(ctx context.Context, environ []string) (string, error) {
	done, err := postgres.Schema.MigrateFrom(ctx, environ)
	return done.String(), err
}

// outside is what the program is connected with before its modules are.
type outside struct {
	log            *slog.Logger
	telemetry      *telemetry.Providers
	pool, reserved *pgxpool.Pool
	objects        objectStore
	jetStream      jetstream.JetStream // nil without webhooks, as broker is
	broker         *natsconn.State
}

// Run serves until ctx ends, then stops: it reports not ready, takes no new calls, lets running ones end within the
// grace, and closes the admin port last.
func Run(ctx context.Context, cfg Config, log *slog.Logger) (err error) {
	listeners := lifecycle.Listeners{HTTP: cfg.HTTPListener, GRPC: cfg.GRPCListener, Admin: cfg.AdminListener}
	if listeners, err = listeners.Open(ctx, cfg.HTTPAddr, cfg.GRPCAddr, cfg.AdminAddr); err != nil {
		return err
	}
	defer listeners.Close()
	if err := cfg.Validate(); err != nil {
		return fmt.Errorf("configuration: %w", err)
	}
	if err := cfg.Keys.Unwrap(ctx, cfg.keySettings()...); err != nil {
		return err
	}
	tel, err := telemetry.New(ctx, cfg.Telemetry, Name)
	if err != nil {
		return err
	}
	defer tel.Shutdown(ctx)
	out := outside{log: tel.Logger(log), telemetry: tel}
	if cfg.Migrate {
		done, err := postgres.Schema.Migrate(ctx, cfg.Postgres.URL.Reveal())
		if err != nil {
			return err
		}
		out.log.LogAttrs(ctx, slog.LevelInfo, "migrated", slog.Int64("version", done.Version),
			slog.Any("applied", done.Applied))
	}
	if out.pool, out.reserved, err = openPools(ctx, cfg.Postgres, tel); err != nil {
		return err
	}
	defer out.pool.Close()
	defer out.reserved.Close()
	if out.objects, err = openObjects(cfg); err != nil {
		return err
	}
	defer func() { _ = out.objects.Close() }()
	if cfg.WebhooksGRPC != "" {
		nc, stream, state, err := natsconn.Connect(cfg.NATS, cfg.TLS, Name, out.log)
		if err != nil {
			return err
		}
		defer nc.Close()
		out.jetStream, out.broker = stream, state
		if err := natsconn.Observe(tel.Meters.Meter(kernel.Scope), nc); err != nil {
			return err
		}
	}
	defer tel.FlushMetrics(ctx)
	service, err := assemble(ctx, cfg, out)
	if err != nil {
		return err
	}
	service.Listeners = listeners
	return service.Run(ctx)
}
