package webhooks

import (
	"cmp"
	"maps"
	"slices"
	"time"
)

// FailingAttempts is how many attempts in a row must fail for an endpoint to count as failing before any delivery has
// used up its attempts.
const FailingAttempts = 10

// HealthState sums up how deliveries to an endpoint fare.
type HealthState string

// The states, from best to worst.
const (
	Healthy  HealthState = "healthy"
	Degraded HealthState = "degraded"
	Failing  HealthState = "failing"
	Inactive HealthState = "inactive"
)

// Recent is what the deliveries of an endpoint show besides its counters.
type Recent struct {
	SuccessRate *float64 // of the deliveries that ended in the last 24 hours; nil when none did
	Pending     int      // deliveries that have not ended
	Retrying    int      // those among them with a failed attempt
	Waiting     Waiting  // deliveries that wait for capacity
	HeldBack    int      // deliveries that wait behind others of their keys
	Unkeyed     int      // events of the last 24 hours that had no usable key

	Events WaitingEvents // of its tenant and mode
}

// ObservedEndpoint is an endpoint with what its deliveries show.
type ObservedEndpoint struct {
	Endpoint
	Recent Recent
}

// Health is the rule of `health.state`. It follows attempts, so that an outage shows after the first of them and not
// when a delivery has used up all of its own:
//
//   - failing: the last FailingAttempts attempts failed, or FailingAfter deliveries in a row did. One success ends it.
//   - degraded: the last attempt failed, a delivery waits for its retry, or a delivery failed within the last 24 hours. It ends
//     when none of the three holds any more.
func (e *Endpoint) Health(r Recent) HealthState {
	switch {
	case !e.IsActive:
		return Inactive
	case e.FailedAttempts >= FailingAttempts || e.FailureCount >= FailingAfter:
		return Failing
	case e.FailedAttempts > 0 || e.FailureCount > 0 || r.Retrying > 0 || r.SuccessRate != nil && *r.SuccessRate < 1:
		return Degraded
	}
	return Healthy
}

// Waiting counts deliveries that wait for capacity, and has the time since which the oldest of them waits. The zero
// value is nothing.
type Waiting struct {
	Count int
	More  bool // there are more than Count
	Since time.Time
}

// Add returns the sum of both.
func (w Waiting) Add(o Waiting) Waiting {
	since := w.Since
	if w.Count == 0 || o.Count > 0 && o.Since.Before(since) {
		since = o.Since
	}
	return Waiting{w.Count + o.Count, w.More || o.More, since}
}

// WaitingEvents are events of a scope that wait because it is ahead of its rate of deliveries.
type WaitingEvents struct {
	Waiting
	PerMinute int // the rate
}

const (
	// SentWithin is how long a held delivery that is due does not count as waiting: it may be about to be sent.
	SentWithin = time.Second
	// RelayedWithin is how long an event does not count as waiting: it may be about to be relayed.
	RelayedWithin = 10 * time.Second
	// waitingCap is the highest count of what waits for one endpoint or tenant, waitingCaps that of all in an answer.
	waitingCap, waitingCaps = 10_000, 50_000
)

// WaitingCap is the highest count for each of n endpoints or tenants. It bounds what an answer reads, however much
// waits.
func WaitingCap(n int) int { return max(min(waitingCap, waitingCaps/max(n, 1)), 1) }

// A WaitingTenant is what waits for a tenant in a mode.
type WaitingTenant struct {
	Scope
	Deliveries Waiting
	Events     WaitingEvents
}

// WaitingTenants returns up to n tenants and modes for which something waits: first those with more than was counted,
// then those with most.
func WaitingTenants(deliveries map[Scope]Waiting, events map[Scope]WaitingEvents, n int) []WaitingTenant {
	scopes := maps.Clone(events)
	for sc := range deliveries {
		scopes[sc] = events[sc]
	}
	var list []WaitingTenant
	for sc, e := range scopes {
		if w := (WaitingTenant{sc, deliveries[sc], e}); w.count() > 0 {
			list = append(list, w)
		}
	}
	slices.SortFunc(list, func(a, b WaitingTenant) int {
		return cmp.Or(
			cmp.Compare(b.more(), a.more()), cmp.Compare(b.count(), a.count()),
			cmp.Compare(a.Tenant, b.Tenant), cmp.Compare(a.Hash(), b.Hash()),
		)
	})
	return list[:min(n, len(list))]
}

// more is 1 if there is more than was counted.
func (w WaitingTenant) more() int {
	if w.Deliveries.More || w.Events.More {
		return 1
	}
	return 0
}

func (w WaitingTenant) count() int { return w.Deliveries.Count + w.Events.Count }

// WaitingOf returns what waits for a tenant, by mode. The endpoints are all that it has.
func WaitingOf(endpoints []ObservedEndpoint) []WaitingTenant {
	deliveries, events := map[Scope]Waiting{}, map[Scope]WaitingEvents{}
	for _, e := range endpoints {
		deliveries[e.Scope] = deliveries[e.Scope].Add(e.Recent.Waiting)
		events[e.Scope] = e.Recent.Events
	}
	return WaitingTenants(deliveries, events, len(events))
}
