// Command devstack runs the whole system on this machine: Postgres, NATS and the three programs. It walks the main job
// once, visibly, and stays up until Ctrl-C. With --once it ends after the walk, with status 0 only if every step held.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/partnerline/partnerline/e2e/stack"
	"github.com/partnerline/partnerline/e2e/walk"
	"github.com/partnerline/partnerline/internal/lifecycle"
	"github.com/partnerline/partnerline/internal/telemetry"
)

func main() {
	once := flag.Bool("once", false, "end after the walk")
	dir := flag.String("dir", ".devstack", "where data, keys and the log are kept")
	flag.Parse()
	ctx, cancel := lifecycle.SignalContext()
	defer cancel()
	if err := run(ctx, *dir, *once, os.Stdout); err != nil {
		fmt.Fprintf(os.Stderr, "\ndevstack: %v\n", err)
		os.Exit(1) //nolint:gocritic // nothing is left to defer
	}
}

// stopWithin bounds the stop of everything.
const stopWithin = 40 * time.Second

func run(ctx context.Context, dir string, once bool, out io.Writer) (err error) {
	hold, err := stack.Claim(dir) // before anything of one that runs is touched, its log above all
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, hold.Release()) }()
	logFile, err := os.OpenFile(filepath.Join(dir, "log"), os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600) //nolint:gosec // our own file
	if err != nil {
		return err
	}
	defer func() { _ = logFile.Close() }()
	log := telemetry.NewLogger(logFile, slog.LevelInfo)

	start := time.Now()
	fmt.Fprintln(out, "Starting Postgres, NATS and the three programs ...")
	s, err := stack.Start(ctx, stack.Options{
		Dir: dir, DatabaseURL: os.Getenv("DATABASE_URL"), NATSURL: os.Getenv("NATS_URL"), Ports: stack.DefaultPorts(), Durable: true, Log: log,
	})
	if err != nil {
		return fmt.Errorf("%w\nThe log is %s", err, logFile.Name())
	}
	defer func() {
		fmt.Fprintln(out, "Stopping ...")
		stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopWithin)
		defer cancel()
		err = errors.Join(err, s.Stop(stop))
	}()
	if err := hold.Announce(s.Env); err != nil {
		return err
	}
	for _, moved := range s.Moved {
		fmt.Fprintln(out, moved)
	}
	envFile := filepath.Join(dir, "env")
	if err := os.WriteFile(envFile, []byte(s.Env.Shell()), 0o600); err != nil {
		return err
	}
	fmt.Fprintf(out, "Up after %.1f s.\n\nThe main job:\n", time.Since(start).Seconds())
	err = walk.Run(ctx, s.Env, func(step, detail string) { fmt.Fprintf(out, "  ok  %-24s %s\n", step, detail) })
	if err != nil {
		return fmt.Errorf("the walk failed: %w\nThe log is %s", err, logFile.Name())
	}
	if once {
		fmt.Fprintln(out, "\nEvery step held.")
		return nil
	}
	hosted, err := s.DemoHostedURL(ctx)
	if err != nil {
		return fmt.Errorf("the demo merchant's link: %w", err)
	}
	fmt.Fprintf(out, `
Try it (keys and addresses are in %[1]s):

  source %[1]s
  curl -s $PARTNER_BASE_URL/onboarding -H "Authorization: Bearer $PARTNER_KEY" \
       -H 'Content-Type: application/json' -d '{"partner_external_ref":"my-first"}'
  curl -s $VERIFICATION_BASE_URL/api/v1/webhooks -H "Authorization: Bearer $VERIFICATION_API_KEY" \
       -H 'Content-Type: application/json' -d '{"url":"http://127.0.0.1:4000/","events":["*"]}'
  curl -s $VERIFICATION_BASE_URL/api/v1/verifications -H "Authorization: Bearer $VERIFICATION_API_KEY" \
       -H 'Content-Type: application/json' -d '{"kind":"identity"}'

Open and read:

  Hosted flow of a merchant   %[5]s
  Its steps                   docs/hosted-flow.md
  Both APIs, as OpenAPI       proto/gen/openapi/partnerline.swagger.json
  Errors and their remedies   docs/errors.md
  Settings and operation      docs/operations.md

Partner connect %[2]s   Webhooks %[3]s
Log %[4]s               Ctrl-C stops everything.
`, envFile, s.Env.PartnerBaseURL, s.Env.VerificationBaseURL, logFile.Name(), hosted)
	select {
	case <-ctx.Done():
		return nil
	case err := <-s.Failed():
		return err
	}
}
