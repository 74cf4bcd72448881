// Package telemetry sets up logs, traces and metrics of one program. Nothing is global, so that several programs run in
// one process (devstack, tests) without mixing.
package telemetry

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracegrpc"
	otelprom "go.opentelemetry.io/otel/exporters/prometheus"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/propagation"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"
)

// Config says where telemetry goes.
type Config struct {
	LogLevel     slog.Level `env:"LOG_LEVEL" default:"info"`       // debug, info, warn or error
	OTLPEndpoint string     `env:"OTEL_EXPORTER_OTLP_ENDPOINT"`    // URL of an OTLP gRPC collector; empty: no traces are exported
	SampleRatio  float64    `env:"TRACE_SAMPLE_RATIO" default:"1"` // share of traces that begin here and are kept
}

// Providers are what a program instruments itself with.
type Providers struct {
	Traces     trace.TracerProvider
	Meters     metric.MeterProvider
	Registry   *prometheus.Registry // what /metrics shows
	Propagator propagation.TextMapPropagator
	shutdown   []func(context.Context) error
}

// New makes the providers of the program called service. Close them with Shutdown.
func New(ctx context.Context, cfg Config, service, version string) (*Providers, error) {
	p := &Providers{
		Traces:     noop.NewTracerProvider(),
		Registry:   prometheus.NewRegistry(),
		Propagator: propagation.TraceContext{},
	}
	res := resource.NewSchemaless(attribute.String("service.name", service), attribute.String("service.version", version))
	p.Registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	exporter, err := otelprom.New(otelprom.WithRegisterer(p.Registry), otelprom.WithoutScopeInfo())
	if err != nil {
		return nil, fmt.Errorf("metrics exporter: %w", err)
	}
	meters := sdkmetric.NewMeterProvider(sdkmetric.WithReader(exporter), sdkmetric.WithResource(res))
	p.Meters = meters
	p.shutdown = append(p.shutdown, meters.Shutdown)
	if cfg.OTLPEndpoint != "" {
		otlp, err := otlptracegrpc.New(ctx, otlptracegrpc.WithEndpointURL(cfg.OTLPEndpoint))
		if err != nil {
			return nil, fmt.Errorf("trace exporter: %w", err)
		}
		traces := sdktrace.NewTracerProvider(sdktrace.WithBatcher(otlp), sdktrace.WithResource(res),
			sdktrace.WithSampler(sdktrace.ParentBased(sdktrace.TraceIDRatioBased(cfg.SampleRatio))))
		p.Traces = traces
		p.shutdown = append(p.shutdown, traces.Shutdown)
	}
	return p, nil
}

// Shutdown flushes what is buffered.
func (p *Providers) Shutdown(ctx context.Context) error {
	var errs []error
	for _, f := range p.shutdown {
		errs = append(errs, f(ctx))
	}
	return errors.Join(errs...)
}

// NewLogger writes JSON lines to w and adds the trace and request ids of the context.
func NewLogger(w io.Writer, level slog.Leveler) *slog.Logger {
	return slog.New(contextHandler{slog.NewJSONHandler(w, &slog.HandlerOptions{Level: level})})
}

type contextHandler struct{ slog.Handler }

func (h contextHandler) Handle(ctx context.Context, r slog.Record) error {
	if sc := trace.SpanContextFromContext(ctx); sc.IsValid() {
		r.AddAttrs(slog.String("trace_id", sc.TraceID().String()), slog.String("span_id", sc.SpanID().String()))
	}
	if id := RequestID(ctx); id != "" {
		r.AddAttrs(slog.String("request_id", id))
	}
	return h.Handler.Handle(ctx, r)
}

func (h contextHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return contextHandler{h.Handler.WithAttrs(attrs)}
}

func (h contextHandler) WithGroup(name string) slog.Handler {
	return contextHandler{h.Handler.WithGroup(name)}
}

type requestIDKey struct{}

// WithRequestID puts the id of the request into the context.
func WithRequestID(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, requestIDKey{}, id)
}

// RequestID returns the id of the request, or "".
func RequestID(ctx context.Context) string {
	id, _ := ctx.Value(requestIDKey{}).(string)
	return id
}

// Traceparent returns the W3C spelling of the context's span, or "" when there is none.
func Traceparent(ctx context.Context) string {
	c := propagation.MapCarrier{}
	propagation.TraceContext{}.Inject(ctx, c)
	return c["traceparent"]
}

// WithTraceparent returns ctx with the remote span that a traceparent names; an unreadable one changes nothing.
func WithTraceparent(ctx context.Context, traceparent string) context.Context {
	if traceparent == "" {
		return ctx
	}
	return propagation.TraceContext{}.Extract(ctx, propagation.MapCarrier{"traceparent": traceparent})
}
