package lifecycle

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/netip"
	"sync"

	"github.com/partnerline/partnerline/internal/clientaddr"
)

// ConnectionLimits bound the open connections of the public ports. A connection costs memory before its client is
// known. One beyond a limit is closed at once: if it waited, it would block those after it.
type ConnectionLimits struct {
	// open connections of the public port; more are closed at once. 0: any number
	HTTP int `env:"HTTP_MAX_CONNECTIONS" default:"1024"`
	// of these, from one address (IPv6: one /64) that is not of TRUSTED_PROXIES. 0: any number
	HTTPPerAddress int `env:"HTTP_MAX_CONNECTIONS_PER_ADDRESS" default:"128"`
	// open connections of the gRPC port; more are closed at once. 0: any number
	GRPC           int `env:"GRPC_MAX_CONNECTIONS" default:"256"`
	GRPCPerAddress int `env:"GRPC_MAX_CONNECTIONS_PER_ADDRESS" default:"32"` // of these, from one address. 0: any number
}

// Validate reports what is out of range.
func (c ConnectionLimits) Validate() error {
	var faults []error
	for _, limit := range []struct {
		name  string
		value int
	}{
		{"HTTP_MAX_CONNECTIONS", c.HTTP}, {"HTTP_MAX_CONNECTIONS_PER_ADDRESS", c.HTTPPerAddress},
		{"GRPC_MAX_CONNECTIONS", c.GRPC}, {"GRPC_MAX_CONNECTIONS_PER_ADDRESS", c.GRPCPerAddress},
	} {
		if limit.value < 0 {
			faults = append(faults, errors.New(limit.name+": must not be negative; 0 is any number"))
		}
	}
	return errors.Join(faults...)
}

// adminConnections bounds the admin port, which is private: scrapes, probes, operators.
const adminConnections = 256

// Limit returns listeners that close connections beyond the limits; those of proxies count towards the total only.
func (c ConnectionLimits) Limit(l Listeners, proxies clientaddr.Proxies, log *slog.Logger) Listeners {
	return Listeners{
		HTTP: limit(l.HTTP, bound{"HTTP_MAX_CONNECTIONS", c.HTTP},
			bound{"HTTP_MAX_CONNECTIONS_PER_ADDRESS", c.HTTPPerAddress}, proxies, log),
		GRPC: limit(l.GRPC, bound{"GRPC_MAX_CONNECTIONS", c.GRPC},
			bound{"GRPC_MAX_CONNECTIONS_PER_ADDRESS", c.GRPCPerAddress}, nil, log),
		Admin: LimitAdmin(l.Admin, log),
	}
}

// LimitAdmin is Limit for an admin port.
func LimitAdmin(ln net.Listener, log *slog.Logger) net.Listener {
	return limit(ln, bound{"", adminConnections}, bound{}, nil, log)
}

// bound is one limit and its setting.
type bound struct {
	setting string
	most    int // 0: any number
}

// limited is a listener whose open connections are bounded in total and by address.
type limited struct {
	net.Listener
	total, perAddress bound
	proxies           clientaddr.Proxies
	log               *slog.Logger

	mu   sync.Mutex // guards all below
	open int
	by   map[netip.Prefix]int
	full bool // connections are refused, and that was logged
}

func limit(ln net.Listener, total, perAddress bound, proxies clientaddr.Proxies, log *slog.Logger) net.Listener {
	return &limited{
		Listener: ln, total: total, perAddress: perAddress, proxies: proxies, log: log, by: map[netip.Prefix]int{},
	}
}

// Accept returns the next connection within the limits.
func (l *limited) Accept() (net.Conn, error) {
	for {
		conn, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		from := clientaddr.Peer(conn.RemoteAddr())
		network := clientaddr.Network(from)
		if l.admit(network, !from.IsValid() || l.proxies.Trusts(from)) {
			return &counted{Conn: conn, release: sync.OnceFunc(func() { l.release(network) })}, nil
		}
		_ = conn.Close()
	}
}

// admit counts a connection, unless it is beyond a limit. Shared addresses are bounded by the total only.
func (l *limited) admit(network netip.Prefix, shared bool) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, b := range []struct {
		bound
		open int
	}{{l.total, l.open}, {l.perAddress, l.by[network]}} {
		if b.most == 0 || b.open < b.most || shared && b.bound == l.perAddress {
			continue
		}
		if !l.full {
			l.full = true
			l.log.LogAttrs(context.Background(), slog.LevelWarn, "connections refused: too many are open",
				slog.String("port", l.Addr().String()), slog.String("setting", b.setting), slog.Int("most", b.most))
		}
		return false
	}
	l.open++
	l.by[network]++
	return true
}

func (l *limited) release(network netip.Prefix) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.open--
	if l.by[network]--; l.by[network] == 0 {
		delete(l.by, network)
	}
	if l.open == 0 || l.open < l.total.most/2 {
		l.full = false // the next refusal is logged again
	}
}

// counted is an open connection; its first Close releases it.
type counted struct {
	net.Conn
	release func()
}

// Close closes the connection.
func (c *counted) Close() error {
	defer c.release()
	return c.Conn.Close()
}
