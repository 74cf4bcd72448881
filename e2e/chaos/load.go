package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/partnerline/partnerline/e2e/chaos/oracle"
	"github.com/partnerline/partnerline/e2e/procs"
	eventsv1 "github.com/partnerline/partnerline/proto/gen/events/v1"
)

const (
	batch       = 25               // events of a call
	publishers  = 12               // calls at once
	callTimeout = 10 * time.Second // of one try
	retryPause  = 50 * time.Millisecond
	catchUp     = 20 * time.Second // how much of an outage is made up for afterwards
	oneByOne    = 10               // every so manieth batch goes as single calls over HTTP
)

// calls counts what became of the calls of a client that repeats what may be repeated.
type calls struct {
	made    atomic.Int64 // ended well
	retried atomic.Int64 // tries that were repeated
	failed  atomic.Int64 // tries that ended with what such a client cannot repeat
}

// since returns the counts of a phase.
func (c *calls) since(before callCounts) callCounts {
	now := c.counts()
	return callCounts{now.Made - before.Made, now.Retried - before.Retried, now.Failed - before.Failed}
}

func (c *calls) counts() callCounts {
	return callCounts{c.made.Load(), c.retried.Load(), c.failed.Load()}
}

// callCounts are counts as they were.
type callCounts struct {
	Made    int64 `json:"calls"`
	Retried int64 `json:"retried"`
	Failed  int64 `json:"failed"`
}

func (c callCounts) String() string {
	return fmt.Sprintf("%d calls, %d retried, %d failed", c.Made, c.Retried, c.Failed)
}

// load publishes events at a rate, each under an idempotency key, until it is answered.
type load struct {
	calls
	sys       *procs.System
	oracle    *oracle.Oracle
	seed      uint64
	rate      int
	tenants   []string
	http      *http.Client
	ambiguous atomic.Int64 // tries that ended without an answer
	number    atomic.Int64
	extra     chan string // tenants of single events out of turn
}

func newLoad(sys *procs.System, o *oracle.Oracle, seed uint64, rate int) *load {
	return &load{
		sys: sys, oracle: o, seed: seed, rate: rate, extra: make(chan string, 1000),
		http: &http.Client{Timeout: callTimeout, Transport: &http.Transport{MaxIdleConnsPerHost: publishers}},
	}
}

// run publishes until ctx ends, and returns when all calls are answered, or give ends.
func (l *load) run(ctx, give context.Context) {
	due := make(chan []string, l.rate*int(catchUp.Seconds())/batch)
	var workers sync.WaitGroup
	for range publishers {
		workers.Go(func() {
			for tenants := range due {
				l.publish(give, tenants)
			}
		})
	}
	l.pace(ctx, due)
	close(due)
	workers.Wait()
	l.http.CloseIdleConnections()
}

func (l *load) pace(ctx context.Context, due chan<- []string) {
	tick := time.NewTicker(time.Second * batch / time.Duration(l.rate))
	defer tick.Stop()
	turn := 0
	for {
		select {
		case <-ctx.Done():
			return
		case tenant := <-l.extra:
			due <- []string{tenant}
		case <-tick.C:
			list := make([]string, batch)
			for i := range list {
				list[i] = l.tenants[turn%len(l.tenants)]
				turn++
			}
			select {
			case due <- list:
			default: // an outage too long to catch up
			}
		}
	}
}

// publish retries until all events are answered, each time at the next replica.
func (l *load) publish(ctx context.Context, tenants []string) {
	first := l.number.Add(int64(len(tenants))) - int64(len(tenants))
	if first/batch%oneByOne == 0 {
		for i, tenant := range tenants {
			l.until(ctx, int(first)+i, func(ctx context.Context, replica *procs.Program) error {
				return l.post(ctx, replica, tenant, first+int64(i))
			})
		}
		return
	}
	req := &eventsv1.PublishBatchRequest{}
	for i, tenant := range tenants {
		data, err := structpb.NewStruct(payload(first + int64(i)))
		if err != nil {
			panic(err) // a constant but for the number
		}
		req.Events = append(req.Events,
			&eventsv1.PublishRequest{Tenant: tenant, Type: kind, Data: data, IdempotencyKey: l.key(first + int64(i))})
	}
	l.until(ctx, int(first/batch), func(ctx context.Context, replica *procs.Program) error {
		conn, err := l.sys.Dial(replica.Addr("GRPC_ADDR"), quickReconnect)
		if err != nil {
			return err
		}
		resp, err := eventsv1.NewEventServiceClient(conn).PublishBatch(l.sys.Internal(ctx), req)
		if err != nil {
			return err
		}
		for i, id := range resp.GetEventIds() {
			l.oracle.Accept(l.key(first+int64(i)), id, tenants[i], time.Now())
		}
		return nil
	})
}

