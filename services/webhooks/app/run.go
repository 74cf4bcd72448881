package app

import (
	"context"
	"log/slog"

	"github.com/partnerline/partnerline/internal/lifecycle"
	"github.com/partnerline/partnerline/internal/natsconn"
	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/internal/telemetry"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
)

// Name is the program's, in logs and traces.
const Name = "webhooks"

// Migrate brings the database that the environment names forward to the schema of this code, and returns what it did.
func Migrate(ctx context.Context, environ []string) (string, error) {
	done, err := postgres.Schema.MigrateFrom(ctx, environ)
	return done.String(), err
}

// Run serves until ctx ends, then stops gracefully: it reports not ready, takes no new calls, lets running calls end,
// and then stops the work in the background.
func Run(ctx context.Context, cfg Config, log *slog.Logger) error {
	if err := cfg.Validate(); err != nil {
		return err
	}
	if err := cfg.Keys.Unwrap(ctx, cfg.keySettings()...); err != nil {
		return err
	}
	listeners := lifecycle.Listeners{HTTP: cfg.HTTPListener, GRPC: cfg.GRPCListener, Admin: cfg.AdminListener}
	listeners, err := listeners.Open(ctx, cfg.HTTPAddr, cfg.GRPCAddr, cfg.AdminAddr)
	if err != nil {
		return err
	}
	defer listeners.Close()
	tel, err := telemetry.New(ctx, cfg.Telemetry, Name)
	if err != nil {
		return err
	}
	defer tel.Shutdown(ctx)
	log = tel.Logger(log)
	if cfg.Migrate {
		done, err := postgres.Schema.Migrate(ctx, cfg.Postgres.URL.Reveal())
		if err != nil {
			return err
		}
		log.LogAttrs(ctx, slog.LevelInfo, "migrated", slog.Int64("version", done.Version), slog.Any("applied", done.Applied))
	}
	pool, err := pgdb.Open(ctx, cfg.Postgres, postgres.ByKey)
	if err != nil {
		return err
	}
	defer pool.Close()
	nc, js, broker, err := natsconn.Connect(cfg.NATS, cfg.TLS, Name, log)
	if err != nil {
		return err
	}
	defer nc.Close()
	defer tel.FlushMetrics(ctx)
	service, err := assemble(ctx, &assembly{cfg: cfg, log: log, telemetry: tel, pool: pool, js: js, broker: broker})
	if err != nil {
		return err
	}
	service.Listeners = listeners
	return service.Run(ctx)
}
