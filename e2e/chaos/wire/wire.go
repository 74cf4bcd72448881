// Package wire is a TCP proxy that makes trouble on request: latency, a narrow line, silence, refusal, a cut. Without
// trouble it is a plain balancer: each connection goes to the next backend that accepts.
//
// It promises that no byte that it let through is changed or out of order, and that what it holds back is sent once the
// trouble is over, as a network would that was away for a while.
package wire

import (
	"context"
	"errors"
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// Trouble is what a line suffers from. The zero Trouble is none.
type Trouble struct {
	Delay          time.Duration // of each piece of up to 32 KiB, in each direction
	BytesPerSecond int           // in each direction of each connection; 0 is no limit
	Hold           bool          // nothing passes; connections are accepted and stay silent
	Refuse         bool          // new connections are closed at once
}

const (
	piece       = 32 << 10
	dialTimeout = 2 * time.Second
)

// A Proxy is in front of one or more backends.
type Proxy struct {
	ln       net.Listener
	backends []string
	next     atomic.Uint64
	life     context.Context //nolint:containedctx // ends with Close
	end      context.CancelFunc
	served   sync.WaitGroup

	mu      sync.Mutex // guards all below
	trouble Trouble
	changed chan struct{} // closed when trouble changes
	conns   map[net.Conn]struct{}
	closed  bool
}

// Listen starts a proxy on a free port of 127.0.0.1.
func Listen(backends ...string) (*Proxy, error) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	life, end := context.WithCancel(context.Background())
	p := &Proxy{ln: ln, backends: backends, life: life, end: end, changed: make(chan struct{}),
		conns: map[net.Conn]struct{}{}}
	p.served.Go(p.serve)
	return p, nil
}

// Addr is where the proxy listens.
func (p *Proxy) Addr() string { return p.ln.Addr().String() }

// Set changes the trouble, for connections that are open, too.
func (p *Proxy) Set(t Trouble) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.trouble = t
	close(p.changed)
	p.changed = make(chan struct{})
}

// Cut resets all connections and returns how many there were.
func (p *Proxy) Cut() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := len(p.conns)
	for c := range p.conns {
		reset(c)
	}
	clear(p.conns)
	return n
}

// Close ends the proxy and its connections and waits for it.
func (p *Proxy) Close() {
	p.end()
	p.mu.Lock()
	p.closed = true
	p.mu.Unlock()
	_ = p.ln.Close()
	p.Cut()
	p.served.Wait()
}

func (p *Proxy) serve() {
	for {
		in, err := p.ln.Accept()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil {
			continue
		}
		if t, _ := p.state(); t.Refuse || !p.keep(in) {
			reset(in)
			continue
		}
		p.served.Go(func() { p.connect(in) })
	}
}

func (p *Proxy) state() (Trouble, <-chan struct{}) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.trouble, p.changed
}

// keep remembers a connection for Cut.
func (p *Proxy) keep(c net.Conn) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.closed {
		p.conns[c] = struct{}{}
	}
	return !p.closed
}

func (p *Proxy) drop(c net.Conn) {
	_ = c.Close()
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.conns, c)
}

func (p *Proxy) connect(in net.Conn) {
	defer p.drop(in)
	if !p.pass(0) {
		return
	}
	out := p.dial()
	if out == nil {
		reset(in)
		return
	}
	defer p.drop(out)
	if !p.keep(out) {
		return
	}
	back := make(chan struct{})
	p.served.Go(func() { defer close(back); p.pump(in, out) })
	p.pump(out, in)
	<-back
}

// dial tries the backends in turn, once each.
func (p *Proxy) dial() net.Conn {
	first := p.next.Add(1)
	for i := range p.backends {
		d := net.Dialer{Timeout: dialTimeout}
		c, err := d.DialContext(p.life, "tcp", p.backends[(first+uint64(i))%uint64(len(p.backends))])
		if err == nil {
			return c
		}
	}
	return nil
}

// pump moves one direction until it ends, and then the other one, too: what the programs speak never closes half.
func (p *Proxy) pump(to, from net.Conn) {
	buffer := make([]byte, piece)
	for {
		n, err := from.Read(buffer)
		if n > 0 {
			if !p.pass(n) {
				break
			}
			if _, err := to.Write(buffer[:n]); err != nil {
				break
			}
		}
		if err != nil {
			break
		}
	}
	_ = to.Close()
	_ = from.Close()
}

// pass waits as long as n bytes have to; it reports false when the proxy ends first.
func (p *Proxy) pass(n int) bool {
	t, changed := p.state()
	for t.Hold {
		select {
		case <-changed:
		case <-p.life.Done():
			return false
		}
		t, changed = p.state()
	}
	wait := t.Delay
	if t.BytesPerSecond > 0 {
		wait += time.Duration(n) * time.Second / time.Duration(t.BytesPerSecond)
	}
	if wait <= 0 {
		return true
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-p.life.Done():
		return false
	}
}

// reset closes a connection so that the peer sees an error rather than an end.
func reset(c net.Conn) {
	if tcp, ok := c.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = c.Close()
}
