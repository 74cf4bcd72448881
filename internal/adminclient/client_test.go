package adminclient

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/command"
	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/mtls"
	"github.com/partnerline/partnerline/internal/telemetry"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/testkit/certs"
)

const token = "token-of-this-test"

// operator answers as an operator plane does, and notes what it was asked.
type operator struct {
	webhooksv1.UnimplementedOperatorServiceServer
	redrive *webhooksv1.RedriveEndpointRequest
}

func (o *operator) CreateTenant(_ context.Context,
	r *webhooksv1.CreateTenantRequest) (*webhooksv1.CreateTenantResponse, error) {
	at := time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)
	return &webhooksv1.CreateTenantResponse{Data: &webhooksv1.Tenant{Id: r.GetId(), Name: r.GetName(),
		CreatedAt: timestamppb.New(at)}}, nil
}

func (o *operator) RedriveEndpoint(_ context.Context,
	r *webhooksv1.RedriveEndpointRequest) (*webhooksv1.RedriveEndpointResponse, error) {
	o.redrive = r
	return nil, fault.Field("/recovery/since", "range", "lies in the future")
}

// exporter streams a file, which ends before its end for one merchant.
type exporter struct {
	pcv1.UnimplementedReviewOperatorServiceServer
}

func (*exporter) ExportMerchant(r *pcv1.ExportMerchantRequest,
	stream grpc.ServerStreamingServer[pcv1.ExportMerchantResponse]) error {
	for _, part := range []string{"the ", "archive"} {
		if err := stream.Send(&pcv1.ExportMerchantResponse{Chunk: []byte(part)}); err != nil {
			return err
		}
	}
	if r.GetRef() == broken {
		return fault.New(fault.InvalidState, "it is erased")
	}
	return nil
}

const broken = "mrc_00000000000000000000000000"

// bootstrap lets the internal token pass.
func bootstrap(_ context.Context, _, bearer string) (grpcserver.Operator, error) {
	if bearer != token {
		return grpcserver.Operator{}, fault.New(fault.InvalidCredentials, "the token is not valid")
	}
	return grpcserver.Operator{Bootstrap: true}, nil
}

func serve(t *testing.T, tls mtls.Config) (*operator, string) {
	t.Helper()
	tel, err := telemetry.New(t.Context(), telemetry.Config{}, "test")
	if err != nil {
		t.Fatal(err)
	}
	server, err := grpcserver.New(grpcserver.Options{
		Log: slog.New(slog.DiscardHandler), Telemetry: tel, Credentials: tls.Credentials(),
		Operators: grpcserver.Operators{Recognize: bootstrap},
	})
	if err != nil {
		t.Fatal(err)
	}
	o := &operator{}
	webhooksv1.RegisterOperatorServiceServer(server, o)
	pcv1.RegisterReviewOperatorServiceServer(server, &exporter{})
	ln, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = server.GRPC().Serve(ln)
	}()
	t.Cleanup(func() {
		server.GRPC().Stop()
		<-done
	})
	return o, ln.Addr().String()
}

// admin runs the command and returns what it printed.
func admin(t *testing.T, environ []string, args ...string) (string, error) {
	t.Helper()
	var out strings.Builder
	err := New("webhooks.v1")(t.Context(), command.Invocation{
		Program: "webhooksd", Args: args, Environ: environ, Out: &out,
	})
	return out.String(), err
}

