package app

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"go.uber.org/goleak"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"

	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/keyring"
	"github.com/partnerline/partnerline/internal/natsconn"
	"github.com/partnerline/partnerline/internal/operators"
	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/internal/retry"
	"github.com/partnerline/partnerline/internal/streams"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
	"github.com/partnerline/partnerline/testkit/apicall"
	"github.com/partnerline/partnerline/testkit/contract"
	"github.com/partnerline/partnerline/testkit/natstest"
	"github.com/partnerline/partnerline/testkit/pgtest"
)

var template = pgtest.Template{Name: "webhooks", Migrate: migrate}

func migrate(ctx context.Context, url string) error {
	_, err := postgres.Schema.Migrate(ctx, url)
	return err
}

func TestMain(m *testing.M) { goleak.VerifyTestMain(contract.Wrap(pgtest.Wrap(ofPackage.Wrap(m)))) }

const internalToken = "internal-token-of-tests"

// service is a running program on a database and a NATS server of its own, as a test sees it.
type service struct {
	t             *testing.T
	life          testing.TB // with which the program ends: the test, unless it is shared
	public, admin string
	grpc          *grpc.ClientConn
	nats          *natstest.Server
	database      string
	pool          *pgxpool.Pool // of one connection, to look at rows
	tenant        string
	otherTenant   string
	key, keyLive  string // of the tenant
	other         string // a test key of the other one
	stop          func()
	cfg           Config
	log           *book // warnings
	relayCalls    int64 // of partner connect
}

// shortRetries is a topology whose retries come within a test.
func shortRetries() streams.Config {
	c := streams.DefaultConfig()
	c.Retry.Schedule, c.MaxBytes = retry.Schedule{time.Second, time.Second, time.Second, time.Second}, 64<<20
	return c
}

// start starts a program of the test's own.
func start(t *testing.T, change ...func(*Config)) *service {
	t.Helper()
	s := begin(t, change...)
	s.t, s.tenant, s.otherTenant = t, "ten_a", "ten_b"
	if s.cfg.Operators.Bootstrap {
		s.newKeys()
	}
	return s
}

// begin starts a program with the defaults and what changes them.
func begin(life testing.TB, change ...func(*Config)) *service {
	life.Helper()
	s := &service{life: life, nats: natstest.New(life), database: template.New(life), log: &book{}}
	s.cfg = Config{
		Postgres: pgdb.Config{URL: envconfig.Secret(s.database), MaxConns: 4}, NATS: natsconn.Config{URL: s.nats.URL()},
		InternalToken: internalToken, Operators: operators.Config{Bootstrap: true},
		EncryptionKeys: envconfig.Secret(keyring.NewKey("k1")), EgressAllow: "127.0.0.0/8",
		Streams: shortRetries(), EndpointLimit: 500, EventStreams: 10, RelayShards: 16, FailingAfter: webhooks.FailingAfter,
		Retention:  720 * time.Hour,
		SweepEvery: time.Hour, OverdueAfter: 90 * time.Second, ShutdownGrace: 5 * time.Second, PortalSession: time.Hour,
		PublicBaseURL: "http://127.0.0.1",
	}
	for _, c := range change {
		c(&s.cfg)
	}
	s.openPool(life)
	s.run()
	return s
}

// openPool opens the connection to look at rows with the first statement: what waits for a row asks more than once.
func (s *service) openPool(life testing.TB) {
	life.Helper()
	cfg, err := pgxpool.ParseConfig(s.database)
	if err != nil {
		life.Fatal(err)
	}
	cfg.MaxConns = 1
	if s.pool, err = pgxpool.NewWithConfig(life.Context(), cfg); err != nil {
		life.Fatal(err)
	}
	life.Cleanup(s.pool.Close)
}

// newKeys makes the two tenants and their keys.
func (s *service) newKeys() {
	s.t.Helper()
	s.key, s.keyLive, s.other = s.newKey(s.tenant, false), s.newKey(s.tenant, true), s.newKey(s.otherTenant, false)
}

