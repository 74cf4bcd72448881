package main

import (
	"context"
	"fmt"
	"time"

	"github.com/partnerline/partnerline/e2e/adversary"
	"github.com/partnerline/partnerline/internal/streams"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
)

// unlimited lets a neighbour be prepared faster than it could do it itself.
const unlimited = "RATE_LIMIT_TEST_DELIVERIES=0"

// eventNeighbours have events that cause much work at once.
var eventNeighbours = []neighbour{
	{
		name: "wide-events", resource: "relay, lanes: events with very many endpoints",
		prepare: func(ctx context.Context, a *arena) error {
			return a.register(ctx, a.receiver.url, a.wide(), unchanged)
		},
		disturb: func(ctx context.Context, a *arena) error {
			return a.publishEvery(ctx, time.Duration(a.wide())*time.Second/deliveriesASecond, 1, nil)
		},
	},
	{
		name: "costly-filters", resource: "relay: filters at their limit, 60 KB",
		prepare: func(ctx context.Context, a *arena) error {
			return a.loud.RegisterFilters(ctx, a.receiver.url, 1)
		},
		disturb: func(ctx context.Context, a *arena) error {
			return a.publishEvery(ctx, time.Minute/writesAMinute, 5, adversary.DataForFilters())
		},
	},
	{
		name: "recovery", resource: "recoveries: many missed events",
		prepare: func(ctx context.Context, a *arena) error {
			if err := a.register(ctx, a.receiver.url, 1, unchanged); err != nil {
				return err
			}
			if err := a.loud.Activate(ctx, false); err != nil {
				return err
			}
			return a.loud.Publish(ctx, a.many(), nil)
		},
		disturb: func(ctx context.Context, a *arena) error {
			if err := a.loud.Activate(ctx, true); err != nil {
				return err
			}
			return a.loud.Recover(ctx)
		},
	},
	{
		name: "resend", resource: "held deliveries: very many retries moved to now",
		schedule: "1h,1h,1h,1h", environ: []string{unlimited, defaultRoom},
		prepare: func(ctx context.Context, a *arena) error {
			const endpoints = 10
			a.receiver.set(fails, numbers(0, maxEndpoints)...)
			if err := a.register(ctx, a.receiver.url, endpoints, unchanged); err != nil {
				return err
			}
			if err := a.loud.Publish(ctx, a.many()/endpoints, nil); err != nil {
				return err
			}
			if err := a.awaitRetries(ctx, a.many()); err != nil {
				return err
			}
			a.receiver.set(answers, numbers(0, maxEndpoints)...)
			return nil
		},
		disturb: func(ctx context.Context, a *arena) error { return a.loud.Recover(ctx, "pending") },
	},
}

func (a *arena) wide() int {
	if a.quick {
		return 2_000
	}
	return largeEndpoints
}

func (a *arena) many() int {
	if a.quick {
		return 10_000
	}
	return 100_000
}

// awaitRetries waits until n deliveries wait for their second attempt.
func (a *arena) awaitRetries(ctx context.Context, n int) error {
	ctx, cancel := context.WithTimeout(ctx, 5*settle)
	defer cancel()
	op := webhooksv1.NewOperatorServiceClient(a.conn)
	for {
		stages, err := op.GetBacklog(a.internal(ctx), &webhooksv1.GetBacklogRequest{})
		if err != nil {
			return err
		}
		waiting := 0
		for _, stage := range stages.GetData() {
			if stage.GetName() == streams.Retry(1) || stage.GetName() == "held" {
				waiting += int(stage.GetWaiting())
			}
		}
		if waiting >= n {
			return nil
		}
		if !streams.SleepContext(ctx, 200*time.Millisecond) {
			return fmt.Errorf("%d of %d deliveries wait: %w", waiting, n, ctx.Err())
		}
	}
}
