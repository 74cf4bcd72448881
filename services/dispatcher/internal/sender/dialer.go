package sender

import (
	"context"
	"crypto/tls"
	"net"
	"net/url"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// A dialer connects within the deadline of the attempt, also for net/http, which continues a dial after its request has
// ended: without the deadline, silent hosts would hold sockets for minutes.
type dialer struct {
	net     net.Dialer
	tls     *tls.Config
	timeout time.Duration // of an attempt

	mu sync.Mutex // guards http2
	// http2 are the addresses that negotiated HTTP/2, each with the connection that did first, until net/http takes it.
	http2 *simplelru.LRU[string, *tls.Conn]
}

const rememberedHTTP2 = 16384

func newDialer(opts Options) *dialer {
	d := &dialer{
		net: net.Dialer{Resolver: opts.Resolver, KeepAlive: 30 * time.Second},
		tls: &tls.Config{
			RootCAs: opts.RootCAs, MinVersion: tls.VersionTLS12, NextProtos: []string{"h2", "http/1.1"},
			ClientSessionCache: tls.NewLRUClientSessionCache(1024), DynamicRecordSizingDisabled: true,
		},
		timeout: opts.Timeout,
	}
	if opts.Proxy == nil {
		d.net.ControlContext = opts.Guard.ControlContext
	}
	d.http2, _ = simplelru.NewLRU(rememberedHTTP2, func(_ string, c *tls.Conn) { // fails only for a size below 1
		if c != nil {
			_ = c.Close()
		}
	})
	return d
}

// connect connects with TCP.
func (d *dialer) connect(ctx context.Context, addr string) (*metered, error) {
	c, err := d.net.DialContext(ctx, "tcp", addr)
	if err != nil {
		return nil, err
	}
	return newMetered(c), nil
}

// dial is for net/http.
func (d *dialer) dial(ctx context.Context, _, addr string) (net.Conn, error) {
	ctx, cancel := d.withDeadline(ctx)
	defer cancel()
	c, err := d.connect(ctx, addr)
	if err != nil {
		return nil, err
	}
	return c, nil
}

// dialTLS is for net/http. It returns the connection that negotiated HTTP/2 first, if it is still there.
func (d *dialer) dialTLS(ctx context.Context, _, addr string) (net.Conn, error) {
	if c := d.takeHTTP2Conn(addr); c != nil {
		return c, nil
	}
	ctx, cancel := d.withDeadline(ctx)
	defer cancel()
	p, _ := ctx.Value(phasesKey{}).(*phases)
	_, c, err := d.handshake(ctx, p, addr, d.tls)
	if err != nil {
		return nil, err
	}
	return c, nil
}

// withDeadline adds the deadline of the attempt. The fetch of a token belongs to none and may take as long.
func (d *dialer) withDeadline(ctx context.Context) (context.Context, context.CancelFunc) {
	if p, ok := ctx.Value(phasesKey{}).(*phases); ok {
		return context.WithDeadline(ctx, p.deadline)
	}
	return context.WithTimeout(ctx, d.timeout)
}

// withAuthorities returns a copy of a configuration. One that names no authorities gets those that count for all.
func (d *dialer) withAuthorities(config *tls.Config) *tls.Config {
	config = config.Clone()
	if config.RootCAs == nil {
		config.RootCAs = d.tls.RootCAs
	}
	return config
}

// handshake connects with TLS. p may be nil.
func (d *dialer) handshake(
	ctx context.Context, p *phases, addr string, config *tls.Config,
) (raw *metered, c *tls.Conn, err error) {
	if raw, err = d.connect(ctx, addr); err != nil {
		return nil, nil, err
	}
	config = d.withAuthorities(config)
	if config.ServerName, _, err = net.SplitHostPort(addr); err != nil {
		_ = raw.Close()
		return nil, nil, err
	}
	if p != nil {
		p.startTLS()
		defer p.endTLS()
	}
	c = tls.Client(raw, config)
	if err := c.HandshakeContext(ctx); err != nil {
		_ = raw.Close()
		return nil, nil, &handshakeError{err}
	}
	return raw, c, nil
}

func (d *dialer) prefersHTTP2(u *url.URL) bool {
	if u.Scheme != "https" {
		return false
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	_, ok := d.http2.Get(address(u))
	return ok
}

func (d *dialer) storeHTTP2Conn(addr string, c *tls.Conn) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.http2.Contains(addr) {
		_ = c.Close() // another attempt negotiated HTTP/2 at the same time; a second connection would not be used
		return
	}
	d.http2.Add(addr, c)
}

func (d *dialer) takeHTTP2Conn(addr string) *tls.Conn {
	d.mu.Lock()
	defer d.mu.Unlock()
	c, _ := d.http2.Peek(addr)
	if c != nil {
		d.http2.Add(addr, nil)
	}
	return c
}

func (d *dialer) close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.http2.Purge()
}

// A handshakeError distinguishes TLS failures from failures of the TCP connection.
type handshakeError struct{ err error }

func (e *handshakeError) Error() string { return "tls handshake: " + e.err.Error() }
func (e *handshakeError) Unwrap() error { return e.err }