// run starts the program; it ends with the test, or by s.stop.
func (s *service) run() {
	s.life.Helper()
	listen := func() net.Listener {
		ln, err := (&net.ListenConfig{}).Listen(s.life.Context(), "tcp", "127.0.0.1:0")
		if err != nil {
			s.life.Fatal(err)
		}
		return ln
	}
	cfg := s.cfg
	cfg.HTTPListener, cfg.GRPCListener, cfg.AdminListener = listen(), listen(), listen()
	s.public, s.admin = "http://"+cfg.HTTPListener.Addr().String(), "http://"+cfg.AdminListener.Addr().String()
	conn, err := grpc.NewClient(cfg.GRPCListener.Addr().String(), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		s.life.Fatal(err)
	}
	s.grpc = conn
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	out := io.MultiWriter(s.life.Output(), s.log)
	log := slog.New(slog.NewTextHandler(out, &slog.HandlerOptions{Level: slog.LevelWarn}))
	go func() { done <- Run(ctx, cfg, log) }()
	stopped := false
	s.stop = func() {
		if stopped {
			return
		}
		stopped = true
		_ = conn.Close()
		cancel()
		if err := <-done; err != nil {
			s.life.Errorf("Run: %v", err)
		}
		http.DefaultClient.CloseIdleConnections()
	}
	s.life.Cleanup(s.stop)
}

// internal returns a context that carries the internal token.
func internal(ctx context.Context) context.Context {
	return metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+internalToken)
}

func (s *service) newKey(tenant string, live bool) string {
	s.t.Helper()
	op, ctx := webhooksv1.NewOperatorServiceClient(s.grpc), internal(s.t.Context())
	if _, err := op.CreateTenant(ctx, &webhooksv1.CreateTenantRequest{Id: tenant, Name: tenant},
		grpc.WaitForReady(true)); err != nil {
		s.t.Fatal(err)
	}
	k, err := op.CreateApiKey(ctx, &webhooksv1.CreateApiKeyRequest{TenantId: tenant, Livemode: live})
	if err != nil {
		s.t.Fatal(err)
	}
	return k.GetKey()
}

type answer struct{ apicall.Answer }

func (s *service) call(method, url, key string, body any, header ...string) answer {
	s.t.Helper()
	return answer{apicall.Call(s.t, method, url, key, body, header...)}
}

// want fails the test unless the answer has the status.
func (a answer) want(t *testing.T, status int) answer {
	t.Helper()
	return answer{a.Want(t, status)}
}

// wantProblem checks a problem document: code, media type, and the fields that it names.
func (a answer) wantProblem(t *testing.T, status int, code string, fields ...string) {
	t.Helper()
	a.want(t, status)
	if got := a.Header.Get("Content-Type"); got != "application/problem+json" {
		t.Errorf("content type %q", got)
	}
	if a.Body["code"] != code || a.Body["type"] != "/problems/"+code || a.Body["status"] != float64(status) ||
		a.Body["request_id"] != a.Header.Get("X-Request-Id") || a.Body["title"] == "" || a.Body["detail"] == "" {
		t.Errorf("problem is %s, want code %s", a.Raw, code)
	}
	var got []string
	list, _ := a.Body["errors"].([]any)
	for _, e := range list {
		m := e.(map[string]any)
		if m["message"] == "" || m["code"] == "" {
			t.Errorf("violation without message or code: %v", m)
		}
		got = append(got, m["field"].(string))
	}
	if len(fields) > 0 && (len(got) != len(fields) || !sameSet(got, fields)) {
		t.Errorf("fields %v, want %v: %s", got, fields, a.Raw)
	}
}

func sameSet(a, b []string) bool {
	have := map[string]bool{}
	for _, x := range a {
		have[x] = true
	}
	for _, x := range b {
		if !have[x] {
			return false
		}
	}
	return true
}

func (a answer) data() map[string]any { m, _ := a.Body["data"].(map[string]any); return m }
