package sweep

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/partnerline/partnerline/internal/streams"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/enqueue"
)

const (
	// roomy is how full the stream of first attempts may be while held deliveries are sent: others' come first.
	roomy = 0.25
	// parkedShare bounds the share of time in which the server counts parked attempts, of which there may be very many.
	parkedShare = 20
)

// parkedEndpoints are the endpoints that have parked attempts, as known until a time.
type parkedEndpoints struct {
	ids   map[webhooks.EndpointID]bool
	until time.Time
}

// refresh counts again when a count is due. If that fails, the last count holds until the next one.
func (p *parkedEndpoints) refresh(count func() (map[webhooks.EndpointID]bool, error)) error {
	began := time.Now()
	if !began.After(p.until) {
		return nil
	}
	ids, err := count()
	p.until = time.Now().Add(parkedShare * time.Since(began))
	if err == nil {
		p.ids = ids
	}
	return err
}

// Held sends held deliveries that are due, of endpoints that have nothing parked, and those that were moved, which are
// parked behind the others. The tenants take turns.
func (s *Sweep) Held(ctx context.Context, now time.Time) error {
	held, err := s.deliveries.Held.Endpoints(ctx, now)
	if err != nil {
		return err
	}
	maps.DeleteFunc(held, func(scope webhooks.Scope, _ []webhooks.EndpointID) bool {
		return !s.relayed.Relays(scope)
	})
	if len(held) == 0 {
		return nil
	}
	if err := s.parked.refresh(func() (map[webhooks.EndpointID]bool, error) { return s.countParked(ctx) }); err != nil {
		s.log.WarnContext(ctx, "parked attempts not counted", slog.String("error", err.Error()))
	}
	for _, endpoints := range held {
		if room, err := s.roomForHeld(ctx); err != nil || !room {
			return err
		}
		free, busy := []webhooks.EndpointID{}, []webhooks.EndpointID{}
		for _, id := range endpoints {
			if s.parked.ids[id] {
				busy = append(busy, id)
			} else {
				free = append(free, id)
			}
		}
		if err := errors.Join(s.release(ctx, free, false, now), s.release(ctx, busy, true, now)); err != nil {
			return err
		}
	}
	return nil
}

// release sends held deliveries of endpoints that are due, or only those that were moved.
func (s *Sweep) release(ctx context.Context, endpoints []webhooks.EndpointID, moved bool, now time.Time) error {
	if len(endpoints) == 0 {
		return nil
	}
	list, attempts, err := s.deliveries.Held.Release(ctx, endpoints, moved, now)
	if err != nil {
		return err
	}
	// A delivery that is not sent becomes overdue after a while.
	if err := enqueue.Attempts(context.WithoutCancel(ctx), s.js, list, attempts); err != nil {
		return fmt.Errorf("held deliveries: %w", err)
	}
	return nil
}

// roomForHeld reports whether the stream of first attempts is as empty as it is while dispatchers keep up.
func (s *Sweep) roomForHeld(ctx context.Context) (bool, error) {
	stream, err := s.js.Stream(ctx, streams.Deliveries)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("stream %s: %w", streams.Deliveries, err)
	}
	info := stream.CachedInfo()
	return info.Config.MaxBytes <= 0 || float64(info.State.Bytes) < roomy*float64(info.Config.MaxBytes), nil
}

// countParked returns the endpoints that have parked attempts.
func (s *Sweep) countParked(ctx context.Context) (map[webhooks.EndpointID]bool, error) {
	stream, err := s.js.Stream(ctx, streams.Parked)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("stream %s: %w", streams.Parked, err)
	}
	info, err := stream.Info(ctx, jetstream.WithSubjectFilter(">"))
	if err != nil {
		return nil, fmt.Errorf("stream %s: %w", streams.Parked, err)
	}
	set := make(map[webhooks.EndpointID]bool, len(info.State.Subjects))
	for subject := range info.State.Subjects {
		set[webhooks.EndpointID(streams.Endpoint(subject))] = true
	}
	return set, nil
}
