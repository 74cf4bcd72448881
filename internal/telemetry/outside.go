package telemetry

import (
	"context"
	"math/rand/v2"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

type outsideKey struct{}

// FromOutside returns ctx with the trace that a caller from outside named. Its id is taken over, so that both sides find the call
// under one; whether the trace is kept is decided here, unless callers are trusted with it. A trace id decides nothing either:
// a caller could choose it. Nothing else that callers send along with a trace is taken over.
func (p *Providers) FromOutside(ctx context.Context, traceparent string) context.Context {
	ctx = WithTraceparent(ctx, traceparent)
	sc := trace.SpanContextFromContext(ctx)
	if p.trustCallers || !sc.IsValid() {
		return ctx
	}
	ctx = context.WithValue(ctx, outsideKey{}, sc.SpanID())
	return trace.ContextWithRemoteSpanContext(ctx, sc.WithTraceFlags(0))
}

// sampler keeps a share of the traces that begin here or were named by callers from outside, and follows our own programs.
type sampler struct {
	sdktrace.Sampler
	ratio float64
}

// Sampler decides which traces are kept.
func (c Config) Sampler() sdktrace.Sampler {
	return sampler{sdktrace.ParentBased(sdktrace.TraceIDRatioBased(c.SampleRatio)), c.SampleRatio}
}

// ShouldSample implements sdktrace.Sampler.
func (s sampler) ShouldSample(p sdktrace.SamplingParameters) sdktrace.SamplingResult {
	parent := trace.SpanContextFromContext(p.ParentContext)
	if outside, ok := p.ParentContext.Value(outsideKey{}).(trace.SpanID); !ok || outside != parent.SpanID() || !parent.IsRemote() {
		return s.Sampler.ShouldSample(p)
	}
	decision := sdktrace.Drop
	if rand.Float64() < s.ratio { //nolint:gosec // no secret
		decision = sdktrace.RecordAndSample
	}
	return sdktrace.SamplingResult{Decision: decision}
}
