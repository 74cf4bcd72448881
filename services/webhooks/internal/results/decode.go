package results

import (
	"time"

	"github.com/google/uuid"

	dispatchv1 "github.com/partnerline/partnerline/proto/gen/dispatch/v1"
	"github.com/partnerline/partnerline/services/webhooks"
)

var outcomes = map[dispatchv1.Outcome]webhooks.Outcome{
	dispatchv1.Outcome_OUTCOME_DELIVERED: webhooks.OutcomeDelivered,
	dispatchv1.Outcome_OUTCOME_RETRY:     webhooks.OutcomeRetry,
	dispatchv1.Outcome_OUTCOME_FAILED:    webhooks.OutcomeFailed,
	dispatchv1.Outcome_OUTCOME_CANCELLED: webhooks.OutcomeCancelled,
	dispatchv1.Outcome_OUTCOME_RETURNED:  webhooks.OutcomeReturned,
}

func attempt(p *dispatchv1.Attempt) webhooks.Attempt {
	t := p.GetTiming()
	a := webhooks.Attempt{
		Delivery: webhooks.DeliveryID(p.GetDeliveryId()), Endpoint: webhooks.EndpointID(p.GetEndpointId()),
		Event: webhooks.EventID(p.GetEventId()), Activation: int(p.GetActivation()),
		EventAt: p.GetEventCreatedAt().AsTime(), Run: int(p.GetRun()), Number: int(p.GetNumber()),
		Outcome: outcomes[p.GetOutcome()], Error: p.GetError(), Status: int(p.GetResponseStatus()),
		Headers: p.GetResponseHeaders(), Body: p.GetResponseBody(), Truncated: p.GetResponseTruncated(),
		Remote: p.GetRemoteAddress(), RetryAfter: p.GetRetryAfter(),
		Timing: webhooks.Timing{
			DNS: micros(t.GetDnsUs()), Connect: micros(t.GetConnectUs()), TLS: micros(t.GetTlsUs()),
			FirstByte: micros(t.GetFirstByteUs()), Total: micros(t.GetTotalUs()),
		},
		StartedAt: p.GetStartedAt().AsTime(), EndedAt: p.GetEndedAt().AsTime(),
	}
	if n := p.GetNextAttemptAt(); n != nil {
		at := n.AsTime()
		a.NextAttemptAt = &at
	}
	return a
}

func micros(n int64) time.Duration { return time.Duration(n) * time.Microsecond }

func validUUID(s string) bool { return len(s) == 36 && uuid.Validate(s) == nil }
