// Command partnerconnectd serves partner connect. It is configured by the environment; see app.Config.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/lifecycle"
	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/internal/telemetry"
	"github.com/partnerline/partnerline/services/partnerconnect/app"
)

const usage = `usage: partnerconnectd [serve | migrate | check-config | healthcheck]

  serve         serve until SIGINT or SIGTERM (default)
  migrate       bring the database of DATABASE_URL forward and end
  check-config  report every fault of the configuration and end
  healthcheck   ask ADMIN_ADDR whether the program is ready; exit status 1 if not`

func main() {
	ctx, stop := lifecycle.SignalContext()
	err := run(ctx, os.Args[1:], os.Environ(), os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "partnerconnectd:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args, environ []string, out io.Writer) error {
	command := "serve"
	if len(args) > 0 {
		command = args[0]
	}
	if len(args) > 1 {
		return errors.New(usage)
	}
	switch command {
	case "serve":
		var cfg app.Config
		if err := envconfig.Load(&cfg, environ); err != nil {
			return err
		}
		return app.Run(ctx, cfg, telemetry.NewLogger(out, cfg.Telemetry.LogLevel))
	case "migrate":
		var cfg pgdb.Config // a migration needs no other secret
		if err := envconfig.Load(&cfg, environ); err != nil {
			return err
		}
		return app.Migrate(ctx, cfg)
	case "check-config":
		var cfg app.Config
		if err := envconfig.Load(&cfg, environ); err != nil {
			return err
		}
		_, err := fmt.Fprintln(out, "the configuration is valid")
		return err
	case "healthcheck":
		var cfg struct {
			Addr string `env:"ADMIN_ADDR" default:"127.0.0.1:8081"`
		}
		if err := envconfig.Load(&cfg, environ); err != nil {
			return err
		}
		return healthcheck(ctx, cfg.Addr)
	}
	return errors.New(usage)
}

// probeTimeout is longer than the checks behind /readyz may take.
const probeTimeout = 2 * time.Second

func healthcheck(ctx context.Context, addr string) error {
	ctx, cancel := context.WithTimeout(ctx, probeTimeout)
	defer cancel()
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return fmt.Errorf("ADMIN_ADDR: %w", err)
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "localhost" // it listens on all addresses, this one among them
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+net.JoinHostPort(host, port)+"/readyz", nil)
	if err != nil {
		return err
	}
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	resp, err := client.Do(req)
	if err != nil {
		return fmt.Errorf("not reachable: %w", err)
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != http.StatusOK {
		body, _ := io.ReadAll(io.LimitReader(resp.Body, 4096))
		return fmt.Errorf("not ready: %s", body)
	}
	return nil
}
