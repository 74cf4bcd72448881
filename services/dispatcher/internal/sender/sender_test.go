package sender_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/x509"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/partnerline/partnerline/internal/egress"
	"github.com/partnerline/partnerline/internal/signature"
	"github.com/partnerline/partnerline/services/dispatcher"
	"github.com/partnerline/partnerline/services/dispatcher/internal/sender"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var loopback = egress.New([]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")})

func newSender(t testing.TB, change ...func(*sender.Options)) *sender.Sender {
	t.Helper()
	o := sender.Options{Timeout: 5 * time.Second, Guard: loopback, Version: "test"}
	for _, c := range change {
		c(&o)
	}
	s := sender.New(o)
	t.Cleanup(s.Close)
	return s
}

func timeout(d time.Duration) func(*sender.Options) {
	return func(o *sender.Options) { o.Timeout = d }
}

func request(t testing.TB, rawURL string) dispatcher.Request {
	t.Helper()
	u, err := dispatcher.ParseURL(rawURL)
	if err != nil {
		t.Fatal(err)
	}
	return dispatcher.Request{
		Target: &dispatcher.Target{
			URL: u, Active: true, Forms: dispatcher.Forms{HMAC: true},
			Keys: []*signature.Key{signature.NewKey([]byte("k"), time.Time{})},
		},
		Delivery: "dlv_1", EventType: "verification.completed", Number: 1,
		Content: dispatcher.Content{Body: []byte(`{"n":1}`)},
	}
}

// servers are the three protocols of receivers.
var servers = map[string]func(testing.TB, http.Handler) (url string, trust func(*sender.Options)){
	"plain": func(t testing.TB, h http.Handler) (string, func(*sender.Options)) {
		s := httptest.NewServer(h)
		t.Cleanup(s.Close)
		return s.URL, func(*sender.Options) {}
	},
	"tls": func(t testing.TB, h http.Handler) (string, func(*sender.Options)) {
		return tlsServer(t, h, false)
	},
	"http2": func(t testing.TB, h http.Handler) (string, func(*sender.Options)) {
		return tlsServer(t, h, true)
	},
}

func tlsServer(t testing.TB, h http.Handler, http2 bool) (string, func(*sender.Options)) {
	s := httptest.NewUnstartedServer(h)
	s.EnableHTTP2 = http2
	s.Config.ErrorLog = quiet
	s.StartTLS()
	t.Cleanup(s.Close)
	roots := x509.NewCertPool()
	roots.AddCert(s.Certificate())
	return s.URL, func(o *sender.Options) { o.RootCAs = roots }
}

func TestFailureFollowsFromStatus(t *testing.T) {
	t.Parallel()
	for kind, serve := range servers {
		t.Run(kind, func(t *testing.T) {
			var status atomic.Int64
			var proto, body atomic.Value
			url, trust := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				b, _ := io.ReadAll(r.Body)
				body.Store(string(b))
				proto.Store(r.Proto)
				w.Header().Set("X-Theirs", "yes")
				w.Header().Set("Retry-After", "7")
				w.WriteHeader(int(status.Load()))
				_, _ = io.WriteString(w, "answer")
			}))
			s := newSender(t, trust)
			for code, want := range map[int64]dispatcher.Failure{
				200: "", 201: "", 202: "", 203: "", 301: "redirect", 308: "redirect", 400: "http_4xx", 410: "http_4xx",
				500: "http_5xx", 503: "http_5xx",
			} {
				t.Run(fmt.Sprint(code), func(t *testing.T) {
					status.Store(code)
					got := s.Send(t.Context(), request(t, url))
					if got.Failure != want || got.Status != int(code) || string(got.Body) != "answer" || got.RetryAfter != "7" ||
						got.Headers["X-Theirs"] != "yes" || got.Truncated || got.NotMade || got.TimedOut {
						t.Errorf("%d: %+v, want failure %q", code, got, want)
					}
					if got.Remote == "" || got.Timing.Total <= 0 || got.EndedAt.Before(got.StartedAt) {
						t.Errorf("%d: remote %q, timing %+v", code, got.Remote, got.Timing)
					}
				})
			}
			if body.Load() != `{"n":1}` {
				t.Errorf("body %v", body.Load())
			}
			if (kind == "http2") != (proto.Load() == "HTTP/2.0") {
				t.Errorf("protocol %v", proto.Load())
			}
		})
	}
}

