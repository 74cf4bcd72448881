package telemetry

import (
	"context"
	"math/rand/v2"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

type outsideKey struct{}

// FromOutside returns ctx with the trace of a traceparent from outside. Its id is adopted, so that both sides find the
// call under one id; whether the trace is sampled is decided here, unless callers are trusted with that. The decision
// does not depend on the trace id, which a caller could choose. Nothing else that callers send with a trace is adopted.
func (p *Providers) FromOutside(ctx context.Context, traceparent string) context.Context {
	ctx = WithTraceparent(ctx, traceparent)
	sc := trace.SpanContextFromContext(ctx)
	if p.trustCallers || !sc.IsValid() {
		return ctx
	}
	ctx = context.WithValue(ctx, outsideKey{}, sc.SpanID())
	return trace.ContextWithRemoteSpanContext(ctx, sc.WithTraceFlags(0))
}

// sampler samples a share of the traces that begin here or at a caller from outside, and follows the decision of our
// own programs.
type sampler struct {
	sdktrace.Sampler
	ratio float64
}

// Sampler decides which traces are sampled.
func (c Config) Sampler() sdktrace.Sampler {
	return sampler{sdktrace.ParentBased(sdktrace.TraceIDRatioBased(c.SampleRatio)), c.SampleRatio}
}

// ShouldSample implements sdktrace.Sampler.
func (s sampler) ShouldSample(p sdktrace.SamplingParameters) sdktrace.SamplingResult {
	parent := trace.SpanContextFromContext(p.ParentContext)
	if outside, ok := p.ParentContext.Value(outsideKey{}).(trace.SpanID); !ok || outside != parent.SpanID() ||
		!parent.IsRemote() {
		return s.Sampler.ShouldSample(p)
	}
	decision := sdktrace.Drop
	if rand.Float64() < s.ratio { //nolint:gosec // no secret
		decision = sdktrace.RecordAndSample
	}
	return sdktrace.SamplingResult{Decision: decision}
}
