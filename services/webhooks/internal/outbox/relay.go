// Package outbox relays committed events: to the stream EVENTS for whoever reads it, and as deliveries to the dispatcher,
// which are rows in Postgres first. The outbox is divided into shards, by tenant and mode, which the replicas lease: one replica relays a shard at a
// time, so the events of a tenant are relayed in the order of their commits. Published events that the same program stored are handed over; of others a
// relay is notified, over NATS or, when their transaction has more in it, by NOTIFY, and the poll is for notifications that were lost with a connection.
package outbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"go.opentelemetry.io/otel/metric"
	"golang.org/x/sync/errgroup"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/internal/streams"
	"github.com/partnerline/partnerline/internal/telemetry"
	dispatchv1 "github.com/partnerline/partnerline/proto/gen/dispatch/v1"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/enqueue"
	"github.com/partnerline/partnerline/services/webhooks/internal/handover"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
	"github.com/partnerline/partnerline/services/webhooks/internal/usecase"
)

const (
	batchSize  = 500
	minBatch   = 8
	maxFanOut  = 1000                   // deliveries of a batch, by weight: more would delay others
	poll       = time.Second            // for rows that no notification came of, and for members that came or went
	settling   = 100 * time.Millisecond // the same, while shards go from one replica to another
	retryPause = 500 * time.Millisecond
)

// Relay relays the outbox to JetStream.
type Relay struct {
	pool       *pgxpool.Pool
	deliveries *usecase.Deliveries
	js         jetstream.JetStream
	topology   streams.Config
	shards     int
	pace       pace // of large events
	rates      Rates
	handover   *handover.Queue
	unstored   *unstored
	hops       *telemetry.Hops
	log        *slog.Logger

	costlyTenants atomic.Int64 // whose filters took more than their share
	limited       atomic.Int64 // tenants and modes that have been ahead of their rate for long
}

// Config is how a relay works.
type Config struct {
	Topology  streams.Config
	Shards    int // as many as all replicas have
	LargeRate int // deliveries a second of large events; 0: any number
	Rates     Rates
	Hops      *telemetry.Hops
}

// NewRelay returns a relay; pool gives it the connection that leases shards and listens, q the events that this program
// stores.
func NewRelay(
	pool *pgxpool.Pool, d *usecase.Deliveries, js jetstream.JetStream, q *handover.Queue, c Config, log *slog.Logger,
) *Relay {
	u := newUnstored(d.StoreSent, log)
	q.Sends(u.readRows)
	return &Relay{
		pool: pool, deliveries: d, js: js, topology: c.Topology, shards: c.Shards, pace: newPace(c.LargeRate), rates: c.Rates,
		handover: q, unstored: u, hops: c.Hops, log: log,
	}
}

// Observe measures which tenants' events wait, and why.
func (r *Relay) Observe(meter metric.Meter) error {
	of := func(value *atomic.Int64) metric.Int64ObservableOption {
		return metric.WithInt64Callback(func(_ context.Context, o metric.Int64Observer) error {
			o.Observe(value.Load())
			return nil
		})
	}
	_, err1 := meter.Int64ObservableGauge("webhooks.relay.costly_tenants", of(&r.costlyTenants),
		metric.WithDescription("Tenants whose filters took more than their share and are evaluated outside of the relay."))
	_, err2 := meter.Int64ObservableGauge("webhooks.relay.limited", of(&r.limited),
		metric.WithDescription("Tenants, by mode, whose events wait because they are ahead of their rate, for 10 seconds."))
	return errors.Join(err1, err2)
}

// Run relays until ctx ends. Trouble with Postgres or NATS is waited out: the rows stay.
func (r *Relay) Run(ctx context.Context) error {
	// What was sent is stored although another replica may have the leases by then: it finds the rows ended, or ends them itself.
	var g errgroup.Group
	storing, stop := context.WithCancel(context.WithoutCancel(ctx))
	g.Go(func() error { return r.unstored.run(storing) })
	r.leadAgain(ctx)
	stop()
	return g.Wait()
}

func (r *Relay) leadAgain(ctx context.Context) {
	for {
		if err := r.lead(ctx); ctx.Err() == nil {
			r.log.WarnContext(ctx, "relay interrupted", slog.Any("error", err))
		}
		if !streams.SleepContext(ctx, retryPause) {
			return
		}
	}
}

// Postgres notices within 3 seconds that a replica's machine is gone, and ends its leases; of a program that ends, at once.
const keepAlive = `SET tcp_keepalives_idle = 1; SET tcp_keepalives_interval = 1; SET tcp_keepalives_count = 2`

// lead waits until this replica may relay, and relays its share of the shards while the connection that leases them lasts.
func (r *Relay) lead(ctx context.Context) error {
	conn, release, err := pgdb.Dedicate(ctx, r.pool)
	if err != nil {
		return err
	}
	defer release()
	if _, err := conn.Exec(ctx, keepAlive); err != nil {
		return fmt.Errorf("keepalives: %w", err)
	}
	l := &leases{conn: conn, shards: r.shards}
	for tries := 1; ; tries++ {
		joined, err := l.join(ctx)
		if err != nil {
			return err
		}
		if joined {
			break
		}
		if tries == 2 { // the first may have met another replica that joined
			r.log.WarnContext(ctx, "relay waits until replicas with another RELAY_SHARDS, or of the version before, have ended", slog.Int("shards", r.shards))
		}
		if !streams.SleepContext(ctx, poll) {
			return ctx.Err()
		}
	}
	// The streams may be gone, as after the loss of a store; without them nothing can be relayed.
	if err := streams.Ensure(ctx, r.js, r.topology); err != nil {
		return err
	}
	// Only now: notifications of which none is read would pile up.
	if _, err := conn.Exec(ctx, `LISTEN `+postgres.ChannelOutbox); err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	g, ctx := errgroup.WithContext(ctx)
	wake := make(chan struct{}, 1)
	defer r.handover.Relays(func(int) bool { return false })
	notices := newNotices(r.js.Conn())
	defer notices.close()
	g.Go(func() error { return receive(ctx, notices, wake) })
	g.Go(func() error { return r.lease(ctx, l, notices, wake) })
	g.Go(func() error { return r.relay(ctx, l, wake) })
	return g.Wait()
}

