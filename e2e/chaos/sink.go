package main

import (
	"context"
	"encoding/json"
	"hash/fnv"
	"io"
	"log"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/partnerline/partnerline/e2e/chaos/oracle"
	"github.com/partnerline/partnerline/sdk/go/verify"
)

// A manner is how an endpoint responds.
type manner int

const (
	steady   manner = iota // 200
	flaky                  // one delivery in twenty is refused up to four times, and then taken
	stubborn               // one delivery in fifty is never taken
	refusing               // none is taken
)

// target is an endpoint and what its receiver needs to know.
type target struct {
	id, tenant string
	manner     manner
	ordered    bool // it gets the events of a key in order
	verifier   *verify.Verifier
}

// sink is the receiver of all endpoints: the path holds the number of the endpoint. It reports every request to the
// oracle.
type sink struct {
	oracle  *oracle.Oracle
	server  *http.Server
	ln      net.Listener
	served  chan struct{}
	targets atomic.Pointer[[]target]
	slow    atomic.Int64 // how long each answer takes
}

func newSink(o *oracle.Oracle) (*sink, error) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &sink{oracle: o, ln: ln, served: make(chan struct{})}
	s.targets.Store(&[]target{})
	// it complains of clients that were killed
	s.server = &http.Server{Handler: s, ReadHeaderTimeout: time.Minute, ErrorLog: log.New(io.Discard, "", 0)}
	go func() {
		defer close(s.served)
		_ = s.server.Serve(ln) // ErrServerClosed after close
	}()
	return s, nil
}

func (s *sink) close() {
	_ = s.server.Close()
	<-s.served
}

func (s *sink) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
	number, _ := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/"))
	targets := *s.targets.Load()
	if err != nil || number >= len(targets) {
		return // cut in the middle, or a stranger
	}
	if d := time.Duration(s.slow.Load()); d > 0 && !wait(r.Context(), d) {
		return // the client left before an answer
	}
	t := targets[number]
	var envelope struct {
		ID   string
		Data struct{ Order string }
	}
	if err := json.Unmarshal(body, &envelope); err != nil {
		s.oracle.Fault("endpoint %s got a body that is no JSON: %v", t.id, err)
	}
	attempt, _ := strconv.Atoi(r.Header.Get("X-Webhook-Attempt"))
	got := oracle.Receipt{
		Endpoint: t.id, Delivery: r.Header.Get("X-Webhook-Id"), Event: envelope.ID,
		Key: envelope.Data.Order, Attempt: attempt, Body: body,
		Answered: t.manner.answer(envelope.ID, attempt), At: time.Now(), Unsigned: t.verifier.Request(r.Header, body),
	}
	s.oracle.Receive(got)
	w.WriteHeader(got.Answered)
}

// answer depends on the delivery and the attempt alone, so that a repeat is answered alike.
func (m manner) answer(event string, attempt int) int {
	h := fnv.New32a()
	_, _ = h.Write([]byte(event)) // never fails
	n := int(h.Sum32() >> 8)
	switch {
	case m == flaky && n%20 == 0 && attempt <= 1+n/20%4:
		return http.StatusServiceUnavailable
	case m == stubborn && n%50 == 0, m == refusing:
		return http.StatusInternalServerError
	}
	return http.StatusOK
}

// wait returns after d; it reports false when ctx ends first.
func wait(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
