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

// A dialer connects under the deadline of the attempt that asked, also when net/http dials: it lets a dial go on when
// its request has ended, for the next one to use, and a silent host would hold sockets for minutes.
type dialer struct {
	net net.Dialer
	tls *tls.Config

	mu sync.Mutex // guards http2
	// http2 are the addresses that chose HTTP/2, each with the connection that found out, until it is used.
	http2 *simplelru.LRU[string, *tls.Conn]
}

const rememberedHTTP2 = 16384

func newDialer(opts Options) *dialer {
	d := &dialer{
		net: net.Dialer{Resolver: opts.Resolver, KeepAlive: 30 * time.Second},
		tls: &tls.Config{
			RootCAs: opts.RootCAs, MinVersion: tls.VersionTLS12, NextProtos: []string{"h2", "http/1.1"},
			ClientSessionCache: tls.NewLRUClientSessionCache(1024),
		},
	}
	if opts.Proxy == nil {
		d.net.ControlContext = opts.Guard.ControlContext
	}
	d.http2, _ = simplelru.NewLRU(rememberedHTTP2, func(_ string, c *tls.Conn) { // fails for a size below 1 alone
		if c != nil {
			_ = c.Close()
		}
	})
	return d
}

// dial is for net/http.
func (d *dialer) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	ctx, cancel := underDeadline(ctx)
	defer cancel()
	return d.net.DialContext(ctx, network, addr)
}

// dialTLS is for net/http. It hands over the connection that found out about HTTP/2, if it is not taken yet.
func (d *dialer) dialTLS(ctx context.Context, _, addr string) (net.Conn, error) {
	if c := d.takeHTTP2(addr); c != nil {
		return c, nil
	}
	ctx, cancel := underDeadline(ctx)
	defer cancel()
	p, _ := ctx.Value(phasesKey{}).(*phases)
	_, c, err := d.handshake(ctx, p, addr)
	if err != nil {
		return nil, err
	}
	return c, nil
}

func underDeadline(ctx context.Context) (context.Context, context.CancelFunc) {
	if p, ok := ctx.Value(phasesKey{}).(*phases); ok {
		return context.WithDeadline(ctx, p.deadline)
	}
	return ctx, func() {}
}

// handshake connects with TLS. p may be nil.
func (d *dialer) handshake(ctx context.Context, p *phases, addr string) (raw net.Conn, c *tls.Conn, err error) {
	if raw, err = d.net.DialContext(ctx, "tcp", addr); err != nil {
		return nil, nil, err
	}
	config := d.tls.Clone()
	if config.ServerName, _, err = net.SplitHostPort(addr); err != nil {
		_ = raw.Close()
		return nil, nil, err
	}
	if p != nil {
		p.tlsBegins()
		defer p.tlsEnds()
	}
	c = tls.Client(raw, config)
	if err := c.HandshakeContext(ctx); err != nil {
		_ = raw.Close()
		return nil, nil, &handshakeError{err}
	}
	return raw, c, nil
}

func (d *dialer) speaksHTTP2(u *url.URL) bool {
	if u.Scheme != "https" {
		return false
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	_, ok := d.http2.Get(address(u))
	return ok
}

func (d *dialer) keepForHTTP2(addr string, c *tls.Conn) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.http2.Contains(addr) {
		_ = c.Close() // another has found out at the same time; nobody would come for a second connection
		return
	}
	d.http2.Add(addr, c)
}

func (d *dialer) takeHTTP2(addr string) *tls.Conn {
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

// A handshakeError tells TLS failures from those of the connection beneath.
type handshakeError struct{ err error }

func (e *handshakeError) Error() string { return "tls handshake: " + e.err.Error() }
func (e *handshakeError) Unwrap() error { return e.err }
