package egress

import (
	"errors"
	"net/netip"
	"testing"
)

// Every prefix refuses its first and last address. The neighbours outside are refused only if another rule covers them.
func TestPrefixesRefuseFirstAndLastAddress(t *testing.T) {
	guard := New(nil)
	for _, b := range refused {
		first, last := b.prefix.Masked().Addr(), lastAddr(b.prefix)
		if first != b.prefix.Addr() {
			t.Errorf("%s: host bits set", b.prefix)
		}
		for _, addr := range []netip.Addr{first, last} {
			if err := guard.Check(addr); !errors.Is(err, ErrBlocked) {
				t.Errorf("%s (%s): %s is let through", b.prefix, b.name, addr)
			}
		}
		for _, addr := range []netip.Addr{first.Prev(), last.Next()} {
			if !addr.IsValid() {
				continue // the end of the address space
			}
			if got, want := guard.Check(addr) != nil, coveredElsewhere(addr); got != want {
				t.Errorf("%s (%s): its neighbour %s refused = %v, want %v", b.prefix, b.name, addr, got, want)
			}
		}
	}
}

// coveredElsewhere says, by hand and not by the table, whether a neighbour of a prefix is refused.
func coveredElsewhere(addr netip.Addr) bool {
	for _, cidr := range []string{
		"0.0.0.0/8", "127.0.0.0/8", "192.0.0.0/24", "224.0.0.0/3", // 224/4 and 240/4 adjoin
		"2001::/23", "3ffe::/16", "3fff::/20", // the last two adjoin
	} {
		if netip.MustParsePrefix(cidr).Contains(addr) {
			return true
		}
	}
	return addr.Is6() && !netip.MustParsePrefix("2000::/3").Contains(addr) && !nat64.Contains(addr) && !addr.Is4In6()
}

func lastAddr(p netip.Prefix) netip.Addr {
	raw := p.Addr().AsSlice()
	for bit := p.Bits(); bit < len(raw)*8; bit++ {
		raw[bit/8] |= 1 << (7 - bit%8)
	}
	addr, _ := netip.AddrFromSlice(raw)
	return addr
}

// NAT64 and IPv4-mapped addresses take the verdict of the IPv4 address at every edge of the IPv4 table.
func TestEmbeddedIPv4(t *testing.T) {
	guard := New(nil)
	for _, b := range refused {
		if !b.prefix.Addr().Is4() {
			continue
		}
		first, last := b.prefix.Addr(), lastAddr(b.prefix)
		for _, addr := range []netip.Addr{first.Prev(), first, last, last.Next()} {
			if !addr.IsValid() {
				continue
			}
			want := guard.Check(addr) != nil
			v4 := addr.As4()
			raw := nat64.Addr().As16()
			copy(raw[12:], v4[:])
			for _, carrier := range []netip.Addr{netip.AddrFrom16(raw), netip.AddrFrom16(addr.As16())} {
				if got := guard.Check(carrier) != nil; got != want {
					t.Errorf("%s carries %s: refused = %v, want %v", carrier, addr, got, want)
				}
			}
		}
	}
}

// The registries hold what the special-purpose RFCs list; a truncated file must not go unnoticed.
func TestRegistriesAreWhole(t *testing.T) {
	for name, want := range map[string]struct {
		text string
		rows int
	}{"IPv4": {ipv4Registry, 25}, "IPv6": {ipv6Registry, 23}} {
		t.Run(name, func(t *testing.T) {
			rows, err := parseRegistry(want.text)
			if err != nil {
				t.Fatal(name, err)
			}
			if len(rows) < want.rows {
				t.Errorf("%s registry has %d prefixes, want at least %d", name, len(rows), want.rows)
			}
		})
	}
	if _, err := parseRegistry("Address Block,Name\n10.0.0.0,x\n"); err == nil {
		t.Error("a row without a prefix is taken")
	}
}
