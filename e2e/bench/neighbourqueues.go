package main

import (
	"context"
	"fmt"
	"time"

	"github.com/partnerline/partnerline/e2e/adversary"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
)

// loudEndpoints are endpoints of a neighbour that get the same events.
const loudEndpoints = 100

// fanOut is how often an event with these endpoints may be published.
const fanOut = loudEndpoints * time.Second / deliveriesASecond

// queueNeighbours fill what lies between an event and its outcome.
var queueNeighbours = []neighbour{
	{
		name: "rate-limited", resource: "PARKED: endpoints of one request a second, 60 KB",
		prepare: func(ctx context.Context, a *arena) error {
			limit := int32(1)
			return a.register(ctx, a.receiver.url, loudEndpoints, func(e *webhooksv1.CreateEndpointRequest) {
				e.RateLimit = &limit
			})
		},
		disturb: func(ctx context.Context, a *arena) error {
			return a.publishEvery(ctx, fanOut, 1, adversary.LargeData())
		},
	},
	{
		name: "failing", resource: "RETRY_n: endpoints that fail",
		prepare: func(ctx context.Context, a *arena) error { return a.registerSet(ctx, fails) },
		disturb: func(ctx context.Context, a *arena) error { return a.publishEvery(ctx, fanOut, 1, nil) },
	},
	{
		name: "hanging", resource: "slots, connections: endpoints that hang",
		prepare: func(ctx context.Context, a *arena) error { return a.registerSet(ctx, hangs) },
		disturb: func(ctx context.Context, a *arena) error { return a.publishEvery(ctx, fanOut, 1, nil) },
	},
	{
		name: "long-answers", resource: "RESULTS: answers of 16 KiB",
		prepare: func(ctx context.Context, a *arena) error { return a.registerSet(ctx, chatters) },
		disturb: func(ctx context.Context, a *arena) error { return a.publishEvery(ctx, fanOut, 1, nil) },
	},
	{
		name: "bursts", resource: "DELIVERIES: a second of the test rate at once",
		prepare: func(ctx context.Context, a *arena) error { return a.register(ctx, a.receiver.url, 1, unchanged) },
		disturb: func(ctx context.Context, a *arena) error {
			return a.publishEvery(ctx, time.Second, deliveriesASecond, nil)
		},
	},
	{
		name: "minute", resource: "outbox: a minute of the test rate at once",
		prepare: func(ctx context.Context, a *arena) error { return a.register(ctx, a.receiver.url, 1, unchanged) },
		disturb: func(ctx context.Context, a *arena) error {
			return a.publishEvery(ctx, time.Minute, adversary.DeliveriesAMinute, nil)
		},
	},
	{
		name: "live-bursts", resource: "DELIVERIES: a second of the live rate at once",
		// Receivers here have no TLS, so all is in test mode.
		environ: []string{fmt.Sprint("RATE_LIMIT_TEST_DELIVERIES=", adversary.LiveDeliveriesAMinute)},
		prepare: func(ctx context.Context, a *arena) error { return a.register(ctx, a.receiver.url, 1, unchanged) },
		disturb: func(ctx context.Context, a *arena) error {
			return a.publishEvery(ctx, time.Second, adversary.LiveDeliveriesAMinute/60, nil)
		},
	},
}

func unchanged(*webhooksv1.CreateEndpointRequest) {}

// registerSet gives the loud tenant endpoints that do the same with all requests.
func (a *arena) registerSet(ctx context.Context, mode int32) error {
	a.receiver.set(mode, numbers(0, maxEndpoints)...)
	return a.register(ctx, a.receiver.url, loudEndpoints, unchanged)
}