// quickReconnect retries a connection at once: the default backoff is up to two minutes.
var quickReconnect = grpc.WithConnectParams(grpc.ConnectParams{
	Backoff:           backoff.Config{BaseDelay: 50 * time.Millisecond, Multiplier: 1.2, MaxDelay: 200 * time.Millisecond},
	MinConnectTimeout: time.Second,
})

const kind = "verification.completed"

func (l *load) key(number int64) string { return fmt.Sprintf("chaos-%d-%d", l.seed, number) }

// orderKeys is how many keys the events have; orderBy is the expression for them.
const (
	orderKeys = 100
	orderBy   = "event.data.order"
)

func payload(number int64) map[string]any {
	return map[string]any{
		"verification_session_id": "0192f0c4-7b1a-7c3d-9e5f-0a1b2c3d4e5f", "status": "completed",
		"previous_status": "processing", "kind": "identity",
		"attempt": 1, "sequence": 4, "reason_codes": []any{}, "occurred_at": "2026-11-20T10:15:30.101Z",
		"number": float64(number),
		"order":  strconv.FormatInt(number%orderKeys, 10),
	}
}

func (l *load) post(ctx context.Context, replica *procs.Program, tenant string, number int64) error {
	body, err := json.Marshal(map[string]any{"tenant": tenant, "type": kind, "livemode": false, "data": payload(number),
		"idempotency_key": l.key(number)})
	if err != nil {
		return err
	}
	var answer struct {
		EventID string `json:"event_id"`
	}
	if err := call(ctx, l.http, http.MethodPost, replica.URL("ADMIN_ADDR")+"/internal/v1/events", l.sys.Token, body,
		&answer); err != nil {
		return err
	}
	l.oracle.Accept(l.key(number), answer.EventID, tenant, time.Now())
	return nil
}

// until retries a call until it is answered, each time at the next replica.
func (l *load) until(ctx context.Context, turn int, try func(context.Context, *procs.Program) error) {
	l.calls.until(ctx, l.oracle, l.sys.Webhooks, turn, &l.ambiguous, try)
}

func (c *calls) until(ctx context.Context, o *oracle.Oracle, replicas []*procs.Program, turn int,
	ambiguous *atomic.Int64, try func(context.Context, *procs.Program) error) {
	for ctx.Err() == nil {
		attempt, cancel := context.WithTimeout(ctx, callTimeout)
		err := try(attempt, replicas[turn%len(replicas)])
		cancel()
		if err == nil {
			c.made.Add(1)
			return
		}
		if ctx.Err() != nil {
			return
		}
		turn++
		c.retried.Add(1)
		if fault, unanswered := checkError(err); fault != nil {
			c.failed.Add(1)
			o.Fault("a call that may be retried was answered with %v", fault)
		} else if unanswered {
			ambiguous.Add(1)
		}
		wait(ctx, retryPause)
	}
}

// statusError is an HTTP response other than success.
type statusError struct {
	status     int
	retryAfter string
	body       string
}

func (e *statusError) Error() string {
	return fmt.Sprintf("status %d (Retry-After %q): %s", e.status, e.retryAfter, e.body)
}

// checkError returns the violation if a client that retries may not get this error, and whether the call may have been
// executed.
func checkError(err error) (fault error, unanswered bool) {
	var answered *statusError
	if errors.As(err, &answered) {
		if answered.status == http.StatusServiceUnavailable && answered.retryAfter != "" {
			return nil, false
		}
		return err, false
	}
	var network net.Error
	if errors.Is(err, syscall.ECONNREFUSED) {
		return nil, false
	}
	if errors.As(err, &network) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, syscall.ECONNRESET) || errors.Is(err, context.DeadlineExceeded) {
		return nil, true
	}
	switch st := status.Convert(err); st.Code() {
	case codes.Unavailable:
		// With RetryInfo it is a response of the server; without, the client's error for a broken connection.
		return nil, !slices.ContainsFunc(st.Details(), func(d any) bool { _, ok := d.(*errdetails.RetryInfo); return ok })
	case codes.DeadlineExceeded:
		return nil, true
	}
	return err, false
}

// call makes a JSON call and reads the response.
func call(ctx context.Context, client *http.Client, method, url, key string, body []byte, into any) error {
	req, err := http.NewRequestWithContext(ctx, method, url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+key)
	req.Header.Set("Content-Type", "application/json")
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	raw, err := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	if err != nil {
		return err
	}
	if resp.StatusCode/100 != 2 {
		return &statusError{resp.StatusCode, resp.Header.Get("Retry-After"), string(raw[:min(len(raw), 300)])}
	}
	return json.Unmarshal(raw, into)
}
