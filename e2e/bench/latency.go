package main

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
	"golang.org/x/sync/errgroup"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/structpb"

	eventsv1 "github.com/partnerline/partnerline/proto/gen/events/v1"
)

var hour = durationpb.New(time.Hour)

// steady publishes one event a call at the rate, in turn to the endpoints, and returns how long each event of an
// endpoint that answers took from the instant that its call was due at to its arrival. It waits for the last of them.
func (l *load) steady(ctx context.Context, took time.Duration, to []int) ([]time.Duration, error) {
	n := int(took.Seconds() * rate)
	bodies, counted := make([][]byte, n), 0
	for i := range n {
		number := to[i%len(to)]
		event := maps.Clone(data)
		if l.sink.mode[number].Load() == answers {
			event["number"] = counted
			counted++
		}
		b, err := json.Marshal(map[string]any{"tenant": l.tenants[number], "type": "verification.completed", "livemode": false, "data": event})
		if err != nil {
			return nil, err
		}
		bodies[i] = b
	}
	c := newClock(counted)
	l.sink.watch(c)
	defer l.sink.watch(nil)
	if err := l.pace(ctx, bodies, c, to); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, settle)
	defer cancel()
	select {
	case <-c.done:
	case <-ctx.Done():
		l.sink.mu.Lock()
		defer l.sink.mu.Unlock()
		return nil, fmt.Errorf("%d of %d events did not arrive: %w", c.left, counted, ctx.Err())
	}
	return c.took, nil
}

// pace publishes the bodies evenly at the rate, whatever the calls take.
func (l *load) pace(ctx context.Context, bodies [][]byte, c *clock, to []int) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(4 * callers)
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	begin, counted := time.Now(), 0
	for i := 0; i < len(bodies) && ctx.Err() == nil; <-tick.C {
		for due := min(len(bodies), int(time.Since(begin).Seconds()*rate)); i < due; i++ {
			body := bodies[i]
			if l.sink.mode[to[i%len(to)]].Load() == answers {
				l.sink.mu.Lock()
				c.started[counted] = begin.Add(time.Duration(float64(i) / rate * float64(time.Second))) // when it was due, not when its turn came
				l.sink.mu.Unlock()
				counted++
			}
			g.Go(func() error { return l.publish(ctx, body) })
		}
	}
	return g.Wait()
}

// publishBatch publishes one batch, in turn to the endpoints.
func (l *load) publishBatch(ctx context.Context, to []int) error {
	fields, err := structpb.NewStruct(data)
	if err != nil {
		return err
	}
	req := &eventsv1.PublishBatchRequest{}
	for i := range batch {
		req.Events = append(req.Events, &eventsv1.PublishRequest{Tenant: l.tenants[to[i%len(to)]], Type: "verification.completed", Data: fields})
	}
	_, err = eventsv1.NewEventServiceClient(l.conn).PublishBatch(l.internal(ctx), req)
	return err
}

// p99 is the 99th percentile of a second, in the middle second of all: a stall of the machine, which belongs to no
// figure, spoils a second and not the run.
func p99(took []time.Duration) time.Duration {
	var seconds []time.Duration
	for second := range slices.Chunk(took, rate) {
		if sorted := slices.Sorted(slices.Values(second)); len(sorted) >= rate/2 {
			seconds = append(seconds, sorted[len(sorted)*99/100])
		}
	}
	slices.Sort(seconds)
	return seconds[len(seconds)/2]
}

// spread describes all of them, stalls of the machine included.
func spread(took []time.Duration) string {
	h := hdrhistogram.New(1, int64(settle/time.Microsecond), 3)
	for _, d := range took {
		_ = h.RecordValue(d.Microseconds()) // none is longer than what is waited for
	}
	at := func(q float64) float64 { return float64(h.ValueAtQuantile(q)) / 1000 }
	return fmt.Sprintf("of all: p50 %.1f, p90 %.1f, p99 %.1f, p99.9 %.1f, max %.1f ms", at(50), at(90), at(99), at(99.9), float64(h.Max())/1000)
}

func millis(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

func ratio(a, b time.Duration) float64 { return float64(a) / float64(b) }
