package app

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	dispatchv1 "github.com/partnerline/partnerline/proto/gen/dispatch/v1"
	eventsv1 "github.com/partnerline/partnerline/proto/gen/events/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/webhooks"
)

// What waits for capacity is seen by its tenant, in API and portal, and by operators, with since when it does. While
// nothing waits, nothing is said.
func TestWhatWaitsForCapacityIsShown(t *testing.T) {
	t.Parallel()
	s := start(t, func(c *Config) { c.LiveDeliveries = 60 })
	all := []string{"*"}
	id := s.create(s.keyLive, map[string]any{"url": "https://example.invalid/", "events": all}).data()["id"].(string)
	s.create(s.key, map[string]any{"url": target, "events": all})
	v := s.inPortal(s.keyLive, "viewer")
	page := "/portal/endpoints/" + id
	health := func() map[string]any {
		path := s.public + "/api/v1/webhooks/" + id
		return s.call("GET", path, s.keyLive, nil).want(t, 200).data()["health"].(map[string]any)
	}
	if h := health(); h["waiting_for_capacity"] != nil || h["waiting_events"] != nil {
		t.Errorf("while nothing waits: %v", h)
	}
	for _, path := range []string{"/portal/", page} {
		if p := v.get(path).is(t, 200); strings.Contains(p.body, "data-waiting") {
			t.Errorf("while nothing waits, %s says so: %s", path, p.body)
		}
	}
	since := time.Now().Add(-time.Hour).UTC().Truncate(time.Second)
	// Of deliveries that are not stored yet: they are neither sent nor dropped.
	s.exec(fmt.Sprintf(`INSERT INTO held_deliveries (event_at, delivery_id, endpoint_id, run, attempt, due_at)
		SELECT now(), 'dlv_' || i, '%s', 1, 1, '%s'::timestamptz + i * interval '1 second' FROM generate_series(0, 11) i`,
		id, since.Format(time.RFC3339)))
	events := eventsv1.NewEventServiceClient(s.grpc)
	for range 300 {
		e := s.event("")
		e.Livemode = true
		if _, err := events.Publish(internal(t.Context()), e); err != nil {
			t.Fatal(err)
		}
	}
	s.eventually("events wait for the rate", func() bool { return health()["waiting_events"] != nil })
	h := health()
	w := h["waiting_for_capacity"].(map[string]any)
	at, err := time.Parse(time.RFC3339, w["since"].(string))
	if err != nil || w["count"] != 12.0 || w["more"] != false || !at.Equal(since) {
		t.Errorf("deliveries that wait: %v", w)
	}
	if w := h["waiting_events"].(map[string]any); w["count"].(float64) < 1 || w["deliveries_per_minute"] != 60.0 {
		t.Errorf("events that wait: %v", w)
	}
	for _, path := range []string{"/portal/", page} {
		v.get(path).is(t, 200, "wait for capacity", "12, the oldest since", "at your rate of 60 deliveries a minute")
		v.do("GET", path, nil, "Accept-Language", "pl").is(t, 200,
			"czekające na przepustowość", "12, najstarsze od", "limit 60 dostarczeń")
	}
	op, ctx := webhooksv1.NewOperatorServiceClient(s.grpc), internal(t.Context())
	backlog, err := op.GetBacklog(ctx, &webhooksv1.GetBacklogRequest{})
	if err != nil {
		t.Fatal(err)
	}
	of, err := op.ListTenantEndpoints(ctx, &webhooksv1.ListTenantEndpointsRequest{TenantId: s.tenant})
	if err != nil {
		t.Fatal(err)
	}
	for where, list := range map[string][]*webhooksv1.WaitingTenant{
		"backlog": backlog.GetTenants(), "tenant": of.GetWaiting(),
	} {
		if len(list) != 1 {
			t.Errorf("%s: %v wait", where, list)
			continue
		}
		w := list[0]
		if w.GetTenantId() != s.tenant || !w.GetLivemode() || w.GetDeliveries().GetCount() != 12 ||
			w.GetEvents().GetCount() < 1 {
			t.Errorf("%s: %v waits", where, w)
		}
	}
}

