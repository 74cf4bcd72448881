package webhooks

import (
	"slices"
	"testing"
	"time"
)

func TestHealthState(t *testing.T) {
	rate := func(r float64) *float64 { return &r }
	for _, c := range []struct {
		name string
		e    Endpoint
		r    Recent
		want HealthState
	}{
		{"nothing was sent yet", Endpoint{IsActive: true}, Recent{}, Healthy},
		{"all that ended was delivered", Endpoint{IsActive: true}, Recent{SuccessRate: rate(1), Pending: 900}, Healthy},
		{"the first attempt failed", Endpoint{IsActive: true, FailedAttempts: 1}, Recent{Pending: 1, Retrying: 1}, Degraded},
		{"one attempt less than failing", Endpoint{IsActive: true, FailedAttempts: FailingAttempts - 1},
			Recent{Pending: 9, Retrying: 9}, Degraded},
		{"ten attempts in a row", Endpoint{IsActive: true, FailedAttempts: FailingAttempts},
			Recent{Pending: 10, Retrying: 10}, Failing},
		{"yesterday's successes do not hide an outage", Endpoint{IsActive: true, FailedAttempts: 212},
			Recent{SuccessRate: rate(1), Pending: 53, Retrying: 53}, Failing},
		{"a success while others wait for their retry", Endpoint{IsActive: true},
			Recent{SuccessRate: rate(1), Pending: 52, Retrying: 52}, Degraded},
		{"a delivery failed", Endpoint{IsActive: true, FailureCount: 1}, Recent{}, Degraded},
		{"a delivery failed today, the later ones arrived", Endpoint{IsActive: true},
			Recent{SuccessRate: rate(0.99)}, Degraded},
		{"one delivery less than failing", Endpoint{IsActive: true, FailureCount: FailingAfter - 1}, Recent{}, Degraded},
		{"half of the deliveries that deactivate", Endpoint{IsActive: true, FailureCount: FailingAfter}, Recent{}, Failing},
		{"inactive, whatever failed", Endpoint{FailureCount: DeactivateAfter, FailedAttempts: 250},
			Recent{Pending: 3, Retrying: 3}, Inactive},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := c.e.Health(c.r); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

func TestFailedAttempts(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	off, on := false, true
	e := Endpoint{IsActive: true}
	for _, c := range []struct {
		name string
		do   func()
		want int
	}{
		{"a failed attempt", func() { e.AttemptsFailed(1) }, 1},
		{"and the last one of its delivery",
			func() { e.AttemptsFailed(1); e.DeliveryEnded(false, now, FailingAfter, now) }, 2},
		{"a success", func() { e.DeliveryEnded(true, now, FailingAfter, now) }, 0},
		{"one more failed", func() { e.AttemptsFailed(1) }, 1},
		{"inactive", func() { _ = e.Update(EndpointChanges{IsActive: &off}, now) }, 1},
		{"what ends after that", func() { e.AttemptsFailed(1); e.DeliveryEnded(true, now, FailingAfter, now) }, 1},
		{"active again", func() { _ = e.Update(EndpointChanges{IsActive: &on}, now) }, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.do()
			if e.FailedAttempts != c.want {
				t.Errorf("%d failed attempts, want %d", e.FailedAttempts, c.want)
			}
		})
	}
}

// However many endpoints an answer has, what it counts is bounded; of a few each is counted far.
func TestWaitingCap(t *testing.T) {
	for n, want := range map[int]int{0: 10_000, 1: 10_000, 5: 10_000, 6: 8_333, 500: 100, 1_000_000: 1} {
		if got := WaitingCap(n); got != want {
			t.Errorf("of each of %d, %d are counted, want %d", n, got, want)
		}
	}
}

// Those come first of which more waits than is counted, then those with most, and what waits of both adds up.
func TestWaitingTenants(t *testing.T) {
	at := time.Now()
	a, b, live := Scope{Tenant: "a"}, Scope{Tenant: "b"}, Scope{Tenant: "a", Livemode: true}
	some := Waiting{Count: 2, Since: at}
	more := some.Add(Waiting{}).Add(Waiting{Count: 3, More: true, Since: at.Add(-time.Hour)})
	if want := (Waiting{5, true, at.Add(-time.Hour)}); more != want {
		t.Errorf("%+v, want %+v", more, want)
	}
	deliveries := map[Scope]Waiting{a: some, b: more, {Tenant: "c"}: {Count: 9}, {Tenant: "d"}: {}}
	events := map[Scope]WaitingEvents{a: {Waiting: some, PerMinute: 6}, live: {Waiting: some}}
	var got []Scope
	for _, w := range WaitingTenants(deliveries, events, 9) {
		got = append(got, w.Scope)
	}
	if c := (Scope{Tenant: "c"}); !slices.Equal(got, []Scope{b, c, a, live}) {
		t.Errorf("in order: %+v", got)
	}
	if list := WaitingTenants(deliveries, events, 1); len(list) != 1 || list[0].Deliveries != more {
		t.Errorf("the first: %+v", list)
	}
}
