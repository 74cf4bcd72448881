package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	partnerline "github.com/partnerline/partnerline/sdk/go"
	"github.com/partnerline/partnerline/sdk/go/verify"
)

// A tally is what became of a load.
type tally struct {
	mu       sync.Mutex // guards all below
	verifier *verify.Verifier
	calls    int
	failed   map[string]int
	accepted map[string]bool // sessions whose completion was acknowledged
	events   map[string]int  // by id
	sessions map[string]bool // whose event arrived
	unsigned int
	last     time.Time
	pause    time.Duration // the longest between two deliveries
}

// load completes verifications at a rate until SIGTERM, each by three calls, receives their events at an address, and
// counts failed calls, lost and doubled events.
func load(ctx context.Context, client *partnerline.Client, addr string, rate int) error {
	wanted, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", addr)
	if err != nil {
		return err
	}
	t := &tally{
		failed: map[string]int{}, accepted: map[string]bool{}, events: map[string]int{}, sessions: map[string]bool{},
	}
	server := &http.Server{ReadHeaderTimeout: time.Second, Handler: t}
	go func() { _ = server.Serve(listener) }()
	defer func() { _ = server.Close() }()
	endpoint, err := client.Endpoints.Create(ctx, partnerline.CreateEndpointParams{
		URL: "http://" + listener.Addr().String() + "/load", Events: []string{partnerline.EventTypeVerificationCompleted},
	})
	if err != nil {
		return err
	}
	verifier, err := verify.New(*endpoint.Meta.Secret)
	if err != nil {
		return err
	}
	t.mu.Lock()
	t.verifier = verifier
	t.mu.Unlock()

	var running sync.WaitGroup
	tick := time.NewTicker(time.Second / time.Duration(rate))
	defer tick.Stop()
	for wanted.Err() == nil {
		running.Go(func() { t.one(ctx, client) })
		select {
		case <-tick.C:
		case <-wanted.Done():
		}
	}
	running.Wait()
	for waited := 0; t.lost() > 0 && waited < 120; waited++ { // retries and the sweep bring what a killed program had
		time.Sleep(time.Second)
	}
	if err := client.Endpoints.Delete(ctx, endpoint.Data.ID); err != nil {
		return err
	}
	return t.report(os.Stdout)
}

func (t *tally) one(ctx context.Context, client *partnerline.Client) {
	session, err := client.Verifications.Create(ctx,
		partnerline.CreateVerificationParams{Kind: partnerline.VerificationKindIdentity})
	if t.count(err) {
		return
	}
	_, err = client.Verifications.Advance(ctx, session.ID,
		partnerline.AdvanceVerificationParams{To: partnerline.VerificationStatusCompleted})
	if t.count(err) {
		return
	}
	t.mu.Lock()
	t.accepted[session.ID] = true
	t.mu.Unlock()
	_, err = client.Verifications.Get(ctx, session.ID)
	t.count(err)
}

// count counts a call, and reports whether it failed.
func (t *tally) count(err error) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.calls++
	if err != nil {
		t.failed[reason(err)]++
	}
	return err != nil
}

// reason is what failed, without the addresses and ids that differ from call to call.
func reason(err error) string {
	if refusal, ok := errors.AsType[*partnerline.Error](err); ok {
		return fmt.Sprintf("%d %s", refusal.Status, refusal.Code)
	}
	for inner := err; inner != nil; inner = errors.Unwrap(inner) {
		err = inner
	}
	return err.Error()
}

func (t *tally) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(io.LimitReader(r.Body, 1<<20))
	var event partnerline.Event
	if err != nil || json.Unmarshal(body, &event) != nil {
		w.WriteHeader(http.StatusBadRequest) // cut: it comes again
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.verifier == nil || t.verifier.Request(r.Header, body) != nil {
		t.unsigned++
	}
	if !t.last.IsZero() {
		t.pause = max(t.pause, time.Since(t.last))
	}
	t.last = time.Now()
	t.events[event.ID]++
	if id, ok := event.Data["verification_session_id"].(string); ok {
		t.sessions[id] = true
	}
}

func (t *tally) lost() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := 0
	for id := range t.accepted {
		if !t.sessions[id] {
			n++
		}
	}
	return n
}

// report prints the counts as JSON. Lost events and wrong signatures are errors; failed calls and doubled events are
// what follows from what was done to the system.
func (t *tally) report(out io.Writer) error {
	lost := t.lost()
	t.mu.Lock()
	defer t.mu.Unlock()
	failed, doubled := 0, 0
	for _, n := range t.failed {
		failed += n
	}
	for _, n := range t.events {
		doubled += n - 1
	}
	err := json.NewEncoder(out).Encode(map[string]any{
		"calls": t.calls, "failed": failed, "events": len(t.accepted), "lost": lost, "doubled": doubled,
		"longest_pause_ms": t.pause.Milliseconds(), "reasons": t.failed,
	})
	if lost > 0 || t.unsigned > 0 {
		err = errors.Join(err, fmt.Errorf("%d events lost, %d with a wrong signature", lost, t.unsigned))
	}
	return err
}
