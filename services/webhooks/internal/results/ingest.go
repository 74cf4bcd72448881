// Package results turns the batches of attempts that dispatchers report into rows and counters.
package results

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	"google.golang.org/protobuf/proto"

	"github.com/partnerline/partnerline/internal/streams"
	dispatchv1 "github.com/partnerline/partnerline/proto/gen/dispatch/v1"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/statistics"
	"github.com/partnerline/partnerline/services/webhooks/internal/usecase"
)

// batchSize is in messages, each of up to 256 attempts.
const batchSize = 32

// linger lets attempts that end at about the same time share a transaction. Readers of states do not notice so short a
// delay.
const linger = 100 * time.Millisecond

// maxSkew is how far an attempt's event may lie outside of the days that have partitions before it is refused.
const maxSkew = 24 * time.Hour

// Ingest consumes the stream RESULTS.
type Ingest struct {
	deliveries *usecase.Deliveries
	js         jetstream.JetStream
	topology   streams.Config
	retention  time.Duration
	log        *slog.Logger
	ended      metric.Int64Counter
	notices    metric.Int64Counter
	latency    metric.Float64Histogram
	statistics *statistics.Statistics
}

// Sinks are what outcomes of attempts are recorded in.
type Sinks struct {
	Deliveries *usecase.Deliveries
	Statistics *statistics.Statistics
}

// New returns an ingest; attempts of events older than retention are dropped, since their rows are.
func New(
	to Sinks, js jetstream.JetStream, topology streams.Config, retention time.Duration, meter metric.Meter,
	log *slog.Logger,
) (*Ingest, error) {
	ended, err1 := meter.Int64Counter("webhooks.deliveries.ended",
		metric.WithDescription("Deliveries that ended, by mode and outcome."))
	latency, err2 := meter.Float64Histogram("webhooks.deliveries.latency", metric.WithUnit("s"),
		metric.WithExplicitBucketBoundaries(.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60, 300),
		metric.WithDescription("Time from the acceptance of an event until the request to its receiver began, of "+
			"deliveries that the first attempt delivered, by mode."))
	notices, err3 := meter.Int64Counter("webhooks.notices",
		metric.WithDescription("Notices to the operator, by kind: endpoints that fail, or were deactivated."))
	if err := errors.Join(err1, err2, err3); err != nil {
		return nil, err
	}
	// Every counter exists with 0 from the start: an increase is seen only from a value that was there before.
	for _, livemode := range []bool{true, false} {
		for _, s := range []webhooks.DeliveryStatus{
			webhooks.DeliveryDelivered, webhooks.DeliveryFailed, webhooks.DeliveryCancelled,
		} {
			ended.Add(context.Background(), 0, of(livemode, attribute.String("outcome", string(s))))
		}
	}
	for _, kind := range []webhooks.Notice{webhooks.NoticeFailing, webhooks.NoticeDeactivated} {
		notices.Add(context.Background(), 0, ofKind(kind))
	}
	return &Ingest{to.Deliveries, js, topology, retention, log, ended, notices, latency, to.Statistics}, nil
}

// Cancelled counts deliveries that were cancelled without an attempt.
func (i *Ingest) Cancelled(ctx context.Context, c usecase.Cancelled) {
	i.ended.Add(ctx, int64(c.Count), of(c.Livemode, attribute.String("outcome", string(webhooks.DeliveryCancelled))))
}

// of is the attributes of a series that has a mode.
func of(livemode bool, more ...attribute.KeyValue) metric.MeasurementOption {
	mode := "test"
	if livemode {
		mode = "live"
	}
	return metric.WithAttributes(append(more, attribute.String("mode", mode))...)
}

func ofKind(n webhooks.Notice) metric.MeasurementOption {
	return metric.WithAttributes(attribute.String("kind", string(n)))
}

