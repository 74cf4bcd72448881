package e2e

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"

	"github.com/partnerline/partnerline/e2e/collector"
	"github.com/partnerline/partnerline/e2e/leaks"
	"github.com/partnerline/partnerline/e2e/procs"
	"github.com/partnerline/partnerline/e2e/stack"
	"github.com/partnerline/partnerline/e2e/walk"
	"github.com/partnerline/partnerline/internal/mtls"
	"github.com/partnerline/partnerline/internal/telemetry"
	partnerconnectv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/testkit/certs"
	"github.com/partnerline/partnerline/testkit/receiver"
)

// secured is the system as it runs in production: each program a process of its own that knows only its environment,
// mTLS between programs and to NATS, which enforces permissions, and a collector.
type secured struct {
	*procs.System
	env       stack.Env
	bin       string
	collector *collector.Collector
}

func startSecured(t *testing.T) *secured {
	t.Helper()
	dir := t.TempDir()
	bin, tls := programs(t), filepath.Join(dir, "tls")
	if err := os.Mkdir(tls, 0o700); err != nil {
		t.Fatal(err)
	}
	authority, err := certs.New()
	if err != nil {
		t.Fatal(err)
	}
	identity := func(name string) mtls.Config {
		if err := authority.Issue(tls, name); err != nil {
			t.Fatal(err)
		}
		return mtls.Config{Cert: filepath.Join(tls, name+".crt"), Key: filepath.Join(tls, name+".key"),
			CA: filepath.Join(tls, "ca.crt")}
	}
	server, us := identity("nats"), identity("test")
	config, passwords := natsConfig(t)
	secure := filepath.Join(filepath.Dir(config), "tls.conf")
	text := fmt.Sprintf("include nats.conf\ntls { cert_file: %q, key_file: %q, ca_file: %q, verify: true }\n", server.Cert,
		server.Key, server.CA)
	if err := os.WriteFile(secure, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	s := &secured{bin: bin, collector: collector.New(t)}
	environ := map[string][]string{}
	for program, user := range map[string]string{procs.Webhooks: "webhooks", procs.Dispatcher: "dispatcher",
		procs.PartnerConnect: "partnerconnect"} {
		id := identity(program)
		environ[program] = []string{
			"TLS_CERT=" + id.Cert, "TLS_KEY=" + id.Key, "TLS_CA=" + id.CA, "NATS_USER=" + user,
			"NATS_PASSWORD=" + passwords[user], "NATS_CA=" + id.CA,
			"OTEL_EXPORTER_OTLP_ENDPOINT=" + s.collector.URL(), "OTEL_METRIC_EXPORT_INTERVAL=1000",
			"OTEL_BSP_SCHEDULE_DELAY=200", "OTEL_BLRP_SCHEDULE_DELAY=200",
		}
	}
	s.System, err = procs.Start(t.Context(), procs.Options{
		Dir: filepath.Join(dir, "system"), Bin: bin, PartnerConnects: 1, RetrySchedule: "100ms,200ms,300ms,400ms",
		NATS: procs.NATSOptions{Config: secure, Scheme: "tls"}, Environ: environ, Credentials: us.Credentials(),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		http.DefaultClient.CloseIdleConnections()
		if err := s.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	webhooks, connect := s.Webhooks[0], s.PartnerConnects[0]
	s.env = stack.Env{
		PartnerBaseURL: connect.URL("HTTP_ADDR"), PartnerGRPC: connect.Addr("GRPC_ADDR"),
		VerificationBaseURL: webhooks.URL("HTTP_ADDR"), InternalToken: s.Token, TLS: us,
	}
	if s.env.VerificationAPIKey, err = s.CreateTenant(t.Context(), "ten_secured"); err != nil {
		t.Fatal(err)
	}
	if s.env.PartnerKey, err = s.CreatePartner(t.Context(), "ptn_secured", "chn_secured", "ten_secured"); err != nil {
		t.Fatal(err)
	}
	conn, err := s.Dial(s.env.PartnerGRPC)
	if err != nil {
		t.Fatal(err)
	}
	providers := partnerconnectv1.NewProviderOperatorServiceClient(conn)
	if err := stack.ImportCompanies(s.Internal(t.Context()), providers); err != nil {
		t.Fatal(err)
	}
	return s
}

// The main job holds with everything locked, and one trace leads from the partner's HTTP request through all programs
// to the receiver.
func TestSecuredPrograms(t *testing.T) {
	t.Parallel()
	s := startSecured(t)
	r := receiver.New(t)
	if _, _, err := s.CreateEndpoint(t.Context(), s.env.VerificationAPIKey, r.URL()); err != nil {
		t.Fatal(err)
	}
	const traceID = "0af7651916cd43dd8448eb211c80319c"
	ctx := telemetry.WithTraceparent(t.Context(), "00-"+traceID+"-b7ad6b7169203331-01")
	if err := walk.Run(ctx, s.env, func(step, detail string) { t.Log(step, detail) }); err != nil {
		t.Fatal(err)
	}

	received := r.WaitFor(t, 1)
	i := slices.IndexFunc(received,
		func(q receiver.Request) bool { return q.Header.Get("X-Webhook-Event") == "verification.completed" })
	for n := len(received); i < 0; n++ { // the kinds before it come first, in any order
		received = r.WaitFor(t, n+1)
		i = slices.IndexFunc(received,
			func(q receiver.Request) bool { return q.Header.Get("X-Webhook-Event") == "verification.completed" })
	}
	parent := strings.Split(received[i].Header.Get("traceparent"), "-")
	if len(parent) != 4 || parent[1] != traceID {
		t.Fatalf("the receiver got traceparent %q, want one of trace %s", received[i].Header.Get("traceparent"), traceID)
	}
	// From the span that the receiver was given, back to the partner's request.
	var way []string
	s.collector.Until(t, "the spans from the delivery back to the request", func() bool {
		way = nil
		byID := map[string]collector.Span{}
		for _, x := range s.collector.Spans() {
			if x.TraceID == traceID {
				byID[x.SpanID] = x
			}
		}
		for at := parent[2]; ; {
			x, ok := byID[at]
			if !ok {
				return false
			}
			way = append(way, x.Service+": "+x.Name)
			if at = x.ParentID; at == "b7ad6b7169203331" {
				return true
			}
		}
	})
	want := []string{
		"dispatcher: deliver verification.completed", "webhooks: relay verification.completed",
		"webhooks: verifications.v1.VerificationControlService/TransitionVerification", "partnerconnect: hosted page",
	}
	if !slices.Equal(way, want) {
		t.Errorf("the way back is\n%s\nwant\n%s", strings.Join(way, "\n"), strings.Join(want, "\n"))
	}
	s.collector.Until(t, "partnerconnect takes in the outcome, in the same trace", func() bool {
		return slices.ContainsFunc(s.collector.Spans(), func(x collector.Span) bool {
			return x.TraceID == traceID && x.Service == "partnerconnect" && x.Name == "take in verification.completed"
		})
	})
	s.collector.Until(t, "a log line of the trace from each service with calls", func() bool {
		seen := map[string]bool{}
		for _, l := range s.collector.Logs() {
			if l.TraceID == traceID {
				seen[l.Service] = true
			}
		}
		return seen["webhooks"] && seen["partnerconnect"]
	})
	for service, name := range map[string]string{"webhooks": "webhooks.stage.waiting", "dispatcher": "dispatcher.attempts",
		"partnerconnect": "rpc.server.duration"} {
		t.Run(service, func(t *testing.T) {
			s.collector.Until(t, name, func() bool { return slices.Contains(s.collector.Metrics(service), name) })
		})
	}
	for _, x := range s.collector.Texts() {
		if found := append((leaks.Known{"44051401359": "the national id", "Wzorcowy": "the applicant's name"}).In(x.Value),
			leaks.Like(x.Value)...); len(found) > 0 {
			t.Errorf("%s of %s has %s: %.500s", x.Part, x.Service, found, x.Value)
		}
	}
}

// The operator's command presents itself like a program.
func (s *secured) admin(t *testing.T, environ ...string) error {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), filepath.Join(s.bin, procs.Webhooks), "admin", "--timeout",
		"10s", "get-backlog")
	cmd.Env = append(environ, "INTERNAL_TOKEN="+s.Token, "GRPC_ADDR="+s.Webhooks[0].Addr("GRPC_ADDR"))
	out, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	return nil
}

// A client without a certificate of the authority is refused before its token is read.
func TestSecuredPortsRefuseStrangers(t *testing.T) {
	t.Parallel()
	s := startSecured(t)
	authority, err := certs.New()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := authority.Issue(dir, "stranger"); err != nil {
		t.Fatal(err)
	}
	stranger := mtls.Config{Cert: filepath.Join(dir, "stranger.crt"), Key: filepath.Join(dir, "stranger.key"),
		CA: s.env.TLS.CA}
	for name, option := range map[string]grpc.DialOption{
		"plain":               grpc.WithTransportCredentials(insecure.NewCredentials()),
		"another authority's": grpc.WithTransportCredentials(stranger.Credentials()),
	} {
		t.Run(name, func(t *testing.T) {
			for _, address := range []string{s.Webhooks[0].Addr("GRPC_ADDR"), s.env.PartnerGRPC} {
				conn, err := grpc.NewClient(address, option)
				if err != nil {
					t.Fatal(err)
				}
				_, err = webhooksv1.NewOperatorServiceClient(conn).GetBacklog(s.Internal(t.Context()),
					&webhooksv1.GetBacklogRequest{})
				if status.Code(err) != codes.Unavailable {
					t.Errorf("a %s connection to %s: %v", name, address, err)
				}
				_ = conn.Close()
			}
		})
	}
	if err := s.admin(t, "TLS_CERT="+s.env.TLS.Cert, "TLS_KEY="+s.env.TLS.Key, "TLS_CA="+s.env.TLS.CA); err != nil {
		t.Errorf("admin with a certificate: %v", err)
	}
	if err := s.admin(t); err == nil {
		t.Error("admin works without a certificate")
	}
	if nc, err := s.ConnectNATS(); err == nil {
		if nc.IsConnected() {
			t.Error("NATS takes a client without a certificate and a password")
		}
		nc.Close()
	}
}
