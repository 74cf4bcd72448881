package stack

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"strconv"
	"time"

	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/natsconn"
	"github.com/partnerline/partnerline/internal/operators"
	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/internal/ratelimit"
	"github.com/partnerline/partnerline/internal/streams"
	"github.com/partnerline/partnerline/internal/telemetry"
	dispatcher "github.com/partnerline/partnerline/services/dispatcher/app"
	"github.com/partnerline/partnerline/services/partnerconnect/app"
	webhooks "github.com/partnerline/partnerline/services/webhooks/app"
)

// Ports of the programs on 127.0.0.1.
type Ports struct {
	PartnerHTTP, PartnerGRPC, PartnerAdmin                int
	VerificationHTTP, VerificationGRPC, VerificationAdmin int
	DispatcherAdmin                                       int
	ConsoleHTTP, ConsoleAdmin, Identity                   int // of the console, if there is one, and its identity provider
}

// DefaultPorts are what `make run` prefers.
func DefaultPorts() Ports {
	return Ports{
		PartnerHTTP: 8080, PartnerGRPC: 9080, PartnerAdmin: 8081,
		VerificationHTTP: 8090, VerificationGRPC: 9090, VerificationAdmin: 8091,
		DispatcherAdmin: 8101,
		ConsoleHTTP:     8110, ConsoleAdmin: 8111,
	}
}

// grace is how long a program may take to stop.
const grace = 15 * time.Second

// streamMaxBytes is what each stream may hold: a million deliveries and some.
const streamMaxBytes = 2 << 30

func (s *Stack) streamBytes() int64 { return cmp.Or(s.opts.StreamMaxBytes, streamMaxBytes) }

// RecoveryRate is how many deliveries a second recoveries send unless Options say otherwise.
const RecoveryRate = 100

// FreeRefund is up to which amount, in minor units of PLN, a refund of an operator needs no second person.
const FreeRefund = 10_000

// maxConns keeps both programs well below the 200 connections of the server.
const maxConns = 24

// limits are raised for load tests and for chaos; the documented ones are the default of the programs.
func (s *Stack) limits() ratelimit.Config {
	if s.opts.CallsPerKey > 0 {
		return ratelimit.Config{Key: s.opts.CallsPerKey}
	}
	return ratelimit.Config{Key: 10_000_000, Writes: 10_000_000, Uploads: 10_000_000, Failures: 10_000_000}
}

// The defaults of what a tenant may cause in test mode in a minute.
const (
	TestDeliveries = 30_000
	TestAnswers    = 32 // MiB
)

// A program is one of the three, running.
type program struct {
	cancel context.CancelFunc
	done   chan struct{}
	err    error // valid once done is closed
}

func (p *program) stop() error {
	p.cancel()
	<-p.done
	return p.err
}

func (s *Stack) run(name string, f func(context.Context, *slog.Logger) error) {
	ctx, cancel := context.WithCancel(context.Background())
	p := &program{cancel: cancel, done: make(chan struct{})}
	s.programs[name] = p
	go func() {
		defer close(p.done)
		p.err = f(ctx, s.opts.Log.With(slog.String("program", name)))
	}()
}

// listeners are the sockets of the programs.
type listeners struct{ open []net.Listener }

// on listens on the port of the loopback address, or on a free one when that is 0 or taken.
func (l *listeners) on(ctx context.Context, port int) (net.Listener, error) {
	lc := &net.ListenConfig{}
	ln, err := lc.Listen(ctx, "tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil && port != 0 {
		ln, err = lc.Listen(ctx, "tcp", "127.0.0.1:0")
	}
	if err != nil {
		return nil, err
	}
	l.open = append(l.open, ln)
	return ln, nil
}

// listenAll opens the ports of the programs. A preferred port that another program has is replaced by a free one, which
// the folder keeps from then on: links that were handed out hold the port.
func (s *Stack) listenAll(ctx context.Context) ([]net.Listener, error) {
	p := s.opts.Ports
	lns, err := s.listenOn(ctx, []want{
		{"partner connect", p.PartnerHTTP}, {"partner connect gRPC", p.PartnerGRPC},
		{"partner connect admin", p.PartnerAdmin},
		{"webhooks", p.VerificationHTTP}, {"webhooks gRPC", p.VerificationGRPC}, {"webhooks admin", p.VerificationAdmin},
		{"dispatcher admin", p.DispatcherAdmin},
	})
	if err == nil {
		err = s.listenConsole(ctx)
	}
	if err != nil || len(s.Moved) == 0 {
		return lns, err
	}
	return lns, s.state.save(filepath.Join(s.opts.Dir, "state.json"))
}

