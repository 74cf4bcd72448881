package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/partnerline/partnerline/e2e/procs"
	"github.com/partnerline/partnerline/internal/streams"
	eventsv1 "github.com/partnerline/partnerline/proto/gen/events/v1"
)

const (
	maxEndpoints = 64
	endpoints    = 50 // one for each of as many tenants: an event is one delivery
	callers      = 64 // calls at once
	bareCallers  = 32 // of the bare loop: its best number
	batch        = 100
	batchCallers = 4 // of batches, and streams, at once
	bareID       = "bare"
	settle       = 2 * time.Minute // longest wait for the last delivery
	maxTries     = 200             // of a call with a key, 20 ms apart
)

// load makes the traffic.
type load struct {
	sys     *procs.System
	sink    *sink
	conn    *grpc.ClientConn
	http    *http.Client
	tenants []string
	ids     []string   // of the endpoints, by the tenants
	keys    []string   // of the tenants
	others  [][]string // further endpoints of each tenant

	replicas  []string // URLs to publish at, in turn
	next      atomic.Int64
	orderKeys int  // steady events have as many keys of an order; 0: none
	keyed     bool // events have idempotency keys, so that a call that is repeated publishes once
}

// newLoad makes n tenants with an endpoint each.
func newLoad(ctx context.Context, sys *procs.System, s *sink, n int) (*load, error) {
	conn, err := sys.Dial(sys.Webhooks[0].Addr("GRPC_ADDR"))
	if err != nil {
		return nil, err
	}
	l := &load{sys: sys, sink: s, conn: conn, http: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: callers}}}
	for _, p := range sys.Webhooks {
		l.replicas = append(l.replicas, p.URL("ADMIN_ADDR"))
	}
	for i := range n {
		tenant := fmt.Sprintf("ten_bench%d", i)
		key, err := sys.CreateTenant(ctx, tenant)
		if err != nil {
			return nil, err
		}
		id, _, err := sys.CreateEndpoint(ctx, key, fmt.Sprintf("%s/%d", s.url, i%maxEndpoints))
		if err != nil {
			return nil, err
		}
		l.tenants, l.ids, l.keys = append(l.tenants, tenant), append(l.ids, id), append(l.keys, key)
	}
	return l, nil
}

func (l *load) close() { l.http.CloseIdleConnections() }

func (l *load) internal(ctx context.Context) context.Context { return l.sys.Internal(ctx) }

// data is about as long as that of a real event: the envelope comes to some 400 bytes.
var data = map[string]any{
	"verification_session_id": "0192f0c4-7b1a-7c3d-9e5f-0a1b2c3d4e5f", "status": "completed",
	"previous_status": "processing", "kind": "identity",
	"attempt": 1, "sequence": 4, "reason_codes": []any{}, "occurred_at": "2026-11-20T10:15:30.101Z",
}

// measure publishes for a while and returns the deliveries a second, from the first call until the last delivery
// has arrived: nothing is left behind in a queue.
func (l *load) measure(ctx context.Context, took time.Duration,
	publish func(context.Context, time.Duration) (int, error)) (float64, error) {
	l.sink.forget()
	start := time.Now()
	n, err := publish(ctx, took)
	if err != nil {
		return 0, err
	}
	ctx, cancel := context.WithTimeout(ctx, settle)
	defer cancel()
	if err := l.sink.await(ctx, n); err != nil {
		return 0, err
	}
	return float64(n) / time.Since(start).Seconds(), nil
}

func (l *load) publishOneByOne(ctx context.Context, took time.Duration) (int, error) {
	return l.publishAmong(ctx, took, endpoints)
}

// publishAmong publishes events of the first n tenants, in turn, one a call.
func (l *load) publishAmong(ctx context.Context, took time.Duration, n int) (int, error) {
	bodies := make([][]byte, n)
	for i, tenant := range l.tenants[:n] {
		b, err := json.Marshal(map[string]any{"tenant": tenant, "type": "verification.completed",
			"livemode": false, "data": data})
		if err != nil {
			return 0, err
		}
		bodies[i] = b
	}
	return repeat(ctx, took, callers, func(ctx context.Context, i int) (int, error) {
		return 1, l.publish(ctx, bodies[i%n])
	})
}

