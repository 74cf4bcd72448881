package sweep

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/partnerline/partnerline/internal/streams"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/enqueue"
)

// roomy is how full the stream of first attempts may be while held deliveries are sent: others' come first.
const roomy = 0.25

// Held sends held deliveries that are due, of endpoints that have nothing parked. The tenants take turns.
func (s *Sweep) Held(ctx context.Context, now time.Time) error {
	held, err := s.deliveries.Held.Endpoints(ctx, now)
	if err != nil || len(held) == 0 {
		return err
	}
	parked, err := s.parked(ctx)
	if err != nil {
		return err
	}
	for scope, endpoints := range held {
		if s.relayed.Misses(scope.Hash()) {
			continue
		}
		if room, err := s.roomForHeld(ctx); err != nil || !room {
			return err
		}
		endpoints = slices.DeleteFunc(endpoints, func(id webhooks.EndpointID) bool { return parked[id] })
		if len(endpoints) == 0 {
			continue
		}
		list, attempts, err := s.deliveries.Held.Release(ctx, endpoints, now)
		if err != nil {
			return err
		}
		// What is not sent is overdue after a while.
		if err := enqueue.Attempts(context.WithoutCancel(ctx), s.js, list, attempts); err != nil {
			return fmt.Errorf("held deliveries: %w", err)
		}
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

// parked returns the endpoints that have parked attempts.
func (s *Sweep) parked(ctx context.Context) (map[webhooks.EndpointID]bool, error) {
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
