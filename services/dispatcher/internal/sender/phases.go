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

// phases records the times of the phases of an attempt. A dial may report after the attempt has ended, hence the lock.
type phases struct {
	start, deadline time.Time
	guard           *egress.Guard

	mu                       sync.Mutex // guards all below
	dnsStart, dnsEnd         time.Time
	connectStart, connectEnd time.Time // the end is set only by success
	tlsStart, tlsEnd         time.Time
	written, firstByte       time.Time
	// never one that the guard refuses: it would reveal our internal addresses to the owner of a name
	remote    string
	connected bool // the request has a connection
	conn      *metered
}

// A phase is how far an attempt has come.
type phase int

const (
	resolving phase = iota + 1
	connecting
	tunnelling // connected to the proxy, which has not connected yet
	shakingHands
	exchanging
)

func (p *phases) hooks() *httptrace.ClientTrace {
	return &httptrace.ClientTrace{
		DNSStart: func(httptrace.DNSStartInfo) { p.set(&p.dnsStart) },
		DNSDone:  func(httptrace.DNSDoneInfo) { p.set(&p.dnsEnd) },
		ConnectStart: func(_, addr string) {
			isAllowed := p.isAllowed(addr)
			p.mu.Lock()
			if p.connectStart.IsZero() {
				p.connectStart = time.Now()
			}
			if p.connectEnd.IsZero() && isAllowed {
				p.remote = addr // also of failures; the address that connects overwrites it
			}
			p.mu.Unlock()
		},
		ConnectDone: func(_, addr string, err error) {
			p.mu.Lock()
			defer p.mu.Unlock()
			if err == nil && !p.connected { // the slower of two concurrent dials may still report
				p.connectEnd, p.remote = time.Now(), addr
			}
		},
		TLSHandshakeStart: p.startTLS, // through a proxy; handshake reports its own
		TLSHandshakeDone:  func(tls.ConnectionState, error) { p.endTLS() },
		GotConn: func(info httptrace.GotConnInfo) {
			p.gotConn(info.Conn.RemoteAddr().String(), meteredOf(info.Conn))
		},
		WroteRequest:         func(httptrace.WroteRequestInfo) { p.set(&p.written) },
		GotFirstResponseByte: func() { p.set(&p.firstByte) },
	}
}

// isAllowed reports whether the guard allows an address. The trace reports an address before the guard refuses it.
func (p *phases) isAllowed(addr string) bool {
	a, err := netip.ParseAddrPort(addr)
	return err == nil && p.guard.Check(a.Addr()) == nil
}

func (p *phases) set(at *time.Time) {
	p.mu.Lock()
	*at = time.Now()
	p.mu.Unlock()
}

func (p *phases) startTLS() { p.set(&p.tlsStart) }
func (p *phases) endTLS()   { p.set(&p.tlsEnd) }

// gotConn records that the request has a connection. It is another one if the receiver had just closed the first.
func (p *phases) gotConn(remote string, m *metered) {
	p.leaveConn()
	m.begin()
	p.mu.Lock()
	p.connected, p.remote, p.conn = true, remote, m
	p.mu.Unlock()
}

// leaveConn records that the attempt needs its connection no longer.
func (p *phases) leaveConn() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.conn != nil {
		p.conn.end()
		p.conn = nil
	}
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

// timing returns the times of an attempt that ended at a time, and the address. An unfinished phase lasted until the
// end.
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
