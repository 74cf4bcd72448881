package clientaddr

import (
	"net/netip"
	"testing"
)

// A list that is accepted trusts exactly the addresses that its entries hold, and never everybody.
func FuzzParseProxies(f *testing.F) {
	for _, s := range []string{"10.0.0.0/8", "10.0.0.1, ::1", "0.0.0.0/0", "::/0", "::ffff:10.0.0.0/104", "fe80::1%eth0",
		"10.0.0.0/33", " , ", "10.0.0.7/8,2001:db8::/32"} {
		f.Add(s, "10.0.0.1")
	}
	f.Fuzz(func(t *testing.T, list, address string) {
		proxies, err := ParseProxies(list)
		if err != nil {
			return
		}
		for _, p := range proxies {
			if p.Bits() <= 0 || p != p.Masked() || p.Addr().Is4In6() {
				t.Fatalf("%q holds %s", list, p)
			}
			if again, err := ParseProxies(p.String()); err != nil || len(again) != 1 || again[0] != p {
				t.Fatalf("%s is read as %v, %v", p, again, err)
			}
		}
		a, err := netip.ParseAddr(address)
		if err != nil {
			return
		}
		want := false
		for _, p := range proxies {
			want = want || p.Contains(a)
		}
		if proxies.Trusts(a) != want {
			t.Fatalf("%q and %s", list, a)
		}
	})
}
