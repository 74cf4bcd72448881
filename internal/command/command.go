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

	"github.com/partnerline/partnerline/internal/buildinfo"
	"github.com/partnerline/partnerline/internal/lifecycle"
	"github.com/partnerline/partnerline/internal/telemetry"
)

// Program is what a command line controls.
type Program struct {
	Name string
	// Load reads the configuration, and is called before Serve. It returns the log level and the admin address.
	Load  func(environ []string) (level slog.Leveler, adminAddr string, err error)
	Serve func(context.Context, *slog.Logger) error
	// Migrate migrates the database of the environment, and returns what it did.
	Migrate func(ctx context.Context, environ []string) (string, error) // nil: the program has no database
	// Remarks is what check-config says of a configuration besides that it is valid, in lines. It is called after Load.
	Remarks func() string // nil: nothing
	// Admin calls the operator plane of a running program; see package adminclient. It needs none of the configuration.
	Admin func(context.Context, Invocation) error // nil: the program has no operator plane
	// VerifyAudit checks a file with an export of the audit trail. It needs none of the configuration.
	VerifyAudit func(context.Context, Invocation) error // nil: the program has no such exports
	// Keys makes, wraps and checks the keys of settings; see package keywrap. It needs none of the configuration but them.
	Keys func(context.Context, Invocation) error // nil: the program has no such keys
}

// Invocation is one use of a command line.
type Invocation struct {
	Program string   // as it is called
	Args    []string // after the command
	Environ []string // as of os.Environ
	Out     io.Writer
}

// UsageError is wrong usage of the command line.
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

// A subcommand is the first argument of the command line.
type subcommand struct {
	name  string
	short string // one line
	long  string // what help adds
	run   func(context.Context, Invocation) error
	args  bool // whether it takes arguments of its own, help included
}

// subcommands are what the program has, in the order of the usage.
func (p Program) subcommands() []subcommand {
	list := []subcommand{{
		name: "serve", short: "run until SIGINT or SIGTERM", run: p.serve,
		long: "The configuration is read from the environment; docs/operations.md lists the settings. Any NAME may be " +
			"given as a file by NAME_FILE.\n",
	}}
	if p.Migrate != nil {
		list = append(list, subcommand{
			name: "migrate", short: "bring the database forward to the schema of this program, and say what was applied",
			run:  p.migrate,
			long: "Needs DATABASE_URL or DATABASE_URL_FILE alone. Many may run at once: one works, the others wait for it.\n",
		})
	}
	list = append(list, subcommand{
		name: "check-config", short: "read the configuration from the environment and report every fault", run: p.checkConfig,
		long: "Exit status 0 means that serve accepts the configuration. Nothing is connected to.\n",
	}, subcommand{
		name: "healthcheck", short: "exit 0 when the program at ADMIN_ADDR is ready", run: p.healthcheck,
		long: "Exit status 1 and the faults of /readyz on standard error when it is not.\n",
	}, subcommand{
		name: "version", short: "print the version, the commit and the version of Go",
		run: func(_ context.Context, in Invocation) error {
			_, err := fmt.Fprintln(in.Out, p.Name, buildinfo.String())
			return err
		},
	})
	if p.Admin != nil {
		list = append(list,
			subcommand{
				name: "admin", short: "call the operator plane of a running program; alone: list what can be called", run: p.Admin,
				args: true,
			})
	}
	if p.VerifyAudit != nil {
		list = append(list,
			subcommand{
				name: "verify-audit", short: "check an export of the audit trail, without the program that made it",
				run: p.VerifyAudit, args: true,
			})
	}
	if p.Keys != nil {
		list = append(list,
			subcommand{
				name: "keys", short: "make, wrap and check keys that a KMS wraps", run: p.Keys, args: true,
			})
	}
	return append(list,
		subcommand{name: "help", short: "this list, or what is to be known of a command", run: p.help, args: true})
}

