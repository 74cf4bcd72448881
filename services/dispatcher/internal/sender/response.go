package sender

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/partnerline/partnerline/internal/plaintext"
)

const (
	keptBody = 16 << 10 // recorded of a response body
	readBody = 64 << 10 // read of it at most; with more, the connection is not reused
	// Bounds of recorded headers: enough to find the request in the receiver's logs, and 256 attempts fit into one result
	// message.
	keptHeaders     = 32
	keptHeaderBytes = 4 << 10
	keptRetryAfter  = 128
)

var bodies = sync.Pool{New: func() any { b := make([]byte, keptBody); return &b }}

// recordBody reads the body within bounds and deadline and returns what to record of it. After a complete body the
// connection can be reused. Errors do not matter: the status decides about the attempt.
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

// unzip returns the text of what was kept of a compressed body, within the same bound. Receivers compress although they
// were asked not to, and people read the record. What is not compressed in truth stays as it is.
func unzip(kept []byte, truncated bool) ([]byte, bool) {
	z, err := gzip.NewReader(bytes.NewReader(kept))
	if err != nil {
		return kept, truncated
	}
	text, err := io.ReadAll(io.LimitReader(z, keptBody+1))
	if len(text) == 0 {
		return kept, truncated
	}
	return text[:min(len(text), keptBody)], truncated || err != nil || len(text) > keptBody
}

// recordHeaders records headers within bounds, in alphabetical order, so that equal responses have equal records.
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
	size := 0
	for _, name := range names {
		values := h[name]
		if len(values) == 0 {
			continue
		}
		value := values[0]
		if len(values) > 1 {
			value = strings.Join(values, ", ")
		}
		if size += len(name) + len(value); size > keptHeaderBytes || len(kept) == keptHeaders {
			break
		}
		kept[plaintext.Clean(name)] = plaintext.Clean(value)
	}
	if v := h.Get("Retry-After"); v != "" {
		retryAfter = plaintext.Clean(v[:min(len(v), keptRetryAfter)])
	}
	return kept, retryAfter
}
