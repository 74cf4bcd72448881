package usecase

import (
	"log/slog"
	"testing"
	"time"

	"github.com/partnerline/partnerline/services/webhooks"
)

// An endpoint says how many of its deliveries wait for capacity, and since when: those that are due and not sent
// within a second. A retry that is held for later waits for its time.
func TestDeliveriesThatWaitForCapacity(t *testing.T) {
	t.Parallel()
	s := newService(t)
	waits, other := s.newEndpoint(), s.newEndpoint()
	s.publish(5)
	events, _ := s.waiting(5)
	if err := s.keep(events...); err != nil {
		t.Fatal(err)
	}
	var of []webhooks.Delivery
	for _, o := range events {
		for _, d := range o.Deliveries() {
			if d.Endpoint == waits.ID {
				of = append(of, d)
			}
		}
	}
	at := time.Now().UTC().Truncate(time.Microsecond)
	hold := func(list []webhooks.Delivery, due time.Time) {
		t.Helper()
		if _, err := s.pool.Exec(t.Context(), `UPDATE deliveries SET next_attempt_at = $1`, due); err != nil {
			t.Fatal(err)
		}
		if _, err := s.deliveries.Held.Hold(t.Context(), held(list, due)); err != nil {
			t.Fatal(err)
		}
	}
	hold(of[:1], at.Add(-time.Hour))
	hold(of[1:3], at.Add(-time.Minute))
	hold(of[3:4], at.Add(time.Hour))
	hold(of[4:], at.Add(time.Minute)) // as one that was moved to now a moment ago
	for id, want := range map[webhooks.EndpointID]webhooks.Waiting{
		waits.ID: {Count: 3, Since: at.Add(-time.Hour)}, other.ID: {},
	} {
		e, err := s.endpoints.GetEndpoint(t.Context(), scope, id)
		if err != nil {
			t.Fatal(err)
		}
		got := e.Recent.Waiting
		if got.Count != want.Count || got.More || !got.Since.Equal(want.Since) {
			t.Errorf("%+v wait, want %+v", got, want)
		}
	}
	list, _, err := NewOperator(s.store, false).ListWaitingTenants(t.Context())
	if err != nil || len(list) != 1 || list[0].Scope != scope || list[0].Deliveries.Count != 3 {
		t.Errorf("the operator sees %+v, %v", list, err)
	}
}

// Events that wait since their tenant is ahead of its rate are counted, with the rate, and do not make the outbox late.
// Those that wait for another reason do.
func TestEventsThatWaitForTheRate(t *testing.T) {
	t.Parallel()
	s := newService(t)
	e := s.newEndpoint()
	s.publish(3)
	events := func() webhooks.WaitingEvents {
		t.Helper()
		e, err := s.endpoints.GetEndpoint(t.Context(), scope, e.ID)
		if err != nil {
			t.Fatal(err)
		}
		return e.Recent.Events
	}
	age := func(d time.Duration) {
		t.Helper()
		if _, err := s.pool.Exec(t.Context(), `UPDATE outbox SET created_at = now() - $1::interval`, d); err != nil {
			t.Fatal(err)
		}
	}
	notices := NewLimitNotices(s.store, slog.New(slog.DiscardHandler))
	reached := func(rate int, ago time.Duration) {
		t.Helper()
		n := limitNotice{webhooks.NoticeDeliveriesLimited, scope, rate}
		if err := notices.keep(t.Context(), n, time.Now().Add(-ago)); err != nil {
			t.Fatal(err)
		}
	}
	late := func(want bool) {
		t.Helper()
		seconds, n, err := s.store.Outbox.Lag(t.Context(), time.Now())
		if err != nil || n != 3 || seconds > 19 != want {
			t.Errorf("the oldest of %d waits for %.0f s, %v; late: %t", n, seconds, err, want)
		}
	}
	age(20 * time.Second)
	late(true)
	if w := events(); w.Count != 0 {
		t.Errorf("without a limit %+v wait", w)
	}
	reached(0, 0) // a notice, as when calls that would cause deliveries were refused
	if w := events(); w.Count != 0 {
		t.Errorf("%+v wait for a rate that only calls have reached", w)
	}
	late(true)
	reached(600, 0)
	late(false)
	if w := events(); w.Count != 3 || w.PerMinute != 600 || time.Since(w.Since) < 20*time.Second {
		t.Errorf("%+v wait", w)
	}
	list, names, err := NewOperator(s.store, false).ListWaitingTenants(t.Context())
	if err != nil || len(list) != 1 || list[0].Events.Count != 3 || names[scope.Tenant] != "A" {
		t.Errorf("the operator sees %+v of %v, %v", list, names, err)
	}
	age(time.Second)
	if w := events(); w.Count != 0 {
		t.Errorf("%+v wait that may be relayed at once", w)
	}
	reached(600, time.Hour)
	age(20 * time.Second)
	late(true)
	if w := events(); w.Count != 0 {
		t.Errorf("%+v wait for a rate that has been kept for an hour", w)
	}
}