// Run works until ctx ends.
func (i *Ingest) Run(ctx context.Context) error {
	log := i.log.With(slog.String("stream", streams.Results))
	return streams.Batches{
		JetStream: i.js, Find: func(ctx context.Context) (jetstream.Consumer, error) {
			return i.topology.Durable(ctx, i.js, streams.Results, streams.IngestConsumer, log)
		},
		Size: batchSize, Linger: linger, Log: log, Handle: i.handle,
	}.Run(ctx)
}

func (i *Ingest) handle(ctx context.Context, msgs []jetstream.Msg) error {
	now := time.Now()
	var attempts []webhooks.Attempt
	var held []webhooks.HeldDelivery
	for _, m := range msgs {
		var batch dispatchv1.AttemptBatch
		if err := proto.Unmarshal(m.Data(), &batch); err != nil {
			i.log.ErrorContext(ctx, "poison result", slog.String("error", err.Error()))
			_ = m.TermWithReason("cannot be read")
			continue
		}
		for _, p := range batch.GetAttempts() {
			a := attempt(p)
			if err := i.check(a, now); err != nil {
				i.drop(ctx, a, err)
				continue
			}
			if a.Outcome == webhooks.OutcomeReturned {
				held = append(held, a.Held())
			} else {
				attempts = append(attempts, a)
			}
		}
	}
	if len(attempts) > 0 {
		done, err := i.deliveries.RecordAttempts(ctx, attempts, now)
		if err != nil {
			return fmt.Errorf("ingest: %w", err)
		}
		for _, r := range done.Refused {
			i.drop(ctx, r.Attempt, r.Err)
		}
		for _, e := range done.Ended {
			i.ended.Add(ctx, 1, of(e.Livemode, attribute.String("outcome", string(e.Status))))
			if e.First {
				i.latency.Record(ctx, e.SentIn.Seconds(), of(e.Livemode))
			}
		}
		i.statistics.Add(done.Tally)
		for _, n := range done.Notices {
			i.notices.Add(ctx, 1, ofKind(n.Notice))
			i.log.LogAttrs(ctx, slog.LevelWarn, "notice", slog.String("kind", string(n.Notice)),
				slog.String("endpoint_id", string(n.Endpoint.ID)),
				slog.String("tenant_id", string(n.Endpoint.Tenant)), slog.Int("failure_count", n.Endpoint.FailureCount))
		}
	}
	if len(held) > 0 {
		refused, err := i.deliveries.Held.Hold(ctx, held)
		if err != nil {
			return fmt.Errorf("hold deliveries: %w", err)
		}
		for _, h := range refused {
			i.log.ErrorContext(ctx, "held delivery dropped", slog.String("delivery_id", string(h.Delivery)))
		}
	}
	for _, m := range msgs {
		_ = m.Ack()
	}
	return nil
}

func (i *Ingest) drop(ctx context.Context, a webhooks.Attempt, err error) {
	i.log.ErrorContext(ctx, "attempt dropped", slog.String("delivery_id", string(a.Delivery)),
		slog.String("error", err.Error()))
}

// check refuses what could not be stored and would block its batch for ever.
func (i *Ingest) check(a webhooks.Attempt, now time.Time) error {
	switch {
	case a.Delivery == "" || a.Run < 1 || a.Number < 1:
		return fmt.Errorf("delivery, run or number is missing")
	case a.Run == 1 && !a.Describes(): // its delivery may not be stored, and could not be
		return fmt.Errorf("the delivery is not one of the event %q to the endpoint", a.Event)
	case !validUUID(string(a.Endpoint)):
		return fmt.Errorf("endpoint is not a UUID")
	case a.Outcome < webhooks.OutcomeDelivered || a.Outcome > webhooks.OutcomeReturned:
		return fmt.Errorf("outcome is not set")
	case a.EventAt.After(now.Add(maxSkew)) || now.Sub(a.EventAt) > i.retention:
		return fmt.Errorf("the event of %s is outside of the retention", a.EventAt.Format(time.RFC3339))
	}
	return nil
}
