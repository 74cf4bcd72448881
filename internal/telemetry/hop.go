package telemetry

import (
	"context"

	"go.opentelemetry.io/otel/trace"
)

// Hops makes the spans of messages that pass through a program. A nil *Hops makes none and passes traceparents on
// unchanged, at no cost: that of a program without a collector.
type Hops struct{ tracer trace.Tracer }

// Hops makes spans with the name of a package as their scope; nil when traces are not exported.
func (p *Providers) Hops(scope string) *Hops {
	if !p.Exports() {
		return nil
	}
	return &Hops{p.Traces.Tracer(scope)}
}

// Begin starts the span of one message that arrived with a traceparent. It returns the traceparent to pass on, and a
// function that ends the span.
func (h *Hops) Begin(traceparent, name string, kind trace.SpanKind) (string, func()) {
	if h == nil {
		return traceparent, func() {}
	}
	ctx, span := h.tracer.Start(WithTraceparent(context.Background(), traceparent), name, trace.WithSpanKind(kind))
	return Traceparent(ctx), func() { span.End() }
}