func TestResponseWithoutBody(t *testing.T) {
	t.Parallel()
	for kind, serve := range servers {
		t.Run(kind, func(t *testing.T) {
			url, trust := serve(t, http.HandlerFunc(func(w http.ResponseWriter,
				_ *http.Request) {
				w.WriteHeader(http.StatusNoContent)
			}))
			got := newSender(t, trust).Send(t.Context(), request(t, url))
			if got.Failure != "" || got.Status != 204 || got.Body != nil {
				t.Errorf("%+v", got)
			}
		})
	}
}

// One connection serves many attempts.
func TestConnectionsAreReused(t *testing.T) {
	t.Parallel()
	for kind, serve := range servers {
		t.Run(kind, func(t *testing.T) {
			var mu sync.Mutex
			from := map[string]bool{}
			url, trust := serve(t, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
				mu.Lock()
				defer mu.Unlock()
				from[r.RemoteAddr] = true
			}))
			s := newSender(t, trust)
			for range 20 {
				if got := s.Send(t.Context(), request(t, url)); got.Failure != "" {
					t.Fatalf("%+v", got)
				}
			}
			if len(from) != 1 {
				t.Errorf("%d connections for 20 attempts", len(from))
			}
		})
	}
}

// A connection that the receiver has closed while it was idle is not used.
func TestClosedIdleConnection(t *testing.T) {
	t.Parallel()
	closed := make(chan struct{}, 10)
	// The receiver closes each connection after its answer, without having said so.
	url := raw(t, true, func(c net.Conn) {
		_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
		_ = c.Close()
		closed <- struct{}{}
	})
	s := newSender(t)
	for range 5 {
		if got := s.Send(t.Context(), request(t, url)); got.Failure != "" {
			t.Fatalf("%+v: %v", got, got.Cause)
		}
		<-closed
	}
}

// raw is a receiver on the level of TCP. Its handler gets each connection, after the request was read if readRequest.
func raw(t testing.TB, readRequest bool, handle func(net.Conn)) string {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	var mu sync.Mutex
	var conns []net.Conn
	wg.Go(func() {
		for {
			c, err := ln.Accept()
			if err != nil {
				return
			}
			mu.Lock()
			conns = append(conns, c)
			mu.Unlock()
			wg.Go(func() {
				defer c.Close()
				if readRequest {
					if r, err := http.ReadRequest(bufio.NewReader(c)); err != nil {
						return
					} else if _, err := io.Copy(io.Discard, r.Body); err != nil {
						return
					}
				}
				handle(c)
			})
		}
	})
	t.Cleanup(func() {
		_ = ln.Close()
		mu.Lock()
		for _, c := range conns {
			_ = c.Close()
		}
		mu.Unlock()
		wg.Wait()
	})
	return "http://" + ln.Addr().String()
}

func until(c net.Conn) { _, _ = io.Copy(io.Discard, c) } // the other side closes

func drip(c net.Conn, what string, every time.Duration) {
	for {
		if _, err := io.WriteString(c, what); err != nil {
			return
		}
		<-time.After(every)
	}
}

