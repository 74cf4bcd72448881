// Package telemetry sets up logs, traces and metrics of one program. Nothing but LogFaults is global, so that several
// programs run in one process (devstack, tests) without mixing.
package telemetry

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlplog/otlploggrpc"
	"go.opentelemetry.io/otel/exporters/otlp/otlpmetric/otlpmetricgrpc"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracegrpc"
	otelprom "go.opentelemetry.io/otel/exporters/prometheus"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/propagation"
	sdklog "go.opentelemetry.io/otel/sdk/log"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"

	"github.com/partnerline/partnerline/internal/buildinfo"
)

// Config says where telemetry goes.
type Config struct {
	LogLevel slog.Level `env:"LOG_LEVEL" default:"info"` // debug, info, warn or error
	// URL of an OTLP gRPC collector, http:// in the open or https://, for traces, metrics and logs; empty: nothing is
	// exported
	OTLPEndpoint string `env:"OTEL_EXPORTER_OTLP_ENDPOINT"`
	// share of traces that begin here, or at a caller from outside, and are kept, 0 to 1
	SampleRatio float64 `env:"TRACE_SAMPLE_RATIO" default:"1"`
	// callers from outside decide by their traceparent whether a trace is kept; else their trace id alone is taken over
	TrustCallers bool `env:"TRACE_TRUST_CALLERS" default:"false"`
}

// Validate reports what is out of range.
func (c Config) Validate() error {
	var faults []error
	if c.OTLPEndpoint != "" {
		if u, err := url.Parse(c.OTLPEndpoint); err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
			faults = append(faults, errors.New("OTEL_EXPORTER_OTLP_ENDPOINT: want http or https://host[:port]"))
		}
	}
	if !(c.SampleRatio >= 0 && c.SampleRatio <= 1) { // not a number is neither
		faults = append(faults, errors.New("TRACE_SAMPLE_RATIO: must be 0 to 1"))
	}
	return errors.Join(faults...)
}

// Providers are what a program instruments itself with.
type Providers struct {
	Traces       trace.TracerProvider
	Meters       metric.MeterProvider
	Registry     *prometheus.Registry // what /metrics shows
	trustCallers bool
	logs         *sdklog.LoggerProvider // nil: logs go only to standard error
	flush        func(context.Context) error
	shutdown     []func(context.Context) error
}

// New makes the providers of the program called service. Close them with Shutdown.
func New(ctx context.Context, cfg Config, service string) (*Providers, error) {
	p := &Providers{
		Traces:       noop.NewTracerProvider(),
		Registry:     prometheus.NewRegistry(),
		trustCallers: cfg.TrustCallers,
	}
	res, err := identity(ctx, service)
	if err != nil {
		return nil, err
	}
	p.Registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	page := &deadline{Registerer: p.Registry}
	exporter, err := otelprom.New(otelprom.WithRegisterer(page), otelprom.WithoutScopeInfo())
	if err != nil {
		return nil, fmt.Errorf("metrics exporter: %w", err)
	}
	readers := []sdkmetric.Option{sdkmetric.WithReader(exporter), sdkmetric.WithResource(res)}
	if cfg.OTLPEndpoint != "" {
		pushed, err := p.export(ctx, cfg, res)
		if err != nil {
			p.Shutdown(ctx)
			return nil, err
		}
		readers = append(readers, sdkmetric.WithReader(sdkmetric.NewPeriodicReader(pushed)))
	}
	meters := sdkmetric.NewMeterProvider(readers...)
	empties := &unused{list: map[string]*empty{}}
	p.Registry.MustRegister(empties)
	p.Meters, p.flush = gauges{meters, empties, page}, meters.Shutdown
	return p, nil
}

// namespace groups the programs; their names are unique within it.
const namespace = "partnerline"

// identity is the resource of exported telemetry. Each process is an instance of its own: counters of two replicas are
// two series. OTEL_RESOURCE_ATTRIBUTES adds to it and overrides it.
func identity(ctx context.Context, service string) (*resource.Resource, error) {
	res, err := resource.New(ctx, resource.WithAttributes(
		attribute.String("service.namespace", namespace), attribute.String("service.name", service),
		attribute.String("service.version", buildinfo.Version()),
		attribute.String("vcs.ref.head.revision", buildinfo.Commit()),
		attribute.String("service.instance.id", uuid.NewString())), resource.WithFromEnv())
	if err != nil {
		return nil, fmt.Errorf("OTEL_RESOURCE_ATTRIBUTES: %w", err)
	}
	return res, nil
}

// export connects traces and logs with the collector, and returns where metrics go.
func (p *Providers) export(ctx context.Context, cfg Config, res *resource.Resource) (sdkmetric.Exporter, error) {
	spans, err := otlptracegrpc.New(ctx, otlptracegrpc.WithEndpointURL(cfg.OTLPEndpoint))
	if err != nil {
		return nil, fmt.Errorf("trace exporter: %w", err)
	}
	traces := sdktrace.NewTracerProvider(sdktrace.WithBatcher(spans), sdktrace.WithResource(res),
		sdktrace.WithSampler(cfg.Sampler()))
	p.Traces = traces
	p.shutdown = append(p.shutdown, traces.Shutdown)
	records, err := otlploggrpc.New(ctx, otlploggrpc.WithEndpointURL(cfg.OTLPEndpoint))
	if err != nil {
		return nil, fmt.Errorf("log exporter: %w", err)
	}
	p.logs = sdklog.NewLoggerProvider(sdklog.WithProcessor(sdklog.NewBatchProcessor(records)), sdklog.WithResource(res))
	p.shutdown = append(p.shutdown, p.logs.Shutdown)
	metrics, err := otlpmetricgrpc.New(ctx, otlpmetricgrpc.WithEndpointURL(cfg.OTLPEndpoint))
	if err != nil {
		return nil, fmt.Errorf("metrics exporter: %w", err)
	}
	return metrics, nil
}

// Exports reports whether traces leave the program.
func (p *Providers) Exports() bool { return p.logs != nil }

// endTimeout bounds what FlushMetrics and Shutdown take, each: a collector that is away must not delay a stop.
const endTimeout = time.Second / 2

// FlushMetrics exports the metrics of the last interval, and ends their export: to be called while what gauges read is
// still open. Shutdown does it where it was not called. The end of ctx does not stop it.
func (p *Providers) FlushMetrics(ctx context.Context) {
	if p.flush != nil {
		flush := p.flush
		p.flush = nil
		p.end(ctx, flush)
	}
}

// Shutdown exports what is buffered. The end of ctx does not stop it.
func (p *Providers) Shutdown(ctx context.Context) {
	p.FlushMetrics(ctx)
	p.end(ctx, p.shutdown...)
}

// end calls functions at once, and ignores their errors: a collector that is away is no fault of the program.
func (p *Providers) end(ctx context.Context, list ...func(context.Context) error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), endTimeout)
	defer cancel()
	var all sync.WaitGroup
	for _, f := range list {
		all.Go(func() { _ = f(ctx) })
	}
	all.Wait()
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

// Traceparent returns the W3C traceparent of the context's span, or "" when there is none.
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
