package streams

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Batches is a loop that handles the messages of a durable consumer in batches.
type Batches struct {
	JetStream jetstream.JetStream
	// Find returns the consumer; see Config.Durable.
	Find   func(context.Context) (jetstream.Consumer, error)
	Size   int           // maximum of messages in a batch
	Linger time.Duration // how long a batch waits to fill; 0: it is whatever has arrived
	Log    *slog.Logger
	// Handle acknowledges the messages. When it fails, it must not have acknowledged any; the batch is delivered again.
	Handle func(context.Context, []jetstream.Msg) error
}

// retryPause is the pause after a failed batch, or an error of the consumer.
const retryPause = 500 * time.Millisecond

// Run handles batches until ctx ends, and retries after errors. Messages that were fetched and not handled are
// returned to the server.
func (b Batches) Run(ctx context.Context) error {
	for ctx.Err() == nil {
		if err := b.consume(ctx); err != nil && ctx.Err() == nil {
			b.Log.WarnContext(ctx, "consumer interrupted", slog.String("error", err.Error()))
			SleepContext(ctx, retryPause)
		}
	}
	return nil
}

func (b Batches) consume(ctx context.Context) error {
	consumer, err := b.Find(ctx)
	if err != nil {
		return err
	}
	arrived := make(chan jetstream.Msg, b.Size)
	consumeErr := make(chan error, 1)
	cc, err := consumer.Consume(
		func(m jetstream.Msg) {
			select {
			case arrived <- m:
			case <-ctx.Done():
				_ = m.Nak()
			}
		},
		jetstream.PullMaxMessages(2*b.Size),
		jetstream.ConsumeErrHandler(func(_ jetstream.ConsumeContext, err error) {
			select {
			case consumeErr <- err:
			default:
			}
		}))
	if err != nil {
		return fmt.Errorf("consume: %w", err)
	}
	defer func() {
		if b.JetStream.Conn().IsConnected() {
			cc.Drain() // not Stop, which would drop what the client has buffered until AckWait brings it back
		} else {
			cc.Stop() // Drain would wait for a server that is not there
		}
		for {
			select {
			case m := <-arrived:
				_ = m.Nak()
			case <-cc.Closed():
				return
			}
		}
	}()
	for {
		select {
		case <-ctx.Done():
			return nil
		case err := <-consumeErr:
			// A lost connection is restored by the client; a consumer that is gone is not.
			if _, gone := consumer.Info(ctx); errors.Is(gone, jetstream.ErrConsumerNotFound) ||
				errors.Is(gone, jetstream.ErrStreamNotFound) {
				return err
			}
		case first := <-arrived:
			batch := b.gather(first, arrived)
			if err := b.Handle(ctx, batch); err != nil {
				for _, m := range batch {
					_ = m.NakWithDelay(retryPause)
				}
				return err
			}
		}
	}
}

// gather collects a batch until it is full, or Linger is over and nothing more has arrived.
func (b Batches) gather(first jetstream.Msg, arrived <-chan jetstream.Msg) []jetstream.Msg {
	batch := []jetstream.Msg{first}
	var over <-chan time.Time
	if b.Linger > 0 {
		over = time.After(b.Linger)
	}
	for len(batch) < b.Size {
		select {
		case m := <-arrived:
			batch = append(batch, m)
			continue
		default:
		}
		if over == nil {
			return batch
		}
		select {
		case m := <-arrived:
			batch = append(batch, m)
		case <-over:
			over = nil
		}
	}
	return batch
}

// SleepContext waits for d or the end of ctx, and reports whether ctx has not ended.
func SleepContext(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}
