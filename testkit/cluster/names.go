package cluster

import (
	"net"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/net/dns/dnsmessage"
)

// Names is a DNS server of one name. It keeps an answer for a while, as the resolver of a node does: a change of the
// addresses is not seen before.
type Names struct {
	conn net.PacketConn
	keep time.Duration
	done chan struct{}

	mu        sync.Mutex // guards all below
	addresses []netip.Addr
	kept      []netip.Addr
	until     time.Time // of kept
	asked     int
}

// ServeNames opens a DNS server on a free port, whose answers are kept for a time. The caller closes it.
func ServeNames(keep time.Duration, addresses ...string) (*Names, error) {
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	n := &Names{conn: conn, keep: keep, done: make(chan struct{})}
	n.Set(addresses...)
	go n.serve()
	return n, nil
}

// Addr is where the server answers.
func (n *Names) Addr() string { return n.conn.LocalAddr().String() }

// Close ends the server.
func (n *Names) Close() {
	_ = n.conn.Close()
	<-n.done
}

// Set changes the addresses that the name has. It panics where one is none.
func (n *Names) Set(addresses ...string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.addresses = nil
	for _, a := range addresses {
		n.addresses = append(n.addresses, netip.MustParseAddr(a))
	}
}

// Asked is how many questions for addresses were answered.
func (n *Names) Asked() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.asked
}

func (n *Names) serve() {
	defer close(n.done)
	question := make([]byte, 1500)
	for {
		size, from, err := n.conn.ReadFrom(question)
		if err != nil {
			return
		}
		if answer, err := n.answer(question[:size], time.Now()); err == nil {
			_, _ = n.conn.WriteTo(answer, from)
		}
	}
}

func (n *Names) answer(question []byte, now time.Time) ([]byte, error) {
	var m dnsmessage.Message
	if err := m.Unpack(question); err != nil {
		return nil, err
	}
	m.Response, m.Authoritative, m.Additionals = true, true, nil
	if len(m.Questions) == 1 && m.Questions[0].Type == dnsmessage.TypeA {
		n.mu.Lock()
		defer n.mu.Unlock()
		n.asked++
		if !now.Before(n.until) {
			n.kept, n.until = n.addresses, now.Add(n.keep)
		}
		q := m.Questions[0]
		for _, a := range n.kept {
			m.Answers = append(m.Answers, dnsmessage.Resource{
				Header: dnsmessage.ResourceHeader{
					Name: q.Name, Type: q.Type, Class: q.Class, TTL: uint32(n.until.Sub(now).Seconds()),
				},
				Body: &dnsmessage.AResource{A: a.As4()},
			})
		}
	}
	return m.Pack()
}
