// Package stack runs the whole system in one process: Postgres and NATS, which it starts itself unless given where they
// are, and the three programs, each with its own database, listeners and telemetry. devstack and the end-to-end tests
// use it; what ships does not.
package stack

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/retry"
	console "github.com/partnerline/partnerline/services/console/app"
	"github.com/partnerline/partnerline/services/partnerconnect/app"
	webhooks "github.com/partnerline/partnerline/services/webhooks/app"
	"github.com/partnerline/partnerline/testkit/idp"
	"github.com/partnerline/partnerline/testkit/natsserver"
	"github.com/partnerline/partnerline/testkit/pgserver"
)

// Options say what to run.
type Options struct {
	Dir           string         // where everything is kept
	DatabaseURL   string         // of a Postgres server that runs already; empty: start one
	NATSURL       string         // of a NATS server that runs already; empty: start one in this process
	RetrySchedule retry.Schedule // empty: the default
	Ports         Ports          // preferred ports; 0: a free one; taken: a free one that Dir keeps
	Durable       bool           // Postgres syncs its commits to disk
	NoDispatcher  bool           // leave the dispatcher out, for a test that runs it as a process of its own
	RecoveryRate  int            // deliveries a second that recoveries send; 0: RecoveryRate
	CallsPerKey   int            // that a key may make in a minute; 0: more than any test makes
	TestLimits    bool           // limit deliveries and stored answers of test mode, by the defaults
	// URL of an OTLP collector of all traces, metrics and logs; empty: they stay in the programs
	Collector string
	Log       *slog.Logger

	StreamMaxBytes int64 // of each stream; 0: room for a million deliveries

	// Configure changes the configuration of partner connect when its addresses are known and before it starts: connects
	// live mode to providers, for example. Nil leaves live mode without any.
	Configure func(ctx context.Context, env Env, cfg *app.Config) error

	IdentityProvider string // path of the program of tools/dex; empty: no console runs
	// another person confirms activations, and refunds above FreeRefund, also in test mode
	FourEyes         bool
	ConfigureConsole func(cfg *console.Config) // likewise, of the console; nil leaves it as it is
}

// A Stack is the running system.
type Stack struct {
	Env      Env
	Identity *idp.Provider // of the console; nil without one
	Moved    []string      // ports that were taken, and what is used instead, as sentences

	opts     Options
	postgres *pgserver.Server
	nats     *natsserver.Server
	state    state
	programs map[string]*program
	listen   listeners

	consoleLns []net.Listener
}

// Start starts everything and returns once all programs are ready and the demo tenants, partners and keys exist.
func Start(ctx context.Context, o Options) (_ *Stack, err error) {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	s := &Stack{opts: o, programs: map[string]*program{}}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.Stop(context.WithoutCancel(ctx)))
		}
	}()
	if err := os.MkdirAll(o.Dir, 0o755); err != nil { //nolint:gosec // Postgres runs as another user below it
		return nil, err
	}
	// Postgres first: its lock also guards the rest of the folder against a second stack.
	if err := s.startPostgres(ctx); err != nil {
		return nil, err
	}
	if err := s.startNATS(); err != nil {
		return nil, err
	}
	if s.state, err = loadState(filepath.Join(o.Dir, "state.json")); err != nil {
		return nil, err
	}
	if err := s.startPrograms(ctx); err != nil {
		return nil, err
	}
	if err := s.seed(ctx); err != nil {
		return nil, fmt.Errorf("seed: %w", err)
	}
	return s, nil
}

func (s *Stack) startPostgres(ctx context.Context) error {
	if s.opts.DatabaseURL == "" {
		dir, err := filepath.Abs(filepath.Join(s.opts.Dir, "postgres"))
		if err != nil {
			return err
		}
		server, err := pgserver.Start(ctx, pgserver.Options{Dir: dir, Durable: s.opts.Durable, Log: s.opts.Log})
		if err != nil {
			return err
		}
		s.postgres = server
	}
	for _, name := range []string{webhooksDB, partnerconnectDB} {
		if err := s.createDatabase(ctx, name); err != nil {
			return fmt.Errorf("create database %s: %w", name, err)
		}
	}
	return nil
}

