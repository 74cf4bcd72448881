package consumer

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/streams"
	"github.com/partnerline/partnerline/internal/telemetry"
	dispatchv1 "github.com/partnerline/partnerline/proto/gen/dispatch/v1"
	"github.com/partnerline/partnerline/services/dispatcher"
	"github.com/partnerline/partnerline/services/dispatcher/internal/inflight"
	"github.com/partnerline/partnerline/services/dispatcher/internal/lane"
	"github.com/partnerline/partnerline/services/dispatcher/internal/targets"
)

const (
	// lookupTimeout is how long an attempt keeps its slot while the endpoint feed is stale or its endpoint is looked
	// up. While the feed is stale no attempt starts, so the slot is taken from none. After this time another
	// dispatcher, whose feed works, may make the attempt. Lookups that fail give up earlier: see package targets.
	lookupTimeout = 10 * time.Second
	// movedSlack is how much later than its failed attempt a retry may be stored: its publication may be repeated, and
	// clocks differ.
	movedSlack = time.Minute
	// maxLoggedCause bounds the text of an error, part of which a receiver may have chosen.
	maxLoggedCause = 256
)

// errUnchecked means that it is not known whether the attempt is recorded, or whether the tenant may still get the
// event.
var errUnchecked = errors.New("webhooks does not answer whether the attempt is to be made")

// errNoKeys means that the endpoint's secret cannot be read.
var errNoKeys = errors.New("the endpoint has no key to sign with")

// attempt uses one slot and returns the slot to continue with, if any.
func (e *Engine) attempt(s *slot) *slot {
	it := s.Item
	if it.delivery == nil {
		if err := it.decode(); err != nil {
			e.poison(it, err)
			return e.end(s, lane.Skipped, 0)
		}
	}
	target, err := e.lookUp(it)
	if err != nil {
		return e.notMade(s, err)
	}
	doubtMoved(e, it, target, true)
	// After the lookup: when webhooks has just come back, it answers this, too.
	switch v := e.inflight.Claim(e.intake, it.Message, it.planned(), it.delivery.GetCheck(), it.deferrals); v {
	case inflight.Over:
		e.metrics.over()
		return e.end(s, lane.Skipped, 0)
	case inflight.Gone:
		return e.end(s, lane.Skipped, 0)
	case inflight.Revoked:
		now := time.Now()
		e.conclude(it, dispatcher.Result{Failure: dispatcher.AccessRevoked, StartedAt: now, EndedAt: now}, 0)
		return e.end(s, lane.Skipped, 0)
	case inflight.Defer:
		return e.notMade(s, errUnchecked)
	case inflight.Make:
	}
	if !target.Accepts(int(it.delivery.GetActivation()), it.delivery.GetEventType()) {
		now := time.Now()
		e.conclude(it, dispatcher.Result{Failure: dispatcher.EndpointInactive, StartedAt: now, EndedAt: now}, 0)
		if target == nil || !target.Active {
			return e.end(s, lane.Closed, 0)
		}
		return e.end(s, lane.Skipped, 0)
	}
	if !target.CanSign() {
		// Nothing is sent unsigned, and it is not a failure of the receiver.
		return e.notMade(s, errNoKeys)
	}
	every := e.inflight.Every(target.RateLimit)
	e.mu.Lock()
	e.lanes.Began(time.Now(), s)
	changed := s.Every() != every
	e.mu.Unlock()
	if changed {
		e.decide(func(now time.Time, out *lane.Decisions[*item]) { e.lanes.Rate(now, s, every, out) })
	}
	began := time.Now() // of the slot's use, in which the body is made
	result := e.send(it, target)
	if result.NotMade {
		return e.notMade(s, result.Cause)
	}
	it.Settle()
	asked := time.Duration(0)
	if target.HonourRetryAfter {
		asked = dispatcher.Asked(result.RetryAfter, result.EndedAt)
	}
	e.conclude(it, result, asked)
	ending := lane.Answered
	if result.TimedOut {
		ending = lane.TimedOut
	}
	return e.end(s, ending, result.EndedAt.Sub(began))
}

// doubtMoved makes an item doubtful that was to wait and whose attempt may have been moved to now since: by the target
// of its endpoint or, where that is not known, in any case.
func doubtMoved(e *Engine, it *item, target *dispatcher.Target, known bool) {
	if it.attempt > 1 && e.isFromTier(it) && (!known || target.MovedSince(it.Stored.Add(-movedSlack))) {
		it.Doubt()
	}
}

