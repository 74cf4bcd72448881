// Command devstack runs the whole system on this machine: Postgres, NATS and the three programs. It walks the main job
// once, visibly, and stays up until Ctrl-C. With --once it ends after the walk, with status 0 only if every step held.
//
// With --live-demo it also runs an SMTP server, the example provider and the folder of the example bank, to which live
// mode is connected. The walk is one of live mode then, and made with --once alone: otherwise a person plays all parts
// (docs/going-live.md).
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/partnerline/partnerline/e2e/livedemo"
	"github.com/partnerline/partnerline/e2e/stack"
	"github.com/partnerline/partnerline/e2e/walk"
	"github.com/partnerline/partnerline/internal/lifecycle"
	"github.com/partnerline/partnerline/internal/telemetry"
	"github.com/partnerline/partnerline/testkit/idp"
)

func main() {
	var o options
	flag.BoolVar(&o.once, "once", false, "end after the walk")
	flag.BoolVar(&o.live, "live-demo", false,
		"connect live mode to an SMTP server, the example provider and the example bank")
	flag.StringVar(&o.dir, "dir", ".devstack", "where data, keys and the log are kept")
	flag.Parse()
	ctx, cancel := lifecycle.SignalContext()
	defer cancel()
	if err := run(ctx, o, os.Stdout); err != nil {
		fmt.Fprintf(os.Stderr, "\ndevstack: %v\n", err)
		os.Exit(1) //nolint:gocritic // nothing is left to defer
	}
}

// options are those of the command line.
type options struct {
	once, live bool
	dir        string
}

// stopWithin bounds the stop of everything.
const stopWithin = 40 * time.Second

func run(ctx context.Context, o options, out io.Writer) (err error) {
	dir := o.dir
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
	telemetry.LogFaults(log)

	start := time.Now()
	fmt.Fprintln(out, "Starting Postgres, NATS and the three programs ...")
	with := stack.Options{
		Dir: dir, DatabaseURL: os.Getenv("DATABASE_URL"), NATSURL: os.Getenv("NATS_URL"), Ports: stack.DefaultPorts(),
		Durable: true, Log: log, IdentityProvider: identityProvider(),
	}
	stopping := func(stop func(context.Context) error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopWithin)
		defer cancel()
		err = errors.Join(err, stop(ctx))
	}
	var demo *livedemo.Demo
	if o.live {
		if demo, err = startDemo(ctx, dir); err != nil {
			return err
		}
		defer stopping(demo.Stop)
		with.Configure = demo.Configure
	}
	with.FourEyes = !o.live && with.IdentityProvider != "" // in live mode the walk decides alone, by the internal token
	s, err := stack.Start(ctx, with)
	if err != nil {
		return fmt.Errorf("%w\nThe log is %s", err, logFile.Name())
	}
	defer stopping(s.Stop)
	defer fmt.Fprintln(out, "Stopping ...")
	if err := hold.Announce(s.Env); err != nil {
		return err
	}
	for _, moved := range s.Moved {
		fmt.Fprintln(out, moved)
	}
	envFile := filepath.Join(dir, "env")
	env := s.Env.Shell()
	if demo != nil {
		env += demo.Shell()
	}
	if err := os.WriteFile(envFile, []byte(env), 0o600); err != nil {
		return err
	}
	fmt.Fprintf(out, "Up after %.1f s.\n", time.Since(start).Seconds())
	if !o.live || o.once {
		if err := take(ctx, s.Env, demo, out); err != nil {
			return fmt.Errorf("the walk failed: %w\nThe log is %s", err, logFile.Name())
		}
	}
	switch {
	case o.once:
		fmt.Fprintln(out, "\nEvery step held.")
		return nil
	case o.live:
		introduceDemo(out, envFile, logFile.Name(), s.Env, demo.Live())
	default:
		if err := introduce(ctx, out, envFile, logFile.Name(), s); err != nil {
			return err
		}
	}
	select {
	case <-ctx.Done():
		return nil
	case err := <-s.Failed():
		return err
	}
}

// identityProvider is the program that make run builds beside this one; empty when it did not, as for a walk alone.
func identityProvider() string {
	self, err := os.Executable()
	if err != nil {
		return ""
	}
	program := filepath.Join(filepath.Dir(self), idp.Name)
	if _, err := os.Stat(program); err != nil {
		return ""
	}
	return program
}

// take walks through the main job, in live mode when that is connected.
func take(ctx context.Context, env stack.Env, demo *livedemo.Demo, out io.Writer) error {
	fmt.Fprintln(out, "\nThe main job:")
	report := func(step, detail string) { fmt.Fprintf(out, "  ok  %-24s %s\n", step, detail) }
	if demo == nil {
		return walk.Run(ctx, env, report)
	}
	return walk.RunLive(ctx, env, demo.Live(), report)
}

// startDemo starts what live mode needs; its programs are beside this one, where make run built them.
func startDemo(ctx context.Context, dir string) (*livedemo.Demo, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	bin := filepath.Dir(self)
	return livedemo.Start(ctx, livedemo.Options{Dir: filepath.Join(dir, "live"), Bin: bin,
		Tools: filepath.Join(filepath.Dir(bin), "tools", "mail"), Ports: true})
}

// introduceDemo says where a person plays the parts of live mode.
func introduceDemo(out io.Writer, envFile, log string, env stack.Env, live walk.Live) {
	fmt.Fprintf(out, `
Live mode is connected. docs/going-live.md goes from here to the first payout; its commands begin with

  source %[1]s

  Mailbox            %[2]s
  Example provider   %[3]s
  Files of the bank  %[4]s

Partner connect %[5]s   Webhooks %[6]s
Log %[7]s               Ctrl-C stops everything.
`, envFile, live.MailURL, live.ProviderURL, live.BankDir, env.PartnerBaseURL, env.VerificationBaseURL, log)
}

// introduce says what can be tried.
func introduce(ctx context.Context, out io.Writer, envFile, log string, s *stack.Stack) error {
	hosted, err := s.DemoHostedURL(ctx)
	if err != nil {
		return fmt.Errorf("the demo merchant's link: %w", err)
	}
	portal, err := s.DemoPortalURL(ctx)
	if err != nil {
		return fmt.Errorf("the demo tenant's portal: %w", err)
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

  Console                     %[6]s
                              (viewer@example.com, support@..., reviewer@..., finance@..., administrator@..., and to confirm
                              what these propose, reviewer2@... and finance2@...; password "password")
  Its first steps             docs/console.md
  Portal of a tenant          %[7]s
                              (opens once, within five minutes; docs/portal.md makes another link)
  Hosted flow of a merchant   %[5]s
  Its steps                   docs/hosted-flow.md
  Partner connect, reference  %[2]s/docs
  Webhooks, reference         %[3]s/docs
  Errors and their remedies   docs/errors.md
  Settings and operation      docs/operations.md

Partner connect %[2]s   Webhooks %[3]s
Log %[4]s               Ctrl-C stops everything.
`, envFile, s.Env.PartnerBaseURL, s.Env.VerificationBaseURL, log, hosted,
		cmp.Or(s.Env.ConsoleURL, "not built: make run builds it"), portal)
	return nil
}
