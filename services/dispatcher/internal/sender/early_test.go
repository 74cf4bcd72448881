package sender_test

import (
	"bufio"
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/partnerline/partnerline/services/dispatcher"
	"github.com/partnerline/partnerline/services/dispatcher/internal/sender"
)

// rawTLS is raw with TLS over what wrap makes of a connection.
func rawTLS(
	t testing.TB, handle func(net.Conn), wrap func(net.Conn) net.Conn, protocols ...string,
) (string, func(*sender.Options)) {
	t.Helper()
	s := httptest.NewUnstartedServer(nil) // for its certificate
	s.StartTLS()
	defer s.Close()
	roots := x509.NewCertPool()
	roots.AddCert(s.Certificate())
	config := &tls.Config{Certificates: s.TLS.Certificates, NextProtos: protocols}
	address := raw(t, false, func(c net.Conn) {
		handle(tls.Server(wrap(c), config))
	})
	return strings.Replace(address, "http:", "https:", 1), func(o *sender.Options) { o.RootCAs = roots }
}

// A corked connection sends what was written once something is to be read, so that several TLS records are one packet.
type corked struct {
	net.Conn
	written []byte
}

func (c *corked) Write(b []byte) (int, error) {
	c.written = append(c.written, b...)
	return len(b), nil
}

func (c *corked) Read(b []byte) (int, error) {
	if _, err := c.Conn.Write(c.written); err != nil {
		return 0, err
	}
	c.written = c.written[:0]
	return c.Conn.Read(b)
}

func plain(c net.Conn) net.Conn { return c }

func cork(c net.Conn) net.Conn { return &corked{Conn: c} }

// An answer that was sent before its request is that of no delivery: the connection ends instead.
func TestEarlyAnswers(t *testing.T) {
	t.Parallel()
	const early = "HTTP/1.1 418 Early\r\nContent-Length: 5\r\n\r\nearly"
	for name, answer := range map[string]string{
		"length":    "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
		"long body": "HTTP/1.1 200 OK\r\nContent-Length: 10000\r\n\r\n" + strings.Repeat("o", 10000),
		"no body":   "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
		// It fills a buffer.
		"long head":      "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nA: " + strings.Repeat("a", 4096-45) + "\r\n\r\n",
		"204":            "HTTP/1.1 204 No Content\r\n\r\n",
		"204, length":    "HTTP/1.1 204 No Content\r\nContent-Length: 43\r\n\r\n",
		"chunks":         "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
		"trailers":       "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: A\r\n\r\n2\r\nok\r\n0\r\nA: b\r\n\r\n",
		"1xx":            "HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
		"1xx afterwards": "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n",
	} {
		whole := func(c net.Conn) { serve(c, func() { _, _ = io.WriteString(c, answer+early) }) }
		twice := func(c net.Conn) {
			serve(c, func() { _, _ = io.WriteString(c, answer); _, _ = io.WriteString(c, early) })
		}
		for kind, start := range map[string]func(t *testing.T) (string, func(*sender.Options)){
			"plain": func(t *testing.T) (string, func(*sender.Options)) {
				return raw(t, false, whole), func(*sender.Options) {}
			},
			"one record":  func(t *testing.T) (string, func(*sender.Options)) { return rawTLS(t, whole, plain) },
			"two records": func(t *testing.T) (string, func(*sender.Options)) { return rawTLS(t, twice, cork) },
			"proxy": func(t *testing.T) (string, func(*sender.Options)) {
				address, trust := rawTLS(t, whole, plain)
				proxy, err := url.Parse(raw(t, false, func(c net.Conn) { serveProxy(c, http.StatusOK) }))
				if err != nil {
					t.Fatal(err)
				}
				return address, func(o *sender.Options) { trust(o); o.Proxy = proxy }
			},
		} {
			for size, body := range map[string][]byte{"short": []byte(`{"n":1}`), "long": bytes.Repeat([]byte(" "), 70<<10)} {
				t.Run(name+", "+kind+", "+size, func(t *testing.T) {
					t.Parallel()
					address, trust := start(t)
					s, r := newSender(t, trust), request(t, address)
					r.Body = body
					for i := range 30 {
						got := s.Send(t.Context(), r)
						if got.Status/100 != 2 || got.Failure != dispatcher.NoFailure {
							t.Fatalf("attempt %d got status %d, failure %q (%v)", i+1, got.Status, got.Failure, got.Cause)
						}
					}
				})
			}
		}
	}
}

// serve reads requests, and calls answer after each.
func serve(c net.Conn, answer func()) {
	for in := bufio.NewReader(c); ; answer() {
		r, err := http.ReadRequest(in)
		if err != nil {
			return
		}
		if _, err := io.Copy(io.Discard, r.Body); err != nil {
			return
		}
	}
}
