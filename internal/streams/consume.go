package streams

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Batches describes a loop that handles the messages of a durable consumer in batches.
type Batches struct {
	JetStream jetstream.JetStream
	Topology  Config // ensured when stream or consumer have vanished, as after the loss of a store
	Stream    string
	Consumer  string
	Size      int // most messages of a batch; a batch is whatever has arrived, it never waits to fill
	Log       *slog.Logger
	// Handle acknowledges what it is done with. When it fails, it must not have acknowledged; the batch comes again.
	Handle func(context.Context, []jetstream.Msg) error
}

// retryPause is how long a failed batch, or a consumer in trouble, is left alone.
const retryPause = 500 * time.Millisecond

// Run handles batches until ctx ends; trouble is waited out. What was fetched and not handled is handed back.
func (b Batches) Run(ctx context.Context) error {
	for ctx.Err() == nil {
		if err := b.consume(ctx); err != nil && ctx.Err() == nil {
			b.Log.WarnContext(ctx, "consumer interrupted", slog.String("stream", b.Stream), slog.String("error", err.Error()))
			Pause(ctx, retryPause)
		}
	}
	return nil
}

func (b Batches) consume(ctx context.Context) error {
	consumer, err := b.JetStream.Consumer(ctx, b.Stream, b.Consumer)
	if errors.Is(err, jetstream.ErrStreamNotFound) || errors.Is(err, jetstream.ErrConsumerNotFound) {
		err = errors.Join(Ensure(ctx, b.JetStream, b.Topology), errors.New("the consumer was missing and has been made"))
	}
	if err != nil {
		return fmt.Errorf("consumer %s: %w", b.Consumer, err)
	}
	arrived := make(chan jetstream.Msg, b.Size)
	trouble := make(chan error, 1)
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
			case trouble <- err:
			default:
			}
		}))
	if err != nil {
		return fmt.Errorf("consume %s: %w", b.Stream, err)
	}
	defer func() {
		cc.Drain() // not Stop, which would drop what the client has buffered until AckWait brings it back
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
		case err := <-trouble:
			// A lost connection mends itself; a consumer that is gone does not.
			if _, gone := consumer.Info(ctx); errors.Is(gone, jetstream.ErrConsumerNotFound) || errors.Is(gone, jetstream.ErrStreamNotFound) {
				return err
			}
		case first := <-arrived:
			batch := gather(first, arrived, b.Size)
			if err := b.Handle(ctx, batch); err != nil {
				for _, m := range batch {
					_ = m.NakWithDelay(retryPause)
				}
				return err
			}
		}
	}
}

func gather(first jetstream.Msg, arrived <-chan jetstream.Msg, size int) []jetstream.Msg {
	batch := []jetstream.Msg{first}
	for len(batch) < size {
		select {
		case m := <-arrived:
			batch = append(batch, m)
		default:
			return batch
		}
	}
	return batch
}

// Pause waits for d or the end of ctx and reports whether ctx goes on.
func Pause(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}
