package egress_test

import (
	"errors"
	"net/netip"
	"net/url"
	"testing"

	"github.com/partnerline/partnerline/internal/egress"
)

func TestCheckHost(t *testing.T) {
	guard := egress.New(nil)
	for host, want := range map[string]bool{
		"example.com":            false,
		"example.com.":           false, // the rooted name
		"hooks.1password.com":    false,
		"xn--d-fga.example":      false,
		"łódź.example":           false,
		"0x7f.example":           false, // only the last label makes an address
		"8.8.8.8":                false,
		"[2606:4700:4700::1111]": false,
		"2606:4700:4700::1111":   false,

		"":                      true,
		".":                     true,
		"localhost":             true,
		"LOCALHOST.":            true,
		"api.localhost":         true,
		"127.0.0.1":             true,
		"127.0.0.1.":            true, // not the canonical notation
		"127.1":                 true,
		"0177.0.0.1":            true,
		"0x7f.0.0.1":            true,
		"0x7f000001":            true,
		"0X7F000001":            true,
		"2130706433":            true,
		"017700000001":          true,
		"134744072":             true, // 8.8.8.8, but odd
		"127.0.0.1.0x1":         true,
		"1.1.1.256":             true,
		"::1":                   true,
		"[::1]":                 true,
		"[::1":                  true,
		"[127.0.0.1]":           true,
		"[example.com]":         true,
		"[::ffff:127.0.0.1]":    true,
		"[::ffff:7f00:1]":       true,
		"[::127.0.0.1]":         true,
		"[fe80::1%25eth0]":      true,
		"fe80::1%eth0":          true,
		"[2606:4700::1111%lo0]": true,
		"127.0.0.1:80":          true, // a port is no part of the host
		"１２７.０.０.１":             true,
		"127。0。0。1":             true,
		"①②⑦.⓪.⓪.①":             true,
		"0𝐱7f000001":            true,
		"user@example.com":      true,
		"example.com/path":      true,
		"exa mple.com":          true,
		"%31.example.com":       true,
	} {
		t.Run(host, func(t *testing.T) {
			blocked(t, host, guard.CheckHost(host), want)
		})
	}
	loopback := egress.New([]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")})
	blocked(t, "localhost, allowed", loopback.CheckHost("localhost"), false)
	blocked(t, "127.1, loopback allowed", loopback.CheckHost("127.1"), true)
}

// Whatever passes is a name, or an address that Check passes too.
func FuzzCheckHost(f *testing.F) {
	for _, seed := range []string{"example.com", "127.0.0.1", "0x7f.1", "[::1]", "[fe80::1%eth0]", "2130706433", "a.１",
		"..", "[", "1.1.1.1."} {
		f.Add(seed)
	}
	c := readCorpus(f)
	for _, seed := range append(c.Deny, c.Allow...) {
		f.Add(seed)
	}
	guard := egress.New(nil)
	f.Fuzz(func(t *testing.T, host string) {
		err := guard.CheckHost(host)
		if err != nil {
			if !errors.Is(err, egress.ErrBlocked) {
				t.Fatalf("%q: %v does not wrap ErrBlocked", host, err)
			}
			return
		}
		bare := host
		if u, err := url.Parse("https://" + host + "/"); err == nil {
			bare = u.Hostname()
		}
		if addr, err := netip.ParseAddr(bare); err == nil && guard.Check(addr) != nil {
			t.Fatalf("%q passes, its address %s does not", host, addr)
		}
	})
}
