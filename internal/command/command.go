// Package command is the command line that all programs share: serve, migrate, check-config, healthcheck, admin.
package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/partnerline/partnerline/internal/lifecycle"
	"github.com/partnerline/partnerline/internal/telemetry"
)

// Program is what a command line controls.
type Program struct {
	Name    string
	Version string
	// Load reads the configuration; the other functions are called after it. It returns the log level and the admin
	// address.
	Load    func(environ []string) (level slog.Leveler, adminAddr string, err error)
	Serve   func(context.Context, *slog.Logger) error
	Migrate func(context.Context) error // nil: the program has no database
	// Admin calls the operator plane of a running program; see package adminclient. It needs none of the configuration.
	Admin func(context.Context, Invocation) error // nil: the program has no operator plane
}

// Invocation is one use of a command line.
type Invocation struct {
	Program string   // as it is called
	Args    []string // behind the command
	Environ []string // as of os.Environ
	Out     io.Writer
}

// UsageError is a wrong use of the command line.
type UsageError struct {
	What  string // what is wrong
	Usage string // what is right, in lines; empty: the program's usage
}

func (e *UsageError) Error() string { return e.What }

// Main runs the program with the arguments and returns the exit status: 0 done, 1 failed, 2 wrong usage.
func (p Program) Main(args []string) int {
	ctx, cancel := lifecycle.SignalContext()
	defer cancel()
	err := p.run(ctx, args, os.Environ(), os.Stdout)
	var usage *UsageError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &usage):
		fmt.Fprintf(os.Stderr, "%s: %s\n%s", p.Name, usage, cmp.Or(usage.Usage, p.usage()))
		return 2
	}
	fmt.Fprintf(os.Stderr, "%s: %v\n", p.Name, err)
	return 1
}

func usageError(what string) error { return &UsageError{What: what} }

func (p Program) usage() string {
	commands := []string{
		"serve         run until SIGINT or SIGTERM",
		"check-config  read the configuration from the environment and report every fault",
		"healthcheck   exit 0 when the program at ADMIN_ADDR is ready",
		"version       print the version",
	}
	if p.Migrate != nil {
		commands = slices.Insert(commands, 1, "migrate       bring the database forward to the schema of this program")
	}
	if p.Admin != nil {
		commands = append(commands, "admin         call the operator plane of a running program; alone: list what can be called")
	}
	return "usage: " + p.Name + " COMMAND\n  " + strings.Join(commands, "\n  ") + "\n"
}

func (p Program) run(ctx context.Context, args, environ []string, out io.Writer) error {
	if len(args) > 0 && args[0] == "admin" && p.Admin != nil {
		return p.Admin(ctx, Invocation{Program: p.Name, Args: args[1:], Environ: environ, Out: out})
	}
	if len(args) != 1 {
		return usageError("want one command")
	}
	if args[0] == "version" {
		_, err := fmt.Fprintln(out, p.Version)
		return err
	}
	level, adminAddr, err := p.Load(environ)
	switch args[0] {
	case "serve", "migrate", "check-config", "healthcheck":
		if err != nil {
			return err
		}
	default:
		return usageError("unknown command " + args[0])
	}
	switch args[0] {
	case "serve":
		TuneGC()
		log := telemetry.NewLogger(os.Stderr, level).With(slog.String("program", p.Name))
		return p.Serve(ctx, log)
	case "migrate":
		if p.Migrate == nil {
			return usageError("this program has no database")
		}
		return p.Migrate(ctx)
	case "healthcheck":
		return healthcheck(ctx, adminAddr)
	}
	_, err = fmt.Fprintln(out, "the configuration is valid")
	return err
}

func healthcheck(ctx context.Context, addr string) error {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return fmt.Errorf("ADMIN_ADDR: %w", err)
	}
	if host == "" || host == "0.0.0.0" || host == "::" {
		host = "127.0.0.1"
	}
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+net.JoinHostPort(host, port)+"/readyz", nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != http.StatusOK {
		body, _ := io.ReadAll(io.LimitReader(resp.Body, 4<<10))
		return fmt.Errorf("not ready: %s", strings.TrimSpace(string(body)))
	}
	return nil
}
