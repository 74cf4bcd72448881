package stack

import (
	"context"
	"log/slog"
	"net"
	"strconv"
	"time"

	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/telemetry"
	console "github.com/partnerline/partnerline/services/console/app"
	"github.com/partnerline/partnerline/testkit/idp"
)

// listenConsole opens the ports of the console, so that its URL is known before anything starts.
func (s *Stack) listenConsole(ctx context.Context) error {
	if s.opts.IdentityProvider == "" {
		return nil
	}
	var err error
	if s.consoleLns, err = s.listenOn(ctx,
		[]want{{"console", s.opts.Ports.ConsoleHTTP}, {"console admin", s.opts.Ports.ConsoleAdmin}}); err != nil {
		return err
	}
	s.Env.ConsoleURL, s.Env.ConsoleAdminURL = "http://"+s.consoleLns[0].Addr().String(),
		"http://"+s.consoleLns[1].Addr().String()
	return nil
}

// startConsole starts the identity provider and the console.
func (s *Stack) startConsole(ctx context.Context) error {
	if s.opts.IdentityProvider == "" {
		return nil
	}
	var err error
	s.Identity, err = idp.Start(ctx, idp.Options{
		Program: s.opts.IdentityProvider, Listen: net.JoinHostPort("127.0.0.1", strconv.Itoa(s.opts.Ports.Identity)),
		Console: s.Env.ConsoleURL,
		Log:     logWriter{s.opts.Log.With(slog.String("program", idp.Name))},
	})
	if err != nil {
		return err
	}
	cfg := console.Config{
		Telemetry: telemetry.Config{SampleRatio: 1}, HTTPListener: s.consoleLns[0], AdminListener: s.consoleLns[1],
		PublicBaseURL: s.Env.ConsoleURL,
		WebhooksGRPC:  s.Env.VerificationGRPC, PartnerconnectGRPC: s.Env.PartnerGRPC,
		SessionKeys: envconfig.Secret(s.state.ConsoleSeals), PersonKeys: envconfig.Secret(s.state.PersonKeys),
		Issuer: s.Identity.Issuer, ClientID: idp.ClientID, ClientSecret: idp.ClientSecret, CLIClientID: idp.CLIClientID,
		Scopes: "openid profile email groups offline_access", RolesClaim: "groups",
		IdleLimit: time.Hour, SessionLimit: 12 * time.Hour, RefreshEvery: 5 * time.Minute, ShutdownGrace: grace,
	}
	if s.opts.ConfigureConsole != nil {
		s.opts.ConfigureConsole(&cfg)
	}
	s.run("console", func(ctx context.Context, log *slog.Logger) error { return console.Run(ctx, cfg, log) })
	return s.ready(ctx, s.Env.ConsoleAdminURL)
}

// logWriter logs what a program of others writes.
type logWriter struct{ log *slog.Logger }

func (w logWriter) Write(b []byte) (int, error) {
	w.log.Info("output", slog.String("text", string(b)))
	return len(b), nil
}
