package mtls

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/health"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"

	"github.com/partnerline/partnerline/testkit/certs"
)

func identity(t *testing.T, a *certs.Authority, dir, name string) Config {
	t.Helper()
	if err := a.Issue(dir, name); err != nil {
		t.Fatal(err)
	}
	return Config{Cert: filepath.Join(dir, name+".crt"), Key: filepath.Join(dir, name+".key"),
		CA: filepath.Join(dir, "ca.crt")}
}

func authority(t *testing.T) *certs.Authority {
	t.Helper()
	a, err := certs.New()
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// ask calls a server on a new connection with the credentials and returns the error.
func ask(t *testing.T, address string, creds credentials.TransportCredentials) error {
	t.Helper()
	conn, err := grpc.NewClient(address, grpc.WithTransportCredentials(creds))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	_, err = healthpb.NewHealthClient(conn).Check(ctx, &healthpb.HealthCheckRequest{})
	return err
}

func serve(t *testing.T, c Config) string {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := grpc.NewServer(grpc.Creds(c.Credentials()))
	healthpb.RegisterHealthServer(s, health.NewServer())
	done := make(chan struct{})
	go func() { defer close(done); _ = s.Serve(ln) }()
	t.Cleanup(func() { s.Stop(); <-done })
	return ln.Addr().String()
}

func TestBothSidesShowACertificate(t *testing.T) {
	ours, theirs := authority(t), authority(t)
	dir := t.TempDir()
	server, client := identity(t, ours, dir, "server"), identity(t, ours, dir, "client")
	address := serve(t, server)
	if err := ask(t, address, client.Credentials()); err != nil {
		t.Error("a client of ours:", err)
	}
	foreign := identity(t, theirs, t.TempDir(), "client")
	half := foreign
	half.CA = server.CA // trusts us, but has a certificate of another authority
	for name, creds := range map[string]credentials.TransportCredentials{
		"plain": insecure.NewCredentials(), "of another authority": foreign.Credentials(),
		"with a certificate of another authority": half.Credentials(),
		"without a certificate":                   credentials.NewTLS(nil),
	} {
		t.Run(name, func(t *testing.T) {
			if err := ask(t, address, creds); status.Code(err) != codes.Unavailable {
				t.Errorf("a client %s: %v", name, err)
			}
		})
	}
	if err := ask(t, serve(t, foreign), client.Credentials()); status.Code(err) != codes.Unavailable {
		t.Error("a server of another authority:", err)
	}
}

// Renewed files are in use from the next connection on, even those of a new authority.
func TestRenewal(t *testing.T) {
	dir := t.TempDir()
	before := authority(t)
	server, client := identity(t, before, dir, "server"), identity(t, before, dir, "client")
	address := serve(t, server)
	creds := client.Credentials()
	if err := ask(t, address, creds); err != nil {
		t.Fatal(err)
	}
	after := authority(t)
	identity(t, after, dir, "server")
	if err := ask(t, address, creds); status.Code(err) != codes.Unavailable {
		t.Error("the client's certificate is still of the authority before:", err)
	}
	identity(t, after, dir, "client")
	if err := ask(t, address, creds); err != nil {
		t.Error("after the renewal:", err)
	}
}

func TestValidate(t *testing.T) {
	dir := t.TempDir()
	good := identity(t, authority(t), dir, "a")
	other := identity(t, authority(t), t.TempDir(), "b")
	for name, c := range map[string]struct {
		in   Config
		want string
	}{
		"none":            {Config{}, ""},
		"all":             {good, ""},
		"no authority":    {Config{Cert: good.Cert, Key: good.Key}, "all three or none"},
		"authority alone": {Config{CA: good.CA}, "all three or none"},
		"another's key":   {Config{Cert: good.Cert, Key: other.Key, CA: good.CA}, "TLS_CERT, TLS_KEY"},
		"no such file":    {Config{Cert: good.Cert, Key: good.Key, CA: filepath.Join(dir, "none")}, "TLS_CA"},
		"a key as CA":     {Config{Cert: good.Cert, Key: good.Key, CA: good.Key}, "holds no certificate"},
	} {
		t.Run(name, func(t *testing.T) {
			err := c.in.Validate()
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v, want %q", name, err, c.want)
			}
		})
	}
}

// A program shows for how long its certificate is valid; a certificate that was renewed on disk counts at once.
func TestRemainingTimeIsAMetric(t *testing.T) {
	t.Parallel()
	if err := (Config{}).Observe(nil); err != nil {
		t.Errorf("without files: %v", err)
	}
	a, dir := authority(t), t.TempDir()
	id := identity(t, a, dir, "webhooks")
	reader := metric.NewManualReader()
	if err := id.Observe(metric.NewMeterProvider(metric.WithReader(reader))); err != nil {
		t.Fatal(err)
	}
	remaining := func() (float64, error) {
		var page metricdata.ResourceMetrics
		if err := reader.Collect(t.Context(), &page); err != nil {
			return 0, err
		}
		return page.ScopeMetrics[0].Metrics[0].Data.(metricdata.Gauge[float64]).DataPoints[0].Value, nil
	}
	first, err := remaining()
	if err != nil || first <= 0 {
		t.Errorf("remaining %v, %v", first, err)
	}
	if err := os.Remove(id.Cert); err != nil {
		t.Fatal(err)
	}
	if _, err := remaining(); err == nil {
		t.Error("a certificate that cannot be read has a time")
	}
	if err := a.Issue(dir, "webhooks"); err != nil {
		t.Fatal(err)
	}
	if renewed, err := remaining(); err != nil || renewed < first-1 {
		t.Errorf("renewed: remaining %v, before %v, %v", renewed, first, err)
	}
}
