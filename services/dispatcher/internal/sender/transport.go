package sender

import (
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

// newTransport makes what speaks HTTP/2 and to proxies. Neither it nor direct has a cap of connections per host: a hundred
// endpoints may share a host, and waiting there would eat an attempt's deadline. Open sockets are bounded by the
// attempts in flight, whose number lanes cap per endpoint and in total, and by the idle ones.
func newTransport(opts Options, d *dialer) *http.Transport {
	transport := &http.Transport{
		DialContext:            d.dial,
		DialTLSContext:         d.dialTLS,
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
	}
	return transport
}
