package main

import (
	"context"
	"fmt"
	"time"

	"github.com/partnerline/partnerline/e2e/procs"
)

// throughput is P1, deliveries a second next to the bare loop, which runs before and after each measurement; P5, the
// SQL statements of a delivery; and P8, the processor time of an event.
func throughput(ctx context.Context, s settings, t *table) error {
	return onSystem(ctx, s, procs.Options{PartnerConnects: 1}, endpoints, func(sys *system) error {
		for _, p := range []path{
			{"P1_path", "P8", "P5", "one event a call, POST /internal/v1/events", 0.20, sys.publishOneByOne},
			{"P1_grpc", "P8_grpc", "P5_grpc", "gRPC Publish, one event a call", 0.20, sys.publishByGRPC},
			{"P1_stream", "P8_stream", "P5_stream", "gRPC PublishStream, 4 streams", 0.35, sys.publishStreams},
			{"P1_batch", "P8_batch", "P5_batch", "gRPC PublishBatch, 100 events a call", 0.35, sys.publishBatches},
		} {
			if err := sys.saturate(ctx, p, s.took, t); err != nil {
				return fmt.Errorf("%s: %w", p.name, err)
			}
		}
		return sys.apiLatency(ctx, t)
	})
}

// A path is a way to publish, with the names of its figures.
type path struct {
	name, cost, sql, what string
	bar                   float64
	publish               func(context.Context, time.Duration) (int, error)
}

func (s *system) saturate(ctx context.Context, p path, took time.Duration, t *table) error {
	before, err := s.bare(ctx, took/2)
	if err != nil {
		return err
	}
	statements, err := s.statements(ctx)
	if err != nil {
		return err
	}
	var rate float64
	spent, err := s.costOf(func() error {
		return s.profiled(ctx, p.name, took, func() (err error) { rate, err = s.measure(ctx, took, p.publish); return err })
	})
	if err != nil {
		return err
	}
	if err := s.idle(ctx); err != nil { // its results, too, are stored
		return err
	}
	more, err := s.statements(ctx)
	if err != nil {
		return err
	}
	n := s.sink.arrivals()
	spent = spent.of(n)
	after, err := s.bare(ctx, took/2)
	if err != nil {
		return err
	}
	bare := (before + after) / 2
	t.atLeast(p.name, rate/bare, p.bar, "%s: %.0f deliveries/s, bare loop %.0f/s", p.what, rate, bare)
	t.atMost(p.cost, millis(spent.system()), 0.35, "ms of processor time for an event: %s; load and receiver took %.2f",
		spent, millis(spent.own))
	t.atMost(p.sql, (more-statements)/float64(n), 0.1, "SQL statements for a delivery, of all programs")
	return nil
}

// statements is how many SQL statements the programs have sent so far.
func (s *system) statements(ctx context.Context) (sum float64, err error) {
	for _, p := range append(s.sys.Webhooks, s.sys.PartnerConnects...) {
		n, err := p.Metric(ctx, "pgdb_statements_total")
		if err != nil {
			return 0, err
		}
		sum += n
	}
	return sum, nil
}