// Whatever a receiver does, Send returns within the deadline and a tenth of a second.
func TestHostileReceivers(t *testing.T) {
	t.Parallel()
	const deadline = 400 * time.Millisecond
	var bomb bytes.Buffer
	z := gzip.NewWriter(&bomb)
	_, _ = z.Write(make([]byte, 10<<20))
	_ = z.Close()
	for name, c := range map[string]struct {
		handle  func(net.Conn)
		silent  bool // does not even read the request
		https   bool
		failure dispatcher.Failure
		status  int
		slow    bool // takes the whole deadline
	}{
		"silent":          {handle: until, silent: true, failure: "timeout", slow: true},
		"reads, no reply": {handle: until, failure: "timeout", slow: true},
		"slow TLS":        {handle: until, silent: true, https: true, failure: "timeout", slow: true},
		"plain text to TLS": {handle: func(c net.Conn) {
			_, _ = io.WriteString(c, "HTTP/1.1 400 Bad Request\r\n\r\n")
		}, silent: true, https: true, failure: "tls"},
		"drips the status line": {handle: func(c net.Conn) { drip(c, "H", 20*time.Millisecond) },
			failure: "timeout|protocol", slow: true},
		"drips headers": {handle: func(c net.Conn) {
			_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\n")
			drip(c, "A: b\r\n", 20*time.Millisecond)
		}, failure: "timeout", slow: true},
		"endless headers": {handle: func(c net.Conn) {
			_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\n")
			drip(c, strings.Repeat("A: "+strings.Repeat("b", 1000)+"\r\n", 10), 0)
		}, failure: "protocol"},
		"one header of 1 MiB": {handle: func(c net.Conn) {
			_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nA: "+strings.Repeat("b", 1<<20)+"\r\nContent-Length: 0\r\n\r\n")
			until(c)
		}, failure: "protocol"},
		"endless 1xx": {handle: func(c net.Conn) { drip(c, "HTTP/1.1 102 Processing\r\n\r\n", time.Millisecond) },
			failure: "protocol|timeout"},
		"switches protocols": {handle: func(c net.Conn) {
			_, _ = io.WriteString(c, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n")
			until(c)
		}, failure: "protocol", status: 101},
		"drips the body": {handle: func(c net.Conn) {
			_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n")
			drip(c, ".", 20*time.Millisecond)
		}, status: 200, slow: true},
		"endless body": {handle: func(c net.Conn) {
			_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
			drip(c, strings.Repeat(".", 32<<10), 0)
		}, status: 200},
		"endless chunks": {handle: func(c net.Conn) {
			_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
			drip(c, "8000\r\n"+strings.Repeat(".", 32<<10)+"\r\n", 0)
		}, status: 200},
		"broken chunks": {handle: func(c net.Conn) {
			_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n")
			until(c)
		}, status: 200},
		"body cut off": {handle: func(c net.Conn) {
			_, _ = io.WriteString(c, "HTTP/1.1 202 Accepted\r\nContent-Length: 100\r\n\r\nshort")
		}, status: 202},
		"compressed bomb": {handle: func(c net.Conn) {
			_, _ = fmt.Fprintf(c, "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: %d\r\n\r\n%s",
				bomb.Len(), bomb.Bytes())
			until(c)
		}, status: 200},
		"garbage": {handle: func(c net.Conn) { _, _ = io.WriteString(c, "\x00\x01 nonsense\r\n\r\n") },
			failure: "protocol"},
		"hangs up":      {handle: func(net.Conn) {}, failure: "reset"},
		"resets":        {handle: func(c net.Conn) { _ = c.(*net.TCPConn).SetLinger(0) }, failure: "reset"},
		"cut in header": {handle: func(c net.Conn) { _, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nA: b") }, failure: "reset"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url := raw(t, !c.silent, c.handle)
			if c.https {
				url = strings.Replace(url, "http:", "https:", 1)
			}
			start := time.Now()
			got := newSender(t, timeout(deadline)).Send(t.Context(), request(t, url))
			took := time.Since(start)
			if took > deadline+slack {
				t.Errorf("Send returns after %s", took)
			}
			if c.slow && took < deadline-10*time.Millisecond {
				t.Errorf("gave up after %s", took)
			}
			if !oneOf(got.Failure, c.failure) || c.status != 0 && got.Status != c.status {
				t.Errorf("failure %q status %d (%v), want %q %d", got.Failure, got.Status, got.Cause, c.failure, c.status)
			}
			if len(got.Body) > 16<<10 {
				t.Errorf("%d bytes of body are kept", len(got.Body))
			}
			if got.Failure == "timeout" != got.TimedOut {
				t.Errorf("failure %q, timed out %v", got.Failure, got.TimedOut)
			}
		})
	}
}

// slack is what a busy machine may add to a deadline. A Send without one would not return at all.
const slack = 10 * time.Second

func oneOf(got, want dispatcher.Failure) bool {
	for w := range strings.SplitSeq(string(want), "|") {
		if string(got) == w {
			return true
		}
	}
	return false
}

func TestBodyBounds(t *testing.T) {
	t.Parallel()
	for _, size := range []int{0, 1, 16 << 10, 16<<10 + 1, 64 << 10, 1 << 20} {
		for kind, serve := range servers {
			url, trust := serve(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				_, _ = w.Write(bytes.Repeat([]byte("x"), size))
			}))
			got := newSender(t, trust).Send(t.Context(), request(t, url))
			if got.Failure != "" || len(got.Body) != min(size, 16<<10) || got.Truncated != (size > 16<<10) {
				t.Errorf("%s, %d bytes: failure %q, %d kept, truncated %v", kind, size, got.Failure, len(got.Body), got.Truncated)
			}
		}
	}
}