// Migrate makes the databases on a Postgres server and brings them to the schemas of the programs, which otherwise do
// that at their first start.
func Migrate(ctx context.Context, databaseURL string) error {
	s := &Stack{opts: Options{DatabaseURL: databaseURL}}
	if err := s.startPostgres(ctx); err != nil {
		return err
	}
	for name, migrate := range map[string]func(context.Context, []string) (string, error){
		webhooksDB: webhooks.Migrate, partnerconnectDB: app.Migrate,
	} {
		at, err := s.databaseURL(name)
		if err != nil {
			return err
		}
		if _, err := migrate(ctx, []string{"DATABASE_URL=" + at}); err != nil {
			return fmt.Errorf("migrate %s: %w", name, err)
		}
	}
	return nil
}

const (
	webhooksDB       = "partnerline_webhooks"
	partnerconnectDB = "partnerline_partnerconnect"
)

func (s *Stack) createDatabase(ctx context.Context, name string) error {
	if s.postgres != nil {
		return s.postgres.CreateDatabase(ctx, name)
	}
	conn, err := pgx.Connect(ctx, s.opts.DatabaseURL)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	var exists bool
	if err := conn.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)`,
		name).Scan(&exists); err != nil || exists {
		return err
	}
	_, err = conn.Exec(ctx, "CREATE DATABASE "+pgx.Identifier{name}.Sanitize())
	return err
}

// databaseURL is the address of one of the databases.
func (s *Stack) databaseURL(name string) (string, error) {
	if s.postgres != nil {
		return s.postgres.URL(name), nil
	}
	u, err := url.Parse(s.opts.DatabaseURL)
	if err != nil || !strings.HasPrefix(u.Scheme, "postgres") {
		return "", errors.New("DATABASE_URL must be a URL like postgres://user:password@host:port/postgres")
	}
	u.Path = "/" + name
	return u.String(), nil
}

func (s *Stack) startNATS() error {
	if s.opts.NATSURL != "" {
		return nil
	}
	server, err := natsserver.Start(natsserver.Options{
		StoreDir: filepath.Join(s.opts.Dir, "nats"), Log: s.opts.Log,
		// All streams may be made even where the disk has less room; a full disk is another matter.
		MaxStore: 32 << 30,
	})
	if err != nil {
		return fmt.Errorf("start nats: %w", err)
	}
	s.nats = server
	return nil
}

// WebhooksDatabase is the address of the database of webhooks, for what looks behind the API.
func (s *Stack) WebhooksDatabase() (string, error) { return s.databaseURL(webhooksDB) }

// PartnerConnectDatabase is the address of the database of partnerconnect, for what looks behind the API.
func (s *Stack) PartnerConnectDatabase() (string, error) { return s.databaseURL(partnerconnectDB) }

// NATSURL is the address of the NATS server.
func (s *Stack) NATSURL() string {
	if s.nats != nil {
		return s.nats.URL()
	}
	return s.opts.NATSURL
}

// Stop ends the programs gracefully, then what they used.
func (s *Stack) Stop(ctx context.Context) error {
	var errs []error
	var wait sync.WaitGroup
	var mu sync.Mutex // guards errs
	for name, p := range s.programs {
		wait.Go(func() {
			if err := p.stop(); err != nil {
				mu.Lock()
				defer mu.Unlock()
				errs = append(errs, fmt.Errorf("%s: %w", name, err))
			}
		})
	}
	wait.Wait()
	if s.Identity != nil {
		errs = append(errs, s.Identity.Stop())
	}
	s.listen.close()
	if s.nats != nil {
		s.nats.Stop()
	}
	if s.postgres != nil {
		errs = append(errs, s.postgres.Stop(ctx))
	}
	return errors.Join(errs...)
}
