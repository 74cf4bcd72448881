package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// sink is the receiver of all requests: it reads the body and answers 200.
type sink struct {
	url    string
	server *http.Server
	count  atomic.Int64

	mu      sync.Mutex // guards all below
	seen    map[string]struct{}
	want    int           // how many arrived closes
	arrived chan struct{} // nil when nobody waits
}

func newSink() (*sink, error) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &sink{url: "http://" + ln.Addr().String(), seen: map[string]struct{}{}}
	s.server = &http.Server{Handler: s, ReadHeaderTimeout: 5 * time.Second}
	go func() { _ = s.server.Serve(ln) }() // ends with close
	return s, nil
}

func (s *sink) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	_, _ = io.Copy(io.Discard, r.Body)
	if id := r.Header.Get("X-Webhook-Id"); id != bareID {
		s.mu.Lock()
		s.seen[id] = struct{}{}
		s.tell()
		s.mu.Unlock()
	}
	s.count.Add(1)
	w.WriteHeader(http.StatusOK)
}

// tell ends the wait when enough have arrived. The caller holds mu.
func (s *sink) tell() {
	if s.arrived != nil && len(s.seen) >= s.want {
		close(s.arrived)
		s.arrived = nil
	}
}

// await returns once n different deliveries have arrived.
func (s *sink) await(ctx context.Context, n int) error {
	done := make(chan struct{})
	s.mu.Lock()
	s.want, s.arrived = n, done
	s.tell()
	s.mu.Unlock()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		s.mu.Lock()
		defer s.mu.Unlock()
		s.arrived = nil
		return fmt.Errorf("%d of %d deliveries arrived: %w", len(s.seen), n, ctx.Err())
	}
}

func (s *sink) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen = map[string]struct{}{}
}

func (s *sink) close() { _ = s.server.Close() }
