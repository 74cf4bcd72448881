package usecase

import (
	"context"
	"maps"
	"sync/atomic"
	"time"

	"go.opentelemetry.io/otel/metric"

	"github.com/partnerline/partnerline/internal/ratelimit"
	"github.com/partnerline/partnerline/services/webhooks"
)

// AnswerLimits bound how much of receivers' answers is stored, by tenant and mode. The zero value is no limit.
type AnswerLimits struct {
	Test, Live *ratelimit.Limiter // KiB

	notices *LimitNotices
	omitted *atomic.Int64
}

// NewAnswerLimits returns limits of so many MiB a minute; 0 is no limit. A tenant whose answers are more gets a notice.
func NewAnswerLimits(test, live int, notices *LimitNotices) AnswerLimits {
	limiter := func(mib int) *ratelimit.Limiter {
		return ratelimit.New(ratelimit.PerMinute(ratelimit.Answers, mib<<10))
	}
	return AnswerLimits{limiter(test), limiter(live), notices, new(atomic.Int64)}
}

// Observe measures how many answers were stored without their bodies.
func (l AnswerLimits) Observe(meter metric.Meter) error {
	_, err := meter.Int64ObservableCounter("webhooks.answers.cut",
		metric.WithDescription("Answers stored without their bodies: their tenant and mode stored as much as they may."),
		metric.WithInt64Callback(func(_ context.Context, o metric.Int64Observer) error {
			o.Observe(l.omitted.Load())
			return nil
		}))
	return err
}

func (l AnswerLimits) of(sc webhooks.Scope) *ratelimit.Limiter {
	if sc.Livemode {
		return l.Live
	}
	return l.Test
}

// An answerSize is what the body of an attempt counts, in KiB.
type answerSize struct {
	scope   webhooks.Scope
	kib     int
	omitted bool
}

// apply leaves out the bodies that exceed what may be stored now, marks their attempts as Omitted, and returns the
// size of each new body. A size is counted when it is stored, so batches that are stored at the same time may exceed
// the limit together. stored returns which of the attempts were stored before; it is called only when bodies may
// exceed the limit.
func (l AnswerLimits) apply(
	made []webhooks.Attempt, endpoints map[webhooks.EndpointID]*webhooks.Endpoint, now time.Time,
	stored func() (map[webhooks.AttemptKey]bool, error),
) (map[webhooks.AttemptKey]answerSize, error) {
	if l.omitted == nil {
		return nil, nil
	}
	sizes, left, sum := map[webhooks.AttemptKey]answerSize{}, map[webhooks.Scope]int{}, map[webhooks.Scope]int{}
	for _, a := range made {
		e, known := endpoints[a.Endpoint]
		if _, seen := sizes[a.Key()]; seen || !known || len(a.Body) == 0 {
			continue
		}
		quotas := l.of(e.Scope).Peek(string(e.Tenant), now, ratelimit.Answers)
		if len(quotas) == 0 {
			continue
		}
		left[e.Scope] = quotas[0].Remaining
		size := answerSize{scope: e.Scope, kib: 1 + len(a.Body)>>10}
		sum[e.Scope] += size.kib
		sizes[a.Key()] = size
	}
	exceeded := false
	for sc := range sum {
		exceeded = exceeded || sum[sc] > left[sc]
	}
	if !exceeded {
		return sizes, nil
	}
	before, err := stored()
	if err != nil {
		return nil, err
	}
	maps.DeleteFunc(sizes, func(k webhooks.AttemptKey, _ answerSize) bool { return before[k] })
	for i := range made {
		a := &made[i]
		size, counts := sizes[a.Key()]
		if !counts {
			continue
		}
		if size.omitted = size.kib > left[size.scope]; size.omitted {
			a.Body, a.Truncated, a.Omitted = nil, true, true
		} else {
			left[size.scope] -= size.kib
		}
		sizes[a.Key()] = size
	}
	return sizes, nil
}

// count counts the answers of attempts that were stored for the first time.
func (l AnswerLimits) count(stored []answerSize, now time.Time) {
	for _, s := range stored {
		if s.omitted {
			l.omitted.Add(1)
			l.notices.Add(webhooks.NoticeAnswersLimited, s.scope, now)
			continue
		}
		l.of(s.scope).TakeAll(string(s.scope.Tenant), now, s.kib, ratelimit.Answers)
	}
}
