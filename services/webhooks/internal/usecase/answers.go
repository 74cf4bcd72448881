package usecase

import (
	"context"
	"sync/atomic"
	"time"

	"go.opentelemetry.io/otel/metric"

	"github.com/partnerline/partnerline/internal/ratelimit"
	"github.com/partnerline/partnerline/services/webhooks"
)

// AnswerLimits bound how much of receivers' answers is stored, by tenant and mode. The zero value is no limit.
type AnswerLimits struct {
	Test, Live *ratelimit.Limiter // KiB

	cut *atomic.Int64
}

// NewAnswerLimits returns limits of so many MiB a minute; 0 is no limit.
func NewAnswerLimits(test, live int) AnswerLimits {
	limiter := func(mib int) *ratelimit.Limiter {
		return ratelimit.New(ratelimit.PerMinute(ratelimit.Answers, mib<<10))
	}
	return AnswerLimits{limiter(test), limiter(live), new(atomic.Int64)}
}

// Observe measures how many answers were stored without their bodies.
func (l AnswerLimits) Observe(meter metric.Meter) error {
	_, err := meter.Int64ObservableCounter("webhooks.answers.cut",
		metric.WithDescription("Answers stored without their bodies: their tenant and mode stored as much as they may."),
		metric.WithInt64Callback(func(_ context.Context, o metric.Int64Observer) error {
			o.Observe(l.cut.Load())
			return nil
		}))
	return err
}

// apply leaves out the bodies that are more than may be stored now: the attempt says that its body is truncated.
func (l AnswerLimits) apply(
	made []webhooks.Attempt, endpoints map[webhooks.EndpointID]*webhooks.Endpoint, now time.Time,
) {
	if l.cut == nil {
		return
	}
	for i := range made {
		a := &made[i]
		e, known := endpoints[a.Endpoint]
		if !known || len(a.Body) == 0 {
			continue
		}
		limiter := l.Test
		if e.Scope.Livemode {
			limiter = l.Live
		}
		quotas := limiter.TakeAll(string(e.Scope.Tenant), now, 1+len(a.Body)>>10, ratelimit.Answers)
		if violated, _ := ratelimit.Violated(quotas); len(violated) > 0 {
			a.Body, a.Truncated = nil, true
			l.cut.Add(1)
		}
	}
}
