package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"golang.org/x/sync/errgroup"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/partnerline/partnerline/internal/streams"
	eventsv1 "github.com/partnerline/partnerline/proto/gen/events/v1"
)

var hour = durationpb.New(time.Hour)

// steady publishes one event a call, so many a second, in turn to the endpoints, and returns how long each event of an
// endpoint that answers took from the instant that its call was due at to its arrival. It waits for the last of them.
func (l *load) steady(ctx context.Context, took time.Duration, perSecond int, to []int) (latencies, error) {
	c, err := l.clocked(ctx, took, perSecond, to)
	if err != nil {
		return nil, err
	}
	return c.took, nil
}

// clocked is steady, and returns all that the clock knows.
func (l *load) clocked(ctx context.Context, took time.Duration, perSecond int, to []int) (*clock, error) {
	n := int(took.Seconds() * float64(perSecond))
	bodies, counted := make([][]byte, n), 0
	for i := range n {
		number := to[i%len(to)]
		event := maps.Clone(data)
		if l.sink.mode[number%maxEndpoints].Load() == answers {
			event["number"] = counted
			counted++
		}
		if l.orderKeys > 0 {
			event["key"] = strconv.Itoa(i % l.orderKeys)
		}
		published := map[string]any{"tenant": l.tenants[number], "type": "verification.completed",
			"livemode": false, "data": event}
		if l.keyed {
			published["idempotency_key"] = rand.Text()
		}
		b, err := json.Marshal(published)
		if err != nil {
			return nil, err
		}
		bodies[i] = b
	}
	c := newClock(counted)
	l.sink.watch(c)
	defer l.sink.watch(nil)
	counted = 0
	err := pace(ctx, perSecond, n, func(ctx context.Context, i int, due time.Time) func() error {
		if l.sink.mode[to[i%len(to)]%maxEndpoints].Load() == answers {
			l.sink.mu.Lock()
			c.started[counted] = due // not when its turn came
			l.sink.mu.Unlock()
			counted++
		}
		return func() error { return l.publish(ctx, bodies[i]) }
	})
	if err != nil {
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
	return c, nil
}

// pace makes n calls evenly, so many a second, whatever they take. Each is prepared in its turn, with the instant that
// it was due at, then made beside the others.
func pace(ctx context.Context, perSecond, n int,
	prepare func(ctx context.Context, i int, due time.Time) (call func() error)) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(4 * callers)
	begin := time.Now()
	for i := 0; i < n; i++ {
		due := begin.Add(time.Duration(float64(i) / float64(perSecond) * float64(time.Second)))
		if !streams.SleepContext(ctx, time.Until(due)) {
			break
		}
		g.Go(prepare(ctx, i, due))
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
		req.Events = append(req.Events,
			&eventsv1.PublishRequest{Tenant: l.tenants[to[i%len(to)]], Type: "verification.completed", Data: fields})
	}
	_, err = eventsv1.NewEventServiceClient(l.conn).PublishBatch(l.internal(ctx), req)
	return err
}

// latencies are those of all events of a measurement, in the order that they were published in.
type latencies []time.Duration

// at is a quantile of them all; stalls of the machine are not left out.
func (l latencies) at(q float64) time.Duration {
	if len(l) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(l))
	return sorted[min(len(sorted)-1, int(q*float64(len(sorted))))]
}

func (l latencies) p50() time.Duration { return l.at(0.50) }

func (l latencies) p99() time.Duration { return l.at(0.99) }

// String describes them.
func (l latencies) String() string {
	ms := func(q float64) float64 { return millis(l.at(q)) }
	return fmt.Sprintf("p50 %.1f, p90 %.1f, p99 %.1f, p99.9 %.1f, max %.1f ms", ms(0.50), ms(0.90), ms(0.99),
		ms(0.999), ms(1))
}

func millis(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

func ratio(a, b time.Duration) float64 { return float64(a) / float64(b) }