func TestCall(t *testing.T) {
	o, addr := serve(t, mtls.Config{})
	file := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(file, []byte(token+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ environ, args []string }{
		"address from the environment": {[]string{"INTERNAL_TOKEN=" + token, "GRPC_ADDR=" + addr},
			[]string{"create-tenant", "--id", "ten_x", "--name", "X"}},
		"address before the command": {[]string{"INTERNAL_TOKEN=" + token},
			[]string{"--address", addr, "create-tenant", "--id", "ten_x", "--name=X"}},
		"address behind the command": {[]string{"INTERNAL_TOKEN=" + token, "GRPC_ADDR=127.0.0.1:1"},
			[]string{"create-tenant", "--id", "ten_x", "--name", "X", "--address", addr}},
		"token from a file": {[]string{"INTERNAL_TOKEN_FILE=" + file, "GRPC_ADDR=" + addr},
			[]string{"create-tenant", "--id", "ten_x", "--name", "X"}},
	} {
		t.Run(name, func(t *testing.T) {
			out, err := admin(t, c.environ, c.args...)
			if err != nil {
				t.Fatal(err)
			}
			var got map[string]map[string]any
			if err := json.Unmarshal([]byte(out), &got); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			if x := got["data"]; x["id"] != "ten_x" || x["name"] != "X" || x["created_at"] != "2026-11-21T08:00:00.000Z" {
				t.Errorf("answer %s", out)
			}
		})
	}

	env := []string{"INTERNAL_TOKEN=" + token, "GRPC_ADDR=" + addr}
	_, err := admin(t, env, "create-tenant", "--id", "X", "--name", "X")
	wantParts(t, err, "validation_failed", "--id: ", "string.pattern", "request id req_")
	_, err = admin(t, env, "redrive-endpoint", "--tenant-id", "ten_x", "--livemode", "--recovery",
		`{"id":"00000000-0000-4000-8000-000000000000","since":"2026-11-21T08:00:00Z"}`)
	wantParts(t, err, "validation_failed", "--recovery /since: lies in the future (range)")
	if !o.redrive.GetLivemode() || o.redrive.GetRecovery().GetSince().AsTime().Hour() != 8 {
		t.Errorf("the server saw %v", o.redrive)
	}
	_, err = admin(t, env, "get-backlog")
	wantParts(t, err, "internal_error", "request id req_")
	_, err = admin(t, []string{"INTERNAL_TOKEN=another-internal-token", "GRPC_ADDR=" + addr}, "get-backlog")
	wantParts(t, err, "invalid_credentials")
	_, err = admin(t, []string{"INTERNAL_TOKEN=" + token, "GRPC_ADDR=127.0.0.1:1"}, "get-backlog")
	wantParts(t, err, "cannot reach 127.0.0.1:1", "--address")
	_, err = admin(t, nil, "get-backlog")
	wantParts(t, err, "INTERNAL_TOKEN")
}

// In its own container a program is called at the loopback address, which its certificate does not name; a server with
// another name is refused there as elsewhere.
func TestCallWithinTheContainer(t *testing.T) {
	authority, err := certs.New()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	identity := func(name string) mtls.Config {
		if err := authority.IssueForService(dir, name); err != nil {
			t.Fatal(err)
		}
		return mtls.Config{Cert: filepath.Join(dir, name+".crt"), Key: filepath.Join(dir, name+".key"),
			CA: filepath.Join(dir, "ca.crt")}
	}
	webhooks, other := identity("webhooks"), identity("partnerconnect")
	_, addr := serve(t, webhooks)
	environ := func(id mtls.Config) []string {
		return []string{"INTERNAL_TOKEN=" + token, "GRPC_ADDR=" + addr, "TLS_CERT=" + id.Cert, "TLS_KEY=" + id.Key,
			"TLS_CA=" + id.CA}
	}
	if _, err := admin(t, environ(webhooks), "create-tenant", "--id", "ten_x", "--name", "X"); err != nil {
		t.Errorf("a program that calls itself: %v", err)
	}
	if _, err := admin(t, environ(other), "create-tenant", "--id", "ten_x", "--name", "X"); err == nil ||
		!strings.Contains(err.Error(), "certificate is valid for webhooks") {
		t.Errorf("another program at that address: %v", err)
	}
}

// wantParts expects a failure that is no wrong use.
func wantParts(t *testing.T, err error, parts ...string) {
	t.Helper()
	var usage *command.UsageError
	if err == nil || errors.As(err, &usage) {
		t.Errorf("error %v, want a failure", err)
		return
	}
	for _, p := range parts {
		if !strings.Contains(err.Error(), p) {
			t.Errorf("%q is not in: %v", p, err)
		}
	}
}

func TestWrongUse(t *testing.T) {
	for name, c := range map[string]struct {
		args  []string
		what  string
		usage string
	}{
		"no such command":  {[]string{"drop-tenant"}, "there is no command drop-tenant", "create-tenant"},
		"no such flag":     {[]string{"create-tenant", "--title", "x"}, "title", "--name STRING"},
		"no such option":   {[]string{"--verbose", "create-tenant"}, "verbose", "create-tenant"},
		"required missing": {[]string{"create-tenant", "--name", "x"}, "missing --id", "required"},
		"all missing": {[]string{"redrive-endpoint"}, "missing --tenant-id, --recovery",
			"an object of id, since, until, statuses"},
		"a loose word": {[]string{"get-backlog", "now"}, `"now" is not a flag`, "get-backlog"},
		"a bad value":  {[]string{"list-notices", "--after", "x"}, "integer of 64 bits", "--after INTEGER"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := admin(t, nil, c.args...)
			var usage *command.UsageError
			if !errors.As(err, &usage) || !strings.Contains(usage.What, c.what) || !strings.Contains(usage.Usage, c.usage) {
				t.Errorf("error %#v, want %q", err, c.what)
			}
		})
	}
}