// want is a port that is wanted for what has the name.
type want struct {
	name string
	port int
}

func (s *Stack) listenOn(ctx context.Context, wanted []want) (lns []net.Listener, err error) {
	for _, want := range wanted {
		port := want.port
		if kept, ok := s.state.Ports[want.name]; ok && port != 0 {
			port = kept
		}
		ln, err := s.listen.on(ctx, port)
		if err != nil {
			return nil, err
		}
		lns = append(lns, ln)
		if got := ln.Addr().(*net.TCPAddr).Port; port != 0 && got != port {
			s.Moved = append(s.Moved, fmt.Sprintf("Port %d is taken by another program: %s is on %d, here and at every later "+
				"start.", port, want.name, got))
			if s.state.Ports == nil {
				s.state.Ports = map[string]int{}
			}
			s.state.Ports[want.name] = got
		}
	}
	return lns, nil
}

func (l *listeners) close() {
	for _, ln := range l.open {
		_ = ln.Close() // closed by its program already unless that never started
	}
}

func (s *Stack) startPrograms(ctx context.Context) error {
	lns, err := s.listenAll(ctx)
	if err != nil {
		return err
	}
	topology := streams.DefaultConfig()
	topology.MaxBytes = s.streamBytes()
	if len(s.opts.RetrySchedule) > 0 {
		topology.Retry.Schedule = s.opts.RetrySchedule
	}
	webhooksURL, err1 := s.databaseURL(webhooksDB)
	partnerURL, err2 := s.databaseURL(partnerconnectDB)
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	http := func(i int) string { return "http://" + lns[i].Addr().String() }
	s.Env = Env{
		ConsoleURL: s.Env.ConsoleURL, ConsoleAdminURL: s.Env.ConsoleAdminURL,
		PartnerBaseURL: http(0), PartnerGRPC: lns[1].Addr().String(), PartnerAdminURL: http(2),
		VerificationBaseURL: http(3), VerificationGRPC: lns[4].Addr().String(), AdminURL: http(5),
		DispatcherAdminURL: http(6), InternalToken: s.state.InternalToken,
	}
	exports := telemetry.Config{OTLPEndpoint: s.opts.Collector, SampleRatio: 1}
	nats, token := natsconn.Config{URL: s.NATSURL()}, envconfig.Secret(s.state.InternalToken)
	deliveries, answers := 0, 0
	if s.opts.TestLimits {
		deliveries, answers = TestDeliveries, TestAnswers
	}
	s.run("webhooks", func(ctx context.Context, log *slog.Logger) error {
		return webhooks.Run(ctx, webhooks.Config{
			Postgres: pgdb.Config{URL: envconfig.Secret(webhooksURL), MaxConns: maxConns}, NATS: nats, Telemetry: exports,
			RateLimit: s.limits(), Reflection: true,
			HTTPListener: lns[3], GRPCListener: lns[4], AdminListener: lns[5],
			InternalToken: token, Operators: operators.Config{Bootstrap: true, Issuer: s.Env.ConsoleURL},
			DispatcherToken:     envconfig.Secret(s.state.DispatcherToken),
			PartnerconnectToken: envconfig.Secret(s.state.PartnerconnectToken),
			EncryptionKeys:      envconfig.Secret(s.state.EncryptionKeys), Migrate: true,
			EgressAllow: "127.0.0.0/8", Streams: topology, PublicBaseURL: s.Env.VerificationBaseURL, PortalSession: time.Hour,
			EndpointLimit: 10_000, EventStreams: 2_000, Retention: 720 * time.Hour, SweepEvery: 10 * time.Second,
			OverdueAfter: 90 * time.Second, FailingAfter: 25, RelayShards: 16, LargeEventRate: 6000,
			RecoveryRate: cmp.Or(s.opts.RecoveryRate, RecoveryRate), ShutdownGrace: grace,
			TestDeliveries: deliveries, TestAnswers: answers,
		}, log)
	})
	partner := app.Config{
		Postgres: pgdb.Config{URL: envconfig.Secret(partnerURL), MaxConns: maxConns}, Telemetry: exports,
		RateLimit: s.limits(), Reflection: true,
		HTTPListener: lns[0], GRPCListener: lns[1], AdminListener: lns[2], PublicBaseURL: s.Env.PartnerBaseURL,
		InternalToken: token, Operators: operators.Config{Bootstrap: true, Issuer: s.Env.ConsoleURL},
		PartnerconnectToken: envconfig.Secret(s.state.PartnerconnectToken),
		EncryptionKeys:      envconfig.Secret(s.state.EncryptionKeys), LinkKeys: envconfig.Secret(s.state.LinkKeys),
		IdentityHashKey: envconfig.Secret(s.state.IdentityHashKey), DocumentsDir: filepath.Join(s.opts.Dir, "documents"),
		WebhooksGRPC: s.Env.VerificationGRPC, NATS: nats, FeeBasisPoints: 90,
		Migrate: true, ShutdownGrace: grace,
	}
	partner.FourEyes.Modes = "off" // the internal token, which names no person, is the operator where no people are
	if s.opts.FourEyes {
		partner.FourEyes.Modes, partner.FourEyes.RefundsAbove = "all", fmt.Sprintf("PLN:%d", FreeRefund)
	}
	if s.opts.Configure != nil {
		if err := s.opts.Configure(ctx, s.Env, &partner); err != nil {
			return err
		}
	}
	s.run("partnerconnect", func(ctx context.Context, log *slog.Logger) error {
		return app.Run(ctx, partner, log)
	})
	urls := []string{s.Env.AdminURL, s.Env.PartnerAdminURL}
	if !s.opts.NoDispatcher {
		urls = append(urls, s.Env.DispatcherAdminURL)
		s.run("dispatcher", func(ctx context.Context, log *slog.Logger) error {
			cfg := dispatcher.Defaults()
			cfg.NATS, cfg.Telemetry, cfg.AdminListener = nats, exports, lns[6]
			cfg.WebhooksGRPC, cfg.DispatcherToken, cfg.Streams = s.Env.VerificationGRPC,
				envconfig.Secret(s.state.DispatcherToken), topology
			cfg.EgressAllow, cfg.ShutdownGrace = "127.0.0.0/8", grace
			return dispatcher.Run(ctx, cfg, log)
		})
	}
	for _, url := range urls {
		if err := s.ready(ctx, url); err != nil {
			return err
		}
	}
	return s.startConsole(ctx)
}

