package main

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/partnerline/partnerline/e2e/adversary"
	"github.com/partnerline/partnerline/e2e/procs"
)

const (
	largeEndpoints = 10_000 // of one tenant
	largeTenant    = endpoints
	largeEvents    = 3 // of that tenant, one after the other
)

// largeEvent is P12: how long an event with many endpoints takes from its publication until the last of its deliveries
// has arrived, and what the events of others, at an ordinary rate, notice of it meanwhile.
func largeEvent(ctx context.Context, s settings, t *table) error {
	return onSystem(ctx, s, procs.Options{}, endpoints+1, func(sys *system) error {
		return sys.largeEvent(ctx, s.took, t)
	})
}

func (l *system) largeEvent(ctx context.Context, took time.Duration, t *table) error {
	many, err := newSink()
	if err != nil {
		return err
	}
	defer many.close()
	wide := adversary.Tenant{Conn: l.conn, Key: l.keys[largeTenant]}
	if err := wide.Register(ctx, adversary.EndpointsAt(many.url, largeEndpoints-1, maxEndpoints)); err != nil {
		return err
	}
	body, err := json.Marshal(map[string]any{"tenant": l.tenants[largeTenant], "type": "verification.completed",
		"livemode": false, "data": data})
	if err != nil {
		return err
	}
	others := numbers(0, endpoints)
	if _, err := l.steady(ctx, 2*time.Second, rate, others); err != nil { // warm
		return err
	}
	base, err := l.steady(ctx, took, rate, others)
	if err != nil {
		return err
	}
	var meanwhile latencies
	var lasted []time.Duration
	for range largeEvents {
		many.forget()
		var g errgroup.Group
		g.Go(func() error {
			began := time.Now()
			if err := l.publish(ctx, body); err != nil {
				return err
			}
			wait, cancel := context.WithTimeout(ctx, settle)
			defer cancel()
			err := many.await(wait, largeEndpoints-1)
			lasted = append(lasted, time.Since(began))
			return err
		})
		these, err := l.steady(ctx, 3*time.Second, rate, others)
		if waited := g.Wait(); err == nil {
			err = waited
		}
		if err != nil {
			return err
		}
		meanwhile = append(meanwhile, these...)
		if err := l.idle(ctx); err != nil {
			return err
		}
	}
	t.atMost("P12", slices.Max(lasted).Seconds(), 2,
		"s until the last delivery of an event with %d endpoints has arrived, the longest of %d events",
		largeEndpoints, largeEvents)
	t.atMost("P12_others", ratio(meanwhile.p99(), base.p99()), 1.5,
		"others' p99 at %d events/s in the 3 s from then on %.1f ms, before %.1f ms; %s", rate, millis(meanwhile.p99()),
		millis(base.p99()), meanwhile)
	return nil
}