// hurry wakes the relay. What comes while it works is one wake.
func hurry(wake chan<- struct{}) {
	select {
	case wake <- struct{}{}:
	default:
	}
}

// receive wakes the relay when another replica has stored events of its shards.
func receive(ctx context.Context, n *notices, wake chan<- struct{}) error {
	for {
		select {
		case <-n.received:
			hurry(wake)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// lease keeps the share of the shards up to date, and wakes the relay when it changes or rows of it come. Commits that come while the relay works are one
// wake.
func (r *Relay) lease(ctx context.Context, l *leases, notices *notices, wake chan<- struct{}) error {
	for {
		soon, err := l.balance(ctx)
		if err != nil {
			return err
		}
		if err := notices.set(l.holds); err != nil {
			return err
		}
		r.handover.Relays(l.holds)
		r.unstored.hasten(l.readers)
		hurry(wake) // behind it: an event of which no notification comes is handed over, or read now
		pause := poll
		if soon {
			pause = settling
		}
		until, cancel := context.WithTimeout(ctx, pause)
		for until.Err() == nil {
			n, err := l.conn.WaitForNotification(until)
			switch {
			case err != nil:
			case n.Payload == postgres.NoticeStore:
				r.unstored.storeThese(time.Now())
			case l.holdsAny(n.Payload):
				hurry(wake)
			}
			if err != nil && until.Err() == nil {
				cancel()
				return fmt.Errorf("wait: %w", err)
			}
		}
		cancel()
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
}

// relay relays what is handed over, and reads the outbox whenever it is woken. Deliveries that were read are sent while the next events are read; at the end, what is stored is sent before
// relay returns.
func (r *Relay) relay(ctx context.Context, l *leases, wake <-chan struct{}) (err error) {
	stored := make(chan batch, 1)
	w := &work{
		Relay: r, leases: l, stored: stored, fresh: map[int]int64{}, shares: shares{},
		costly: map[webhooks.TenantID]*queue{}, lane: newLane(r.deliveries.FilterAll),
		pacer: newPacer(r.rates), batch: batchSize,
	}
	laneCtx, endLane := context.WithCancel(ctx)
	var background sync.WaitGroup
	background.Go(func() { r.send(ctx, stored) })
	background.Go(func() { w.lane.run(laneCtx) })
	defer func() {
		r.handover.Open(false)
		r.handover.Waiting(nil)
		close(stored)
		endLane()
		background.Wait()
		r.costlyTenants.Store(0)
		r.limited.Store(0)
	}()
	part, over := time.NewTimer(time.Hour), time.NewTimer(time.Hour)
	defer part.Stop()
	defer over.Stop()
	for read := true; ; {
		for read {
			if read, err = w.some(ctx); err != nil {
				return err
			}
			r.handover.Open(!w.behind)
		}
		select {
		case <-wake:
			read = true
		case <-w.pacer.overEnds(over):
			read = true
		case <-r.handover.Wake():
		case <-w.partDue(part):
			done, err := w.nextPart(ctx)
			if err != nil {
				return err
			}
			if done { // the next events of its scope are in the outbox, before what is handed over now
				r.handover.Clear()
				read = true
				continue
			}
		case f := <-w.lane.filtered:
			if read, err = w.relayFiltered(ctx, f); err != nil {
				return err
			}
			if read { // as above
				r.handover.Clear()
				continue
			}
		case <-ctx.Done():
			return ctx.Err()
		}
		// Before a read, so that it finds few rows that are handed over.
		relayed, err := w.handedOver(ctx)
		if err != nil {
			return err
		}
		read = read || !relayed
	}
}

// A batch is deliveries to be sent; sent, unless nil, is closed then.
type batch struct {
	deliveries []webhooks.Delivery
	sent       chan<- struct{}
}

// send sends deliveries that are stored until no more come. While ctx lasts, it waits for NATS as long as it takes; then
// each gets one more chance. What stays behind, as after a crash, the sweep finds.
func (r *Relay) send(ctx context.Context, stored <-chan batch) {
	for b := range stored {
		for len(b.deliveries) > 0 {
			err := nats.ErrDisconnected
			if r.js.Conn().IsConnected() {
				err = enqueue.Attempts(context.WithoutCancel(ctx), r.js, b.deliveries, nil)
			}
			if err == nil {
				break
			}
			r.log.WarnContext(ctx, "deliveries not sent", slog.Int("deliveries", len(b.deliveries)), slog.String("error", err.Error()))
			if !streams.SleepContext(ctx, retryPause) {
				break
			}
		}
		if b.sent != nil {
			close(b.sent)
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
