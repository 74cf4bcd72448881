package main

import (
	"context"
	"encoding/json"
	"maps"
	"strconv"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/partnerline/partnerline/e2e/procs"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
)

const (
	orderKeys   = 10_000
	orderRate   = 100 // events a second next to a key that hangs
	hangingKey  = "hangs"
	hangingMany = 20 // events of it
)

// order is P14: deliveries with an order, of 10,000 keys, next to the same without one, which are measured before and
// after; and what other keys notice of one whose receiver hangs.
func order(ctx context.Context, s settings, t *table) error {
	return onSystem(ctx, s, procs.Options{}, endpoints, func(sys *system) error {
		if err := sys.orderThroughput(ctx, s.took, t); err != nil {
			return err
		}
		return sys.hangingKey(ctx, s.took, t)
	})
}

func (s *system) orderThroughput(ctx context.Context, took time.Duration, t *table) error {
	bodies := make([][]byte, orderKeys)
	for i := range bodies {
		var err error
		if bodies[i], err = keyedEvent(s.tenants[i%endpoints], strconv.Itoa(i)); err != nil {
			return err
		}
	}
	measure := func() (float64, error) {
		return s.measure(ctx, took, func(ctx context.Context, took time.Duration) (int, error) {
			return repeat(ctx, took, callers, func(ctx context.Context, i int) (int, error) {
				return 1, s.publish(ctx, bodies[i%orderKeys])
			})
		})
	}
	before, err := measure()
	if err != nil {
		return err
	}
	if err := s.setOrder(ctx, true); err != nil {
		return err
	}
	var with float64
	if err := s.profiled(ctx, "P14", took, func() (err error) { with, err = measure(); return err }); err != nil {
		return err
	}
	if err := s.setOrder(ctx, false); err != nil {
		return err
	}
	after, err := measure()
	if err != nil {
		return err
	}
	without := (before + after) / 2
	t.atLeast("P14_order", with/without, 0.9, "%d keys in order: %.0f deliveries/s, without an order %.0f/s",
		orderKeys, with, without)
	return nil
}

func keyedEvent(tenant, key string) ([]byte, error) {
	event := maps.Clone(data)
	event["key"] = key
	return json.Marshal(map[string]any{
		"tenant": tenant, "type": "verification.completed", "livemode": false, "data": event,
	})
}

// setOrder gives all endpoints an order, or ends it.
func (l *load) setOrder(ctx context.Context, on bool) error {
	by := ""
	if on {
		by = "event.data.key"
	}
	client := webhooksv1.NewEndpointServiceClient(l.conn)
	for i, id := range l.ids {
		if _, err := client.UpdateEndpoint(l.as(ctx, i), &webhooksv1.UpdateEndpointRequest{
			Id: id, Changes: &webhooksv1.EndpointChanges{OrderBy: &by},
		}); err != nil {
			return err
		}
	}
	return nil
}

// hangingKey publishes events of one endpoint, each of another key, with a key that hangs, and without it before and
// after.
func (s *system) hangingKey(ctx context.Context, took time.Duration, t *table) error {
	if err := s.setOrder(ctx, true); err != nil {
		return err
	}
	s.orderKeys = orderKeys
	defer func() { s.orderKeys = 0 }()
	before, err := s.steady(ctx, took/2, orderRate, []int{0})
	if err != nil {
		return err
	}
	text := []byte(`"` + hangingKey + `"`)
	s.sink.hangsOn.Store(&text)
	defer s.sink.hangsOn.Store(nil) // also when it fails
	body, err := keyedEvent(s.tenants[0], hangingKey)
	if err != nil {
		return err
	}
	var g errgroup.Group
	for range hangingMany {
		g.Go(func() error { return s.publish(ctx, body) })
	}
	if err := g.Wait(); err != nil {
		return err
	}
	beside, err := s.steady(ctx, took, orderRate, []int{0})
	if err != nil {
		return err
	}
	s.sink.hangsOn.Store(nil)
	after, err := s.steady(ctx, took/2, orderRate, []int{0})
	if err != nil {
		return err
	}
	alone := append(before, after...)
	t.atMost("P14_hangs", float64(beside.at(0.99))/float64(alone.at(0.99)), 1.5,
		"p99 of other keys next to one that hangs: %.0f ms, alone %.0f ms", millis(beside.at(0.99)), millis(alone.at(0.99)))
	return nil
}
