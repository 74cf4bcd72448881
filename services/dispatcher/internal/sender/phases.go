package sender

import (
	"crypto/tls"
	"net/http/httptrace"
	"net/netip"
	"sync"
	"time"

	"github.com/partnerline/partnerline/internal/egress"
	"github.com/partnerline/partnerline/services/dispatcher"
)

type phasesKey struct{}

// phases notes when an attempt came how far. A dial may report after the attempt has ended, hence the lock.
type phases struct {
	start, deadline time.Time
	guard           *egress.Guard

	mu                       sync.Mutex // guards all below
	dnsStart, dnsEnd         time.Time
	connectStart, connectEnd time.Time // end is set by success alone
	tlsStart, tlsEnd         time.Time
	written, firstByte       time.Time
	remote                   string // never one that the guard refuses: a name's owner is not shown where it leads inside
	connected                bool   // a connection was there for the request
}

// A phase is how far an attempt came.
type phase int

const (
	resolving phase = iota + 1
	connecting
	tunnelling // connected to the proxy, which has yet to connect
	shakingHands
	exchanging
)

func (p *phases) hooks() *httptrace.ClientTrace {
	return &httptrace.ClientTrace{
		DNSStart: func(httptrace.DNSStartInfo) { p.set(&p.dnsStart) },
		DNSDone:  func(httptrace.DNSDoneInfo) { p.set(&p.dnsEnd) },
		ConnectStart: func(_, addr string) {
			allowed := p.allowed(addr)
			p.mu.Lock()
			if p.connectStart.IsZero() {
				p.connectStart = time.Now()
			}
			if p.connectEnd.IsZero() && allowed {
				p.remote = addr // of failures, too; the address that answers overwrites it
			}
			p.mu.Unlock()
		},
		ConnectDone: func(_, addr string, err error) {
			p.mu.Lock()
			defer p.mu.Unlock()
			if err == nil && !p.connected { // the loser of two dials at once may still report
				p.connectEnd, p.remote = time.Now(), addr
			}
		},
		TLSHandshakeStart: p.tlsBegins, // of handshakes through a proxy; dialTLS reports its own
		TLSHandshakeDone:  func(tls.ConnectionState, error) { p.tlsEnds() },
		GotConn: func(info httptrace.GotConnInfo) {
			p.got(info.Conn.RemoteAddr().String())
		},
		WroteRequest:         func(httptrace.WroteRequestInfo) { p.set(&p.written) },
		GotFirstResponseByte: func() { p.set(&p.firstByte) },
	}
}

// allowed reports whether the guard lets an address be connected to. The trace names it before the guard has refused it.
func (p *phases) allowed(addr string) bool {
	a, err := netip.ParseAddrPort(addr)
	return err == nil && p.guard.Check(a.Addr()) == nil
}

func (p *phases) set(at *time.Time) {
	p.mu.Lock()
	*at = time.Now()
	p.mu.Unlock()
}

func (p *phases) tlsBegins() { p.set(&p.tlsStart) }
func (p *phases) tlsEnds()   { p.set(&p.tlsEnd) }

// got notes that the request has a connection.
func (p *phases) got(remote string) {
	p.mu.Lock()
	p.connected, p.remote = true, remote
	p.mu.Unlock()
}

// reached is the phase the attempt is in.
func (p *phases) reached() phase {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.connected:
		return exchanging
	case !p.tlsStart.IsZero():
		return shakingHands
	case !p.dnsStart.IsZero() && p.dnsEnd.IsZero():
		return resolving
	case !p.connectEnd.IsZero():
		return tunnelling
	}
	return connecting
}

// timing sums up an attempt that ended at a time. A phase cut off by the end lasted until then.
func (p *phases) timing(end time.Time) (dispatcher.Timing, string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	span := func(from, to time.Time) time.Duration {
		if from.IsZero() {
			return 0
		}
		if to.IsZero() {
			to = end
		}
		return max(to.Sub(from), 0)
	}
	t := dispatcher.Timing{
		DNS: span(p.dnsStart, p.dnsEnd), Connect: span(p.connectStart, p.connectEnd), TLS: span(p.tlsStart, p.tlsEnd),
		Total: end.Sub(p.start),
	}
	if !p.firstByte.IsZero() {
		t.FirstByte = span(p.written, p.firstByte)
	}
	return t, p.remote
}
