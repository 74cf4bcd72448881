// Package outbox relays committed events from Postgres to the stream EVENTS. One relay works at a time, whichever
// replica holds the advisory lock, so events of one aggregate reach the stream in the order of their commits. It wakes
// by NOTIFY; the poll is for notifications that got lost with a connection.
package outbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"go.opentelemetry.io/otel/trace"
	"golang.org/x/sync/errgroup"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/internal/streams"
	"github.com/partnerline/partnerline/internal/telemetry"
	dispatchv1 "github.com/partnerline/partnerline/proto/gen/dispatch/v1"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
)

const (
	lockKey    = 0x7061_7274_6e65_0001 // of the relay's advisory lock; any constant of our own
	batchSize  = 500
	poll       = time.Second
	retryPause = 500 * time.Millisecond
	ackTimeout = 10 * time.Second
)

// Relay is the one-way road from outbox to stream.
type Relay struct {
	store    *postgres.Store
	js       jetstream.JetStream
	topology streams.Config
	hops     *telemetry.Hops
	log      *slog.Logger
}

// NewRelay returns a relay.
func NewRelay(s *postgres.Store, js jetstream.JetStream, topology streams.Config, hops *telemetry.Hops, log *slog.Logger) *Relay {
	return &Relay{s, js, topology, hops, log}
}

// Run relays until ctx ends. Trouble with Postgres or NATS is waited out: the rows stay.
func (r *Relay) Run(ctx context.Context) error {
	for {
		if err := r.lead(ctx); ctx.Err() == nil {
			r.log.WarnContext(ctx, "relay interrupted", slog.Any("error", err))
		}
		if !streams.Pause(ctx, retryPause) {
			return nil
		}
	}
}

// lead waits for the lock and relays while the connection that holds it lasts.
func (r *Relay) lead(ctx context.Context) error {
	conn, release, err := pgdb.Dedicate(ctx, r.store.Pool())
	if err != nil {
		return err
	}
	defer release()
	for {
		var leader bool
		if err := conn.QueryRow(ctx, `SELECT pg_try_advisory_lock($1)`, int64(lockKey)).Scan(&leader); err != nil {
			return fmt.Errorf("lock: %w", err)
		}
		if leader {
			break
		}
		if !streams.Pause(ctx, poll) {
			return ctx.Err()
		}
	}
	// The streams may be gone, as after the loss of a store; without them nothing can be relayed.
	if err := streams.Ensure(ctx, r.js, r.topology); err != nil {
		return err
	}
	if _, err := conn.Exec(ctx, `LISTEN `+postgres.ChannelOutbox); err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	g, ctx := errgroup.WithContext(ctx)
	wake := make(chan struct{}, 1)
	g.Go(func() error { return listen(ctx, conn, wake) })
	g.Go(func() error { return r.relay(ctx, wake) })
	return g.Wait()
}

// listen wakes the relay. Commits that come while it works are one wake.
func listen(ctx context.Context, conn *pgx.Conn, wake chan<- struct{}) error {
	for {
		if _, err := conn.WaitForNotification(ctx); err != nil {
			return fmt.Errorf("wait: %w", err)
		}
		select {
		case wake <- struct{}{}:
		default:
		}
	}
}

// relay publishes what is there whenever it is woken, or nothing was heard for a while.
func (r *Relay) relay(ctx context.Context, wake <-chan struct{}) error {
	for {
		n, err := r.relaySome(ctx, r.store.Pool())
		if err != nil {
			return err
		}
		if n == batchSize {
			continue
		}
		select {
		case <-wake:
		case <-time.After(poll):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// relaySome publishes the next rows and notes it. A crash in between publishes them again: the message id lets the
// stream, and the delivery id the fan-out, recognise them.
func (r *Relay) relaySome(ctx context.Context, q *pgxpool.Pool) (int, error) {
	rows, err := r.store.Unrelayed(ctx, q, batchSize)
	if err != nil || len(rows) == 0 {
		return 0, err
	}
	futures := make([]jetstream.PubAckFuture, len(rows))
	for i, row := range rows {
		traceparent, end := r.hops.Begin(row.Event.Traceparent, "relay "+string(row.Event.Kind), trace.SpanKindProducer)
		defer end() // once the batch is acknowledged and noted
		row.Event.Traceparent = traceparent
		msg, err := message(row)
		if err != nil {
			return 0, err
		}
		if futures[i], err = r.js.PublishMsgAsync(msg); err != nil {
			return 0, fmt.Errorf("publish: %w", err)
		}
	}
	seqs, streamSeqs := make([]int64, 0, len(rows)), make([]int64, 0, len(rows))
	timeout := time.NewTimer(ackTimeout)
	defer timeout.Stop()
	var failed error
	for i, f := range futures {
		select {
		case ack := <-f.Ok():
			seqs, streamSeqs = append(seqs, rows[i].Seq), append(streamSeqs, int64(ack.Sequence))
		case err := <-f.Err():
			failed = errors.Join(failed, fmt.Errorf("publish: %w", err))
		case <-timeout.C:
			failed = errors.Join(failed, errors.New("publish: no acknowledgement in time"))
		case <-ctx.Done():
			failed = ctx.Err()
		}
		if failed != nil {
			break
		}
	}
	if len(seqs) > 0 {
		if err := r.store.MarkRelayed(ctx, q, seqs, streamSeqs, time.Now()); err != nil {
			return 0, errors.Join(failed, err)
		}
	}
	return len(rows), failed
}

func message(o postgres.OutboxEvent) (*nats.Msg, error) {
	e := o.Event
	data, err := proto.Marshal(&dispatchv1.Event{
		Id: string(e.ID), TenantId: string(e.Scope.Tenant), Type: string(e.Kind), Livemode: e.Scope.Livemode,
		CreatedAt: timestamppb.New(e.CreatedAt), Body: e.Body, EndpointId: string(e.Endpoint),
		Traceparent: e.Traceparent, OutboxSeq: o.Seq,
	})
	if err != nil {
		return nil, fmt.Errorf("event %s: %w", e.ID, err)
	}
	msg := nats.NewMsg(streams.EventSubject(string(e.Scope.Tenant), string(e.Kind)))
	msg.Data = data
	msg.Header.Set(jetstream.MsgIDHeader, string(e.ID))
	return msg, nil
}
