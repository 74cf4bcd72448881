package procs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"golang.org/x/sync/errgroup"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"

	"github.com/partnerline/partnerline/internal/apikey"
	"github.com/partnerline/partnerline/internal/keyring"
	"github.com/partnerline/partnerline/testkit/pgserver"
)

// Names of what calls and of what is called.
const (
	Webhooks       = "webhooksd"
	Dispatcher     = "dispatcherd"
	PartnerConnect = "partnerconnectd"
	NATS           = "natsd"
	Postgres       = "postgres"
)

// Options say what to run. Dir and Bin are needed.
type Options struct {
	Dir string // holds data, secrets and logs; made if missing
	Bin string // holds the programs; see Build

	Webhooks, Dispatchers int           // replicas; 0 is 1, below 0 is none
	PartnerConnects       int           // replicas
	NATS                  NATSOptions   // what NATS to run
	Durable               bool          // Postgres syncs its commits to disk
	RetrySchedule         string        // of RETRY_SCHEDULE; empty: the programs' default
	Grace                 time.Duration // SHUTDOWN_GRACE; 0 is the programs' default

	// Environ holds further variables of a program, by its name; they win over those that this package sets. A variable
	// that is set here shuts out the NAME_FILE of this package.
	Environ map[string][]string
	// Route puts something between a program and what it calls: from and to are names of above, addrs those of all
	// replicas of to. It returns the addresses to call. Nil leaves the way straight.
	Route func(from, to string, addrs []string) ([]string, error)
	// Prepare is called when Postgres and NATS are ready and no program has started. Nil does nothing.
	Prepare func(context.Context, *System) error
	// Credentials are how this package itself calls the gRPC ports; nil is in the open.
	Credentials credentials.TransportCredentials
	Log         *slog.Logger // nil is silent
}

// A System is what runs.
type System struct {
	Postgres        *pgserver.Server
	NATS            []*Program
	Webhooks        []*Program
	Dispatchers     []*Program
	PartnerConnects []*Program
	Token           string // INTERNAL_TOKEN

	opts    Options
	secrets string // the folder of the secrets
	http    *http.Client

	mu    sync.Mutex // guards conns
	conns map[string]*grpc.ClientConn
}

// Start starts everything and returns once all of it is ready.
func Start(ctx context.Context, o Options) (_ *System, err error) {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	for _, dir := range []string{o.Dir, filepath.Join(o.Dir, "logs")} {
		if err := os.MkdirAll(dir, 0o755); err != nil { //nolint:gosec // Postgres runs as another user below it
			return nil, err
		}
	}
	s := &System{
		opts: o, Token: apikey.Mint("internal_"), conns: map[string]*grpc.ClientConn{},
		// a probe after a restart must not reuse an old connection
		http: &http.Client{Transport: &http.Transport{DisableKeepAlives: true}},
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.Close(context.WithoutCancel(ctx)))
		}
	}()
	if err := s.makeSecrets(); err != nil {
		return nil, err
	}
	if s.Postgres, err = pgserver.Start(ctx,
		pgserver.Options{Dir: filepath.Join(o.Dir, "postgres"), Durable: o.Durable, Log: o.Log}); err != nil {
		return nil, err
	}
	for _, db := range []string{webhooksDB, partnerconnectDB} {
		if err := s.Postgres.CreateDatabase(ctx, db); err != nil {
			return nil, err
		}
	}
	if err := s.startNATS(ctx); err != nil {
		return nil, fmt.Errorf("nats: %w", err)
	}
	if o.Prepare != nil {
		if err := o.Prepare(ctx, s); err != nil {
			return nil, fmt.Errorf("prepare: %w", err)
		}
	}
	// In this order: who calls starts after whom it calls, whose addresses are settled by then.
	if s.Webhooks, err = s.startReplicas(ctx, Webhooks, replicas(o.Webhooks), "HTTP_ADDR", "GRPC_ADDR",
		"ADMIN_ADDR"); err != nil {
		return nil, err
	}
	if s.PartnerConnects, err = s.startReplicas(ctx, PartnerConnect, o.PartnerConnects, "HTTP_ADDR", "GRPC_ADDR",
		"ADMIN_ADDR"); err != nil {
		return nil, err
	}
	s.Dispatchers, err = s.startReplicas(ctx, Dispatcher, replicas(o.Dispatchers), "ADMIN_ADDR")
	return s, err
}

// Environ is what a program finds in its environment, but for its own addresses: for a process that a caller starts.
func (s *System) Environ(name string) ([]string, error) {
	vars, err := map[string]func() ([]string, error){
		Webhooks: s.webhooksEnviron, Dispatcher: s.dispatcherEnviron, PartnerConnect: s.partnerconnectEnviron,
	}[name]()
	return append(vars, s.opts.Environ[name]...), err
}

func replicas(n int) int {
	if n == 0 {
		return 1
	}
	return max(n, 0)
}

// startReplicas brings the database of a program forward, if it has one, and starts its replicas side by side.
func (s *System) startReplicas(ctx context.Context, name string, n int, ports ...string) ([]*Program, error) {
	if n <= 0 {
		return nil, nil
	}
	vars, err := s.Environ(name)
	if err != nil {
		return nil, err
	}
	if name != Dispatcher {
		if err := s.migrate(ctx, name, vars); err != nil {
			return nil, err
		}
	}
	list := make([]*Program, n)
	var g errgroup.Group
	for i := range list {
		p := s.program(fmt.Sprintf("%s-%d", name, i), name, ports...)
		p.args = func() []string { return []string{"serve"} }
		p.environ = func() []string {
			own := slices.Clone(vars)
			if i := slices.Index(own, publicBase); i >= 0 {
				own[i] = "PUBLIC_BASE_URL=" + p.URL("HTTP_ADDR")
			}
			return own
		}
		p.ready = func() string { return p.URL("ADMIN_ADDR") + "/readyz" }
		list[i] = p
		g.Go(func() error { return p.Start(ctx) })
	}
	return list, g.Wait()
}

