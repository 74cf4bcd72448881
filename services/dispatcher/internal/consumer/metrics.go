package consumer

import (
	"context"
	"errors"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	dispatchv1 "github.com/partnerline/partnerline/proto/gen/dispatch/v1"
	"github.com/partnerline/partnerline/services/dispatcher"
)

// metrics are the figures of an Engine. Labels have small fixed sets of values, never ids.
type metrics struct {
	attempts  metric.Int64Counter
	durations metric.Float64Histogram
	deferrals metric.Int64Counter
	poisoned  metric.Int64Counter
	repeated  metric.Int64Counter
	gaveBack  metric.Int64Counter
	labels    map[ending]metric.MeasurementOption // made once: building a set costs more than counting
}

type ending struct {
	outcome dispatchv1.Outcome
	failure dispatcher.Failure
}

func newMetrics(meter metric.Meter, e *Engine) (*metrics, error) {
	m := &metrics{labels: map[ending]metric.MeasurementOption{}}
	var errs [9]error
	m.attempts, errs[0] = meter.Int64Counter("dispatcher.attempts",
		metric.WithDescription("Attempts that ended, and cancellations."))
	m.durations, errs[1] = meter.Float64Histogram("dispatcher.attempt.duration", metric.WithUnit("s"),
		metric.WithDescription("How long attempts took."),
		metric.WithExplicitBucketBoundaries(.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10))
	m.deferrals, errs[2] = meter.Int64Counter("dispatcher.deferrals",
		metric.WithDescription("Attempts parked because their lane had no room, or deferred because they could not be made."))
	m.poisoned, errs[3] = meter.Int64Counter("dispatcher.poison",
		metric.WithDescription("Messages that could not be read."))
	m.repeated, errs[7] = meter.Int64Counter("dispatcher.attempts.over",
		metric.WithDescription(
			"Attempts that were not made because the record of their delivery shows that they are over: NATS delivered their "+
				"messages again.",
		))
	m.gaveBack, errs[8] = meter.Int64Counter("dispatcher.returned",
		metric.WithDescription("Attempts given back to webhooks, which keeps them in Postgres: no stream had room for them."))
	for outcome, name := range outcomeNames {
		for _, failure := range append([]dispatcher.Failure{dispatcher.NoFailure}, dispatcher.Failures...) {
			m.labels[ending{outcome, failure}] = metric.WithAttributeSet(attribute.NewSet(
				attribute.String("outcome", name), attribute.String("failure", string(failure))))
		}
	}
	var lanes, tracked, pending metric.Int64ObservableGauge
	lanes, errs[4] = meter.Int64ObservableGauge("dispatcher.lanes",
		metric.WithDescription("Attempts, lanes, breakers and unstored results, by kind."))
	tracked, errs[5] = meter.Int64ObservableGauge("dispatcher.held",
		metric.WithDescription("Messages in flight, by stream."))
	pending, errs[6] = meter.Int64ObservableGauge("dispatcher.pending",
		metric.WithDescription("Messages waiting in the stream when the last one was fetched, by stream."))
	if err := errors.Join(errs[:]...); err != nil {
		return nil, err
	}
	_, err := meter.RegisterCallback(func(_ context.Context, o metric.Observer) error {
		e.mu.Lock()
		s := e.lanes.Stats()
		e.mu.Unlock()
		for kind, n := range map[string]int{
			"in_flight": s.InFlight, "queued": s.Queued, "suspects_in_flight": s.Suspects, "suspect_lanes": s.SuspectLanes,
			"open_breakers": s.OpenBreakers, "remembered": s.Lanes, "unreported": int(e.results.count.Load()),
		} {
			o.ObserveInt64(lanes, int64(n), metric.WithAttributes(attribute.String("kind", kind)))
		}
		for _, src := range e.sources() {
			stream := ofStream(src.Name())
			o.ObserveInt64(tracked, int64(src.Held()), stream)
			o.ObserveInt64(pending, int64(src.pending.Load()), stream)
		}
		return nil
	}, lanes, tracked, pending)
	m.begin(e.sources())
	return m, err
}

// begin creates every counter with 0: rate() sees the first increase only if there is a value before it.
func (m *metrics) begin(sources []*source) {
	ctx := context.Background()
	m.deferrals.Add(ctx, 0)
	m.repeated.Add(ctx, 0)
	m.gaveBack.Add(ctx, 0)
	for _, s := range sources {
		m.poisoned.Add(ctx, 0, ofStream(s.Name()))
	}
	for end, labels := range m.labels {
		if end.possible() {
			m.attempts.Add(ctx, 0, labels)
		}
	}
}

// possible reports whether an attempt can end with this outcome and failure.
func (e ending) possible() bool {
	switch e.outcome {
	case dispatchv1.Outcome_OUTCOME_DELIVERED:
		return e.failure == dispatcher.NoFailure
	case dispatchv1.Outcome_OUTCOME_CANCELLED:
		return e.failure.NotMade()
	}
	return e.failure != dispatcher.NoFailure && !e.failure.NotMade()
}

func ofStream(name string) metric.MeasurementOption {
	return metric.WithAttributes(attribute.String("stream", name))
}

func (m *metrics) attempt(outcome dispatchv1.Outcome, failure dispatcher.Failure, took time.Duration) {
	labels := m.labels[ending{outcome, failure}]
	m.attempts.Add(context.Background(), 1, labels)
	if outcome != dispatchv1.Outcome_OUTCOME_CANCELLED {
		m.durations.Record(context.Background(), took.Seconds(), labels)
	}
}

func (m *metrics) over() { m.repeated.Add(context.Background(), 1) }

func (m *metrics) returned() { m.gaveBack.Add(context.Background(), 1) }

func (m *metrics) deferred() { m.deferrals.Add(context.Background(), 1) }

func (m *metrics) poison(stream string) {
	m.poisoned.Add(context.Background(), 1, ofStream(stream))
}
