package sender_test

import (
	"context"
	"io"
	"log"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"

	"github.com/partnerline/partnerline/internal/egress"
	"github.com/partnerline/partnerline/services/dispatcher/internal/sender"
)

var quiet = log.New(io.Discard, "", 0) // httptest logs clients that disconnect, which these tests do

// A dns answers A queries by name and by how often it was queried.
type dns struct {
	resolver *net.Resolver
}

func (d dns) use(o *sender.Options) { o.Resolver = d.resolver }

func newDNS(t testing.TB, answer func(name string, queries int) []string) dns {
	t.Helper()
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	wg.Go(func() { serveDNS(conn, answer) })
	t.Cleanup(func() { _ = conn.Close(); wg.Wait() })
	return dns{&net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "udp", conn.LocalAddr().String())
	}}}
}

func serveDNS(conn net.PacketConn, answer func(string, int) []string) {
	queries := map[string]int{}
	buf := make([]byte, 1500)
	for {
		n, from, err := conn.ReadFrom(buf)
		if err != nil {
			return
		}
		var m dnsmessage.Message
		if m.Unpack(buf[:n]) != nil || len(m.Questions) != 1 {
			continue
		}
		q := m.Questions[0]
		m.Response, m.Additionals = true, nil
		name := strings.TrimSuffix(q.Name.String(), ".")
		if q.Type == dnsmessage.TypeA {
			queries[name]++
			found := answer(name, queries[name])
			if found == nil {
				m.RCode = dnsmessage.RCodeNameError
			}
			for _, a := range found {
				m.Answers = append(m.Answers, dnsmessage.Resource{
					Header: dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class},
					Body:   &dnsmessage.AResource{A: netip.MustParseAddr(a).As4()},
				})
			}
		}
		if out, err := m.Pack(); err == nil {
			_, _ = conn.WriteTo(out, from)
		}
	}
}

