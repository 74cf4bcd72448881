package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/partnerline/partnerline/internal/admin"
	"github.com/partnerline/partnerline/internal/lifecycle"
	"github.com/partnerline/partnerline/internal/person"
	"github.com/partnerline/partnerline/internal/telemetry"
	"github.com/partnerline/partnerline/services/console/internal/figures"
	"github.com/partnerline/partnerline/services/console/internal/operators"
	"github.com/partnerline/partnerline/services/console/internal/signin"
	"github.com/partnerline/partnerline/services/console/internal/waiting"
	"github.com/partnerline/partnerline/services/console/pages"
)

// Name is the program's, in logs and traces.
const Name = "console"

// Run serves until ctx ends, then stops: it reports not ready, lets running requests end within the grace, and closes
// the admin port last. The identity provider and the services may be away: pages say so.
func Run(ctx context.Context, cfg Config, log *slog.Logger) (err error) {
	public, err := lifecycle.Listen(ctx, cfg.HTTPListener, cfg.HTTPAddr)
	if err != nil {
		return err
	}
	defer func() { _ = public.Close() }()
	adminLn, err := lifecycle.Listen(ctx, cfg.AdminListener, cfg.AdminAddr)
	if err != nil {
		return err
	}
	defer func() { _ = adminLn.Close() }()
	if err := cfg.Validate(); err != nil {
		return fmt.Errorf("configuration: %w", err)
	}
	if err := cfg.Keys.Unwrap(ctx, cfg.keySettings()...); err != nil {
		return err
	}
	parsed, err := cfg.parse()
	if err != nil {
		return fmt.Errorf("configuration: %w", err)
	}
	tel, err := telemetry.New(ctx, cfg.Telemetry, Name)
	if err != nil {
		return err
	}
	defer tel.Shutdown(ctx)
	log = tel.Logger(log)
	signer, err := person.NewSigner(cfg.PublicBaseURL, parsed.signing)
	if err != nil {
		return err
	}
	services, err := operators.Dial(cfg.WebhooksGRPC, cfg.PartnerconnectGRPC, cfg.TLS.Credentials(), signer, time.Now)
	if err != nil {
		return err
	}
	defer services.Close()
	provider := signin.New(signin.Options{
		Issuer: cfg.Issuer, ClientID: cfg.ClientID, ClientSecret: cfg.ClientSecret.Reveal(), CLIClientID: cfg.CLIClientID,
		Scopes:   strings.Fields(cfg.Scopes),
		Callback: parsed.base.JoinPath("sign-in/callback").String(), RolesClaim: cfg.RolesClaim, Roles: parsed.roles,
	}, time.Now)
	var measured24h *figures.Reader
	if cfg.PrometheusURL != "" {
		if measured24h, err = figures.New(cfg.PrometheusURL, cfg.PrometheusToken.Reveal(), time.Now); err != nil {
			return fmt.Errorf("PROMETHEUS_URL: %w", err)
		}
		defer measured24h.Close()
	}
	counts := waiting.New(services, time.Now)
	defer counts.Close()
	handler, err := pages.New(pages.Options{
		Base: parsed.base, Keys: parsed.keys, Limits: parsed.limits, Provider: provider, Services: services,
		Figures: measured24h, Waiting: counts, Signer: signer, Runbooks: cfg.RunbookURL, Sample: cfg.Mode.Development,
		Log: log, Now: time.Now,
	})
	if err != nil {
		return err
	}
	measured, err := tel.Pages("console", handler)
	if err != nil {
		return err
	}
	health := admin.NewHealth()
	health.AddOptional("identity_provider", provider.Check)
	if err := errors.Join(health.Observe(tel.Meters), cfg.TLS.Observe(tel.Meters)); err != nil {
		return err
	}
	log.LogAttrs(ctx, slog.LevelInfo, "serving", slog.String("http", public.Addr().String()),
		slog.String("admin", adminLn.Addr().String()))
	return serve(ctx, health, func(ctx context.Context) error {
		return lifecycle.ServePublic(ctx, lifecycle.PublicServer(parsed.proxies.Handler(measured)), public,
			cfg.ShutdownLinger, cfg.ShutdownGrace)
	}, func(ctx context.Context) error {
		return lifecycle.ServeHTTP(ctx, admin.Server(admin.Handler(health, tel.Registry)), lifecycle.LimitAdmin(adminLn, log),
			time.Second)
	})
}

// serve serves the public and the admin port until ctx ends, the admin port longest. A failure of the admin port stops
// the program.
func serve(ctx context.Context, health *admin.Health, public, adminPort func(context.Context) error) error {
	adminCtx, stopAdmin := context.WithCancel(context.WithoutCancel(ctx))
	defer stopAdmin()
	around, failing := errgroup.WithContext(adminCtx)
	around.Go(func() error { return adminPort(failing) })
	inner, stop := context.WithCancel(ctx)
	defer stop()
	defer context.AfterFunc(failing, stop)()
	defer context.AfterFunc(inner, func() { health.SetReady(false) })()
	health.SetReady(true)
	err := public(inner)
	stopAdmin()
	return errors.Join(err, around.Wait())
}
