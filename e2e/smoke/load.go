package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/partnerline/partnerline/sdk/go/verify"
)

// A receiver takes deliveries, verifies their signatures and counts the events.
type receiver struct {
	address string
	server  *http.Server

	mu       sync.Mutex // guards all below
	verifier *verify.Verifier
	events   map[string]int // by id
	seen     map[string]bool
	unsigned []string
}

func listen(address string) (*receiver, error) {
	ln, err := (&net.ListenConfig{}).Listen(context.Background(), "tcp", address)
	if err != nil {
		return nil, err
	}
	r := &receiver{address: ln.Addr().String(), events: map[string]int{}, seen: map[string]bool{}}
	r.server = &http.Server{Handler: r, ReadHeaderTimeout: time.Minute}
	go func() { _ = r.server.Serve(ln) }() // ErrServerClosed at the end of the program
	return r, nil
}

func (r *receiver) trust(secret string) (err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.verifier, err = verify.New(secret)
	return err
}

func (r *receiver) ServeHTTP(_ http.ResponseWriter, req *http.Request) {
	body, err := io.ReadAll(req.Body)
	var e struct {
		ID, Type string
		Data     struct {
			Session string `json:"verification_session_id"`
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if err != nil || json.Unmarshal(body, &e) != nil {
		return // cut in the middle: it comes again
	}
	if r.verifier == nil {
		r.unsigned = append(r.unsigned, e.ID+": before its secret was known")
	} else if err := r.verifier.Request(req.Header, body); err != nil {
		r.unsigned = append(r.unsigned, e.ID+": "+err.Error())
	}
	r.events[e.ID]++
	r.seen[e.Type+" "+e.Data.Session] = true
}

func (r *receiver) has(kind, session string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.seen[kind+" "+session]
}

func (r *receiver) faults() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.unsigned) > 0 {
		return fmt.Errorf("%d deliveries whose signature does not verify, such as %s", len(r.unsigned), r.unsigned[0])
	}
	return nil
}

// counts are the events of a list that did not arrive, and how often others arrived once too many.
func (r *receiver) counts(events []string) (lost, doubled int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, id := range events {
		switch n := r.events[id]; n {
		case 0:
			lost++
		default:
			doubled += n - 1
		}
	}
	return lost, doubled
}

// A load publishes events one by one at a rate, each until it is accepted.
type load struct {
	url, token, prefix string
	stop               chan struct{}
	done               sync.WaitGroup

	mu       sync.Mutex // guards all below
	accepted []string   // ids of events
	failed   map[string]int
	slowest  time.Duration // of an event until it was accepted
}

// rate is that of the load, in events a second: as much as a small machine carries while programs start.
const rate = 50

func (s *system) publish(ctx context.Context, prefix string) *load {
	l := &load{
		url:   s.url("WEBHOOKS_ADMIN_PORT") + "/internal/v1/events",
		token: s.internalToken, prefix: prefix, stop: make(chan struct{}), failed: map[string]int{},
	}
	client := &http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 64}}
	l.done.Go(func() {
		tick := time.NewTicker(time.Second / rate)
		defer tick.Stop()
		for n := 0; ; n++ {
			select {
			case <-l.stop:
				return
			case <-ctx.Done():
				return
			case <-tick.C:
				l.done.Go(func() { l.one(ctx, client, n) })
			}
		}
	})
	return l
}

// one repeats a call until it is answered with the event's id.
func (l *load) one(ctx context.Context, client *http.Client, n int) {
	began := time.Now()
	for ctx.Err() == nil {
		id, err := l.try(ctx, client, fmt.Sprintf("%s-%d", l.prefix, n))
		l.mu.Lock()
		if err == nil {
			l.accepted = append(l.accepted, id)
			l.slowest = max(l.slowest, time.Since(began))
			l.mu.Unlock()
			return
		}
		l.failed[err.Error()]++
		l.mu.Unlock()
		select {
		case <-ctx.Done():
		case <-time.After(200 * time.Millisecond):
		}
	}
}

func (l *load) try(ctx context.Context, client *http.Client, key string) (string, error) {
	body, err := json.Marshal(object{
		"tenant": "ten_acme", "type": "verification.completed", "idempotency_key": key,
		"data": object{"verification_session_id": "0192f0c4-7b1a-7c3d-9e5f-0a1b2c3d4e5f", "status": "completed"},
	})
	if err != nil {
		return "", err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, l.url, bytes.NewReader(body))
	if err != nil {
		return "", err
	}
	req.Header.Set("Authorization", "Bearer "+l.token)
	req.Header.Set("Content-Type", "application/json")
	resp, err := client.Do(req)
	if err != nil {
		text := err.Error()
		return "", errors.New(text[strings.LastIndex(text, ": ")+2:]) // without addresses, to be counted
	}
	defer func() { _ = resp.Body.Close() }()
	answer, err := io.ReadAll(resp.Body)
	var made struct {
		ID   string `json:"event_id"`
		Code string
	}
	if err == nil {
		err = json.Unmarshal(answer, &made)
	}
	if err != nil {
		return "", errors.New("an answer that was cut")
	}
	if made.ID == "" {
		return "", fmt.Errorf("%d %s", resp.StatusCode, made.Code)
	}
	return made.ID, nil
}

func (l *load) failures() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := 0
	for _, c := range l.failed {
		n += c
	}
	return n
}

// end stops the load, waits until everything has been accepted and delivered, and reports. Events may come twice, and
// calls fail, only where something was killed.
func (l *load) end(ctx context.Context, r *receiver, killed int) error {
	close(l.stop)
	l.done.Wait()
	began := time.Now()
	// What a kill left with a receiver's outcome unknown comes again by the retry schedule and the sweep.
	err := eventually(ctx, 2*time.Minute, "deliveries", func() error {
		if lost, _ := r.counts(l.accepted); lost > 0 {
			return fmt.Errorf("%d of %d accepted events have not arrived", lost, len(l.accepted))
		}
		return nil
	})
	took := time.Since(began)
	lost, doubled := r.counts(l.accepted)
	fmt.Printf("   %d events accepted, slowest after %s; %d failed calls %v; the last delivered %s after the load\n",
		len(l.accepted), l.slowest.Round(time.Millisecond), l.failures(), reasons(l.failed), took.Round(time.Millisecond))
	fmt.Printf("   %d lost, %d doubled in %d kills\n", lost, doubled, killed)
	if killed == 0 && (doubled > 0 || len(l.failed) > 0) {
		err = errors.Join(err, fmt.Errorf("nothing was killed, but %d events doubled and calls failed: %s",
			doubled, reasons(l.failed)))
	}
	return errors.Join(err, r.faults())
}

func reasons(failed map[string]int) string {
	var all []string
	for _, why := range slices.Sorted(maps.Keys(failed)) {
		all = append(all, fmt.Sprintf("%s: %d", why, failed[why]))
	}
	return "(" + strings.Join(all, ", ") + ")"
}
