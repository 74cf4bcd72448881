package egress_test

import (
	"encoding/json"
	"errors"
	"net"
	"net/netip"
	"os"
	"testing"

	"github.com/partnerline/partnerline/internal/egress"
)

type corpus struct {
	Deny  []string `json:"deny"`
	Allow []string `json:"allow"`
}

func readCorpus(t testing.TB) corpus {
	t.Helper()
	raw, err := os.ReadFile("testdata/egress.json")
	if err != nil {
		t.Fatal(err)
	}
	var c corpus
	if err := json.Unmarshal(raw, &c); err != nil {
		t.Fatal(err)
	}
	if len(c.Deny) == 0 || len(c.Allow) == 0 {
		t.Fatal("the corpus is empty")
	}
	return c
}

func blocked(t *testing.T, what string, err error, want bool) {
	t.Helper()
	if err != nil && !errors.Is(err, egress.ErrBlocked) {
		t.Errorf("%s: error %v does not wrap ErrBlocked", what, err)
	}
	if got := err != nil; got != want {
		t.Errorf("%s: blocked = %v (%v), want %v", what, got, err, want)
	}
}

func TestOnlyPublicAddressesAreAllowed(t *testing.T) {
	c := readCorpus(t)
	guard := egress.New(nil)
	check := func(literal string, want bool) {
		addr := netip.MustParseAddr(literal)
		blocked(t, "Check "+literal, guard.Check(addr), want)
		blocked(t, "CheckHost "+literal, guard.CheckHost(literal), want)
		blocked(t, "Control "+literal, guard.Control("tcp", netip.AddrPortFrom(addr, 443).String(), nil), want)
		if addr.Is6() {
			blocked(t, "CheckHost ["+literal+"]", guard.CheckHost("["+literal+"]"), want)
		}
	}
	for _, literal := range c.Deny {
		check(literal, true)
	}
	for _, literal := range c.Allow {
		check(literal, false)
	}
}

func TestAllowance(t *testing.T) {
	allow, err := egress.ParseAllow(" 127.0.0.2/32, 10.1.2.3, fd00::/8 ,")
	if err != nil {
		t.Fatal(err)
	}
	guard := egress.New(allow)
	for literal, want := range map[string]bool{
		"127.0.0.2":           false,
		"::ffff:127.0.0.2":    false, // the same address, written for an IPv6 socket
		"127.0.0.1":           true,
		"127.0.0.3":           true,
		"10.1.2.3":            false,
		"10.1.2.4":            true,
		"fd00:ec2::254":       false,
		"64:ff9b::7f00:2":     true, // what reaches loopback through NAT64 stays refused
		"64:ff9b::a01:203":    true,
		"fe80::1%eth0":        true,
		"2606:4700::1111%lo0": true,
	} {
		t.Run(literal, func(t *testing.T) {
			blocked(t, literal, guard.Check(netip.MustParseAddr(literal)), want)
		})
	}
	all := egress.New([]netip.Prefix{netip.MustParsePrefix("::/0"), netip.MustParsePrefix("0.0.0.0/0")})
	blocked(t, "NAT64 loopback under ::/0", all.Check(netip.MustParseAddr("64:ff9b::7f00:1")), true)
	blocked(t, "loopback under 0.0.0.0/0", all.Check(netip.MustParseAddr("127.0.0.1")), false)
}

func TestParseAllowRefuses(t *testing.T) {
	for _, list := range []string{"localhost", "127.0.0.0/33", "::ffff:127.0.0.0/104", "fe80::1%eth0",
		"10.0.0.0/8;127.0.0.1"} {
		if got, err := egress.ParseAllow(list); err == nil {
			t.Errorf("ParseAllow(%q) = %v, want an error", list, got)
		}
	}
	if got, err := egress.ParseAllow(""); err != nil || len(got) != 0 {
		t.Errorf("ParseAllow of nothing = %v, %v", got, err)
	}
}

func TestControlWantsAnAddress(t *testing.T) {
	guard := egress.New(nil)
	blocked(t, "name", guard.Control("tcp", "example.com:443", nil), true)
	blocked(t, "udp", guard.Control("udp", "1.1.1.1:443", nil), true)
	blocked(t, "unix", guard.ControlContext(t.Context(), "unix", "/tmp/socket", nil), true)
	blocked(t, "invalid", guard.Check(netip.Addr{}), true)
	blocked(t, "zone", guard.Control("tcp6", "[fe80::1%eth0]:443", nil), true)
}

// A dialer with the guard makes no connection: the listener would have to accept it.
func TestDialer(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	dialer := net.Dialer{ControlContext: egress.New(nil).ControlContext}
	_, err = dialer.DialContext(t.Context(), "tcp", listener.Addr().String())
	blocked(t, "dial", err, true)

	dialer.ControlContext = egress.New([]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}).ControlContext
	conn, err := dialer.DialContext(t.Context(), "tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	conn.Close()
}
