// Command partnerline-conformance checks an adopter's implementation of a contract of providers.v1; docs/conformance.md
// says how.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"os"
	"os/signal"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/connectivity"
	"google.golang.org/grpc/credentials"

	"github.com/partnerline/partnerline/internal/buildinfo"
	"github.com/partnerline/partnerline/internal/grpcclient"
	"github.com/partnerline/partnerline/internal/mtls"
	"github.com/partnerline/partnerline/sdk/conformance"
)

const usage = `Usage: partnerline-conformance [flags] PART

PART is one of %s.
It calls the implementation at --address, with the token of the variable TOKEN. Reports come to --listen, with the token of the
variable REPORT_TOKEN. Exit status: 0 passed, 1 failed, 2 wrong usage, 3 nothing failed and some checks were not run.

`

func main() {
	log.SetOutput(io.Discard) // net/http logs what servers send
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	code, err := run(ctx, os.Args[1:], os.Getenv, os.Stdin, os.Stdout, os.Stderr)
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "partnerline-conformance:", err)
	}
	os.Exit(code) //nolint:gocritic // nothing is left to defer
}

// settings are what the command line and the environment say.
type settings struct {
	address, listen, hook, hookURL, only string
	ask, json, version                   bool
	tls                                  mtls.Config
	token, reportToken                   string
	options                              conformance.Options
}

func parse(args []string, getenv func(string) string, stderr io.Writer) (s settings, err error) {
	f := flag.NewFlagSet("partnerline-conformance", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.Usage = func() {
		_, _ = fmt.Fprintf(stderr, usage, strings.Join(conformance.Parts(), ", "))
		f.PrintDefaults()
	}
	f.StringVar(&s.address, "address", "", "host:port of the implementation")
	f.StringVar(&s.listen, "listen", "",
		"host:port where reports are taken, which the implementation knows as the address of partner connect")
	f.BoolVar(&s.ask, "ask", false, "ask a person to do what no call can do, such as paying")
	f.StringVar(&s.hook, "hook", "", "command that does it: reads the act as JSON, exits with 0 when it is done")
	f.StringVar(&s.hookURL, "hook-url", "",
		"URL that does it: gets the act as a POST of JSON, answers 2xx when it is done")
	f.BoolVar(&s.json, "json", false, "print the verdict as JSON")
	f.StringVar(&s.only, "only", "", "names of checks to run, comma-separated")
	f.DurationVar(&s.options.Wait, "wait", 30*time.Second, "how long a report may take")
	f.DurationVar(&s.options.Quiet, "quiet", 3*time.Second, "how long to wait for a report that must not come")
	f.DurationVar(&s.options.Lifetime, "lifetime", 3*time.Second,
		"how long what is to expire lasts: longer than a call takes")
	f.StringVar(&s.options.Company, "company", "", "scheme/number of a company that the register lists")
	f.StringVar(&s.options.Trader, "trader", "", "PL_NIP/number of a sole trader that the register lists")
	f.StringVar(&s.options.Unlisted, "unlisted", "", "scheme/number that the register does not list")
	f.StringVar(&s.tls.Cert, "tls-cert", "", "path of a certificate for calls and for reports, PEM; none: no TLS")
	f.StringVar(&s.tls.Key, "tls-key", "", "path of its private key")
	f.StringVar(&s.tls.CA, "tls-ca", "", "path of the authorities that certificates of the implementation come from")
	f.BoolVar(&s.version, "version", false, "print the version, the commit and the version of Go")
	if err := f.Parse(args); err != nil || s.version {
		return s, err
	}
	s.token, s.reportToken = getenv("TOKEN"), getenv("REPORT_TOKEN")
	var faults []error
	fault := func(wrong bool, what string) {
		if wrong {
			faults = append(faults, errors.New(what))
		}
	}
	fault(f.NArg() != 1, "want one PART: "+strings.Join(conformance.Parts(), ", "))
	fault(s.address == "", "--address: want host:port")
	fault(s.token == "", "TOKEN: must be set to the token that calls carry")
	fault(s.listen != "" && s.reportToken == "",
		"REPORT_TOKEN: must be set with --listen, to the token that reports carry")
	hooks := 0
	for _, set := range []bool{s.ask, s.hook != "", s.hookURL != ""} {
		if set {
			hooks++
		}
	}
	fault(hooks > 1, "--ask, --hook, --hook-url: want one of them")
	s.options.Part = f.Arg(0)
	if s.only != "" {
		s.options.Only = strings.Split(s.only, ",")
	}
	return s, errors.Join(append(faults, s.tls.Validate())...)
}

func run(ctx context.Context, args []string, getenv func(string) string, stdin io.Reader, stdout,
	stderr io.Writer) (int, error) {
	s, err := parse(args, getenv, stderr)
	if err != nil {
		return 2, err
	}
	if s.version {
		_, err := fmt.Fprintln(stdout, "partnerline-conformance", buildinfo.String())
		return 0, err
	}
	creds := s.tls.Credentials()
	conn, err1 := grpcclient.Dial(s.address, s.token, creds)
	without, err2 := grpc.NewClient(s.address, grpc.WithTransportCredentials(creds))
	if err := errors.Join(err1, err2); err != nil {
		return 2, err
	}
	defer func() { _, _ = conn.Close(), without.Close() }()
	o := s.options
	o.Conn, o.Without = conn, without
	switch {
	case s.ask:
		o.Hook = conformance.Ask(stdin, stderr)
	case s.hook != "":
		o.Hook = conformance.Command(strings.Fields(s.hook))
	case s.hookURL != "":
		o.Hook = conformance.Post(s.hookURL)
	}
	if s.listen != "" {
		reports, stop, err := serve(ctx, s.listen, s.reportToken, creds)
		if err != nil {
			return 2, err
		}
		defer stop()
		o.Reports = reports
	}
	progress := stdout
	if s.json {
		progress = stderr
	}
	if err := reach(ctx, conn); err != nil {
		return 2, fmt.Errorf("--address: %w", err)
	}
	v, err := conformance.Run(ctx, o, progress)
	switch {
	case err != nil:
		return 2, err
	case s.json:
		err = v.JSON(stdout)
	default:
		_, err = fmt.Fprintf(stdout, "\n%s: %s\n", v.Part, strings.ReplaceAll(string(v.Outcome), "_", " "))
	}
	return v.ExitCode(), err
}

// connectTimeout is how long an implementation may take to be up.
const connectTimeout = 10 * time.Second

// reach connects, so that an address that is wrong is not a verdict.
func reach(ctx context.Context, conn *grpc.ClientConn) error {
	ctx, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	conn.Connect()
	for state := conn.GetState(); state != connectivity.Ready; state = conn.GetState() {
		if !conn.WaitForStateChange(ctx, state) {
			return fmt.Errorf("%s was not reached", conn.Target())
		}
	}
	return nil
}

// serve takes reports until stop is called.
func serve(ctx context.Context, address, token string, creds credentials.TransportCredentials) (*conformance.Reports,
	func(), error) {
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, nil, fmt.Errorf("--listen: %w", err)
	}
	reports, server := conformance.NewReports(token), grpc.NewServer(grpc.Creds(creds))
	reports.Register(server)
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = server.Serve(l)
	}()
	return reports, func() { server.Stop(); <-done }, nil
}
