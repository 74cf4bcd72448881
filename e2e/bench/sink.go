package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/partnerline/partnerline/e2e/adversary"
	"github.com/partnerline/partnerline/internal/streams"
)

// What an endpoint does with a request.
const (
	answers  int32 = iota // 200
	hangs                 // nothing, until the client leaves
	fails                 // 503
	measured              // 200, at its own speed; see idleWatch
	chatters              // 200, with a body as long as is stored
)

// sink is the receiver of all requests: it reads the body and does what the endpoint in the path is set to.
type sink struct {
	url       string
	server    *http.Server
	mode      [maxEndpoints]atomic.Int32 // by the endpoint's number
	idleWatch atomic.Pointer[idleWatch]  // of the endpoint that is measured
	hangsOn   atomic.Pointer[[]byte]     // a text: requests with it are not answered; nil: none
	// how long an endpoint that answers takes for it, in nanoseconds; a request that is given up meanwhile has not arrived
	takes atomic.Int64

	mu      sync.Mutex // guards all below
	seen    map[string]struct{}
	began   time.Time     // when the first of them arrived
	want    int           // how many arrived closes
	arrived chan struct{} // nil unless await is waiting
	clock   *clock        // of the measurement under way, or nil
	tries   map[string]time.Time
	late    []time.Duration // of retries: how much after the earliest time that they may come at
	delays  []time.Duration // of the retries of the schedule
}

func newSink() (*sink, error) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &sink{url: "http://" + ln.Addr().String(), seen: map[string]struct{}{}, tries: map[string]time.Time{}}
	// A client may open a connection that it uses a while later only.
	s.server = &http.Server{Handler: s, ReadHeaderTimeout: 5 * time.Minute}
	go func() { _ = s.server.Serve(ln) }() // ends with close
	return s, nil
}

func (s *sink) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	id := r.Header.Get("X-Webhook-Id")
	if err != nil || id == bareID {
		return
	}
	if text := s.hangsOn.Load(); text != nil && bytes.Contains(body, *text) {
		<-r.Context().Done()
		return
	}
	number, _ := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/"))
	switch mode := s.mode[number].Load(); mode {
	case hangs:
		<-r.Context().Done()
	case fails:
		s.fail(id, r.Header.Get("X-Webhook-Attempt"))
		w.WriteHeader(http.StatusServiceUnavailable)
	case measured:
		watch := s.idleWatch.Load()
		defer watch.end()
		streams.SleepContext(r.Context(), time.Until(watch.begin(id)))
	default:
		if d := time.Duration(s.takes.Load()); d == 0 || streams.SleepContext(r.Context(), d) {
			s.take(id, body)
		}
		if mode == chatters {
			_, _ = w.Write(adversary.LongAnswer)
		}
	}
}

func (s *sink) take(id string, body []byte) {
	now := time.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.seen) == 0 {
		s.began = now
	}
	s.seen[id] = struct{}{}
	s.signal()
	if s.clock != nil {
		s.clock.stop(body, now)
	}
}

// fail notes how late a retry is. The attempt before it ended when its answer had been read, which is a little after
// the time that is noted here: a retry is found late rather than in time.
func (s *sink) fail(id, attempt string) {
	now := time.Now()
	n, _ := strconv.Atoi(attempt)
	s.mu.Lock()
	defer s.mu.Unlock()
	if before, ok := s.tries[id]; ok && n >= 2 && n-2 < len(s.delays) {
		s.late = append(s.late, now.Sub(before)-s.delays[n-2])
	}
	s.tries[id] = time.Now()
}

// retries returns how late the retries were since the last call.
func (s *sink) retries() []time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	late := s.late
	s.late, s.tries = nil, map[string]time.Time{}
	return late
}

// signal ends the wait when enough have arrived. The caller holds mu.
func (s *sink) signal() {
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
	s.signal()
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

// arrivals is how many different deliveries have arrived since the last forget.
func (s *sink) arrivals() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.seen)
}

// firstArrival is when the first delivery arrived since the last forget.
func (s *sink) firstArrival() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.began
}

func (s *sink) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen = map[string]struct{}{}
}

// watch has the clock stopped for what arrives; nil: no more.
func (s *sink) watch(c *clock) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clock = c
}

func (s *sink) set(mode int32, endpoints ...int) {
	for _, i := range endpoints {
		s.mode[i].Store(mode)
	}
}

func (s *sink) close() { _ = s.server.Close() }

// clock takes the time from the start of a publishing call until the event arrives. An event carries its number.
type clock struct {
	started []time.Time
	took    []time.Duration // 0: not arrived
	left    int
	again   int           // arrivals of events that had arrived
	done    chan struct{} // closed when all have arrived
}

func newClock(n int) *clock {
	return &clock{started: make([]time.Time, n), took: make([]time.Duration, n), left: n, done: make(chan struct{})}
}

var numberField = []byte(`"number":`)

// stop notes the arrival of an event; its first one counts. The caller holds the sink's lock.
func (c *clock) stop(body []byte, now time.Time) {
	_, rest, ok := bytes.Cut(body, numberField)
	if !ok {
		return
	}
	digits := bytes.IndexFunc(rest, func(r rune) bool { return r < '0' || r > '9' })
	i, err := strconv.Atoi(string(rest[:max(digits, 0)]))
	if err != nil || i >= len(c.took) {
		return
	}
	if c.took[i] != 0 {
		c.again++
		return
	}
	c.took[i] = now.Sub(c.started[i])
	if c.left--; c.left == 0 {
		close(c.done)
	}
}
