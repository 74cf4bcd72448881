package relay

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"go.opentelemetry.io/otel/metric"
	"golang.org/x/sync/errgroup"

	"github.com/partnerline/partnerline/internal/eventfilter"
	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/internal/streams"
	"github.com/partnerline/partnerline/internal/telemetry"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
)

const (
	poll       = time.Second            // for rows whose notification was lost, and for members that came or went
	settling   = 100 * time.Millisecond // the same, while shards go from one replica to another
	retryPause = 500 * time.Millisecond
)

// Config is how a relay works.
type Config struct {
	Topology  streams.Config
	Shards    int           // as many as all replicas have
	LargeRate int           // deliveries a second of large events; 0: any number
	Rates     Rates         // of each tenant
	Overdue   time.Duration // how long the outcome of a delivery may stay out before the sweep looks for it
	Hops      *telemetry.Hops
	Notify    func(hash int) // notifies the replica that relays a hash; see Notifier
}

// Relay sends events of the outbox. Publish works also in a program that does not call Run.
type Relay struct {
	store   *postgres.Store
	js      jetstream.JetStream
	filters *eventfilter.Cache
	cfg     Config
	log     *slog.Logger
	writer  int64 // of the outbox rows that this program hands over
	flight  *flight
	gauges  gauges
}

type gauges struct {
	costly  atomic.Int64 // tenants whose filters took more than their share
	limited atomic.Int64 // scopes that have been ahead of their rate for long
}

