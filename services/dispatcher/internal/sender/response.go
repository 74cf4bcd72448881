package sender

import (
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"unicode"
)

const (
	keptBody = 16 << 10 // kept of a response body
	readBody = 64 << 10 // read of it at most; past it the connection is dropped
	// Recorded headers: enough to find one's request in a receiver's logs, little enough that 256 attempts fit into one
	// result message.
	keptHeaders     = 32
	keptHeaderBytes = 4 << 10
	keptRetryAfter  = 128
)

var bodies = sync.Pool{New: func() any { b := make([]byte, keptBody); return &b }}

// recordBody reads the body as far as bounds and deadline allow and returns what is kept of it. A body that is complete
// frees the connection for the next attempt. Errors are of no interest: the status has been decided.
func recordBody(resp *http.Response) (kept []byte, truncated, complete bool) {
	if resp.ContentLength == 0 || resp.Body == http.NoBody {
		return nil, false, true
	}
	buf := bodies.Get().(*[]byte)
	defer bodies.Put(buf)
	n, err := 0, error(nil)
	for n < keptBody && err == nil {
		var m int
		m, err = resp.Body.Read((*buf)[n:])
		n += m
	}
	if n > 0 {
		kept = slices.Clone((*buf)[:n])
	}
	if err != nil {
		ended := errors.Is(err, io.EOF)
		return kept, !ended, ended
	}
	rest, err := io.CopyN(io.Discard, resp.Body, readBody-keptBody)
	ended := errors.Is(err, io.EOF)
	return kept, rest > 0 || !ended, ended
}

// recordHeaders keeps headers within bounds, in alphabetical order so that the same response is recorded the same.
func recordHeaders(h http.Header) (kept map[string]string, retryAfter string) {
	if len(h) == 0 {
		return nil, ""
	}
	names := make([]string, 0, len(h))
	for name := range h {
		names = append(names, name)
	}
	slices.Sort(names)
	kept = make(map[string]string, min(len(names), keptHeaders))
	bytes := 0
	for _, name := range names {
		values := h[name]
		if len(values) == 0 {
			continue
		}
		value := values[0]
		if len(values) > 1 {
			value = strings.Join(values, ", ")
		}
		if bytes += len(name) + len(value); bytes > keptHeaderBytes || len(kept) == keptHeaders {
			break
		}
		kept[clean(name)] = clean(value)
	}
	if v := h.Get("Retry-After"); v != "" {
		retryAfter = clean(v[:min(len(v), keptRetryAfter)])
	}
	return kept, retryAfter
}

// clean makes a stranger's bytes fit for protobuf and Postgres, which take neither broken UTF-8 nor NUL.
func clean(s string) string {
	for i := range len(s) {
		if s[i] < ' ' || s[i] >= 0x7f {
			return strings.Map(func(r rune) rune {
				if unicode.IsControl(r) {
					return unicode.ReplacementChar
				}
				return r
			}, strings.ToValidUTF8(s, "\uFFFD"))
		}
	}
	return s
}
