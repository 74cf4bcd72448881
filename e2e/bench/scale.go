package main

import (
	"cmp"
	"context"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"
	"google.golang.org/grpc/metadata"

	"github.com/partnerline/partnerline/e2e/procs"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
)

// sizes of P11.
type sizes struct {
	tenants   int // each with an endpoint that gets events, a tenth of them at first
	endpoints int // in all
	history   int // deliveries that ended, with an event and an attempt each
}

const (
	historyDays  = 30
	historyStep  = 50_000 // deliveries of one statement
	endpointStep = 50_000
	listed       = 20 // tenants whose lists are read
)

// scale is P11: throughput, p99 and the slowest list with few endpoints, with very many, and then with a long history.
func scale(ctx context.Context, s settings, t *table) error {
	return onSystem(ctx, s, procs.Options{}, endpoints, func(w *system) error {
		conn, err := pgx.Connect(ctx, w.sys.WebhooksDatabase())
		if err != nil {
			return err
		}
		defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
		few := max(s.sizes.tenants/10, endpoints)
		if err := w.grow(ctx, few); err != nil {
			return fmt.Errorf("tenants: %w", err)
		}
		small, err := w.scaled(ctx, s.took)
		if err != nil {
			return err
		}
		if err := w.grow(ctx, s.sizes.tenants); err != nil {
			return fmt.Errorf("tenants: %w", err)
		}
		if err := addEndpoints(ctx, conn, w.tenants, s.sizes.endpoints-s.sizes.tenants); err != nil {
			return fmt.Errorf("endpoints: %w", err)
		}
		many, err := w.scaled(ctx, s.took)
		if err != nil {
			return err
		}
		many.against(t, "P11_endpoints", small,
			fmt.Sprintf("%d endpoints over %d tenants", s.sizes.endpoints, s.sizes.tenants), fmt.Sprintf("%d over %d", few, few))
		if err := addHistory(ctx, conn, w.load, s.sizes.history); err != nil {
			return fmt.Errorf("history: %w", err)
		}
		long, err := w.scaled(ctx, s.took)
		if err != nil {
			return err
		}
		long.against(t, "P11_history", many,
			fmt.Sprintf("%d deliveries in %d partitions", s.sizes.history, historyDays), "none")
		return nil
	})
}

// scaled is what a system of some size does.
type scaled struct {
	perSecond float64
	took      latencies     // at the usual rate
	cpu       time.Duration // of an event then
	list      time.Duration
	slowest   string             // list
	memory    map[string]float64 // MiB
}

// against is the larger of two ratios: of the throughputs, and of the p99.
func (m scaled) against(t *table, name string, before scaled, what, than string) {
	worst := max(before.perSecond/m.perSecond, ratio(m.took.p99(), before.took.p99()))
	t.atMost(name, worst, 1.25, "%s against %s: %.0f and %.0f events a second with saturated cores, at %d a second p99 "+
		"%.1f and %.1f ms and processor time of an event %.2f and %.2f ms, the slowest list %.1f ms (%s) and %.1f ms "+
		"(%s); %s %.0f and %.0f MiB, %s %.0f and %.0f MiB",
		what, than, m.perSecond, before.perSecond, rate, millis(m.took.p99()), millis(before.took.p99()), millis(m.cpu),
		millis(before.cpu), millis(m.list), m.slowest, millis(before.list), before.slowest,
		procs.Webhooks, m.memory[procs.Webhooks], before.memory[procs.Webhooks], procs.Dispatcher, m.memory[procs.Dispatcher],
		before.memory[procs.Dispatcher])
}

// scaled measures with events of all tenants in turn.
func (w *system) scaled(ctx context.Context, took time.Duration) (m scaled, err error) {
	n := len(w.tenants)
	publish := func(ctx context.Context, took time.Duration) (int, error) { return w.publishAmong(ctx, took, n) }
	if _, err := w.measure(ctx, took, publish); err != nil { // warm
		return m, err
	}
	if m.perSecond, err = w.measure(ctx, took, publish); err != nil {
		return m, err
	}
	f, err := w.steadily(ctx, took, numbers(0, n))
	if err != nil {
		return m, err
	}
	m.took, m.cpu = f.took, f.cost.system()
	if m.memory, err = w.memory(); err != nil {
		return m, err
	}
	m.list, m.slowest, err = w.lists(ctx)
	return m, err
}

