// Package sweep is the safety net: it finds deliveries without an outcome that no stream holds any more, and sends
// them again. Postgres is the truth and JetStream the engine: even the loss of a whole JetStream store loses no event.
// It also sends what the streams have room for again, and does what is due by time: expiry, cancellation, partitions.
package sweep

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"

	"github.com/partnerline/partnerline/internal/streams"
	"github.com/partnerline/partnerline/internal/tasks"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/enqueue"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres/ordered"
	"github.com/partnerline/partnerline/services/webhooks/internal/relay"
	"github.com/partnerline/partnerline/services/webhooks/internal/usecase"
)

// Config paces the sweep.
type Config struct {
	Every        time.Duration // between searches for overdue deliveries, and for messages that are acknowledged
	OverdueAfter time.Duration // how long an outcome may stay out
}

// Sweep runs the jobs.
type Sweep struct {
	deliveries    *usecase.Deliveries
	cancelled     func(context.Context, usecase.Cancelled)
	verifications *usecase.Verifications
	maintenance   *usecase.Maintenance
	sources       *usecase.Sources
	js            jetstream.JetStream
	topology      streams.Config
	relayed       *relay.Relay
	tasks         *tasks.Set
	cfg           Config
	log           *slog.Logger

	parked       parkedEndpoints  // for Held, of which one call runs at a time
	acknowledged map[queue]uint64 // for RemoveAcknowledged, likewise: the first messages that it found
}

// Parts are what a sweep works on.
type Parts struct {
	Deliveries    *usecase.Deliveries
	Cancelled     func(context.Context, usecase.Cancelled) // counts deliveries that were cancelled
	Verifications *usecase.Verifications
	Maintenance   *usecase.Maintenance
	Sources       *usecase.Sources
	JetStream     jetstream.JetStream
	Topology      streams.Config
	Relay         *relay.Relay
	Tasks         *tasks.Set // shows which jobs have not succeeded in time
}

// New returns a sweep; it searches for the lost deliveries of the tenants whose events are relayed here.
func New(p Parts, cfg Config, log *slog.Logger) *Sweep {
	return &Sweep{
		deliveries: p.Deliveries, cancelled: p.Cancelled, verifications: p.Verifications, maintenance: p.Maintenance,
		sources: p.Sources,
		js:      p.JetStream, topology: p.Topology, relayed: p.Relay, tasks: p.Tasks, cfg: cfg, log: log,
	}
}

const (
	limit        = 1000 // rows of one step
	cancelEvery  = 500 * time.Millisecond
	heldEvery    = 200 * time.Millisecond
	orderedEvery = time.Second
	expireEvery  = 15 * time.Second
	maintainEach = time.Hour

	certificatesEvery = time.Minute
	certificates      = 100 // endpoints of one turn

	// Announcements of source addresses are sent at a pace that delays no other events.
	informEvery  = time.Second
	informAtOnce = 100
)

// Run works until ctx ends. A job that fails is tried again at its next turn.
func (s *Sweep) Run(ctx context.Context) error {
	var g errgroup.Group
	for name, job := range map[string]struct {
		every time.Duration
		run   func(context.Context, time.Time) error
	}{
		"overdue deliveries":    {s.cfg.Every, s.OverdueDeliveries},
		"acknowledged messages": {s.cfg.Every, s.RemoveAcknowledged},
		"cancel":                {cancelEvery, s.Cancel},
		"held deliveries":       {heldEvery, s.Held},
		"ordered deliveries":    {orderedEvery, s.Ordered},
		"expire":                {expireEvery, s.Expire},
		"maintain":              {maintainEach, s.maintenance.Maintain},
		"certificates":          {certificatesEvery, s.Certificates},
		"source addresses":      {informEvery, s.informTenants},
	} {
		s.tasks.Add(name, job.every)
		g.Go(func() error {
			for {
				if err := job.run(ctx, time.Now()); err == nil {
					s.tasks.Succeeded(name)
				} else if ctx.Err() == nil {
					s.log.WarnContext(ctx, "job failed", slog.String("job", name), slog.String("error", err.Error()))
				}
				if !streams.SleepContext(ctx, job.every) {
					return nil
				}
			}
		})
	}
	return g.Wait()
}

