package main

import (
	"context"
	"fmt"

	"github.com/partnerline/partnerline/e2e/procs"
)

// restarts are what a deployment does: SIGTERM, one replica after the other. Callers that repeat what may be repeated notice
// nothing; see judge.
var restarts = []fault{
	{"restart-dispatchers", "SIGTERM of each dispatcher in turn", 0, func(ctx context.Context, w *world) (string, error) {
		return rolling(ctx, w, "dispatcher", w.sys.Dispatchers, &w.load.calls)
	}},
	{"restart-webhooks", "SIGTERM of each replica of webhooks in turn", 0, func(ctx context.Context, w *world) (string, error) {
		return rolling(ctx, w, "webhooks", w.sys.Webhooks, &w.load.calls)
	}},
	{"restart-partnerconnect", "SIGTERM of each replica of partnerconnect in turn", 0, func(ctx context.Context, w *world) (string, error) {
		return rolling(ctx, w, "partnerconnect", w.sys.PartnerConnects, &w.guest.calls)
	}},
	{"restart-nats", "SIGTERM of each NATS server in turn", 0, func(ctx context.Context, w *world) (string, error) {
		return rolling(ctx, w, "NATS", w.sys.NATS, &w.load.calls)
	}},
}

// rolling restarts each, with some calls in between, and counts the calls meanwhile.
func rolling(ctx context.Context, w *world, what string, list []*procs.Program, c *calls) (string, error) {
	const callsBetween = 20
	before := c.counts()
	for _, p := range list {
		if err := p.Stop(ctx); err != nil {
			w.oracle.Fault("restart: %v", err)
		}
		if err := p.Start(ctx); err != nil {
			return "", err
		}
		if w.loading() {
			w.goesOn(ctx, "calls after the restart of "+p.Name, func() int { return int(c.made.Load()) }, callsBetween)
		}
	}
	return fmt.Sprintf("rolling restart of %s: %s", what, c.since(before)), nil
}
