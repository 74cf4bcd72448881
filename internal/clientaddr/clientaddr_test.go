package clientaddr

import (
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestOnlyTrustedProxiesNameTheClient(t *testing.T) {
	const trusted = "10.0.0.0/8, 192.0.2.7, 2001:db8:1::/48"
	for name, c := range map[string]struct {
		proxies, remote string
		forwarded       []string
		want            string // "" is no address
	}{
		"no proxy is trusted":     {"", "203.0.113.9:1234", []string{"198.51.100.1"}, "203.0.113.9"},
		"the peer is not trusted": {trusted, "203.0.113.9:1234", []string{"198.51.100.1"}, "203.0.113.9"},
		"one proxy":               {trusted, "10.1.2.3:1234", []string{"198.51.100.1"}, "198.51.100.1"},
		"the client lies":         {trusted, "10.1.2.3:1234", []string{"1.1.1.1, 198.51.100.1"}, "198.51.100.1"},
		"two proxies": {trusted, "10.1.2.3:1234", []string{"1.1.1.1, 198.51.100.1, 192.0.2.7"},
			"198.51.100.1"},
		"several headers are one list": {trusted, "10.1.2.3:1234", []string{"1.1.1.1", "198.51.100.1", "10.9.9.9"},
			"198.51.100.1"},
		"all are trusted: the farthest": {trusted, "10.1.2.3:1234", []string{"10.0.0.1,10.0.0.2"}, "10.0.0.1"},
		"no header":                     {trusted, "10.1.2.3:1234", nil, "10.1.2.3"},
		"empty header":                  {trusted, "10.1.2.3:1234", []string{""}, "10.1.2.3"},
		"garbage ends the search":       {trusted, "10.1.2.3:1234", []string{"198.51.100.1, <script>, 10.0.0.2"}, "10.0.0.2"},
		"a hole ends the search":        {trusted, "10.1.2.3:1234", []string{"198.51.100.1,,10.0.0.2"}, "10.0.0.2"},
		"unknown (RFC 7239) is no name": {trusted, "10.1.2.3:1234", []string{"unknown"}, "10.1.2.3"},
		"with a port":                   {trusted, "10.1.2.3:1234", []string{"198.51.100.1:443"}, "198.51.100.1"},
		"IPv6":                          {trusted, "[2001:db8:1::5]:1234", []string{"2001:db8:2::1"}, "2001:db8:2::1"},
		"IPv6 in brackets":              {trusted, "[2001:db8:1::5]:1234", []string{"[2001:db8:2::1]:80"}, "2001:db8:2::1"},
		"IPv6 with a zone":              {trusted, "10.1.2.3:1234", []string{"fe80::1%eth0"}, "fe80::1"},
		"IPv4 in IPv6 is IPv4":          {trusted, "[::ffff:10.1.2.3]:1234", []string{"::ffff:198.51.100.1"}, "198.51.100.1"},
		"not an IP connection":          {trusted, "@", []string{"198.51.100.1"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			proxies, err := ParseProxies(c.proxies)
			if err != nil {
				t.Fatal(err)
			}
			r := httptest.NewRequest(http.MethodGet, "/", nil)
			r.RemoteAddr, r.Header["X-Forwarded-For"] = c.remote, c.forwarded
			got := "none asked"
			proxies.Handler(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got = Text(r.Context()) })).
				ServeHTTP(httptest.NewRecorder(), r)
			if got != c.want {
				t.Errorf("%s: %q, want %q", name, got, c.want)
			}
		})
	}
}

func TestParseProxiesRefuses(t *testing.T) {
	for _, s := range []string{"10.0.0.0", "", " , 10.0.0.0/8,"} {
		if _, err := ParseProxies(s); err != nil {
			t.Errorf("%q: %v", s, err)
		}
	}
	for _, s := range []string{"proxy", "10.0.0.0/40", "0.0.0.0/0", "::/0", "::ffff:10.0.0.0/104", "fe80::1%eth0",
		"10.0.0.0/8;192.0.2.1"} {
		if p, err := ParseProxies(s); err == nil {
			t.Errorf("%q passes as %v", s, p)
		}
	}
}

func TestWithPeer(t *testing.T) {
	if got := Text(WithPeer(t.Context(), &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 9})); got != "127.0.0.1" {
		t.Errorf("%q", got)
	}
	if got := Text(WithPeer(t.Context(), &net.UnixAddr{Name: "/run/x", Net: "unix"})); got != "" {
		t.Errorf("%q", got)
	}
}

// Whatever clients put into the header, behind an untrusted peer it changes nothing, and a client cannot get past what
// the proxy appended.
func FuzzForwardedFor(f *testing.F) {
	for _, s := range []string{"1.1.1.1", "::1%\x00", ",,,", "[", "10.0.0.1:", "\xff", strings.Repeat("10.0.0.1,", 50)} {
		f.Add(s)
	}
	proxies, err := ParseProxies("10.0.0.0/8")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, header string) {
		for remote, suffix := range map[string]string{"203.0.113.9:1": "", "10.0.0.1:1": ", 203.0.113.9"} {
			r := &http.Request{RemoteAddr: remote, Header: http.Header{"X-Forwarded-For": {header + suffix}}}
			if got := proxies.Of(r).String(); got != "203.0.113.9" {
				t.Fatalf("from %s: %s", remote, got)
			}
		}
	})
}