// informTenants stores events about announced source addresses.
func (s *Sweep) informTenants(ctx context.Context, now time.Time) error {
	return s.sources.InformTenants(ctx, now, informAtOnce)
}

// OverdueDeliveries sends deliveries again that no stream holds although their outcome is overdue. A delivery that may
// still wait in a stream is left alone, however long the queue is.
func (s *Sweep) OverdueDeliveries(ctx context.Context, now time.Time) error {
	list, err := s.deliveries.OverdueDeliveries(ctx, now, limit)
	if err != nil {
		return err
	}
	list = slices.DeleteFunc(list, func(o webhooks.Overdue) bool { return !s.relayed.Relays(o.Delivery.Scope) })
	if len(list) == 0 {
		return nil
	}
	all := make([]webhooks.Delivery, len(list))
	var missing []webhooks.Overdue
	oldest := map[webhooks.EndpointID]waiting{}
	for i, o := range list {
		all[i] = o.Delivery
		w, known := oldest[o.Delivery.Endpoint]
		if !known {
			if w, err = s.waitingOf(ctx, o.Delivery.Endpoint); err != nil {
				return err
			}
			oldest[o.Delivery.Endpoint] = w
		}
		if !w.mayHold(o) {
			missing = append(missing, o)
		}
	}
	if len(missing) > 0 {
		// The attempt of one may have just ended: its result is stored before its message is removed. So it is lost only if
		// it is still overdue once the results that are stored by now are ingested.
		ingested, err := s.awaitIngest(ctx)
		if err != nil {
			return err
		}
		if !ingested { // they are checked again at the next turn
			s.log.WarnContext(ctx, "overdue deliveries wait until stored results are ingested",
				slog.Int("deliveries", len(missing)))
			return s.deliveries.PostponeOverdue(ctx, except(all, missing), now)
		}
	}
	lost, attempts, err := s.lost(ctx, missing, now)
	if err != nil {
		return err
	}
	if err := enqueue.Attempts(ctx, s.js, lost, attempts); err != nil {
		return err
	}
	if len(lost) > 0 {
		s.log.WarnContext(ctx, "lost deliveries sent again", slog.Int("deliveries", len(lost)))
	}
	return s.deliveries.PostponeOverdue(ctx, all, now)
}

// except returns the deliveries that are not missing.
func except(all []webhooks.Delivery, missing []webhooks.Overdue) []webhooks.Delivery {
	return slices.DeleteFunc(slices.Clone(all), func(d webhooks.Delivery) bool {
		return slices.ContainsFunc(missing, func(o webhooks.Overdue) bool { return o.Delivery.ID == d.ID })
	})
}

// lost returns which of the deliveries without a message have not changed since, with the numbers of their attempts.
func (s *Sweep) lost(
	ctx context.Context, missing []webhooks.Overdue, now time.Time,
) (lost []webhooks.Delivery, attempts []int, err error) {
	if len(missing) == 0 {
		return nil, nil, nil
	}
	list, err := s.deliveries.OverdueDeliveries(ctx, now, limit)
	if err != nil {
		return nil, nil, err
	}
	updated := map[webhooks.DeliveryID]time.Time{}
	for _, o := range list {
		updated[o.Delivery.ID] = o.UpdatedAt
	}
	for _, o := range missing {
		if at, ok := updated[o.Delivery.ID]; ok && at.Equal(o.UpdatedAt) {
			lost, attempts = append(lost, o.Delivery), append(attempts, o.Attempt)
		}
	}
	return lost, attempts, nil
}

// ingestPoll is how often awaitIngest checks the stream.
const ingestPoll = 50 * time.Millisecond