// DispatcherEnviron is the environment of a dispatcher process that joins the stack.
func (s *Stack) DispatcherEnviron() []string {
	environ := []string{
		"NATS_URL=" + s.NATSURL(), "WEBHOOKS_GRPC=" + s.Env.VerificationGRPC, "DISPATCHER_TOKEN=" + s.state.DispatcherToken,
		"EGRESS_ALLOW=127.0.0.0/8", "ADMIN_ADDR=127.0.0.1:0", "STREAM_MAX_BYTES=" + strconv.FormatInt(s.streamBytes(), 10),
	}
	if len(s.opts.RetrySchedule) > 0 {
		environ = append(environ, "RETRY_SCHEDULE="+s.opts.RetrySchedule.String())
	}
	return environ
}

// readyWithin bounds the start of a program, migrations included.
const readyWithin = 60 * time.Second

// ready waits until the program behind an admin URL is ready, or one of them has ended.
func (s *Stack) ready(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, readyWithin)
	defer cancel()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url+"/readyz", nil)
		if err != nil {
			return err
		}
		if resp, err := http.DefaultClient.Do(req); err == nil {
			_ = resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				return nil
			}
		}
		for name, p := range s.programs {
			select {
			case <-p.done:
				return fmt.Errorf("%s ended at its start: %w", name, p.err)
			default:
			}
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return fmt.Errorf("%s is not ready: %w", url, ctx.Err())
		}
	}
}

// Failed receives the error of a program that exited unexpectedly.
func (s *Stack) Failed() <-chan error {
	failed := make(chan error, len(s.programs))
	for name, p := range s.programs {
		go func() {
			<-p.done
			failed <- fmt.Errorf("%s ended: %w", name, p.err)
		}()
	}
	return failed
}
