package webhooks

// FailingAttempts is how many attempts in a row must fail for an endpoint to count as failing before any delivery has used up
// its attempts.
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
}

// ObservedEndpoint is an endpoint with what its deliveries show.
type ObservedEndpoint struct {
	Endpoint
	Recent Recent
}

// Health is the rule of `health.state`. It follows attempts, so that an outage shows after the first of them and not when a
// delivery has used up all of its own:
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