// publish publishes an event, at the replicas in turn. With a key it is repeated at the next one until it is accepted.
func (l *load) publish(ctx context.Context, body []byte) error {
	want := []int{http.StatusAccepted}
	if l.keyed {
		want = append(want, http.StatusOK) // of a repeat
	}
	for try := 1; ; try++ {
		url := l.replicas[int(l.next.Add(1))%len(l.replicas)]
		err := l.post(ctx, url+"/internal/v1/events", body, http.Header{
			"Authorization": {"Bearer " + l.sys.Token}, "Content-Type": {"application/json"},
		}, want...)
		if err == nil || !l.keyed || try == maxTries || !streams.SleepContext(ctx, 20*time.Millisecond) {
			return err
		}
	}
}

// publishByGRPC publishes one event a call, over one connection.
func (l *load) publishByGRPC(ctx context.Context, took time.Duration) (int, error) {
	fields, err := structpb.NewStruct(data)
	if err != nil {
		return 0, err
	}
	requests := make([]*eventsv1.PublishRequest, endpoints)
	for i := range requests {
		requests[i] = &eventsv1.PublishRequest{Tenant: l.tenants[i], Type: "verification.completed", Data: fields}
	}
	client := eventsv1.NewEventServiceClient(l.conn)
	return repeat(ctx, took, callers, func(ctx context.Context, i int) (int, error) {
		_, err := client.Publish(l.internal(ctx), requests[i%endpoints])
		return 1, err
	})
}

func (l *load) publishBatches(ctx context.Context, took time.Duration) (int, error) {
	fields, err := structpb.NewStruct(data)
	if err != nil {
		return 0, err
	}
	req := &eventsv1.PublishBatchRequest{}
	for i := range batch {
		req.Events = append(req.Events,
			&eventsv1.PublishRequest{Tenant: l.tenants[i%endpoints], Type: "verification.completed", Data: fields})
	}
	client := eventsv1.NewEventServiceClient(l.conn)
	return repeat(ctx, took, batchCallers, func(ctx context.Context, _ int) (int, error) {
		_, err := client.PublishBatch(l.internal(ctx), req)
		return batch, err
	})
}

func bareHeader() http.Header {
	return http.Header{
		"Content-Type": {"application/json"}, "X-Webhook-Id": {bareID},
		"X-Signature": {"t=1795230843,v1=6d7ef5eff7945afe172cdccd823e0aa4d2a8deeaa5222af84037ae83da94811e"},
	}
}

// bare POSTs what a delivery carries, signed once, over kept connections, and returns the requests a second.
func (l *load) bare(ctx context.Context, took time.Duration) (float64, error) {
	body, err := envelope()
	if err != nil {
		return 0, err
	}
	h := bareHeader()
	start := time.Now()
	n, err := repeat(ctx, took, bareCallers, func(ctx context.Context, i int) (int, error) {
		return 1, l.post(ctx, fmt.Sprintf("%s/%d", l.sink.url, i%endpoints), body, h, http.StatusOK)
	})
	return float64(n) / time.Since(start).Seconds(), err
}

func (l *load) post(ctx context.Context, url string, body []byte, h http.Header, want ...int) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header = h
	resp, err := l.http.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	if _, err := io.Copy(io.Discard, resp.Body); err != nil {
		return err
	}
	if !slices.Contains(want, resp.StatusCode) {
		return fmt.Errorf("POST %s: status %d", url, resp.StatusCode)
	}
	return nil
}

// repeat calls f from n callers for a while and returns the sum of what it did.
func repeat(ctx context.Context, took time.Duration, n int,
	f func(ctx context.Context, i int) (int, error)) (int, error) {
	var g errgroup.Group
	var once sync.Once
	var sum, next atomic.Int64
	stop := make(chan struct{})
	timer := time.AfterFunc(took, func() { once.Do(func() { close(stop) }) })
	defer timer.Stop()
	for range n {
		g.Go(func() error {
			for {
				select {
				case <-stop:
					return nil
				case <-ctx.Done():
					return ctx.Err()
				default:
				}
				did, err := f(ctx, int(next.Add(1)))
				if err != nil {
					once.Do(func() { close(stop) })
					return err
				}
				sum.Add(int64(did))
			}
		})
	}
	err := g.Wait()
	return int(sum.Load()), err
}
