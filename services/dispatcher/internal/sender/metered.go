package sender

import (
	"crypto/tls"
	"errors"
	"net"
	"sync"
)

// What a receiver may cause on a connection. Its answers need less. The rest is what it can send without an attempt:
// HTTP/2 frames (PING, SETTINGS, WINDOW_UPDATE, RST_STREAM, headers of no stream, types that do not exist), TLS key
// updates, late answers.
const (
	// attemptBytes are read for an attempt: headers and body of its answer, and as much again of framing and encryption.
	attemptBytes = 2 * (maxResponseHeaders + readBody)
	// attemptWrites are made for an attempt: its request, in records of 16 KiB, and what HTTP/2 has to acknowledge.
	attemptWrites = 128
	// idleBytes and idleWrites are left to a connection without an attempt, until the next one begins.
	idleBytes  = 4 << 10
	idleWrites = 32
)

var errTooMuch = errors.New("the receiver sends more than answers")

// A metered connection is one to a receiver, below TLS. It fails once the receiver has sent more, or has made us write
// more, than the attempts on it allow.
type metered struct {
	net.Conn

	mu            sync.Mutex // guards all below
	attempts      int        // under way; HTTP/2 has many at once
	reads, writes int        // bytes and calls that are left
}

// newMetered returns a connection that may read what a TLS handshake takes.
func newMetered(c net.Conn) *metered {
	return &metered{Conn: c, reads: attemptBytes, writes: attemptWrites}
}

// meteredOf returns the metered connection below one of net/http.
func meteredOf(c net.Conn) *metered {
	for {
		switch t := c.(type) {
		case *tls.Conn:
			c = t.NetConn()
		case proxyConn:
			c = t.NetConn()
		case *metered:
			return t
		default:
			return nil
		}
	}
}

// begin allows what one more attempt needs.
func (m *metered) begin() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.attempts++
	m.reads += attemptBytes
	m.writes += attemptWrites
}

// end takes back what the attempts under way do not need.
func (m *metered) end() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.attempts--
	m.reads = min(m.reads, idleBytes+m.attempts*attemptBytes)
	m.writes = min(m.writes, idleWrites+m.attempts*attemptWrites)
}

func (m *metered) Read(b []byte) (int, error) {
	n, err := m.Conn.Read(b)
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.reads -= n; m.reads < 0 {
		return 0, errTooMuch
	}
	return n, err
}

func (m *metered) Write(b []byte) (int, error) {
	if !m.mayWrite() {
		return 0, errTooMuch
	}
	return m.Conn.Write(b)
}

func (m *metered) mayWrite() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.writes--
	return m.writes >= 0
}