func (s *System) program(name, file string, ports ...string) *Program {
	return &Program{
		Name: name, path: filepath.Join(s.opts.Bin, file), logPath: filepath.Join(s.opts.Dir, "logs", name+".log"),
		client: s.http,
		ports:  ports, addrs: map[string]string{},
	}
}

// Addrs are the addresses of replicas under a name.
func Addrs(list []*Program, name string) []string {
	addrs := make([]string, len(list))
	for i, p := range list {
		addrs[i] = p.Addr(name)
	}
	return addrs
}

// Programs are all processes but Postgres.
func (s *System) Programs() []*Program {
	var all []*Program
	for _, list := range [][]*Program{s.Dispatchers, s.PartnerConnects, s.Webhooks, s.NATS} {
		all = append(all, list...)
	}
	return all
}

// UnexpectedExits lists processes that exited unexpectedly.
func (s *System) UnexpectedExits() []string {
	var all []string
	for _, p := range s.Programs() {
		all = append(all, p.unexpectedExits()...)
	}
	return all
}

// Logs is the folder of what the processes said.
func (s *System) Logs() string { return filepath.Join(s.opts.Dir, "logs") }

// Dial returns a connection to a gRPC address, the same for the same address; Close closes it.
func (s *System) Dial(addr string, opts ...grpc.DialOption) (*grpc.ClientConn, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c, ok := s.conns[addr]; ok {
		return c, nil
	}
	creds := s.opts.Credentials
	if creds == nil {
		creds = insecure.NewCredentials()
	}
	c, err := grpc.NewClient(addr, append(opts, grpc.WithTransportCredentials(creds))...)
	if err != nil {
		return nil, err
	}
	s.conns[addr] = c
	return c, nil
}

// ConnectNATS connects to the servers themselves, past every route.
func (s *System) ConnectNATS(opts ...nats.Option) (*nats.Conn, error) {
	return nats.Connect(s.natsURL(Addrs(s.NATS, natsClient)), append([]nats.Option{
		nats.MaxReconnects(-1), nats.ReconnectWait(100 * time.Millisecond), nats.RetryOnFailedConnect(true),
	}, append(s.opts.NATS.Connect, opts...)...)...)
}

// WebhooksDatabase is the address of the database of webhooks, past every route, for what looks behind the API.
func (s *System) WebhooksDatabase() string { return s.Postgres.URL(webhooksDB) }

// PartnerConnectDatabase is the address of the database of partnerconnect, past every route.
func (s *System) PartnerConnectDatabase() string { return s.Postgres.URL(partnerconnectDB) }

// Close stops all that runs, in reverse order, and waits for it. It reports what did not stop cleanly.
func (s *System) Close(ctx context.Context) error {
	s.mu.Lock()
	for _, c := range s.conns {
		_ = c.Close()
	}
	s.conns = map[string]*grpc.ClientConn{}
	s.mu.Unlock()
	s.http.CloseIdleConnections()
	var errs []error
	for _, list := range [][]*Program{s.Dispatchers, s.PartnerConnects, s.Webhooks, s.NATS} {
		results := make([]error, len(list))
		var wait sync.WaitGroup
		for i, p := range list {
			if p != nil {
				wait.Go(func() { results[i] = p.Stop(ctx) })
			}
		}
		wait.Wait()
		errs = append(errs, results...)
	}
	if s.Postgres != nil {
		errs = append(errs, s.Postgres.Stop(ctx))
	}
	return errors.Join(errs...)
}

func (s *System) makeSecrets() error {
	s.secrets = filepath.Join(s.opts.Dir, "secrets")
	if err := os.MkdirAll(s.secrets, 0o700); err != nil {
		return err
	}
	for name, value := range map[string]string{
		"INTERNAL_TOKEN": s.Token, "DISPATCHER_TOKEN": apikey.Mint("dispatcher_"),
		"PARTNERCONNECT_TOKEN": apikey.Mint("partnerconnect_"), "ENCRYPTION_KEYS": keyring.NewKey("k1"),
		"LINK_KEYS": keyring.NewKey("k1"), "IDENTITY_HASH_KEY": keyring.NewKey("k1")[len("k1:"):],
	} {
		if _, err := s.secret(name, name, value); err != nil {
			return err
		}
	}
	return nil
}

// secret writes the value of a variable to a file and returns the variable that names it instead.
func (s *System) secret(name, file, value string) (string, error) {
	path := filepath.Join(s.secrets, file)
	return name + "_FILE=" + path, os.WriteFile(path, []byte(value+"\n"), 0o600)
}

// Secret is the value of a secret that has a file of its name.
func (s *System) Secret(name string) (string, error) {
	b, err := os.ReadFile(filepath.Join(s.secrets, name)) //nolint:gosec // our own file
	return strings.TrimSpace(string(b)), err
}

// SetSecret replaces it; programs read it when they start.
func (s *System) SetSecret(name, value string) error {
	_, err := s.secret(name, name, value)
	return err
}

// file is the variable of a secret whose file has its name.
func (s *System) file(name string) string {
	return name + "_FILE=" + filepath.Join(s.secrets, name)
}