// canary listens on 127.0.0.1, which the guard of these tests refuses, and counts connections.
func canary(t testing.TB) (port string, connections *atomic.Int64) {
	t.Helper()
	connections = new(atomic.Int64)
	url := raw(t, false, func(c net.Conn) { connections.Add(1); until(c) })
	_, port, err := net.SplitHostPort(strings.TrimPrefix(url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	return port, connections
}

// No connection is made to a refused address: literal, alternative notation, DNS answer, second DNS answer.
func TestRefusedAddresses(t *testing.T) {
	t.Parallel()
	port, connections := canary(t)
	names := newDNS(t, func(name string, queries int) []string {
		switch name {
		case "inside.test":
			return []string{"127.0.0.1"}
		case "both.test":
			return []string{"169.254.169.254", "127.0.0.1"}
		case "outside-first.test":
			return []string{"127.0.0.2", "10.0.0.5"}
		case "inside-first.test":
			return []string{"10.0.0.5", "127.0.0.2"}
		case "rebinds.test":
			if queries == 1 {
				return []string{"127.0.0.2"} // allowed, at first
			}
			return []string{"127.0.0.1"}
		}
		return nil
	})
	only2 := func(o *sender.Options) {
		o.Guard = egress.New([]netip.Prefix{netip.MustParsePrefix("127.0.0.2/32")})
		o.Timeout = time.Second
	}
	s := newSender(t, names.use, only2)
	for _, host := range []string{
		"127.0.0.1", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::1]", "[::]", "0.0.0.0", "127.1", "0x7f000001",
		"2130706433", "localhost",
		"[64:ff9b::7f00:1]", "[64:ff9b::7f00:2]", "127.0.0.1.", "inside.test", "both.test",
	} {
		for _, scheme := range []string{"http", "https"} {
			r := request(t, scheme+"://"+host+":"+port+"/")
			if got := s.Send(t.Context(), r); got.Failure != "blocked_address" || got.Status != 0 || got.Remote != "" {
				t.Errorf("%s://%s: failure %q, remote %q (%v)", scheme, host, got.Failure, got.Remote, got.Cause)
			}
		}
	}
	// The first answer is allowed, but nothing listens there; the second attempt uses the second answer.
	r := request(t, "http://rebinds.test:"+port+"/")
	if got := s.Send(t.Context(), r); got.Failure != "connect_refused" {
		t.Errorf("first answer: failure %q (%v)", got.Failure, got.Cause)
	}
	if got := s.Send(t.Context(), r); got.Failure != "blocked_address" {
		t.Errorf("rebinding: failure %q (%v)", got.Failure, got.Cause)
	}
	// Of a name with allowed and refused addresses, only the allowed one is reported.
	for _, host := range []string{"outside-first.test", "inside-first.test"} {
		for _, scheme := range []string{"http", "https"} {
			if got := s.Send(t.Context(), request(t, scheme+"://"+host+":"+port+"/")); got.Failure == "" ||
				got.Remote != "127.0.0.2:"+port {
				t.Errorf("%s://%s: failure %q, remote %q (%v)", scheme, host, got.Failure, got.Remote, got.Cause)
			}
		}
	}
	if got := s.Send(t.Context(), request(t, "http://unknown.test/")); got.Failure != "dns" {
		t.Errorf("unknown name: failure %q (%v)", got.Failure, got.Cause)
	}
	if n := connections.Load(); n != 0 {
		t.Errorf("%d connections were made", n)
	}
}

func TestSilentDNS(t *testing.T) {
	t.Parallel()
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	// The resolver continues after Send has returned; closing its connections ends it.
	questions, done := context.WithCancel(t.Context())
	defer done()
	s := newSender(t, timeout(300*time.Millisecond), func(o *sender.Options) {
		o.Resolver = &net.Resolver{PreferGo: true, Dial: func(_ context.Context, _, _ string) (net.Conn, error) {
			c, err := (&net.Dialer{}).DialContext(questions, "udp", conn.LocalAddr().String())
			if err == nil {
				context.AfterFunc(questions, func() { _ = c.Close() })
			}
			return c, err
		}}
	})
	start := time.Now()
	got := s.Send(t.Context(), request(t, "http://receiver.test/"))
	// The resolver by itself would take 10 s.
	if got.Failure != "dns" || !got.TimedOut || time.Since(start) > 8*time.Second {
		t.Errorf("failure %q (%v) after %s", got.Failure, got.Cause, time.Since(start))
	}
}

// The environment's proxies are never used.
func TestNoEnvironmentProxy(t *testing.T) {
	port, connections := canary(t)
	for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy"} {
		t.Setenv(name, "http://127.0.0.1:"+port)
	}
	url, trust := servers["plain"](t, http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	names := newDNS(t, func(string, int) []string { return []string{"127.0.0.1"} })
	if got := newSender(t, trust, names.use).Send(t.Context(),
		request(t, strings.Replace(url, "127.0.0.1", "receiver.test", 1))); got.Failure != "" {
		t.Errorf("%+v", got)
	}
	if connections.Load() != 0 {
		t.Error("the environment's proxy was used")
	}
}

// Failures of our own proxy are not failures of the receiver.
func TestEgressProxy(t *testing.T) {
	origin, trust := tlsServer(t, http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}), false)
	plain, _ := servers["plain"](t, http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	var answer atomic.Int64
	var seen atomic.Int64
	proxy := raw(t, false, func(c net.Conn) { seen.Add(1); serveProxy(c, int(answer.Load())) })
	through := func(o *sender.Options) {
		o.Proxy, _ = url.Parse(proxy)
		o.Timeout = 500 * time.Millisecond
	}
	for _, c := range []struct {
		name    string
		url     string
		answer  int
		failure string
		notMade bool
	}{
		{"tunnel", origin, 200, "", false},
		{"plain", plain, 200, "", false},
		{"receiver unreachable", origin, 502, "connect_refused", false},
		{"receiver silent", origin, 504, "connect_timeout", false},
		{"refused by policy", origin, 403, "blocked_address", false},
		{"proxy wants credentials", origin, 407, "", true},
		{"proxy fails", origin, 503, "", true},
		{"proxy wants credentials, plain", plain, 407, "", true},
		{"proxy times out", origin, 0, "connect_timeout", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			answer.Store(int64(c.answer))
			got := newSender(t, trust, through).Send(t.Context(), request(t, c.url))
			if got.NotMade != c.notMade || !c.notMade && string(got.Failure) != c.failure {
				t.Errorf("%s: failure %q, not made %v (%v)", c.name, got.Failure, got.NotMade, got.Cause)
			}
			if got.Remote != "" {
				t.Errorf("%s: the address of the proxy is reported: %s", c.name, got.Remote)
			}
		})
	}
	if seen.Load() == 0 {
		t.Error("the proxy was not used")
	}
	blocked := seen.Load()
	if got := newSender(t, through).Send(t.Context(), request(t, "http://10.0.0.1/")); got.Failure != "blocked_address" ||
		seen.Load() != blocked {
		t.Errorf("a refused literal went to the proxy: %+v", got)
	}
	gone := func(o *sender.Options) {
		ln, _ := net.Listen("tcp", "127.0.0.1:0")
		_ = ln.Close()
		o.Proxy = &url.URL{Scheme: "http", Host: ln.Addr().String()}
	}
	for _, u := range []string{origin, plain} {
		if got := newSender(t, trust, gone).Send(t.Context(), request(t, u)); !got.NotMade {
			t.Errorf("proxy down: %+v", got)
		}
	}
}
