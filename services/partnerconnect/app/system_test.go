package app_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"go.uber.org/goleak"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/proto"

	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/eventtype"
	"github.com/partnerline/partnerline/internal/eventtype/eventtypetest"
	"github.com/partnerline/partnerline/internal/keyring"
	"github.com/partnerline/partnerline/internal/operatorclient"
	"github.com/partnerline/partnerline/internal/operators"
	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/internal/telemetry"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/app"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/signedlink"
	"github.com/partnerline/partnerline/testkit/apicall"
	"github.com/partnerline/partnerline/testkit/contract"
	"github.com/partnerline/partnerline/testkit/pgtest"
)

var schema = pgtest.Template{Name: "partnerconnect_app", Migrate: func(ctx context.Context, url string) error {
	_, err := app.Migrate(ctx, []string{"DATABASE_URL=" + url})
	return err
}}

func TestMain(m *testing.M) { goleak.VerifyTestMain(contract.Wrap(pgtest.Wrap(ofPackage.Wrap(m)))) }

const (
	internalToken = "internal-token-of-the-tests-0123456789"
	publicBase    = "https://connect.partnerline.test"
	requestID     = "the-request-of-the-test"
)

// requests counts the calls of tests, each of which has an id of its own.
var requests atomic.Int64

// allScopes are all scopes there are.
var allScopes = []string{
	"onboarding:read", "onboarding:write", "account:read", "payments:write", "payouts:write", "webhooks:write",
}

// A system is the whole program as a test sees it: one of its own ([start]), or the one that tests share ([shared]).
type system struct {
	t        *testing.T
	suffix   string // of the ids that the test makes on the shared program; empty: the program is its own
	url      string // of the public port
	admin    string
	grpc     *grpc.ClientConn
	operator operatorclient.PartnerConnect
	pool     *pgxpool.Pool // beside the program, to look at rows
	links    *signedlink.LinkKeys
	cfg      app.Config
	log      *logBuffer
	logFrom  int // where the log of the test begins
	client   *http.Client
	stop     func() error // idempotent; returns what Run returned
}

type logBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *logBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *logBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func (l *logBuffer) len() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Len()
}

// logged is what the program has logged since the test began.
func (s *system) logged() string { return s.log.String()[s.logFrom:] }