// lookUp gets the endpoint just before the request. It waits while the cache is stale and while the lookup runs, up to
// lookupTimeout or shutdown.
func (e *Engine) lookUp(it *item) (*dispatcher.Target, error) {
	activation := int(it.delivery.GetActivation())
	if target, ok := e.targets.Cached(it.Endpoint, activation); ok {
		return target, nil
	}
	ctx, cancel := context.WithTimeout(e.intake, lookupTimeout)
	defer cancel()
	return e.targets.Get(ctx, it.Endpoint, activation)
}

// end frees the slot and counts its item out of the lanes.
func (e *Engine) end(s *slot, ending lane.Ending, took time.Duration) *slot {
	e.leftLanes(s.Item)
	return e.decideForWorker(func(now time.Time, out *lane.Decisions[*item]) { e.lanes.End(now, s, ending, took, out) })
}

// notMade defers an attempt that was not made, or returns it to its stream during shutdown.
func (e *Engine) notMade(s *slot, cause error) *slot {
	it := s.Item
	next := e.end(s, lane.Skipped, 0)
	if e.intake.Err() != nil {
		it.Return(0)
		return next
	}
	warnNotMade(e.work, e.log, it, cause)
	e.log.LogAttrs(e.work, slog.LevelDebug, "attempt not made", slog.String("delivery_id", it.delivery.GetId()),
		slog.Int("attempt", it.attempt), errorText(cause))
	mover{e}.move(it, streams.Deferred, streams.DeferredSubject(it.Endpoint), func(bool) {})
	return next
}

// warnNotMade warns of what keeps attempts from being made. It names no delivery: each comes back after every
// DeferDelay, and the log has a fault of many of them once in a while, with its count.
func warnNotMade(ctx context.Context, log *slog.Logger, it *item, cause error) {
	switch {
	case errors.Is(cause, context.DeadlineExceeded), errors.Is(cause, targets.ErrLookup), errors.Is(cause, errUnchecked):
		// Packages targets and inflight warn of failed questions.
	case errors.Is(cause, errNoKeys):
		log.LogAttrs(ctx, slog.LevelWarn, "attempts to an endpoint not made",
			slog.String("endpoint_id", it.Endpoint), slog.String("tenant_id", it.delivery.GetTenantId()), errorText(cause))
	default:
		log.LogAttrs(ctx, slog.LevelWarn, "attempts not made", errorText(cause))
	}
}

// send makes the request, inside a span when there is a tracer.
func (e *Engine) send(it *item, target *dispatcher.Target) dispatcher.Result {
	d := it.delivery
	r := dispatcher.Request{
		Target: target, Delivery: d.GetId(), EventType: d.GetEventType(), Number: it.attempt,
		Traceparent: d.GetTraceparent(),
	}
	var failed bool
	if r.Content, failed = e.shapes.content(d, target.ShapeOf(d.GetEventType())); failed {
		now := time.Now()
		return dispatcher.Result{Failure: dispatcher.BodyFailed, StartedAt: now, EndedAt: now}
	}
	if e.tracer == nil {
		return e.sender.Send(e.work, r)
	}
	ctx, span := e.tracer.Start(telemetry.WithTraceparent(e.work, r.Traceparent), "deliver "+r.EventType,
		trace.WithSpanKind(trace.SpanKindClient),
		trace.WithAttributes(attribute.String("delivery.id", r.Delivery), attribute.String("endpoint.id", it.Endpoint),
			attribute.Int("attempt", r.Number)))
	defer span.End()
	r.Traceparent = telemetry.Traceparent(ctx)
	result := e.sender.Send(ctx, r)
	if result.Status != 0 {
		span.SetAttributes(attribute.Int("http.response.status_code", result.Status))
	}
	if result.Failure != dispatcher.NoFailure {
		span.SetStatus(codes.Error, string(result.Failure))
	}
	return result
}

