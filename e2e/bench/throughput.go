package main

import (
	"context"
	"fmt"
	"os"
	"runtime/pprof"
	"time"

	"github.com/partnerline/partnerline/e2e/stack"
)

// throughput is P1, deliveries a second beside the bare loop, which runs before and after each measurement; P5, the SQL
// statements of a delivery; and P8, the processor time of an event beyond that of a request of the bare loop, which represents
// the load and the receiver.
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
	database, err := st.WebhooksDatabase()
	if err != nil {
		return err
	}
	cpu, err := newCPUMeter(ctx, database)
	if err != nil {
		return err
	}
	for _, m := range []struct {
		name, cost, sql, what string
		bar                   float64
		publish               func(context.Context, time.Duration) (int, error)
	}{
		{"P1_path", "P8", "P5", "one event a call, POST /internal/v1/events", 0.20, load.publishOneByOne},
		{"P1_grpc", "P8_grpc", "P5_grpc", "gRPC Publish, one event a call", 0.20, load.publishByGRPC},
		{"P1_stream", "P8_stream", "P5_stream", "gRPC PublishStream, 4 streams", 0.35, load.publishStreams},
		{"P1_batch", "P8_batch", "P5_batch", "gRPC PublishBatch, 100 events a call", 0.35, load.publishBatches},
	} {
		before, bareCPU, err := timed(cpu, func() (float64, error) { return load.bare(ctx, s.took/2) })
		if err != nil {
			return err
		}
		bareCPU = bareCPU.of(int(before * s.took.Seconds() / 2))
		statements, err := st.Statements(ctx)
		if err != nil {
			return err
		}
		rate, pathCPU, err := timed(cpu, func() (float64, error) {
			return profiled(s.profile, m.name, func() (float64, error) { return load.measure(ctx, s.took, m.publish) })
		})
		if err != nil {
			return fmt.Errorf("%s: %w", m.name, err)
		}
		pathCPU = pathCPU.of(load.sink.arrivals())
		if err := load.idle(ctx); err != nil { // its results, too, are stored
			return err
		}
		more, err := st.Statements(ctx)
		if err != nil {
			return err
		}
		after, err := load.bare(ctx, s.took/2)
		if err != nil {
			return err
		}
		bare := (before + after) / 2
		t.atLeast(m.name, rate/bare, m.bar, "%s: %.0f deliveries/s, bare loop %.0f/s", m.what, rate, bare)
		t.atMost(m.cost, millis(pathCPU.sum()-bareCPU.sum()), 0.35, "ms of processor time for an event, all processes, %.3f of it Postgres; beside it %.3f ms of a bare request",
			millis(pathCPU.postgres), millis(bareCPU.sum()))
		t.atMost(m.sql, (more-statements)/float64(load.sink.arrivals()), 0.1, "SQL statements for a delivery, of all programs")
	}
	return apiLatency(ctx, st, load, t)
}

// profiled writes a CPU profile of what f does, if there is a prefix of its file's name.
func profiled(prefix, name string, f func() (float64, error)) (float64, error) {
	if prefix == "" {
		return f()
	}
	file, err := os.Create(prefix + name) //nolint:gosec // the caller says where
	if err != nil {
		return 0, err
	}
	defer func() { _ = file.Close() }()
	if err := pprof.StartCPUProfile(file); err != nil {
		return 0, err
	}
	defer pprof.StopCPUProfile()
	return f()
}

// timed adds the processor time that f took.
func timed(m *cpuMeter, f func() (float64, error)) (float64, cost, error) {
	before, err := m.taken()
	if err != nil {
		return 0, cost{}, err
	}
	v, err := f()
	if err != nil {
		return 0, cost{}, err
	}
	after, err := m.taken()
	return v, cost{after.own - before.own, after.postgres - before.postgres}, err
}
