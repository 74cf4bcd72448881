package receiver

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"testing"
	"time"
)

// MaxBody is how much of a body is kept; no webhook of ours is as big.
const MaxBody = 1 << 20

// ErrClosed ends a Wait whose Receiver is closed.
var ErrClosed = errors.New("the receiver is closed")

// A Request is what arrived.
type Request struct {
	N          int // 1 for the first request of this Receiver
	Method     string
	Path       string
	Query      url.Values
	Host       string
	Header     http.Header
	Body       []byte // at most MaxBody bytes
	Truncated  bool   // whether the body was longer than that
	RemoteAddr string
	At         time.Time // when its body had been read
}

// A Receiver takes webhooks and remembers them. Its methods may be called at the same time.
type Receiver struct {
	server *http.Server
	url    string
	served chan struct{}   // closed when Serve has returned
	life   context.Context //nolint:containedctx // ends with Close; not a request's context, hence a field
	end    func()          // ends life
	idle   chan struct{}   // closed when, after Close, the last handler is done

	mu        sync.Mutex // guards all below
	closed    bool
	handlers  int // running; not a WaitGroup, since a last request may come in while Close waits
	behaviour Behaviour
	count     int
	keep      int // 0 is all
	requests  []Request
	waiters   map[*waiter]struct{}
}

type waiter struct {
	n       int
	arrived chan struct{}
}

// New starts a Receiver that is closed when t ends.
func New(t testing.TB) *Receiver {
	t.Helper()
	r, err := Listen()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r
}

// Listen starts a Receiver outside of tests. The caller closes it.
func Listen() (*Receiver, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("start receiver: %w", err)
	}
	r := &Receiver{
		url:       "http://" + l.Addr().String(),
		served:    make(chan struct{}),
		idle:      make(chan struct{}),
		behaviour: Always(http.StatusOK),
		waiters:   make(map[*waiter]struct{}),
	}
	life, end := context.WithCancelCause(context.Background())
	r.life, r.end = life, func() { end(ErrClosed) }
	r.server = &http.Server{
		Handler:           r,
		ReadHeaderTimeout: time.Minute,
		ErrorLog:          log.New(io.Discard, "", 0), // it complains of clients that leave, which tests do on purpose
	}
	go func() {
		defer close(r.served)
		_ = r.server.Serve(l) // always ErrServerClosed after Close
	}()
	return r, nil
}

// Close stops listening, ends answers that hang, closes all connections, and waits for all of it.
func (r *Receiver) Close() {
	r.mu.Lock()
	if !r.closed && r.handlers == 0 {
		close(r.idle)
	}
	r.closed = true
	r.mu.Unlock()
	r.end()
	_ = r.server.Close() // its error is the listener's, which is ours and closed once
	<-r.served
	<-r.idle
}

// enter counts a handler in, unless the Receiver is closed.
func (r *Receiver) enter() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return false
	}
	r.handlers++
	return true
}

// leave counts a handler out.
func (r *Receiver) leave() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.handlers--; r.closed && r.handlers == 0 {
		close(r.idle)
	}
}

// URL is the address of the Receiver, without a path; every path is accepted.
func (r *Receiver) URL() string { return r.url }

// Respond has requests from now on answered by b, called at the same time for requests that arrive so.
func (r *Receiver) Respond(b Behaviour) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.behaviour = b
}

// Keep limits what is remembered to the last n requests, for long runs under load; 0 is all. Counting goes on.
func (r *Receiver) Keep(n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.keep = n
	r.trim()
}

// Count is how many requests have arrived.
func (r *Receiver) Count() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.count
}

// Requests are the remembered requests in the order of their arrival.
func (r *Receiver) Requests() []Request {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.requests)
}

// Wait returns the remembered requests as soon as n have arrived in all, or an error at the end of ctx.
func (r *Receiver) Wait(ctx context.Context, n int) ([]Request, error) {
	w := &waiter{n: n, arrived: make(chan struct{})}
	r.mu.Lock()
	if r.count >= n {
		defer r.mu.Unlock()
		return slices.Clone(r.requests), nil
	}
	r.waiters[w] = struct{}{}
	r.mu.Unlock()
	select {
	case <-w.arrived:
		return r.Requests(), nil
	case <-ctx.Done():
	case <-r.life.Done():
		ctx = r.life
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.waiters, w)
	return slices.Clone(r.requests), fmt.Errorf("receiver got %d requests, want %d: %w", r.count, n, context.Cause(ctx))
}

// WaitFor is Wait for tests: it fails t when n requests have not arrived within a minute.
func (r *Receiver) WaitFor(t testing.TB, n int) []Request {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	got, err := r.Wait(ctx, n)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// ServeHTTP takes one request. It is exported so that a test can put a Receiver behind a server of its own, with TLS
// for instance.
func (r *Receiver) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	if !r.enter() {
		panic(http.ErrAbortHandler)
	}
	defer r.leave()
	got, err := read(req)
	if err != nil {
		return // the client left before its request was whole
	}
	got, behaviour := r.record(got)
	ctx, cancel := context.WithCancel(req.Context())
	defer cancel()
	defer context.AfterFunc(r.life, cancel)()
	behaviour(got.N, got).write(ctx, w)
}

func read(req *http.Request) (Request, error) {
	var body bytes.Buffer
	if n := req.ContentLength; n > 0 && n <= MaxBody {
		body.Grow(int(n) + bytes.MinRead) // so that reading to the end does not grow it again
	}
	if _, err := body.ReadFrom(io.LimitReader(req.Body, MaxBody+1)); err != nil {
		return Request{}, err
	}
	kept := body.Bytes()
	truncated := len(kept) > MaxBody
	if truncated {
		kept = kept[:MaxBody]
	}
	return Request{
		Method: req.Method, Path: req.URL.Path, Query: req.URL.Query(), Host: req.Host, Header: req.Header,
		Body: kept, Truncated: truncated, RemoteAddr: req.RemoteAddr, At: time.Now(),
	}, nil
}

// record remembers got, numbers it, and wakes who waits for that number.
func (r *Receiver) record(got Request) (Request, Behaviour) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.count++
	got.N = r.count
	r.requests = append(r.requests, got)
	r.trim()
	for w := range r.waiters {
		if r.count >= w.n {
			close(w.arrived)
			delete(r.waiters, w)
		}
	}
	return got, r.behaviour
}

// trim forgets what is not to be kept. The caller holds mu.
func (r *Receiver) trim() {
	if drop := len(r.requests) - r.keep; r.keep > 0 && drop > 0 {
		clear(r.requests[:drop])       // lets their bodies go
		r.requests = r.requests[drop:] // append moves the rest now and then; moving it here would cost each request
	}
}
