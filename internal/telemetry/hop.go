package telemetry

import (
	"context"

	"go.opentelemetry.io/otel/trace"
)

// Hops makes the spans of messages on their way. A nil *Hops makes none and lets traceparents pass through unchanged, at no
// cost: what a program without a collector does.
type Hops struct{ tracer trace.Tracer }

// Hops returns what makes spans under the name of a package, or nil when no traces leave the program.
func (p *Providers) Hops(scope string) *Hops {
	if !p.Exports() {
		return nil
	}
	return &Hops{p.Traces.Tracer(scope)}
}

// Begin starts the span of one message that came with a traceparent. It returns the traceparent to send on, and what
// ends the span.
func (h *Hops) Begin(traceparent, name string, kind trace.SpanKind) (string, func()) {
	if h == nil {
		return traceparent, func() {}
	}
	ctx, span := h.tracer.Start(WithTraceparent(context.Background(), traceparent), name, trace.WithSpanKind(kind))
	return Traceparent(ctx), func() { span.End() }
}