// grow makes tenants with an endpoint each until there are n.
func (l *load) grow(ctx context.Context, n int) error {
	first := len(l.tenants)
	type made struct{ tenant, id, key string }
	list := make([]made, max(n-first, 0))
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(16)
	op, client := webhooksv1.NewOperatorServiceClient(l.conn), webhooksv1.NewEndpointServiceClient(l.conn)
	for i := range list {
		g.Go(func() error {
			tenant := fmt.Sprintf("ten_bench%d", first+i)
			if _, err := op.CreateTenant(l.internal(ctx),
				&webhooksv1.CreateTenantRequest{Id: tenant, Name: tenant}); err != nil {
				return err
			}
			key, err := op.CreateApiKey(l.internal(ctx), &webhooksv1.CreateApiKeyRequest{TenantId: tenant})
			if err != nil {
				return err
			}
			endpoint, err := client.CreateEndpoint(metadata.AppendToOutgoingContext(ctx, "authorization",
				"Bearer "+key.GetKey()),
				&webhooksv1.CreateEndpointRequest{Url: fmt.Sprintf("%s/%d", l.sink.url, (first+i)%maxEndpoints),
					Events: []string{"verification.completed"}})
			list[i] = made{tenant, endpoint.GetData().GetId(), key.GetKey()}
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	for _, m := range list {
		l.tenants, l.ids, l.keys = append(l.tenants, m.tenant), append(l.ids, m.id), append(l.keys, m.key)
	}
	return nil
}

// Endpoints that want another type than the one that is published, so that an event stays one delivery; their secrets
// are never read.
const insertEndpoints = `
	WITH e AS (
		INSERT INTO endpoints (id, tenant_id, livemode, url, events, is_active, failure_count, created_at, updated_at, version, activation)
		SELECT gen_random_uuid(), (@tenants::text[])[1 + n % @count::int], false, 'https://receiver.example.com/' || n, '{verification.failed}', true, 0, now(), now(), 1, 1
		FROM   generate_series(@first::int, @last::int) AS n
		RETURNING id
	)
	INSERT INTO endpoint_secrets (id, endpoint_id, sealed, created_at) SELECT gen_random_uuid(), id, @sealed, now() FROM e`

func addEndpoints(ctx context.Context, conn *pgx.Conn, tenants []string, n int) error {
	sealed, _ := hex.DecodeString(strings.Repeat("00", 64))
	for first := 0; first < n; first += endpointStep {
		if _, err := conn.Exec(ctx, insertEndpoints, pgx.StrictNamedArgs{
			"tenants": tenants, "count": len(tenants), "first": first, "last": min(first+endpointStep, n) - 1, "sealed": sealed,
		}); err != nil {
			return err
		}
	}
	return settled(ctx, conn, "endpoints", "endpoint_secrets")
}

// One in a thousand deliveries failed.
const insertHistory = `
	WITH n AS (
		SELECT i, at, 'evt_' || time || lpad(i::text, 16, '0') AS event, 'dlv_' || time || lpad(i::text, 16, '0') AS id,
		       (@tenants::text[])[1 + i % @count::int] AS tenant, (@endpoints::uuid[])[1 + i % @count::int] AS endpoint,
		       CASE WHEN i % 1000 = 0 THEN 'verification.failed' ELSE 'verification.completed' END AS type
		FROM   generate_series(@first::int, @last::int) AS i
		       CROSS JOIN LATERAL (SELECT date_trunc('milliseconds', @day::date + (i - @start::int) * (interval '1 day' / @per_day::int)) AT TIME ZONE 'UTC' AS at) AS t
		       CROSS JOIN LATERAL ( -- which ids begin with: 48 bits of milliseconds, and two more, in Crockford's base 32
		           SELECT string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', ((1000 * extract(epoch FROM at))::bigint << 2 >> (45 - 5 * k) & 31)::int + 1, 1), '' ORDER BY k) AS time
		           FROM   generate_series(0, 9) AS k) AS id
	), e AS (
		INSERT INTO events (created_at, id, tenant_id, livemode, type, traceparent, body) SELECT at, event, tenant, false, type, '', @body FROM n
	), d AS (
		INSERT INTO deliveries (event_at, id, endpoint_id, event_id, event_type, tenant_id, livemode, status, run, activation, attempt_count, created_at, updated_at, completed_at)
		SELECT at, id, endpoint, event, type, tenant, false, CASE WHEN i % 1000 = 0 THEN 'failed' ELSE 'delivered' END, 1, 1, 1, at, at, at FROM n
	)
	INSERT INTO attempts (event_at, delivery_id, run, number, response_headers, response_body, response_truncated, remote_address,
	                      dns_us, connect_us, tls_us, first_byte_us, total_us, started_at, ended_at)
	SELECT at, id, 1, 1, '{}', '', false, '', 0, 0, 0, 0, 0, at, at FROM n`

// addHistory adds deliveries of the days before, to the endpoints of all tenants in turn.
func addHistory(ctx context.Context, conn *pgx.Conn, l *load, n int) error {
	ids := make([]uuid.UUID, len(l.ids))
	for i, id := range l.ids {
		var err error
		if ids[i], err = uuid.Parse(id); err != nil {
			return err
		}
	}
	body, err := envelope()
	if err != nil {
		return err
	}
	if _, err := conn.Exec(ctx, `SET synchronous_commit = off`); err != nil {
		return err
	}
	perDay := max(n/historyDays, 1)
	for d := range historyDays {
		day := time.Now().UTC().AddDate(0, 0, d-historyDays).Format(time.DateOnly)
		if _, err := conn.Exec(ctx, `SELECT make_day(@day::date)`, pgx.StrictNamedArgs{"day": day}); err != nil {
			return err
		}
		start := d * perDay
		for first := start; first < start+perDay; first += historyStep {
			if _, err := conn.Exec(ctx, insertHistory, pgx.StrictNamedArgs{
				"tenants": l.tenants, "endpoints": ids, "count": len(ids), "day": day, "start": start, "per_day": perDay,
				"first": first, "last": min(first+historyStep, start+perDay) - 1, "body": body,
			}); err != nil {
				return err
			}
		}
	}
	return settled(ctx, conn, "events", "deliveries", "attempts")
}

// settled has done at once what a table that grows slowly meets on its way.
func settled(ctx context.Context, conn *pgx.Conn, tables ...string) error {
	for _, sql := range []string{`VACUUM ANALYZE ` + strings.Join(tables, ", "), `CHECKPOINT`} {
		if _, err := conn.Exec(ctx, sql); err != nil {
			return err
		}
	}
	return nil
}

// lists reads the lists of some tenants, and returns the slowest of them by the median of the tenants.
func (w *system) lists(ctx context.Context) (took time.Duration, name string, err error) {
	base := w.sys.Webhooks[0].URL("HTTP_ADDR") + "/api/v1"
	client := &http.Client{Transport: &http.Transport{}}
	defer client.CloseIdleConnections()
	for _, path := range []string{
		"/webhooks", "/webhooks/{id}/deliveries", "/webhooks/{id}/deliveries?status=failed",
		"/webhooks/{id}/deliveries?status=pending", "/webhooks/{id}/deliveries?type=verification.failed",
		"/events", "/events?type=verification.failed",
	} {
		var all []time.Duration
		for i := range min(listed, len(w.tenants)) {
			n := i * len(w.tenants) / listed
			began := time.Now()
			if err := get(ctx, client, base+strings.ReplaceAll(path, "{id}", w.ids[n]), w.keys[n]); err != nil {
				return 0, "", err
			}
			all = append(all, time.Since(began))
		}
		slices.SortFunc(all, cmp.Compare)
		if median := all[len(all)/2]; median > took {
			took, name = median, path
		}
	}
	return took, name, nil
}

func get(ctx context.Context, client *http.Client, url, key string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+key)
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	said, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode != http.StatusOK {
		err = fmt.Errorf("GET %s: status %d: %s", url, resp.StatusCode, said)
	}
	return err
}
