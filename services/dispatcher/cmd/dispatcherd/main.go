// Command dispatcherd runs the dispatcher. See docs/operations.md for its settings.
package main

import (
	"context"
	"log/slog"
	"os"

	"github.com/partnerline/partnerline/internal/command"
	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/services/dispatcher/app"
)

func main() {
	var cfg app.Config
	os.Exit(command.Program{
		Name: "dispatcherd",
		Load: func(environ []string) (slog.Leveler, string, error) {
			err := envconfig.Load(&cfg, environ)
			return cfg.Telemetry.LogLevel, cfg.AdminAddr, err
		},
		Serve: func(ctx context.Context, log *slog.Logger) error { return app.Run(ctx, cfg, log) },
	}.Main(os.Args[1:]))
}