// conclude stores the result, and the next attempt if there is one, which the receiver asked to put off; the message is
// acknowledged when both are stored.
func (e *Engine) conclude(it *item, result dispatcher.Result, asked time.Duration) {
	d := it.delivery
	verdict := dispatcher.Decide(it.attempt, result.Failure, e.cfg.Schedule, asked)
	report := describe(it, result, verdict)
	it.Made()
	it.unstored.Store(1)
	if verdict.Action == dispatcher.Retry {
		it.unstored.Store(2)
	}
	// The item must not be used once all of it is stored.
	e.recordAttempt(it, result, report.GetOutcome())
	if verdict.Action == dispatcher.Retry {
		id := streams.DeliveryMsgID(d.GetId(), int(d.GetRun()), it.attempt+1)
		next := it.copyTo(streams.RetrySubject(verdict.Step, it.Endpoint), id, it.attempt+1, 0)
		due, m := report.GetNextAttemptAt().AsTime(), mover{e}
		m.keep(it, streams.Retry(verdict.Step), next, func() { e.stored(it) }, func() { m.giveBack(it, it.attempt+1, due) })
	}
	e.results.report(it, report)
}

var outcomes = map[dispatcher.Action]dispatchv1.Outcome{
	dispatcher.Finish: dispatchv1.Outcome_OUTCOME_DELIVERED,
	dispatcher.Retry:  dispatchv1.Outcome_OUTCOME_RETRY,
	dispatcher.GiveUp: dispatchv1.Outcome_OUTCOME_FAILED,
	dispatcher.Cancel: dispatchv1.Outcome_OUTCOME_CANCELLED,
}

func describe(it *item, r dispatcher.Result, v dispatcher.Verdict) *dispatchv1.Attempt {
	d := it.delivery
	a := &dispatchv1.Attempt{
		DeliveryId: d.GetId(), EndpointId: it.Endpoint, EventCreatedAt: d.GetEventCreatedAt(), Run: d.GetRun(),
		EventId: d.GetEventId(), Activation: d.GetActivation(),
		Number:  int32(it.attempt),
		Outcome: outcomes[v.Action], Error: string(r.Failure),
		ResponseStatus:  int32(r.Status),
		ResponseHeaders: r.Headers, ResponseBody: r.Body, ResponseTruncated: r.Truncated,
		RemoteAddress: r.Remote, RetryAfter: r.RetryAfter,
		StartedAt: timestamppb.New(r.StartedAt), EndedAt: timestamppb.New(r.EndedAt),
		Timing: &dispatchv1.Timing{
			DnsUs: r.Timing.DNS.Microseconds(), ConnectUs: r.Timing.Connect.Microseconds(), TlsUs: r.Timing.TLS.Microseconds(),
			FirstByteUs: r.Timing.FirstByte.Microseconds(), TotalUs: r.Timing.Total.Microseconds(),
		},
	}
	if v.Action == dispatcher.Retry {
		a.NextAttemptAt = timestamppb.New(r.EndedAt.Add(v.Wait))
	}
	return a
}

// recordAttempt counts an attempt and logs it: failures at Info, since operators look for them; successes, which are
// most, at Debug. Neither body nor URL nor signature is ever logged.
func (e *Engine) recordAttempt(it *item, r dispatcher.Result, outcome dispatchv1.Outcome) {
	took := r.EndedAt.Sub(r.StartedAt)
	e.metrics.attempt(outcome, r.Failure, took)
	level := slog.LevelInfo
	if r.Failure == dispatcher.NoFailure {
		level = slog.LevelDebug
	}
	if !e.log.Enabled(context.Background(), level) {
		return
	}
	d := it.delivery
	ctx := telemetry.WithTraceparent(context.Background(), d.GetTraceparent())
	e.log.LogAttrs(ctx, level, "attempt ended",
		slog.String("delivery_id", d.GetId()), slog.String("endpoint_id", it.Endpoint),
		slog.String("tenant_id", d.GetTenantId()),
		slog.Int("run", int(d.GetRun())), slog.Int("attempt", it.attempt), slog.String("outcome", outcomeNames[outcome]),
		slog.String("failure", string(r.Failure)), slog.Int("status", r.Status),
		slog.Float64("took_ms", float64(took.Microseconds())/1000),
		errorText(r.Cause))
}

var outcomeNames = map[dispatchv1.Outcome]string{
	dispatchv1.Outcome_OUTCOME_DELIVERED: "delivered",
	dispatchv1.Outcome_OUTCOME_RETRY:     "retry",
	dispatchv1.Outcome_OUTCOME_FAILED:    "failed",
	dispatchv1.Outcome_OUTCOME_CANCELLED: "cancelled",
}

func errorText(err error) slog.Attr {
	if err == nil {
		return slog.Attr{}
	}
	text := err.Error()
	if len(text) > maxLoggedCause {
		text = strings.ToValidUTF8(text[:maxLoggedCause], "") + "..."
	}
	return slog.String("error", text)
}
