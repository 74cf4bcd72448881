// Package outbox relays committed events: to the stream EVENTS for whoever reads it, and as deliveries to the dispatcher,
// which are rows in Postgres first. One relay works at a time, whichever replica holds the advisory lock, so events of one
// aggregate are relayed in the order of their commits. It wakes by NOTIFY; the poll is for notifications that were lost
// with a connection.
package outbox

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/internal/streams"
	"github.com/partnerline/partnerline/internal/telemetry"
	dispatchv1 "github.com/partnerline/partnerline/proto/gen/dispatch/v1"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/enqueue"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
	"github.com/partnerline/partnerline/services/webhooks/internal/usecase"
)

const (
	lockKey    = 0x7061_7274_6e65_0001 // of the relay's advisory lock; any constant of our own
	batchSize  = 500
	maxFanOut  = 1000 // deliveries of a batch: a tenant with many endpoints must not delay the others for long
	poll       = time.Second
	retryPause = 500 * time.Millisecond
)

// Relay relays the outbox to JetStream.
type Relay struct {
	pool       *pgxpool.Pool
	deliveries *usecase.Deliveries
	js         jetstream.JetStream
	topology   streams.Config
	hops       *telemetry.Hops
	log        *slog.Logger
}

// NewRelay returns a relay; pool gives it the connection that holds the lock and listens.
func NewRelay(pool *pgxpool.Pool, d *usecase.Deliveries, js jetstream.JetStream, topology streams.Config, hops *telemetry.Hops, log *slog.Logger) *Relay {
	return &Relay{pool, d, js, topology, hops, log}
}

// Run relays until ctx ends. Trouble with Postgres or NATS is waited out: the rows stay.
func (r *Relay) Run(ctx context.Context) error {
	for {
		if err := r.lead(ctx); ctx.Err() == nil {
			r.log.WarnContext(ctx, "relay interrupted", slog.Any("error", err))
		}
		if !streams.SleepContext(ctx, retryPause) {
			return nil
		}
	}
}

// lead waits for the lock and relays while the connection that holds it lasts.
func (r *Relay) lead(ctx context.Context) error {
	conn, release, err := pgdb.Dedicate(ctx, r.pool)
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
		if !streams.SleepContext(ctx, poll) {
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

// relay works off what is there whenever it is woken, or nothing was heard for a while. Deliveries are sent while the next
// events are read; at the end, what is stored is sent before relay returns.
func (r *Relay) relay(ctx context.Context, wake <-chan struct{}) error {
	stored, sent := make(chan []webhooks.Delivery, 1), make(chan struct{})
	go func() {
		defer close(sent)
		r.send(ctx, stored)
	}()
	defer func() {
		close(stored)
		<-sent
	}()
	w := &work{Relay: r, stored: stored}
	for {
		more, err := w.some(ctx)
		if err != nil {
			return err
		}
		if more {
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

// send sends deliveries that are stored until no more come. While ctx lasts, it waits for NATS as long as it takes; then
// each gets one more chance. What stays behind, as after a crash, the sweep finds.
func (r *Relay) send(ctx context.Context, stored <-chan []webhooks.Delivery) {
	for list := range stored {
		for {
			err := nats.ErrDisconnected
			if r.js.Conn().IsConnected() {
				err = enqueue.Attempts(context.WithoutCancel(ctx), r.js, list, nil)
			}
			if err == nil {
				break
			}
			r.log.WarnContext(ctx, "deliveries not sent", slog.Int("deliveries", len(list)), slog.String("error", err.Error()))
			if !streams.SleepContext(ctx, retryPause) {
				break
			}
		}
	}
}

func message(o webhooks.OutboxEvent) (*nats.Msg, error) {
	e := o.Event
	data, err := proto.Marshal(&dispatchv1.Event{
		Id: string(e.ID), TenantId: string(e.Scope.Tenant), Type: string(e.Type), Livemode: e.Scope.Livemode,
		CreatedAt: timestamppb.New(e.CreatedAt), Body: e.Body, EndpointId: string(e.Endpoint),
		Traceparent: e.Traceparent,
	})
	if err != nil {
		return nil, fmt.Errorf("event %s: %w", e.ID, err)
	}
	msg := nats.NewMsg(streams.EventSubject(string(e.Scope.Tenant), string(e.Type)))
	msg.Data = data
	msg.Header.Set(jetstream.MsgIDHeader, string(e.ID))
	return msg, nil
}
