// Command consoled runs the console. See docs/operations.md for its settings.
package main

import (
	"context"
	"log/slog"
	"os"

	"github.com/partnerline/partnerline/internal/command"
	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/keywrap"
	"github.com/partnerline/partnerline/services/console/app"
)

func main() {
	var cfg app.Config
	os.Exit(command.Program{
		Name: "consoled",
		Load: func(environ []string) (slog.Leveler, string, error) {
			err := envconfig.Load(&cfg, environ)
			return cfg.Telemetry.LogLevel, cfg.AdminAddr, err
		},
		Serve:   func(ctx context.Context, log *slog.Logger) error { return app.Run(ctx, cfg, log) },
		Remarks: func() string { return cfg.Remarks() },
		Keys:    keywrap.Command,
	}.Main(os.Args[1:]))
}
