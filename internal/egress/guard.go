package egress

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"syscall"
)

// ErrBlocked is what every refusal wraps.
var ErrBlocked = errors.New("address not allowed")

// A Guard decides which addresses are allowed. The zero Guard refuses all of the table. It is safe for concurrent use.
type Guard struct {
	allow []netip.Prefix
}

// New returns a Guard that also allows the prefixes of allow: receivers of a test, or of the own network. It never
// allows an address behind NAT64, where the translator decides whose loopback is meant.
func New(allow []netip.Prefix) *Guard {
	return &Guard{allow: allow}
}

// ParseAllow reads a comma-separated list of prefixes and addresses, as EGRESS_ALLOW holds it.
func ParseAllow(list string) ([]netip.Prefix, error) {
	var allow []netip.Prefix
	for entry := range strings.SplitSeq(list, ",") {
		entry = strings.TrimSpace(entry)
		if entry == "" {
			continue
		}
		prefix, err := netip.ParsePrefix(entry)
		if err != nil {
			addr, errAddr := netip.ParseAddr(entry)
			if errAddr != nil || addr.Zone() != "" {
				return nil, fmt.Errorf("allowed prefix %q: want CIDR such as 127.0.0.0/8", entry)
			}
			prefix = netip.PrefixFrom(addr, addr.BitLen())
		}
		if prefix.Addr().Is4In6() {
			return nil, fmt.Errorf("allowed prefix %q: write it as IPv4", entry)
		}
		allow = append(allow, prefix.Masked())
	}
	return allow, nil
}

// Check returns an error that wraps ErrBlocked unless addr may be connected to.
func (g *Guard) Check(addr netip.Addr) error {
	if !addr.IsValid() {
		return fmt.Errorf("%w: no address", ErrBlocked)
	}
	if addr.Zone() != "" {
		// A zone means a link of this machine. No prefix matches an address with a zone, so it must be refused here.
		return fmt.Errorf("%w: %s has a zone", ErrBlocked, addr)
	}
	addr = addr.Unmap()
	for _, prefix := range g.allow {
		if prefix.Contains(addr) && !nat64.Contains(addr) {
			return nil
		}
	}
	inner := addr
	if nat64.Contains(addr) {
		b := addr.As16()
		inner = netip.AddrFrom4([4]byte(b[12:]))
	}
	for _, b := range refused {
		if b.prefix.Contains(inner) {
			return fmt.Errorf("%w: %s is in %s (%s)", ErrBlocked, addr, b.prefix, b.name)
		}
	}
	if inner.Is6() && !globalUnicast.Contains(inner) {
		return fmt.Errorf("%w: %s is no global unicast address", ErrBlocked, addr)
	}
	return nil
}

// Control is for the Control field of a net.Dialer: it sees the resolved address of every connection before it is made.
func (g *Guard) Control(network, address string, _ syscall.RawConn) error {
	switch network {
	case "tcp", "tcp4", "tcp6":
	default:
		return fmt.Errorf("%w: network %s", ErrBlocked, network)
	}
	target, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("%w: %q is no address and port", ErrBlocked, address)
	}
	return g.Check(target.Addr())
}

// ControlContext is Control for the field of that name.
func (g *Guard) ControlContext(_ context.Context, network, address string, c syscall.RawConn) error {
	return g.Control(network, address, c)
}
