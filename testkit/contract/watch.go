package contract

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
)

// watched is what this process has exchanged.
var watched record

// A record is what was exchanged with the APIs.
type record struct {
	mu      sync.Mutex // guards all below
	shapes  map[string]bool
	reached map[string]map[int]bool // by operation
	faults  map[string]fault
}

type fault struct {
	times int
	first string // the request
}

// load is what Documents returns, once.
var load = sync.OnceValues(Documents)

// Watch checks every exchange of a client that uses the transport. Faults are reported by Wrap, when all tests have
// run.
func Watch(next http.RoundTripper) http.RoundTripper { return &transport{next} }

type transport struct{ next http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (t *transport) RoundTrip(req *http.Request) (*http.Response, error) {
	x := Exchange{Method: req.Method, URL: req.URL, RequestHeader: req.Header}
	sent := &capture{}
	if req.Body != nil && req.Body != http.NoBody {
		req = req.Clone(req.Context())
		req.Body = &tee{io.TeeReader(req.Body, sent), req.Body}
	}
	resp, err := t.next.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	// pages and streams are the caller's to read
	if media, _, _ := strings.Cut(resp.Header.Get("Content-Type"), ";"); isJSON(media) {
		if x.Body, err = io.ReadAll(resp.Body); err != nil {
			return nil, err
		}
		_ = resp.Body.Close()
		resp.Body = io.NopCloser(bytes.NewReader(x.Body))
	}
	x.Status, x.Header, x.RequestBody = resp.StatusCode, resp.Header, sent.bytes()
	watched.add(x)
	return resp, nil
}

// maxKept is the largest body of a request that is checked: more than any but those of uploads, which would hold
// memory.
const maxKept = 64 << 10

// capture keeps the beginning of what is written to it, which may go on after the answer.
type capture struct {
	mu sync.Mutex // guards b
	b  bytes.Buffer
}

// Write implements io.Writer.
func (c *capture) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, _ = c.b.Write(p[:min(len(p), max(0, maxKept+1-c.b.Len()))]) // into memory
	return len(p), nil
}

func (c *capture) bytes() []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	return bytes.Clone(c.b.Bytes())
}

// tee is a body that keeps what is read of it.
type tee struct {
	io.Reader
	io.Closer
}

// CloseIdleConnections is what http.Client calls.
func (t *transport) CloseIdleConnections() {
	if c, ok := t.next.(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
}

// Observe checks an exchange that no watched client made, and counts it.
func Observe(x Exchange) []string { return watched.add(x) }

func (r *record) add(x Exchange) []string {
	documents, err := load()
	if err != nil {
		return []string{err.Error()}
	}
	x = x.decoding()
	o, faults := Check(documents, x)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.shapes == nil {
		r.shapes, r.reached, r.faults = map[string]bool{}, map[string]map[int]bool{}, map[string]fault{}
	}
	if o != nil {
		r.shapes[shapeOf(o, x)] = true
		at := o.Method + " " + o.Path // documents may have ids in common
		if r.reached[at] == nil {
			r.reached[at] = map[int]bool{}
		}
		r.reached[at][x.Status] = true
	}
	for _, f := range faults {
		seen := r.faults[f]
		if seen.times++; seen.times == 1 {
			seen.first = fmt.Sprintf("%s %s %.300q answered %.300q", x.Method, x.URL.RequestURI(), x.RequestBody, x.Body)
		}
		r.faults[f] = seen
	}
	return faults
}

// Distinct is how many exchanges there were that differ in operation, status, code, or the shape of a body.
func Distinct() int {
	watched.mu.Lock()
	defer watched.mu.Unlock()
	return len(watched.shapes)
}

// Unreached are the documented statuses that no exchange had, as `operationId status`.
func Unreached() ([]string, error) {
	documents, err := load()
	if err != nil {
		return nil, err
	}
	watched.mu.Lock()
	defer watched.mu.Unlock()
	var out []string
	for _, d := range documents {
		for _, o := range d.Operations {
			for _, status := range o.Statuses() {
				if !watched.reached[o.Method+" "+o.Path][status] {
					out = append(out, fmt.Sprintf("%s %d", o.ID, status))
				}
			}
		}
	}
	return out, nil
}

// A Runner is a testing.M, or what wraps one.
type Runner interface{ Run() int }

// Wrap gives a Runner that runs m with http.DefaultClient watched, and fails if an exchange was not as documented.
func Wrap(m Runner) Runner { return wrapped{m} }

type wrapped struct{ m Runner }

// Run implements Runner.
func (w wrapped) Run() int {
	http.DefaultClient.Transport = Watch(http.DefaultTransport)
	code := w.m.Run()
	watched.mu.Lock()
	defer watched.mu.Unlock()
	fmt.Printf("contract: %d distinct exchanges with %d operations\n", len(watched.shapes), len(watched.reached))
	for _, f := range slices.Sorted(maps.Keys(watched.faults)) {
		fmt.Fprintf(os.Stderr, "not as documented, %d times: %s\n  first: %s\n", watched.faults[f].times, f,
			watched.faults[f].first)
		code = max(code, 1)
	}
	return code
}
