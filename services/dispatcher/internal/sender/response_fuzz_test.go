package sender

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"google.golang.org/protobuf/proto"

	dispatchv1 "github.com/partnerline/partnerline/proto/gen/dispatch/v1"
	"github.com/partnerline/partnerline/services/dispatcher"
)

// A canned connection reads from a fixed response.
type canned struct {
	net.Conn // only what is overridden may be called
	r        io.Reader
	w        bytes.Buffer
}

func (c *canned) Read(b []byte) (int, error)         { return c.r.Read(b) }
func (c *canned) Write(b []byte) (int, error)        { return c.w.Write(b) }
func (c *canned) SetDeadline(time.Time) error        { return nil }
func (c *canned) Close() error                       { return nil }
func (c *canned) RemoteAddr() net.Addr               { return &net.TCPAddr{IP: net.IPv4(192, 0, 2, 1), Port: 443} }
func (c *canned) LocalAddr() net.Addr                { return c.RemoteAddr() }
func (c *canned) SetReadDeadline(t time.Time) error  { return c.SetDeadline(t) }
func (c *canned) SetWriteDeadline(t time.Time) error { return c.SetDeadline(t) }

// Whatever a receiver responds, its record is bounded and valid for protobuf and Postgres, and equal to what net/http
// reads of the same bytes.
func FuzzResponse(f *testing.F) {
	for _, s := range []string{
		"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", "HTTP/1.1 204 No Content\r\n\r\n", "HTTP/1.0 200\r\n\r\nto the end",
		"HTTP/1.1 503 x\r\nRetry-After: 120\r\nRetry-After: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
		"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early\r\nLink: x\r\n\r\nHTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n",
		strings.Repeat("HTTP/1.1 100 Continue\r\n\r\n", 7),
		"HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\n\r\n\x00\x00",
		"HTTP/1.1 200 OK\r\nX-A: \xff\xfe\x80\r\nX-B: a\tb\r\nRetry-After: \xc5\r\n\r\n\x00\xff",
		"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nshort",
		"HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n",
		"HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
		"HTTP/1.1 999 x\r\n\r\n", "HTTP/1.1 000 x\r\n\r\n", "HTTP/1.1 -10 x\r\n\r\n", "ICY 200 OK\r\n\r\n", "<html>", "",
		"\r\n", "HTTP/1.1 200 OK\r\nX: " + strings.Repeat("h", 40000) + "\r\n\r\n",
		"HTTP/1.1 200 OK\r\n" + strings.Repeat("X-H: v\r\n", 100) + "\r\n" + strings.Repeat("b", 20000),
		"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\nx",
		"HTTP/1.1 307 x\r\nLocation: http://127.0.0.1/\r\n\r\n",
		"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\n\x1f\x8b\x08\x00x",
		"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\nplain",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		conn := &canned{r: bytes.NewReader(raw)}
		c := newConn(newMetered(conn), conn)
		resp, written, err := c.roundTrip(t.Context(), &phases{}, []byte("POST / HTTP/1.1\r\n\r\n"))
		want, wantErr := independent(raw)
		switch {
		case err != nil && wantErr == nil && !errors.Is(err, errHeadersTooLong):
			t.Fatalf("%q: %v", raw, err)
		case err == nil && wantErr != nil:
			t.Fatalf("%q passes: %v", raw, wantErr)
		case err != nil:
			c.release()
			if failure := ofError(err, exchanging, false); failure == dispatcher.NoFailure {
				t.Fatalf("%v is no failure", err)
			}
			return
		case written == 0 || resp.StatusCode != want.StatusCode:
			t.Fatalf("%q: status %d, want %d", raw, resp.StatusCode, want.StatusCode)
		}
		var got dispatcher.Result
		complete := record(&got, resp)
		c.release()
		body, bodyErr := io.ReadAll(want.Body)
		compressed := strings.EqualFold(want.Header.Get("Content-Encoding"), "gzip")
		if len(got.Body) > keptBody {
			t.Fatalf("%q: %d bytes are kept", raw, len(got.Body))
		}
		differs := !bytes.Equal(got.Body, body[:min(len(body), keptBody)]) ||
			got.Truncated != (len(body) > keptBody || bodyErr != nil) || complete && (bodyErr != nil || len(body) > readBody)
		if !compressed && differs {
			t.Fatalf("%q: kept %d of %d bytes, truncated %t, complete %t, %v", raw, len(got.Body), len(body), got.Truncated,
				complete, bodyErr)
		}
		size := 0
		for name, value := range got.Headers {
			size += len(name) + len(value)
			fit(t, name)
			fit(t, value)
		}
		fit(t, got.RetryAfter)
		// An invalid byte becomes a character of three bytes.
		if len(got.Headers) > keptHeaders || size > 3*keptHeaderBytes || len(got.RetryAfter) > 3*keptRetryAfter {
			t.Fatalf("%d headers of %d bytes, Retry-After of %d", len(got.Headers), size, len(got.RetryAfter))
		}
		if ok := got.Status >= 200 && got.Status < 300; ok != (got.Failure == dispatcher.NoFailure) {
			t.Fatalf("%d is %q", got.Status, got.Failure)
		}
		message := &dispatchv1.Attempt{ResponseStatus: int32(got.Status), ResponseHeaders: got.Headers,
			ResponseBody: got.Body, RetryAfter: got.RetryAfter}
		b, err := proto.Marshal(message)
		if err != nil {
			t.Fatalf("%q cannot be reported: %v", raw, err)
		}
		var back dispatchv1.Attempt
		if err := proto.Unmarshal(b, &back); err != nil || !proto.Equal(&back, message) {
			t.Fatalf("%q is reported as %v, %v", raw, &back, err)
		}
	})
}

// independent reads a response without our bounds.
func independent(raw []byte) (*http.Response, error) {
	r := bufio.NewReader(bytes.NewReader(raw))
	for range maxInterim + 1 {
		resp, err := http.ReadResponse(r, postRequest)
		if err != nil || resp.StatusCode/100 != 1 || resp.StatusCode == http.StatusSwitchingProtocols {
			return resp, err
		}
	}
	return nil, errInterim
}

// fit fails the test for what protobuf or Postgres would refuse.
func fit(t *testing.T, s string) {
	t.Helper()
	if !utf8.ValidString(s) || strings.ContainsFunc(s, unicode.IsControl) {
		t.Fatalf("%q is kept", s)
	}
}
