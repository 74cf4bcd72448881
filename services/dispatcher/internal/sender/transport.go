package sender

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/partnerline/partnerline/internal/egress"
)

const (
	maxResponseHeaders = 64 << 10 // past it the response counts as `protocol`
	// Idle connections: below what proxies and load balancers in front of receivers commonly keep (60 s), so that we
	// are the ones to close.
	idleTimeout    = 45 * time.Second
	maxIdle        = 2048
	maxIdlePerHost = 1024
	// A silent HTTP/2 connection is asked for a sign of life, since it would swallow the attempts of many.
	http2Silence = 5 * time.Second
)

// Options say how to send.
type Options struct {
	Timeout  time.Duration  // of an attempt, from name resolution to the end of the response
	Guard    *egress.Guard  // checks every address that is dialled
	Proxy    *url.URL       // all attempts go through it, and it must guard; nil: none
	RootCAs  *x509.CertPool // nil: the system's
	Resolver *net.Resolver  // nil: the system's
	Version  string         // of the program, in User-Agent
}

// newTransport has no cap of connections per host: a hundred endpoints may share a host, and waiting there would eat
// an attempt's deadline. Open sockets are bounded by the attempts in flight, whose number lanes cap per endpoint and in
// total, and by the idle ones.
func newTransport(opts Options) *http.Transport {
	dialer := &dialer{
		net: net.Dialer{Resolver: opts.Resolver, KeepAlive: 30 * time.Second},
		tls: &tls.Config{RootCAs: opts.RootCAs, MinVersion: tls.VersionTLS12, NextProtos: []string{"h2", "http/1.1"}},
	}
	transport := &http.Transport{
		DialContext:            dialer.dial,
		DialTLSContext:         dialer.dialTLS,
		TLSClientConfig:        &tls.Config{RootCAs: opts.RootCAs, MinVersion: tls.VersionTLS12},
		TLSHandshakeTimeout:    opts.Timeout, // of handshakes through a proxy; ours have the attempt's deadline
		ForceAttemptHTTP2:      true,
		HTTP2:                  &http.HTTP2Config{SendPingTimeout: http2Silence, PingTimeout: http2Silence},
		DisableCompression:     true, // a compressed body is kept as it is and never expanded
		MaxIdleConns:           maxIdle,
		MaxIdleConnsPerHost:    maxIdlePerHost,
		IdleConnTimeout:        idleTimeout,
		MaxResponseHeaderBytes: maxResponseHeaders,
		Proxy:                  nil, // never from the environment
	}
	if opts.Proxy != nil {
		transport.Proxy = http.ProxyURL(opts.Proxy)
		transport.OnProxyConnectResponse = proxyAnswered
	} else {
		dialer.net.ControlContext = opts.Guard.ControlContext
	}
	return transport
}

// A dialer connects under the deadline of the attempt that asked. net/http lets a dial go on when its request has
// ended, for the next one to use; without the deadline a silent host would hold sockets for minutes.
type dialer struct {
	net net.Dialer
	tls *tls.Config
}

func (d *dialer) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	if p, ok := ctx.Value(phasesKey{}).(*phases); ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, p.deadline)
		defer cancel()
	}
	return d.net.DialContext(ctx, network, addr)
}

func (d *dialer) dialTLS(ctx context.Context, network, addr string) (net.Conn, error) {
	p, ok := ctx.Value(phasesKey{}).(*phases)
	if ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, p.deadline)
		defer cancel()
	}
	raw, err := d.net.DialContext(ctx, network, addr)
	if err != nil {
		return nil, err
	}
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		_ = raw.Close()
		return nil, err
	}
	config := d.tls.Clone()
	config.ServerName = host
	conn := tls.Client(raw, config)
	if ok {
		p.tlsBegins()
		defer p.tlsEnds()
	}
	if err := conn.HandshakeContext(ctx); err != nil {
		_ = raw.Close()
		return nil, &handshakeError{err}
	}
	return conn, nil
}

// A handshakeError tells TLS failures from those of the connection beneath.
type handshakeError struct{ err error }

func (e *handshakeError) Error() string { return "tls handshake: " + e.err.Error() }
func (e *handshakeError) Unwrap() error { return e.err }
