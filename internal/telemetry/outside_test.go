package telemetry

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"go.opentelemetry.io/otel/attribute"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.opentelemetry.io/otel/trace"
)

const (
	callersTrace = "0af7651916cd43dd8448eb211c80319c"
	sampled      = "00-" + callersTrace + "-b7ad6b7169203331-01"
	notSampled   = "00-" + callersTrace + "-b7ad6b7169203331-00"
)

// exporting returns providers that keep their spans in memory.
func exporting(t *testing.T, cfg Config) (*Providers, *tracetest.InMemoryExporter) {
	t.Helper()
	p, err := New(t.Context(), cfg, "test")
	if err != nil {
		t.Fatal(err)
	}
	spans := tracetest.NewInMemoryExporter()
	traces := sdktrace.NewTracerProvider(sdktrace.WithSyncer(spans), sdktrace.WithSampler(cfg.Sampler()))
	p.Traces = traces
	t.Cleanup(func() { _ = traces.Shutdown(context.Background()); p.Shutdown(context.Background()) })
	return p, spans
}

// Callers from outside name a trace; whether it is kept is ours to say.
func TestCallersDoNotDecideAboutSampling(t *testing.T) {
	for _, c := range []struct {
		name        string
		cfg         Config
		traceparent string
		kept        bool
	}{
		{"none are kept", Config{SampleRatio: 0}, sampled, false},
		{"all are kept", Config{SampleRatio: 1}, notSampled, true},
		{"a chosen trace id", Config{SampleRatio: 1e-12}, "00-00000000000000000000000000000001-b7ad6b7169203331-01", false},
		{"trusted, sampled", Config{SampleRatio: 0, TrustCallers: true}, sampled, true},
		{"trusted, not sampled", Config{SampleRatio: 1, TrustCallers: true}, notSampled, false},
		{"unreadable", Config{SampleRatio: 1}, "00-x", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, spans := exporting(t, c.cfg)
			ctx, call := p.Traces.Tracer("test").Start(p.FromOutside(t.Context(), c.traceparent), "call")
			_, within := p.Traces.Tracer("test").Start(ctx, "within")
			within.End()
			call.End()
			if got := len(spans.GetSpans()); (got == 2) != c.kept || got != 0 && !c.kept {
				t.Errorf("%d spans are exported", got)
			}
			if own := trace.SpanContextFromContext(ctx).TraceID().String(); c.traceparent == sampled && own != callersTrace {
				t.Errorf("the trace became %s", own)
			}
		})
	}
}

// A program without a collector does not pass on the sampling decision of an outside caller, which the next program
// would take for ours.
func TestCallersDecideNothingWithoutACollector(t *testing.T) {
	p, err := New(t.Context(), Config{SampleRatio: 1}, "test")
	if err != nil {
		t.Fatal(err)
	}
	defer p.Shutdown(t.Context())
	ctx, _ := p.Traces.Tracer("test").Start(p.FromOutside(t.Context(), sampled), "call")
	if got := Traceparent(ctx); got != notSampled {
		t.Errorf("passed on: %s", got)
	}
}

// Pages are called from outside: the tracestate of a request is not passed on.
func TestPagesAreOutside(t *testing.T) {
	p, spans := exporting(t, Config{SampleRatio: 0})
	var state string
	h, err := p.Pages("hosted", http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		state = trace.SpanContextFromContext(r.Context()).TraceState().String()
	}))
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.Header.Set("Traceparent", sampled)
	r.Header.Set("Tracestate", "a="+strings.Repeat("b", 200))
	h.ServeHTTP(httptest.NewRecorder(), r)
	if n := len(spans.GetSpans()); n != 0 || state != "" {
		t.Errorf("%d spans, tracestate %q", n, state)
	}
}

// Exported telemetry says which process it is of.
func TestIdentity(t *testing.T) {
	instance := func() string {
		t.Helper()
		res, err := identity(t.Context(), "webhooks")
		if err != nil {
			t.Fatal(err)
		}
		for name, want := range map[string]string{
			"service.name": "webhooks", "service.namespace": "partnerline",
			"service.version": "dev", "vcs.ref.head.revision": "unknown",
		} {
			if got, _ := res.Set().Value(attribute.Key(name)); got.AsString() != want {
				t.Errorf("%s is %q", name, got.AsString())
			}
		}
		id, _ := res.Set().Value("service.instance.id")
		return id.AsString()
	}
	if a, b := instance(), instance(); a == "" || a == b {
		t.Errorf("two processes are %q and %q", a, b)
	}
	t.Setenv("OTEL_RESOURCE_ATTRIBUTES", "service.instance.id=pod-7")
	if got := instance(); got != "pod-7" {
		t.Errorf("the instance that the environment names is %q", got)
	}
}
