// Command webhooksd runs the webhooks service. See docs/operations.md for its settings.
package main

import (
	"context"
	"log/slog"
	"os"

	"github.com/partnerline/partnerline/internal/adminclient"
	"github.com/partnerline/partnerline/internal/command"
	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/keywrap"
	"github.com/partnerline/partnerline/services/webhooks/app"
)

func main() {
	var cfg app.Config
	os.Exit(command.Program{
		Name: "webhooksd",
		Load: func(environ []string) (slog.Leveler, string, error) {
			err := envconfig.Load(&cfg, environ)
			return cfg.Telemetry.LogLevel, cfg.AdminAddr, err
		},
		Serve:       func(ctx context.Context, log *slog.Logger) error { return app.Run(ctx, cfg, log) },
		Migrate:     app.Migrate,
		VerifyAudit: app.VerifyAudit,
		Remarks:     func() string { return cfg.Remarks() },
		Admin:       adminclient.New("webhooks.v1"),
		Keys:        keywrap.Command,
	}.Main(os.Args[1:]))
}
