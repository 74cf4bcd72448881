// Package mtls authenticates our programs to one another: each has a certificate, and trusts those of one authority.
// The files are read at every handshake, so a certificate that was renewed on disk is used from the next connection on;
// open connections continue.
package mtls

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"os"
	"time"

	"go.opentelemetry.io/otel/metric"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
)

// Config names the files, all PEM. All three or none: without them gRPC between programs is not encrypted, and a mesh
// or a private network has to do that. The tokens are checked in either case.
type Config struct {
	// path of the program's certificate, with what leads to the authority; for server and client authentication
	Cert string `env:"TLS_CERT"`
	Key  string `env:"TLS_KEY"` // path of its private key
	CA   string `env:"TLS_CA"`  // path of the authorities that certificates of other programs must come from
}

// Enabled reports whether calls are encrypted.
func (c Config) Enabled() bool { return c != Config{} }

// Validate reports what is wrong with the files.
func (c Config) Validate() error {
	if !c.Enabled() {
		return nil
	}
	if c.Cert == "" || c.Key == "" || c.CA == "" {
		return errors.New("TLS_CERT, TLS_KEY, TLS_CA: want all three or none")
	}
	_, err := c.load()
	return err
}

func (c Config) load() (*tls.Config, error) {
	pair, err := tls.LoadX509KeyPair(c.Cert, c.Key)
	if err != nil {
		return nil, fmt.Errorf("TLS_CERT, TLS_KEY: %w", err)
	}
	pem, err := os.ReadFile(c.CA)
	if err != nil {
		return nil, fmt.Errorf("TLS_CA: %w", err)
	}
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(pem) {
		return nil, fmt.Errorf("TLS_CA: %s holds no certificate", c.CA)
	}
	return &tls.Config{
		MinVersion: tls.VersionTLS13, Certificates: []tls.Certificate{pair},
		RootCAs: roots, ClientCAs: roots, ClientAuth: tls.RequireAndVerifyClientCert,
	}, nil
}

// Observe reports how long the certificate on disk is still valid; negative after its end.
func (c Config) Observe(meters metric.MeterProvider) error {
	if !c.Enabled() {
		return nil
	}
	const scope = "github.com/partnerline/partnerline/internal/mtls"
	_, err := meters.Meter(scope).Float64ObservableGauge("tls.certificate.remaining", metric.WithUnit("s"),
		metric.WithDescription("Time until the certificate of the program ends."),
		metric.WithFloat64Callback(func(_ context.Context, o metric.Float64Observer) error {
			pair, err := tls.LoadX509KeyPair(c.Cert, c.Key)
			if err != nil {
				return fmt.Errorf("TLS_CERT, TLS_KEY: %w", err)
			}
			o.Observe(time.Until(pair.Leaf.NotAfter).Seconds())
			return nil
		}))
	return err
}

// ServerName is the name that a program expects of a server at host when it calls itself: its certificate need not have
// a loopback address, which no authority signs. Empty means host.
func (c Config) ServerName(host string) (string, error) {
	ip := net.ParseIP(host)
	if !c.Enabled() || host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return "", nil
	}
	pair, err := tls.LoadX509KeyPair(c.Cert, c.Key)
	if err != nil {
		return "", fmt.Errorf("TLS_CERT, TLS_KEY: %w", err)
	}
	if pair.Leaf.VerifyHostname(host) == nil || len(pair.Leaf.DNSNames) == 0 {
		return "", nil
	}
	return pair.Leaf.DNSNames[0], nil
}

// Credentials serve and dial gRPC: both sides present a certificate. Without files the connection is not encrypted.
func (c Config) Credentials() credentials.TransportCredentials {
	if !c.Enabled() {
		return insecure.NewCredentials()
	}
	return &reloading{TransportCredentials: credentials.NewTLS(&tls.Config{MinVersion: tls.VersionTLS13}), files: c}
}

// reloading are TLS credentials that read the files at every handshake.
type reloading struct {
	credentials.TransportCredentials // for the protocol info; its handshakes are not used
	files                            Config
}

func (r *reloading) ClientHandshake(
	ctx context.Context, authority string, conn net.Conn,
) (net.Conn, credentials.AuthInfo, error) {
	cfg, err := r.files.load()
	if err != nil {
		return nil, nil, err
	}
	return credentials.NewTLS(cfg).ClientHandshake(ctx, authority, conn)
}

func (r *reloading) ServerHandshake(conn net.Conn) (net.Conn, credentials.AuthInfo, error) {
	cfg, err := r.files.load()
	if err != nil {
		return nil, nil, err
	}
	return credentials.NewTLS(cfg).ServerHandshake(conn)
}

func (r *reloading) Clone() credentials.TransportCredentials {
	return &reloading{TransportCredentials: r.TransportCredentials.Clone(), files: r.files}
}
