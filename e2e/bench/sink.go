package main

import (
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

	mu   sync.Mutex // guards seen
	seen map[string]struct{}
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
		s.mu.Unlock()
	}
	s.count.Add(1)
	w.WriteHeader(http.StatusOK)
}

// distinct is how many deliveries have arrived.
func (s *sink) distinct() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.seen)
}

func (s *sink) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen = map[string]struct{}{}
}

func (s *sink) close() { _ = s.server.Close() }