// A body that is compressed although we ask for none is recorded as the text that it is, within the bounds of others.
func TestCompressedAnswers(t *testing.T) {
	t.Parallel()
	zip := func(text string) string {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		_, _ = io.WriteString(z, text)
		_ = z.Close()
		return b.String()
	}
	long := strings.Repeat("x", 1<<20)
	for name, c := range map[string]struct {
		sent, want string
		truncated  bool
	}{
		"short":          {zip(`{"ok":true}`), `{"ok":true}`, false},
		"a bomb":         {zip(long), long[:16<<10], true},
		"broken off":     {zip(long)[:100], long[:16<<10], true},
		"not compressed": {"plain", "plain", false},
		"empty":          {"", "", false},
	} {
		for kind, serve := range servers {
			t.Run(name+", "+kind, func(t *testing.T) {
				t.Parallel()
				url, trust := serve(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
					w.Header().Set("Content-Encoding", "gzip")
					_, _ = io.WriteString(w, c.sent)
				}))
				got := newSender(t, trust).Send(t.Context(), request(t, url))
				if string(got.Body) != c.want || got.Truncated != c.truncated || got.Failure != dispatcher.NoFailure {
					t.Errorf("%d bytes, truncated %v, failure %q", len(got.Body), got.Truncated, got.Failure)
				}
			})
		}
	}
}

// Recorded headers are valid for protobuf and Postgres.
func TestHeadersAreSanitizedAndBounded(t *testing.T) {
	t.Parallel()
	url := raw(t, true, func(c net.Conn) {
		_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nA-Latin: caf\xe9\r\nRetry-After: "+strings.Repeat("9", 1000)+"\r\n")
		for i := range 100 {
			_, _ = fmt.Fprintf(c, "X-%03d: %s\r\n", i, strings.Repeat("v", 50))
		}
		_, _ = io.WriteString(c, "Content-Length: 0\r\n\r\n")
		until(c)
	})
	got := newSender(t).Send(t.Context(), request(t, url))
	if got.Failure != "" || len(got.Headers) > 32 || len(got.RetryAfter) > 128 {
		t.Errorf("failure %q (%v), %d headers, Retry-After of %d bytes", got.Failure, got.Cause, len(got.Headers),
			len(got.RetryAfter))
	}
	if v := got.Headers["A-Latin"]; v != "caf\uFFFD" {
		t.Errorf("A-Latin is %q", v)
	}
}

func TestEndsWithItsContext(t *testing.T) {
	t.Parallel()
	url := raw(t, true, until)
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	if got := newSender(t, timeout(time.Hour)).Send(ctx, request(t, url)); !got.NotMade {
		t.Errorf("%+v", got)
	}
}

func TestBadTargets(t *testing.T) {
	t.Parallel()
	refused := func() string { // a port without a listener
		ln, _ := net.Listen("tcp", "127.0.0.1:0")
		defer ln.Close()
		return "http://" + ln.Addr().String()
	}()
	s := newSender(t)
	if got := s.Send(t.Context(), request(t, refused)); got.Failure != "connect_refused" || got.TimedOut {
		t.Errorf("refused: %+v", got)
	}
	none := request(t, refused)
	none.Target = &dispatcher.Target{Active: true}
	if got := s.Send(t.Context(), none); got.Failure != "invalid_url" {
		t.Errorf("no URL: %+v", got)
	}
	url, _ := tlsServer(t, http.NotFoundHandler(), false)
	if got := s.Send(t.Context(), request(t, url)); got.Failure != "certificate" {
		t.Errorf("untrusted certificate: %+v", got)
	}
}

// The name of the certificate must be that of the URL.
func TestCertificateName(t *testing.T) {
	t.Parallel()
	url, trust := tlsServer(t, http.NotFoundHandler(), false)
	dns := newDNS(t, func(string, int) []string { return []string{"127.0.0.1"} })
	s := newSender(t, trust, dns.use)
	url = strings.Replace(url, "127.0.0.1", "receiver.test", 1)
	if got := s.Send(t.Context(), request(t, url)); got.Failure != "certificate" {
		t.Errorf("%+v", got)
	}
}
