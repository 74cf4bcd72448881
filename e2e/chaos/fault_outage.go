package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/partnerline/partnerline/e2e/procs"
	"github.com/partnerline/partnerline/internal/streams"
)

// outages stop a dependency for seconds, orderly, and check what is promised meanwhile.
var outages = []fault{
	{"nats-down", "NATS is stopped for seconds: the API still accepts events", 0,
		func(ctx context.Context, w *world) (string, error) {
			var stopped sync.WaitGroup
			for _, p := range w.sys.NATS {
				stopped.Go(func() {
					if err := p.Stop(ctx); err != nil {
						w.oracle.Fault("stop: %v", err)
					}
				})
			}
			stopped.Wait()
			before, since := w.oracle.Accepted(), time.Now()
			w.accepting(ctx, "events accepted while NATS is down")
			wait(ctx, w.between(time.Second, time.Second+w.Pause)-time.Since(since))
			return fmt.Sprintf("%d events accepted meanwhile", w.oracle.Accepted()-before), w.revive(ctx)
		}},
	{"postgres-down", "Postgres is stopped for seconds: the API answers 503 with Retry-After, and what is queued is " +
		"delivered", 0, postgresDown},
}

// postgresDown first queues deliveries behind slow receivers, so that there is something to deliver without Postgres.
func postgresDown(ctx context.Context, w *world) (string, error) {
	const queued = 100
	w.sink.slow.Store(int64(3 * time.Second))
	err := w.until(ctx, time.Minute, "deliveries queue up", func() bool { return w.queued(ctx) >= 2*queued })
	if err == nil {
		err = w.sys.Postgres.Stop(ctx)
	}
	w.sink.slow.Store(0)
	if err != nil {
		return "", err
	}
	before := w.oracle.Receipts()
	w.goesOn(ctx, "queued deliveries arrive while Postgres is down", w.oracle.Receipts, queued)
	refused := w.refusals(ctx)
	note := fmt.Sprintf("%d requests at receivers meanwhile, and every call answered 503 with Retry-After: %s",
		w.oracle.Receipts()-before, refused)
	wait(ctx, w.between(0, w.Pause))
	return note, w.sys.Postgres.Restart(ctx)
}

// queued is how many attempts that are due wait in the streams.
func (w *world) queued(ctx context.Context) int {
	n := 0
	for _, stream := range []string{streams.Deliveries, streams.Deferred} {
		if info, err := w.info(ctx, stream, w.consumers()[stream]); err == nil {
			n += int(info.NumPending) + info.NumAckPending
		}
	}
	return n + w.messages(ctx, streams.Parked)
}

// messages is how many messages a stream has, acknowledged or not.
func (w *world) messages(ctx context.Context, stream string) int {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	s, err := w.js.Stream(ctx, stream)
	if err != nil {
		return 0
	}
	return int(s.CachedInfo().State.Msgs)
}

// refusals calls every API that needs Postgres, of every replica, and requires 503 with Retry-After.
func (w *world) refusals(ctx context.Context) string {
	asked := 0
	ask := func(p *procs.Program, method, url, key, body string) {
		asked++
		err := call(ctx, w.load.http, method, url, key, []byte(body), new(any))
		var answered *statusError
		if !errors.As(err, &answered) || answered.status != http.StatusServiceUnavailable || answered.retryAfter == "" {
			w.oracle.Fault("without Postgres %s answered %s with %v, want 503 and Retry-After", p.Name, url, err)
		}
	}
	for _, p := range w.sys.Webhooks {
		body := fmt.Sprintf(`{"tenant":%q,"type":%q,`+
			`"data":{"verification_session_id":"0192f0c4-7b1a-7c3d-9e5f-0a1b2c3d4e5f","status":"completed"}}`,
			w.load.tenants[0], kind)
		ask(p, http.MethodPost, p.URL("ADMIN_ADDR")+"/internal/v1/events", w.sys.Token, body)
		ask(p, http.MethodGet, p.URL("HTTP_ADDR")+"/api/v1/webhooks", w.tenantKey, "")
	}
	for _, p := range w.sys.PartnerConnects {
		ask(p, http.MethodGet, p.URL("HTTP_ADDR")+"/me", w.partnerClient.key, "")
	}
	return fmt.Sprintf("%d of %d calls", asked, asked)
}