// However many tenants there are, there is one series of a metric: none names a tenant, or what it has.
func TestMetricsNameNoTenant(t *testing.T) {
	t.Parallel()
	s := start(t, func(c *Config) { c.TestAnswers = 1 })
	d := s.dispatcher()
	id := s.create(s.key, map[string]any{"url": target, "events": []string{"*"}}).data()["id"].(string)
	const n = 70 // answers of 16 KiB: more than a minute's
	s.publish(n)
	attempts := attemptsOf(d.next(n), 1, dispatchv1.Outcome_OUTCOME_DELIVERED)
	for _, a := range attempts {
		a.ResponseBody = make([]byte, 16<<10)
	}
	for part := range slices.Chunk(attempts, 35) {
		d.publish(&dispatchv1.AttemptBatch{Attempts: part})
	}
	cut := regexp.MustCompile(`(?m)^webhooks_answers_cut_total(\{[^}]*\})? [1-9]`)
	s.eventually("what the tenant causes is counted", func() bool { return cut.MatchString(s.metrics()) })
	text := s.metrics()
	for _, name := range []string{s.tenant, id, "evt_", "dlv_", target} {
		if strings.Contains(text, name) {
			t.Errorf("a metric names %s: %s", name, text)
		}
	}
}

// A tenant that is ahead of its rate, with 100,000 events in the outbox, delays none of a tenant whose events are read
// with its own, since both have the same hash: neither those that the program accepts, nor those that another stored.
func TestATenantOverItsRateDelaysNoOtherOfItsHash(t *testing.T) {
	t.Parallel()
	s := start(t, func(c *Config) { c.TestDeliveries = 600 })
	over := webhooks.Scope{Tenant: webhooks.TenantID(s.tenant)}
	other := webhooks.Scope{Tenant: "ten_h0"}
	for n := 1; other.Hash() != over.Hash(); n++ {
		other.Tenant = webhooks.TenantID(fmt.Sprint("ten_h", n))
	}
	d, key := s.dispatcher(), s.newKey(string(other.Tenant), false)
	for _, k := range []string{s.key, key} {
		s.create(k, map[string]any{"url": target, "events": []string{"*"}})
	}
	stored := func(prefix string, sc webhooks.Scope, n int) {
		s.exec(fmt.Sprintf(`
			WITH stored AS (
				INSERT INTO events (created_at, id, tenant_id, livemode, type, traceparent, body)
				SELECT now(), '%s' || lpad(i::text, 22, '0'), '%s', false, 'verification.completed', '', '{}'
				FROM   generate_series(1, %d) i RETURNING created_at, id
			)
			INSERT INTO outbox (event_id, created_at, hash, writer, tenant_id, livemode)
			SELECT id, created_at, %d, 0, '%[2]s', false FROM stored`, prefix, sc.Tenant, n, sc.Hash()))
	}
	const backlog = 100_000
	stored("evt_over", over, backlog)
	d.next(20) // the rate is reached
	var slowest time.Duration
	for n := range 10 {
		began, prefix := time.Now(), fmt.Sprintf("evt_m%03d", n)
		id := prefix + strings.Repeat("0", 21) + "1"
		if n%2 == 0 {
			e := s.event("")
			e.Tenant = string(other.Tenant)
			resp, err := eventsv1.NewEventServiceClient(s.grpc).Publish(internal(t.Context()), e)
			if err != nil {
				t.Fatal(err)
			}
			id = resp.GetEventId()
		} else {
			stored(prefix, other, 1)
		}
		for d.next(1)[0].GetEventId() != id {
			if time.Since(began) > time.Minute {
				t.Fatalf("event %d of the other tenant is not sent within a minute", n)
			}
		}
		slowest = max(slowest, time.Since(began))
	}
	t.Logf("the slowest of the other tenant took %s", slowest)
	if waiting := s.query(`SELECT count(*) FROM outbox`); waiting < backlog*9/10 {
		t.Errorf("%d of %d events wait: the rate was not reached", waiting, backlog)
	}
}