// New returns a relay; Run does its work.
func New(s *postgres.Store, js jetstream.JetStream, filters *eventfilter.Cache, c Config, log *slog.Logger) *Relay {
	return &Relay{
		store: s, js: js, filters: filters, cfg: c, log: log, writer: newWriter(), flight: newFlight(),
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
	_, err1 := meter.Int64ObservableGauge("webhooks.relay.costly_tenants", of(&r.gauges.costly),
		metric.WithDescription("Tenants whose filters took more than their share and are evaluated outside of the relay."))
	_, err2 := meter.Int64ObservableGauge("webhooks.relay.limited", of(&r.gauges.limited),
		metric.WithDescription("Tenants, by mode, whose events wait because they are ahead of their rate, for 10 seconds."))
	return errors.Join(err1, err2)
}

// Relays reports whether this replica sends the events of a scope.
func (r *Relay) Relays(sc webhooks.Scope) bool { return r.flight.relays(sc.Hash()) }

// Publish commits publications by a function and hands their events over before it returns, so events that a caller
// publishes one after the other are sent in this order. While many events wait to be sent, it waits for a tenth of a
// second at most.
func (r *Relay) Publish(
	ctx context.Context, list []webhooks.Publication, commit func(postgres.Writer) (postgres.Committed, error),
) error {
	r.flight.awaitCapacity(ctx)
	status := r.flight.status()
	w := postgres.Writer{ID: r.writer, Few: status.open && !status.missed, Sent: r.flight.sentRows(true)}
	c, err := commit(w)
	var notified [webhooks.Hashes]bool
	for i := range list { // also of a commit that was interrupted: it may hold
		if h := list[i].Event.Scope.Hash(); !notified[h] && !r.flight.relays(h) {
			notified[h] = true
			r.cfg.Notify(h)
		}
	}
	if err != nil {
		r.flight.miss()
		return err
	}
	r.flight.hand(c.Events, c.Others)
	return nil
}

// Run relays until ctx ends. Trouble with Postgres or NATS is waited out: the rows stay.
func (r *Relay) Run(ctx context.Context) error {
	// Sent deliveries are stored even if another replica has the shards by then: that one finds the rows ended, or
	// ends them itself.
	var g errgroup.Group
	storing, stop := context.WithCancel(context.WithoutCancel(ctx))
	g.Go(func() error { r.storeSent(storing); return nil })
	for {
		if err := r.lead(ctx); ctx.Err() == nil {
			r.log.WarnContext(ctx, "relay interrupted", slog.Any("error", err))
		}
		if !streams.SleepContext(ctx, retryPause) {
			break
		}
	}
	stop()
	return g.Wait()
}

// Postgres notices within 3 seconds that a replica's machine is gone, and ends its leases. It notices immediately that
// a program has ended.
const keepAlive = `SET tcp_keepalives_idle = 1; SET tcp_keepalives_interval = 1; SET tcp_keepalives_count = 2`

// lead waits until this replica may relay, then relays its share of the shards while the connection that leases them
// lasts.
func (r *Relay) lead(ctx context.Context) error {
	conn, release, err := pgdb.Dedicate(ctx, r.store.Pool())
	if err != nil {
		return err
	}
	defer release()
	if _, err := conn.Exec(ctx, keepAlive); err != nil {
		return fmt.Errorf("keepalives: %w", err)
	}
	l := &leases{conn: conn, wake: make(chan struct{}, 1), shards: r.cfg.Shards}
	for tries := 1; ; tries++ {
		joined, err := l.join(ctx)
		if err != nil {
			return err
		}
		if joined {
			break
		}
		if tries == 2 { // the first may have met another replica that joined
			r.log.WarnContext(ctx, "relay waits until replicas with another RELAY_SHARDS have ended",
				slog.Int("shards", l.shards))
		}
		if !streams.SleepContext(ctx, poll) {
			return ctx.Err()
		}
	}
	// The streams may be gone, as after the loss of a store; without them nothing can be relayed.
	if err := streams.Ensure(ctx, r.js, r.cfg.Topology); err != nil {
		return err
	}
	// Only now: notifications that are not read would pile up.
	if _, err := conn.Exec(ctx, `LISTEN `+postgres.ChannelOutbox); err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	g, leading := errgroup.WithContext(ctx)
	notices := newNotices(r.js.Conn())
	defer notices.close()
	g.Go(func() error { return receive(leading, notices, l.wake) })
	g.Go(func() error { return r.lease(leading, l, notices) })
	g.Go(func() error { return r.relay(leading, l) })
	err = g.Wait()
	if ctx.Err() == nil {
		r.flight.leave(true)
	} else {
		l.leave(ctx)
	}
	return err
}

// receive wakes the relay when another replica has stored events of its shards.
func receive(ctx context.Context, n *notices, wake chan<- struct{}) error {
	for {
		select {
		case <-n.received:
			signal(wake)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// lease keeps the share of the shards up to date, and wakes the relay when it changes or rows of it come.
func (r *Relay) lease(ctx context.Context, l *leases, notices *notices) error {
	for {
		soon, err := l.balance(ctx)
		if err != nil {
			return err
		}
		if err := notices.set(l.holds); err != nil {
			return err
		}
		r.flight.hurry(l.readers)
		signal(l.wake)
		pause := poll
		if soon {
			pause = settling
		}
		until, cancel := context.WithTimeout(ctx, pause)
		for until.Err() == nil {
			n, err := l.conn.WaitForNotification(until)
			switch {
			case err != nil:
			case n.Payload == postgres.NoticeFlush:
				r.flight.storeUntil(time.Now())
			case n.Payload == postgres.NoticeShards:
				cancel()
			case l.holdsAny(n.Payload):
				signal(l.wake)
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

// relay runs the loop.
func (r *Relay) relay(ctx context.Context, leases *leases) error {
	w := world{r.store.Outbox.Next, r.store.Outbox.Last, r.publish}
	l := newLoop(w, r.flight, leases, r.cfg, &r.gauges, r.filters)
	laneCtx, endLane := context.WithCancel(ctx)
	var lane sync.WaitGroup
	lane.Go(func() { l.lane.run(laneCtx) })
	defer func() {
		r.flight.leave(false)
		endLane()
		lane.Wait()
		r.gauges.costly.Store(0)
		r.gauges.limited.Store(0)
	}()
	part, over := time.NewTimer(time.Hour), time.NewTimer(time.Hour)
	defer part.Stop()
	defer over.Stop()
	for {
		more, err := l.step(ctx)
		if err != nil {
			return err
		}
		if more && ctx.Err() == nil {
			continue
		}
		select {
		case <-l.wake:
			l.unread = true
		case <-r.flight.wake:
		case <-l.pacer.overEnds(over):
		case <-l.partDue(part):
		case f := <-l.lane.filtered:
			if err := l.sendFiltered(ctx, f); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// storeSent stores what was sent until ctx ends, and then what is left. Trouble with Postgres is waited out.
func (r *Relay) storeSent(ctx context.Context) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		ending := ctx.Err() != nil
		if ending {
			r.flight.storeUntil(time.Now())
		}
		batch, wait := r.flight.due(time.Now())
		if len(batch.events) == 0 {
			if ending {
				return
			}
			timer.Reset(wait)
			select {
			case <-timer.C:
			case <-r.flight.storable:
			case <-ctx.Done():
			}
			continue
		}
		err := r.storeBatch(ctx, batch.events)
		if err == nil {
			r.flight.stored(batch, time.Now())
			continue
		}
		r.log.WarnContext(ctx, "sent deliveries not stored: their events stay in the outbox",
			slog.Int("events", len(batch.events)), slog.String("error", err.Error()))
		if ctx.Err() != nil { // it had the time that a program that ends has
			return
		}
		streams.SleepContext(ctx, retryPause)
	}
}