func (p Program) find(name string) (subcommand, error) {
	list := p.subcommands()
	if i := slices.IndexFunc(list, func(c subcommand) bool { return c.name == name }); i >= 0 {
		return list[i], nil
	}
	return subcommand{}, &UsageError{What: "there is no command " + name}
}

func (p Program) usage() string {
	var b strings.Builder
	fmt.Fprintf(&b, "usage: %s COMMAND\n", p.Name)
	for _, c := range p.subcommands() {
		fmt.Fprintf(&b, "  %-13s %s\n", c.name, c.short)
	}
	return b.String()
}

func wantsHelp(arg string) bool { return slices.Contains([]string{"-h", "-help", "--help"}, arg) }

func (p Program) run(ctx context.Context, args, environ []string, out io.Writer) error {
	if len(args) == 0 {
		return &UsageError{What: "want a command"}
	}
	if wantsHelp(args[0]) {
		args = append([]string{"help"}, args[1:]...)
	}
	c, err := p.find(args[0])
	if err != nil {
		return err
	}
	in := Invocation{Program: p.Name, Args: args[1:], Environ: environ, Out: out}
	switch {
	case c.args || len(in.Args) == 0:
		return c.run(ctx, in)
	case wantsHelp(in.Args[0]):
		in.Args = args[:1]
		return p.help(ctx, in)
	}
	return &UsageError{What: fmt.Sprintf("%s takes no arguments, got %q", c.name, in.Args), Usage: p.usageOf(c)}
}

func (p Program) usageOf(c subcommand) string {
	return fmt.Sprintf("usage: %s %s\n%s.\n%s", p.Name, c.name, c.short, c.long)
}

func (p Program) help(ctx context.Context, in Invocation) error {
	text := p.usage()
	if len(in.Args) > 0 {
		c, err := p.find(in.Args[0])
		switch {
		case err != nil:
			return err
		case c.args && c.name != "help":
			in.Args = append(in.Args[1:], "--help")
			return c.run(ctx, in)
		case len(in.Args) > 1:
			return &UsageError{What: fmt.Sprintf("%s has no commands of its own", c.name)}
		}
		text = p.usageOf(c)
	}
	_, err := io.WriteString(in.Out, text)
	return err
}

func (p Program) serve(ctx context.Context, in Invocation) error {
	level, _, err := p.Load(in.Environ)
	if err != nil {
		return err
	}
	TuneGC()
	log := telemetry.NewLogger(os.Stderr, level).With(slog.String("program", p.Name))
	telemetry.LogFaults(log)
	begin(ctx, log)
	return p.Serve(ctx, log)
}

// begin logs which build starts.
func begin(ctx context.Context, log *slog.Logger) {
	log.LogAttrs(ctx, slog.LevelInfo, "starting", slog.String("version", buildinfo.Version()),
		slog.String("commit", buildinfo.Commit()), slog.String("go", buildinfo.Go()))
}

func (p Program) migrate(ctx context.Context, in Invocation) error {
	done, err := p.Migrate(ctx, in.Environ)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(in.Out, done)
	return err
}

func (p Program) checkConfig(_ context.Context, in Invocation) error {
	if _, _, err := p.Load(in.Environ); err != nil {
		return err
	}
	remarks := ""
	if p.Remarks != nil {
		remarks = p.Remarks()
	}
	_, err := fmt.Fprint(in.Out, "the configuration is valid\n", remarks)
	return err
}

func (p Program) healthcheck(ctx context.Context, in Invocation) error {
	_, addr, err := p.Load(in.Environ)
	if err != nil {
		return err
	}
	return healthcheck(ctx, addr)
}

// LocalAddr turns an address to listen on into one to call on this machine: a port of all interfaces is one of
// loopback.
func LocalAddr(addr string) (string, error) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return "", err
	}
	if host == "" || host == "0.0.0.0" || host == "::" {
		host = "127.0.0.1"
	}
	return net.JoinHostPort(host, port), nil
}

func healthcheck(ctx context.Context, addr string) error {
	local, err := LocalAddr(addr)
	if err != nil {
		return fmt.Errorf("ADMIN_ADDR: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+local+"/readyz", nil)
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