func listener(t testing.TB) net.Listener {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func config(t testing.TB, databaseURL string) app.Config {
	t.Helper()
	c := app.Config{
		Postgres:     pgdb.Config{URL: envconfig.Secret(databaseURL)},
		HTTPListener: listener(t), GRPCListener: listener(t), AdminListener: listener(t),
		PublicBaseURL: publicBase + "/", InternalToken: internalToken, Operators: operators.Config{Bootstrap: true},
		EncryptionKeys: envconfig.Secret(keyring.NewKey("e1")), LinkKeys: envconfig.Secret(keyring.NewKey("l1")),
		IdentityHashKey: "q83vEjRWeJCrze8SNFZ4kA7n3kz8m1YwZ0u5xTtJb0c=", DocumentsDir: t.TempDir(),
		ShutdownGrace: 10 * time.Second,
		Connected:     provider.Connected{}.Connect(provider.IdentityProvider, provider.MessageSender),
	}
	c.FourEyes.Modes = "live"
	return c
}

// configuration is what a test may change before the program starts.
type configuration = app.Config

func start(t *testing.T, changes ...func(*testing.T, *configuration)) *system {
	t.Helper()
	url := schema.New(t)
	pool := connect(t, url)
	t.Cleanup(func() {
		checkEvents(t, pool, "")
		checkAudit(t, pool, "")
	})
	cfg := config(t, url)
	for _, change := range changes {
		change(t, &cfg)
	}
	s := startWith(t, cfg)
	s.pool = pool
	return s
}

func connect(t testing.TB, url string) *pgxpool.Pool {
	t.Helper()
	cfg, err := pgxpool.ParseConfig(url)
	if err != nil {
		t.Fatal(err)
	}
	cfg.MaxConns = 16 // tests that run at the same time share it
	pool, err := pgxpool.NewWithConfig(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return pool
}

// eventTypes is compiled once: it takes longer than most tests.
var eventTypes = sync.OnceValue(func() eventtypetest.Checker {
	registry, err := eventtype.PartnerConnect()
	return eventtypetest.New(&ofPackage, registry, err)
})

// checkEvents holds every event that a test has written against the catalogue: those of the channels whose ids end in
// suffix.
func checkEvents(t *testing.T, pool *pgxpool.Pool, suffix string) {
	t.Helper()
	rows, err := pool.Query(context.WithoutCancel(t.Context()),
		`SELECT type, body FROM events WHERE channel_id LIKE '%' || $1`, suffix)
	if err != nil {
		t.Error(err)
		return
	}
	var kind string
	var body []byte
	if _, err := pgx.ForEachRow(rows, []any{&kind, &body}, func() error {
		if err := eventTypes().Check(kind, body); err != nil {
			t.Errorf("event %s: %v", body, err)
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
}

// checkAudit checks that no call of a test has two entries in the audit trail. Calls that advance a test onboarding,
// or the clock, make several changes, each with its entry.
func checkAudit(t *testing.T, pool *pgxpool.Pool, suffix string) {
	t.Helper()
	var twice []string
	err := pool.QueryRow(context.WithoutCancel(t.Context()), `
		SELECT array_agg(c.operation) FROM (
			SELECT request_id, min(operation) AS operation FROM audit_entries
			WHERE  actor IN ('partner', 'merchant') AND request_id NOT IN ('', $2)
			       AND operation NOT LIKE 'SandboxService.Advance%'
			       AND partner_id LIKE '%' || $1
			GROUP  BY request_id HAVING count(*) > 1) c`, suffix, requestID).Scan(&twice)
	if err != nil || len(twice) > 0 {
		t.Errorf("calls with two entries: %v, %v", twice, err)
	}
}

func startWith(t *testing.T, cfg app.Config) *system {
	t.Helper()
	s := serve(t, cfg)
	s.t = t
	t.Cleanup(func() { s.showLog() })
	return s
}

// showLog shows what the program logged during a test that failed.
func (s *system) showLog() {
	if s.t.Failed() {
		s.t.Logf("its log:\n%s", s.logged())
	}
}

// serve runs the program until t ends.
func serve(t testing.TB, cfg app.Config) *system {
	t.Helper()
	s := &system{
		url:   "http://" + cfg.HTTPListener.Addr().String(),
		admin: "http://" + cfg.AdminListener.Addr().String(),
		log:   &logBuffer{},
		cfg:   cfg,
	}
	var err error
	if s.links, err = signedlink.ParseLinkKeys(cfg.LinkKeys.Reveal()); err != nil {
		t.Fatal(err)
	}
	if s.grpc, err = grpc.NewClient(cfg.GRPCListener.Addr().String(),
		grpc.WithTransportCredentials(insecure.NewCredentials())); err != nil {
		t.Fatal(err)
	}
	s.operator = operatorclient.NewPartnerConnect(s.grpc)
	transport := &http.Transport{MaxIdleConnsPerHost: 100}
	s.client = &http.Client{
		Transport:     contract.Watch(transport),
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}

	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	done := make(chan error, 1)
	go func() { done <- app.Run(ctx, cfg, telemetry.NewLogger(s.log, cfg.Telemetry.LogLevel)) }()
	s.stop = sync.OnceValue(func() error {
		cancel()
		return <-done
	})
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		_ = s.grpc.Close()
		if err := s.stop(); err != nil {
			t.Errorf("the program ended with: %v", err)
		}
	})
	return s
}

// restart stops the program and starts it again on the same database, with changes.
func (s *system) restart(change func(*configuration)) *system {
	s.t.Helper()
	s.needsItsOwn("restart")
	if err := s.stop(); err != nil {
		s.t.Fatal(err)
	}
	cfg := s.cfg
	cfg.HTTPListener, cfg.GRPCListener, cfg.AdminListener = listener(s.t), listener(s.t), listener(s.t)
	change(&cfg)
	again := startWith(s.t, cfg)
	again.pool = s.pool
	return again
}

// internal is the context of an operator.
func (s *system) internal() context.Context { return bearer(s.t.Context(), internalToken) }

func bearer(ctx context.Context, token string) context.Context {
	return metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+token, "x-request-id", requestID)
}

// partner makes a partner with channels: `a` gets ptn_a and, for each name, chn_<name>, as [system.id] has them.
func (s *system) partner(id string, channels ...string) {
	s.t.Helper()
	_, err := s.operator.CreatePartner(s.internal(), &pcv1.CreatePartnerRequest{
		Id:       s.id("ptn_" + id),
		Name:     "Partner " + id,
		TenantId: s.id("ten_" + id),
	})
	if err != nil {
		s.t.Fatal(err)
	}
	for _, c := range channels {
		_, err := s.operator.CreateChannel(s.internal(), &pcv1.CreateChannelRequest{
			Id:            s.id("chn_" + c),
			PartnerId:     s.id("ptn_" + id),
			Name:          "Channel " + c,
			ReturnOrigins: []string{"https://partner.example"},
		})
		if err != nil {
			s.t.Fatal(err)
		}
	}
}

// key makes a test key with all scopes for channels of a partner.
func (s *system) key(partner string, channels ...string) string {
	s.t.Helper()
	return s.keyWith(&pcv1.CreatePartnerKeyRequest{
		PartnerId: "ptn_" + partner, Scopes: allScopes, Channels: prefixed(channels),
	}).GetKey()
}

func prefixed(channels []string) []string {
	out := make([]string, len(channels))
	for i, c := range channels {
		out[i] = "chn_" + c
	}
	return out
}

// keyWith makes a key of a partner and channels that partner made.
func (s *system) keyWith(req *pcv1.CreatePartnerKeyRequest) *pcv1.CreatePartnerKeyResponse {
	s.t.Helper()
	own := proto.CloneOf(req)
	own.PartnerId = s.id(req.GetPartnerId())
	for i, c := range req.GetChannels() {
		own.Channels[i] = s.id(c)
	}
	resp, err := s.operator.CreatePartnerKey(s.internal(), own)
	if err != nil {
		s.t.Fatal(err)
	}
	return resp
}

// simple makes a partner with one channel, both of one name, and returns its test key.
func (s *system) simple(name string) string {
	s.t.Helper()
	s.partner(name, name)
	return s.key(name, name)
}

// An answer is a response, read to its end.
type answer struct {
	status int
	header http.Header
	body   string
}

// json returns the body as JSON.
func (a answer) json(t *testing.T) map[string]any {
	t.Helper()
	var m map[string]any
	if err := json.Unmarshal([]byte(a.body), &m); err != nil {
		t.Fatalf("%d, not JSON: %s", a.status, a.body)
	}
	return m
}

func (a answer) text(t *testing.T, member string) string {
	t.Helper()
	v, _ := a.json(t)[member].(string)
	return v
}

// in returns the system as a subtest sees it that runs in parallel with others.
func (s *system) in(t *testing.T) *system {
	own := *s
	own.t = t
	return &own
}

// subtest runs f as a subtest, which the helpers of the system fail from then on until it ends.
func (s *system) subtest(name string, f func(t *testing.T)) {
	of := s.t
	defer func() { s.t = of }()
	of.Run(name, func(t *testing.T) {
		s.t = t
		f(t)
	})
}

// call makes a request; headers come in pairs, and an empty key sends none. A body is sent as JSON.
func (s *system) call(method, path, key, body string, headers ...string) answer {
	s.t.Helper()
	a, err := s.try(method, path, key, body, headers...)
	if err != nil {
		s.t.Fatal(err)
	}
	return a
}

// try is call for other goroutines than the test's.
func (s *system) try(method, path, key, body string, headers ...string) (answer, error) {
	if !strings.HasPrefix(path, "http") {
		path = s.url + path
	}
	id := fmt.Sprintf("%s-%d", requestID, requests.Add(1))
	a, err := apicall.Do(s.t.Context(), s.client, method, path, key, body,
		append([]string{"X-Request-Id", id}, headers...)...)
	if a.Header.Get("X-Request-Id") == id { // tests see the same id in all answers
		a.Header.Set("X-Request-Id", requestID)
	}
	return answer{a.Status, a.Header, strings.ReplaceAll(a.Raw, id, requestID)}, err
}

// create makes an onboarding and returns its ref.
func (s *system) create(key, body string) string {
	s.t.Helper()
	a := s.call("POST", "/onboarding", key, body)
	if a.status != http.StatusCreated {
		s.t.Fatalf("%d: %s", a.status, a.body)
	}
	return a.text(s.t, "ref")
}

func (s *system) exec(sql string, args ...any) {
	s.t.Helper()
	s.needsArguments(sql, args)
	if _, err := s.pool.Exec(s.t.Context(), sql, args...); err != nil {
		s.t.Fatal(err)
	}
}

func (s *system) count(sql string, args ...any) (n int) {
	s.t.Helper()
	s.needsArguments(sql, args)
	if err := s.pool.QueryRow(s.t.Context(), sql, args...).Scan(&n); err != nil {
		s.t.Fatal(err)
	}
	return n
}

// rows is every row of every table with the transaction that wrote it: equal before and after means that nothing was
// written. What programs note of themselves, the audit trail, their daily verifications and how far they have counted,
// is not among it.
func (s *system) rows() string {
	s.t.Helper()
	tables, err := s.pool.Query(s.t.Context(),
		`SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE 'audit%'
			AND tablename NOT IN ('integrity_checks', 'event_count') ORDER BY 1`)
	if err != nil {
		s.t.Fatal(err)
	}
	var names []string
	for tables.Next() {
		var n string
		if err := tables.Scan(&n); err != nil {
			s.t.Fatal(err)
		}
		names = append(names, n)
	}
	if err := tables.Err(); err != nil || len(names) < 7 {
		s.t.Fatal(names, err)
	}
	return s.dump("t.ctid::text || t.xmin::text || t.xmax::text || t::text", names...)
}

// rowsOf is every row of some tables with the transaction that wrote it, but not with those that locked it.
func (s *system) rowsOf(tables ...string) string {
	s.t.Helper()
	return s.dump("t.ctid::text || t.xmin::text || t::text", tables...)
}

func (s *system) dump(row string, tables ...string) string {
	s.t.Helper()
	s.needsItsOwn("whole tables")
	var out strings.Builder
	for _, n := range tables {
		var all string
		err := s.pool.QueryRow(s.t.Context(), `SELECT coalesce(string_agg(`+row+`, E'\n' ORDER BY t.ctid), '') FROM `+n+
			` t`).Scan(&all)
		if err != nil {
			s.t.Fatal(err)
		}
		out.WriteString(n + "\n" + all + "\n")
	}
	return out.String()
}