func TestHelp(t *testing.T) {
	out, err := admin(t, nil)
	if err != nil || !strings.Contains(out, "\n  create-tenant --id STRING --name STRING\n") ||
		!strings.Contains(out, "\n  get-backlog\n") {
		t.Errorf("%v: %s", err, out)
	}
	for _, args := range [][]string{{"--help"}, {"help"}, {"help", "--help"}} {
		if same, err := admin(t, nil, args...); err != nil || same != out {
			t.Errorf("%q: %v: %s", args, err, same)
		}
	}
	out, err = admin(t, nil, "help", "create-api-key")
	if err != nil || !strings.Contains(out, "--tenant-id STRING               required") ||
		!strings.Contains(out, "--livemode\n") {
		t.Errorf("%v: %s", err, out)
	}
	if same, err := admin(t, nil, "create-api-key", "--help"); err != nil || same != out {
		t.Errorf("%v: %s", err, same)
	}
	if err := New("webhooks.v0")(t.Context(), command.Invocation{Program: "webhooksd"}); err == nil {
		t.Error("a package without operator services has commands")
	}
	operators := webhooksv1.File_webhooks_v1_operator_proto.Services()
	if _, err := methodsOf([]protoreflect.ServiceDescriptor{operators.Get(0), operators.Get(0)}); err == nil {
		t.Error("two methods are the same command")
	}
	methods, err := methodsOf([]protoreflect.ServiceDescriptor{webhooksv1.File_webhooks_v1_feed_proto.Services().Get(0)})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range methods {
		if m.desc.IsStreamingServer() {
			t.Errorf("%s streams", m.command())
		}
	}
}

// A download is written to a new file, which is whole or is not there.
func TestDownload(t *testing.T) {
	_, addr := serve(t, mtls.Config{})
	env := []string{"INTERNAL_TOKEN=" + token, "GRPC_ADDR=" + addr}
	run := func(args ...string) (string, error) {
		var out strings.Builder
		err := New("partnerconnect.v1")(t.Context(), command.Invocation{
			Program: "partnerconnectd", Args: args, Environ: env, Out: &out,
		})
		return out.String(), err
	}
	file, other := filepath.Join(t.TempDir(), "export.zip"), strings.Replace(broken, "00", "11", 1)
	out, err := run("export-merchant", "--ref", other, "--out", file)
	got, _ := os.ReadFile(file)
	if err != nil || out != file+": 11 bytes\n" || string(got) != "the archive" {
		t.Errorf("%q, %q, %v", out, got, err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if _, err := run("export-merchant", "--ref", other, "--out", file); err == nil {
		t.Error("a file was overwritten")
	}
	_, err = run("export-merchant", "--ref", broken, "--out", file+"2")
	wantParts(t, err, "invalid_state", "it is erased")
	if _, err := os.Stat(file + "2"); err == nil {
		t.Error("an archive that is not whole was left")
	}
	if _, err := run("export-merchant", "--ref", other); err == nil || !strings.Contains(err.Error(), "missing --out") {
		t.Error(err)
	}
	if out, err := run("export-merchant", "--help"); err != nil || !strings.Contains(out, "--out FILE") {
		t.Errorf("%s, %v", out, err)
	}
	if out, err := run(); err != nil || !strings.Contains(out, "export-merchant --ref STRING --out FILE") {
		t.Errorf("%s, %v", out, err)
	}
}
