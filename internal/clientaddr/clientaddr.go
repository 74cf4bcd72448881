// Package clientaddr finds the network address of a caller. Without trusted proxies it is the peer of the connection;
// behind them it is the address that the outermost of them saw. Only what a trusted proxy wrote is used: the rest of
// X-Forwarded-For is written by the client.
package clientaddr

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// Proxies are the addresses of the load balancers in front of a program; without any, X-Forwarded-For is ignored.
type Proxies []netip.Prefix

// ParseProxies reads a comma-separated list of CIDRs; a bare address is only that address.
func ParseProxies(list string) (Proxies, error) {
	var proxies Proxies
	for entry := range strings.SplitSeq(list, ",") {
		entry = strings.TrimSpace(entry)
		if entry == "" {
			continue
		}
		prefix, err := netip.ParsePrefix(entry)
		if addr, errAddr := netip.ParseAddr(entry); errAddr == nil && addr.Zone() == "" {
			prefix, err = netip.PrefixFrom(addr, addr.BitLen()), nil
		}
		switch {
		case err != nil:
			return nil, fmt.Errorf("%q: want CIDRs such as 10.0.0.0/8, separated by commas", entry)
		case prefix.Addr().Is4In6():
			return nil, fmt.Errorf("%q: write it as IPv4", entry)
		case prefix.Bits() == 0:
			return nil, fmt.Errorf("%q: name the proxies themselves: a trusted address may claim any client address", entry)
		}
		proxies = append(proxies, prefix.Masked())
	}
	return proxies, nil
}

// Trusts reports whether an address is one of the proxies.
func (p Proxies) Trusts(a netip.Addr) bool {
	for _, prefix := range p {
		if prefix.Contains(a) {
			return true
		}
	}
	return false
}

// Of returns the address of the caller: the peer of the connection or, when that is a trusted proxy, the right-most
// address of X-Forwarded-For that is not one. An entry that cannot be read ends the search at the proxy that passed it
// on. The zero Addr means a connection without an IP address.
func (p Proxies) Of(r *http.Request) netip.Addr {
	addr, _ := parse(r.RemoteAddr)
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0 && p.Trusts(addr); i-- {
		hop, ok := parse(strings.TrimSpace(hops[i]))
		if !ok {
			break
		}
		addr = hop
	}
	return addr
}

// parse reads an address with or without a port. An IPv4 address inside IPv6 is IPv4; a zone is dropped: it names an
// interface of another machine.
func parse(s string) (netip.Addr, bool) {
	if host, _, err := net.SplitHostPort(s); err == nil {
		s = host
	}
	s = strings.TrimSuffix(strings.TrimPrefix(s, "["), "]")
	a, err := netip.ParseAddr(s)
	return a.Unmap().WithZone(""), err == nil
}

// Handler serves next with the caller's address in the context of each request.
func (p Proxies) Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(w, r.WithContext(With(r.Context(), p.Of(r))))
	})
}

type key struct{}

// With returns a context that knows the caller's address.
func With(ctx context.Context, a netip.Addr) context.Context { return context.WithValue(ctx, key{}, a) }

// WithPeer is With for the other end of a connection.
func WithPeer(ctx context.Context, peer net.Addr) context.Context { return With(ctx, Peer(peer)) }

// Peer is the address of the other end of a connection; the zero Addr when it has no IP address.
func Peer(peer net.Addr) netip.Addr {
	a, _ := parse(peer.String())
	return a
}

// Network is the unit in which clients are counted: an IPv4 address, or the /64 that an IPv6 subscriber has.
func Network(a netip.Addr) netip.Prefix {
	bits := 64
	if a.Is4() {
		bits = 32
	}
	p, _ := a.Prefix(bits) // fits; of no address, no network
	return p
}

// From returns the caller's address; the zero Addr when there is none.
func From(ctx context.Context) netip.Addr {
	a, _ := ctx.Value(key{}).(netip.Addr)
	return a
}

// Text returns the caller's address as text; empty when there is none.
func Text(ctx context.Context) string {
	if a := From(ctx); a.IsValid() {
		return a.String()
	}
	return ""
}

// NetworkText returns the caller's network as text; empty when there is no address.
func NetworkText(ctx context.Context) string {
	if a := From(ctx); a.IsValid() {
		return Network(a).String()
	}
	return ""
}
