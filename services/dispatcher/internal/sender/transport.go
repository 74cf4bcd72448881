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
	// Shorter than the idle timeout of common proxies and load balancers (60 s), so that our side closes first.
	idleTimeout    = 45 * time.Second
	maxIdle        = 2048
	maxIdlePerHost = 1024
	// A silent HTTP/2 connection is pinged: if it is dead, it would time out the attempts of many.
	http2PingAfter = 5 * time.Second
)

// Options configure a Sender.
type Options struct {
	Timeout  time.Duration  // of an attempt, from name resolution to the end of the response
	Guard    *egress.Guard  // checks every address that is dialled
	Proxy    *url.URL       // for all attempts; it must check addresses itself; nil: none
	RootCAs  *x509.CertPool // nil: the system's
	Resolver *net.Resolver  // nil: the system's
	Version  string         // of the program, in User-Agent
}

// newTransport returns the transport for HTTP/2 and proxies. Neither it nor direct caps connections per host: a hundred
// endpoints may share a host, and waiting for a connection would use up an attempt's deadline. Open sockets are bounded
// by the attempts in flight, which lanes cap per endpoint and in total, and by the caps of idle ones.
func newTransport(opts Options, d *dialer) *http.Transport {
	transport := &http.Transport{
		DialContext:         d.dial,
		DialTLSContext:      d.dialTLS,    // to receivers; see throughProxy
		TLSClientConfig:     d.tls,        // through a proxy; the others are dialled by d
		TLSHandshakeTimeout: opts.Timeout, // through a proxy; the others have the attempt's deadline
		ForceAttemptHTTP2:   true,
		HTTP2: &http.HTTP2Config{
			SendPingTimeout: http2PingAfter, PingTimeout: http2PingAfter,
			MaxReceiveBufferPerStream: readBody, // what a receiver may send of a body that is not read; see attemptBytes
		},
		DisableCompression:     true, // it would ask for it; record decompresses what comes all the same
		MaxIdleConnsPerHost:    -1,   // of HTTP/1: an early answer may count for the next request; HTTP/2 connections stay
		IdleConnTimeout:        idleTimeout,
		MaxResponseHeaderBytes: maxResponseHeaders,
		Proxy:                  nil, // never from the environment
	}
	d.throughProxy(transport, opts.Proxy)
	return transport
}

// ownTransport returns one for a single attempt, by the TLS of its endpoint.
func ownTransport(opts Options, d *dialer, config *tls.Config) *http.Transport {
	transport := newTransport(opts, d)
	transport.TLSClientConfig = d.withAuthorities(config)
	if opts.Proxy == nil {
		transport.DialTLSContext = nil
	}
	transport.ForceAttemptHTTP2, transport.DisableKeepAlives = false, true
	return transport
}
