package main

import (
	"context"
	"fmt"
	"time"

	"github.com/partnerline/partnerline/e2e/stack"
)

// throughput is P1: deliveries a second beside the bare loop, which runs before and after each measurement.
func throughput(ctx context.Context, st *stack.Stack, s settings, t *table) error {
	sink, err := newSink()
	if err != nil {
		return err
	}
	defer sink.close()
	load, err := newLoad(ctx, st.Env, sink, endpoints)
	if err != nil {
		return err
	}
	defer load.close()
	for _, m := range []struct {
		name, what string
		bar        float64
		publish    func(context.Context, time.Duration) (int, error)
	}{
		{"P1_path", "one event a call, POST /internal/v1/events", 0.20, load.publishOneByOne},
		{"P1_batch", "gRPC PublishBatch, 100 events a call", 0.40, load.publishBatches},
	} {
		before, err := load.bare(ctx, s.took/2)
		if err != nil {
			return err
		}
		rate, err := load.measure(ctx, s.took, m.publish)
		if err != nil {
			return fmt.Errorf("%s: %w", m.name, err)
		}
		after, err := load.bare(ctx, s.took/2)
		if err != nil {
			return err
		}
		bare := (before + after) / 2
		t.atLeast(m.name, rate/bare, m.bar, "%s: %.0f deliveries/s, bare loop %.0f/s", m.what, rate, bare)
	}
	return nil
}
