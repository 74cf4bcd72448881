// Command partnerconnectd runs partner connect. It is configured by the environment; app.Config lists the settings.
package main

import (
	"context"
	"log/slog"
	"os"

	"github.com/partnerline/partnerline/internal/adminclient"
	"github.com/partnerline/partnerline/internal/command"
	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/keywrap"
	"github.com/partnerline/partnerline/services/partnerconnect/app"
)

func main() {
	var cfg app.Config
	os.Exit(command.Program{
		Name: "partnerconnectd",
		Load: func(environ []string) (slog.Leveler, string, error) {
			err := envconfig.Load(&cfg, environ)
			return cfg.Telemetry.LogLevel, cfg.AdminAddr, err
		},
		Serve:   func(ctx context.Context, log *slog.Logger) error { return app.Run(ctx, cfg, log) },
		Migrate: app.Migrate,
		Remarks: func() string { return cfg.Remarks() },
		Admin:   adminclient.New("partnerconnect.v1"),

		VerifyAudit: app.VerifyAudit,
		Keys:        keywrap.Command,
	}.Main(os.Args[1:]))
}
