package lifecycle

import (
	"io"
	"net/http"
	"strings"
	"time"
)

const (
	// leftoverBytes of a refused body are read: several times the largest file, since people try files that are too large.
	leftoverBytes = 32 << 20
	// leftoverTime bounds how long that takes.
	leftoverTime = 10 * time.Second
)

// ReadOn reads what a handler has left of a body, within bounds, before the response is sent. A client that still
// writes reads no response: net/http would close the connection, and the client would get a reset instead of the 401 or
// 413.
func ReadOn(next http.Handler) http.Handler { return readOn(next, leftoverBytes, leftoverTime) }

func readOn(next http.Handler, bytes int64, within time.Duration) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ContentLength == 0 || r.ContentLength > bytes {
			next.ServeHTTP(w, r)
			return
		}
		body := &leftover{ReadCloser: r.Body, coming: !expectsContinue(r)}
		r.Body = body
		next.ServeHTTP(w, r)
		r.Body = body.ReadCloser // net/http of Go 1.26.8 waits for a body that it did not ask for and does not know
		if body.coming {
			_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(within)) // fails only without a connection
			_, _ = io.CopyN(io.Discard, body.ReadCloser, bytes)
		}
	})
}

// A leftover body knows whether more of it is coming.
type leftover struct {
	io.ReadCloser
	coming bool
}

func (l *leftover) Read(p []byte) (int, error) {
	n, err := l.ReadCloser.Read(p)
	l.coming = err == nil
	return n, err
}

// expectsContinue reports whether the client sends its body only once it is asked for it, which the first read does.
func expectsContinue(r *http.Request) bool {
	return strings.EqualFold(r.Header.Get("Expect"), "100-continue")
}
