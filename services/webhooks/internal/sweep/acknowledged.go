package sweep

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/partnerline/partnerline/internal/streams"
)

// everything is the subject of a queue that is a whole stream.
const everything = ">"

// RemoveAcknowledged removes messages that a stream still has although its consumer has acknowledged them. A server
// that cannot write a removal, as with a full disk, keeps the message. Its consumer counts it as acknowledged, also
// after a restart, and never delivers it again. So it would take up room and count as waiting for ever.
//
// Messages up to the floor of a consumer are acknowledged for good. Messages that are in flight, wait, or are
// published meanwhile are above it. So no attempt is repeated, and several replicas may do this at the same time. A
// server removes a message a moment after it counts it as acknowledged, so only messages that were there and
// acknowledged at the last turn, too, are removed.
func (s *Sweep) RemoveAcknowledged(ctx context.Context, _ time.Time) error {
	began := time.Now()
	parked, err := s.countParked(ctx)
	if err != nil {
		return err
	}
	queues := []queue{
		{streams.Deliveries, everything, streams.DispatchConsumer}, {streams.Deferred, everything, streams.TierConsumer},
		{streams.Results, everything, streams.IngestConsumer},
	}
	for n := range s.topology.Retry.Schedule {
		queues = append(queues, queue{streams.Retry(n + 1), everything, streams.TierConsumer})
	}
	for id := range parked {
		queues = append(queues, queue{streams.Parked, streams.ParkedSubject(string(id)), string(id)})
	}
	found := map[queue]uint64{}
	var failed error
	for _, q := range queues {
		stream, floor, err := s.floor(ctx, q)
		if err != nil {
			return err
		}
		if floor == 0 {
			continue
		}
		first, err := stream.GetMsg(ctx, 1, jetstream.WithGetMsgSubject(q.subject))
		switch {
		case errors.Is(err, jetstream.ErrMsgNotFound) || err == nil && first.Sequence > floor:
		case err != nil:
			return fmt.Errorf("first of %s in %s: %w", q.subject, q.stream, err)
		case s.acknowledged[q] != first.Sequence:
			found[q] = first.Sequence
		default:
			failed = errors.Join(failed, s.remove(ctx, stream, q, floor))
		}
	}
	s.acknowledged = found
	streams.SleepContext(ctx, parkedShare*time.Since(began)) // very many endpoints may have parked attempts
	return failed
}

// remove removes the messages of a queue up to the floor of its consumer.
func (s *Sweep) remove(ctx context.Context, stream jetstream.Stream, q queue, floor uint64) error {
	err := stream.Purge(ctx, jetstream.WithPurgeSubject(q.subject), jetstream.WithPurgeSequence(floor+1))
	if err != nil {
		return fmt.Errorf("remove acknowledged messages of %s from %s: %w", q.subject, q.stream, err)
	}
	s.log.WarnContext(ctx, "acknowledged messages removed that the server had kept",
		slog.String("stream", q.stream), slog.String("subject", q.subject))
	return nil
}

// floor returns the stream of a queue and up to which of its messages its consumer has acknowledged all. It is 0 while
// either is missing: a new consumer gets all that is stored.
func (s *Sweep) floor(ctx context.Context, q queue) (jetstream.Stream, uint64, error) {
	stream, err := s.js.Stream(ctx, q.stream)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return nil, 0, nil
	}
	if err != nil {
		return nil, 0, fmt.Errorf("stream %s: %w", q.stream, err)
	}
	consumer, err := stream.Consumer(ctx, q.consumer)
	if errors.Is(err, jetstream.ErrConsumerNotFound) {
		return stream, 0, nil
	}
	if err != nil {
		return nil, 0, fmt.Errorf("consumer %s of %s: %w", q.consumer, q.stream, err)
	}
	return stream, consumer.CachedInfo().AckFloor.Stream, nil
}