// awaitIngest waits until the results that are stored by now are ingested. It returns false if that takes too long: the
// outcomes are late, and nothing is known to be lost.
func (s *Sweep) awaitIngest(ctx context.Context) (bool, error) {
	stream, err := s.js.Stream(ctx, streams.Results)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return true, nil
	}
	if err != nil {
		return false, fmt.Errorf("results: %w", err)
	}
	last := stream.CachedInfo().State.LastSeq
	for deadline := time.Now().Add(s.cfg.OverdueAfter / 10); ; {
		ingest, err := s.js.Consumer(ctx, streams.Results, streams.IngestConsumer)
		if err != nil {
			return false, fmt.Errorf("results: %w", err)
		}
		// Messages at or below the floor are ingested, whether the stream still shows them or not; see RemoveAcknowledged.
		info := ingest.CachedInfo()
		if info.AckFloor.Stream >= last || info.NumPending == 0 && info.NumAckPending == 0 {
			return true, nil
		}
		if time.Now().After(deadline) || !streams.SleepContext(ctx, ingestPoll) {
			return false, nil
		}
	}
}

// waiting is what the streams hold for an endpoint.
type waiting struct {
	oldest time.Time // of first attempts and retries; zero: none
	putOff bool      // parked or deferred attempts: they are stored again each time, so their age says nothing
}

// slack covers clock skew, and the time between the end of an attempt, which is the last that is known of a delivery,
// and the storing of its next message.
const slack = 10 * time.Second

// mayHold reports whether a message of the delivery may be among what waits.
func (w waiting) mayHold(o webhooks.Overdue) bool {
	return w.putOff || !w.oldest.IsZero() && w.oldest.Before(o.UpdatedAt.Add(slack))
}

// A queue is where messages of an endpoint wait.
type queue struct{ stream, subject, consumer string }

// waitingOf checks the streams in the order in which a message moves through them, so that one which moves meanwhile is
// found.
func (s *Sweep) waitingOf(ctx context.Context, e webhooks.EndpointID) (w waiting, err error) {
	id := string(e)
	queues := []queue{{streams.Deliveries, streams.DeliverySubject(id), streams.DispatchConsumer}}
	for n := range s.topology.Retry.Schedule {
		queues = append(queues, queue{streams.Retry(n + 1), streams.RetrySubject(n+1, id), streams.TierConsumer})
	}
	parked := queue{streams.Parked, streams.ParkedSubject(id), id}
	deferred := queue{streams.Deferred, streams.DeferredSubject(id), streams.TierConsumer}
	queues = append(queues, parked, deferred, parked) // a message moves between these in both directions
	for _, q := range queues {
		at, ok, err := s.first(ctx, q)
		switch {
		case err != nil:
			return w, err
		case !ok:
		case q == parked || q == deferred:
			w.putOff = true
		case w.oldest.IsZero() || at.Before(w.oldest):
			w.oldest = at
		}
	}
	return w, nil
}

// first returns when the oldest message of a queue was stored that its consumer has not acknowledged.
func (s *Sweep) first(ctx context.Context, q queue) (time.Time, bool, error) {
	stream, floor, err := s.floor(ctx, q)
	if stream == nil {
		return time.Time{}, false, err
	}
	msg, err := stream.GetMsg(ctx, floor+1, jetstream.WithGetMsgSubject(q.subject))
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return time.Time{}, false, nil
	}
	if err != nil {
		return time.Time{}, false, fmt.Errorf("first of %s: %w", q.stream, err)
	}
	return msg.Time, true, nil
}

// Cancel ends the pending deliveries of endpoints that stopped being active.
func (s *Sweep) Cancel(ctx context.Context, now time.Time) error {
	for {
		c, found, err := s.deliveries.CancelPending(ctx, now, limit)
		if err != nil || !found {
			return err
		}
		if c.Count > 0 {
			s.cancelled(ctx, c)
			s.log.InfoContext(ctx, "deliveries cancelled", slog.Int("deliveries", c.Count))
		}
	}
}

// Ordered sends deliveries once more whose turn it has been for a while without an attempt.
func (s *Sweep) Ordered(ctx context.Context, now time.Time) error {
	for {
		if more, err := s.deliveries.ResendOrdered(ctx, now, ordered.MaxSendable); err != nil || !more {
			return err
		}
	}
}

// Expire ends sessions whose subjects did not finish in time.
func (s *Sweep) Expire(ctx context.Context, now time.Time) error {
	return s.verifications.ExpireVerifications(ctx, now, limit)
}

// Certificates renews the client certificates that end soon and that we made, and gives notice of the others.
func (s *Sweep) Certificates(ctx context.Context, now time.Time) error {
	return s.maintenance.Certificates(ctx, now, certificates)
}
