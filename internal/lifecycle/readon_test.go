package lifecycle

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// refusals are how handlers refuse a body: unread, in part, or too large.
var refusals = map[string]http.HandlerFunc{
	"unread": func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no", http.StatusUnauthorized) },
	"in part": func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.CopyN(io.Discard, r.Body, 100)
		http.Error(w, "no", http.StatusUnsupportedMediaType)
	},
	"too large": func(w http.ResponseWriter, r *http.Request) {
		_, err := io.Copy(io.Discard, http.MaxBytesReader(w, r.Body, 1<<20))
		if tooLarge := new(http.MaxBytesError); !errors.As(err, &tooLarge) {
			panic(err)
		}
		http.Error(w, "no", http.StatusRequestEntityTooLarge)
	},
}

// A client that writes all of its body before it reads gets the refusal, as often as it sends such a body.
func TestRefusalOfALargeBodyArrives(t *testing.T) {
	t.Parallel()
	const size = 24 << 20
	for name, refuse := range refusals {
		for framing, header := range map[string]string{
			"length": fmt.Sprintf("Content-Length: %d", size), "chunks": "Transfer-Encoding: chunked",
		} {
			t.Run(name+", "+framing, func(t *testing.T) {
				t.Parallel()
				s := httptest.NewUnstartedServer(nil)
				s.Config = PublicServer(refuse)
				s.Start()
				defer s.Close()
				c, err := net.Dial("tcp", s.Listener.Addr().String())
				if err != nil {
					t.Fatal(err)
				}
				defer c.Close()
				if _, err := fmt.Fprintf(c, "POST / HTTP/1.1\r\nHost: x\r\n%s\r\n\r\n", header); err != nil {
					t.Fatal(err)
				}
				body := strings.Repeat("x", 1<<20)
				for i := range size >> 20 {
					if framing == "chunks" {
						_, err = fmt.Fprintf(c, "%x\r\n%s\r\n", len(body), body)
					} else {
						_, err = io.WriteString(c, body)
					}
					if err != nil {
						t.Fatalf("after %d MiB: %v", i, err)
					}
				}
				if framing == "chunks" {
					_, _ = io.WriteString(c, "0\r\n\r\n")
				}
				resp, err := http.ReadResponse(bufio.NewReader(c), nil)
				if err != nil {
					t.Fatal(err)
				}
				defer resp.Body.Close()
				if b, err := io.ReadAll(resp.Body); string(b) != "no\n" || resp.StatusCode/100 != 4 || err != nil {
					t.Errorf("status %d, %q, %v", resp.StatusCode, b, err)
				}
			})
		}
	}
}

// A refused body is read up to its bounds; then the response is sent, whatever the client does.
func TestLeftoverIsBounded(t *testing.T) {
	t.Parallel()
	const bound = 1 << 20 // net/http reads 256 KiB by itself
	for name, c := range map[string]struct {
		header, body string
		endless      bool // the body is sent again and again
		within       time.Duration
	}{
		"bytes":     {"Transfer-Encoding: chunked", "400\r\n" + strings.Repeat("x", 1024) + "\r\n", true, time.Hour},
		"time":      {"Transfer-Encoding: chunked", "1\r\nx\r\n", false, 50 * time.Millisecond},
		"announced": {"Content-Length: 2000000", "x", false, time.Hour},
		"asked":     {"Content-Length: 900000\r\nExpect: 100-continue", "", false, time.Hour},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := httptest.NewServer(readOn(refusals["unread"], bound, c.within))
			defer s.Close()
			conn, err := net.Dial("tcp", s.Listener.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			var writing sync.WaitGroup
			defer writing.Wait()
			defer conn.Close()
			_ = conn.SetDeadline(time.Now().Add(20 * time.Second))
			if _, err := fmt.Fprintf(conn, "POST / HTTP/1.1\r\nHost: x\r\n%s\r\n\r\n%s", c.header, c.body); err != nil {
				t.Fatal(err)
			}
			if c.endless {
				writing.Go(func() {
					for {
						if _, err := io.WriteString(conn, c.body); err != nil {
							return
						}
					}
				})
			}
			resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
			if err != nil {
				t.Fatal(err)
			}
			if resp.StatusCode != http.StatusUnauthorized {
				t.Errorf("status %d", resp.StatusCode)
			}
		})
	}
}
