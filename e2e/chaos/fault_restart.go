package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/partnerline/partnerline/e2e/procs"
)

// restarts are what a deployment does: SIGTERM, one replica after the other. Callers that retry notice nothing; see
// checkError. That would hide a replica that does not recover, so each must serve a call itself.
var restarts = []fault{
	{"restart-dispatchers", "SIGTERM of each dispatcher in turn", 0, func(ctx context.Context, w *world) (string, error) {
		return rolling(ctx, w, "dispatcher", w.sys.Dispatchers, &w.load.calls, w.attempting)
	}},
	{"restart-webhooks", "SIGTERM of each replica of webhooks in turn", 0,
		func(ctx context.Context, w *world) (string, error) {
			return rolling(ctx, w, "webhooks", w.sys.Webhooks, &w.load.calls, w.publishing())
		}},
	{"restart-partnerconnect", "SIGTERM of each replica of partnerconnect in turn", 0,
		func(ctx context.Context, w *world) (string, error) {
			return rolling(ctx, w, "partnerconnect", w.sys.PartnerConnects, &w.partnerClient.calls, w.partnerClient.me)
		}},
	{"restart-nats", "SIGTERM of each NATS server in turn", 0, func(ctx context.Context, w *world) (string, error) {
		return rolling(ctx, w, "NATS", w.sys.NATS, &w.load.calls, func(ctx context.Context, p *procs.Program) error {
			w.goesOn(ctx, "deliveries after the restart of "+p.Name, w.oracle.Receipts, batch)
			return nil
		})
	}},
}

// rolling restarts each, requires that it serves again and that calls go on, and counts the calls meanwhile.
func rolling(ctx context.Context, w *world, what string, list []*procs.Program, c *calls,
	serves func(context.Context, *procs.Program) error) (string, error) {
	const callsBetween = 20
	before := c.counts()
	for _, p := range list {
		if err := p.Stop(ctx); err != nil {
			w.oracle.Fault("restart: %v", err)
		}
		if err := p.Start(ctx); err != nil {
			return "", err
		}
		last := errors.New("not tried")
		if err := w.until(ctx, stalled, p.Name+" serves",
			func() bool { last = serves(ctx, p); return last == nil }); err != nil {
			w.oracle.Fault("after a restart: %v: %v", err, last)
			continue
		}
		w.goesOn(ctx, "calls after the restart of "+p.Name, func() int { return int(c.made.Load()) }, callsBetween)
	}
	return fmt.Sprintf("rolling restart of %s: %s", what, c.since(before)), nil
}

// publishing publishes an event at a replica of webhooks, the same however often it is called, and lists endpoints.
func (w *world) publishing() func(context.Context, *procs.Program) error {
	number := w.load.number.Add(1) - 1
	return func(ctx context.Context, p *procs.Program) error {
		return errors.Join(
			w.load.post(ctx, p, w.load.tenants[0], number),
			call(ctx, w.load.http, http.MethodGet, p.URL("HTTP_ADDR")+"/api/v1/webhooks", w.tenantKey, nil,
				new(json.RawMessage)))
	}
}

// attempting reports whether this dispatcher has made an attempt since it started.
func (w *world) attempting(ctx context.Context, p *procs.Program) error {
	const attempted = "dispatcher_attempts_total{"
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.URL("ADMIN_ADDR")+"/metrics", nil)
	if err != nil {
		return err
	}
	resp, err := w.load.http.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	metrics, err := io.ReadAll(resp.Body)
	if err == nil && !strings.Contains(string(metrics), attempted) {
		err = errors.New("no attempt was made")
	}
	return err
}
