package telemetry

import (
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"go.opentelemetry.io/otel/trace"
)

func TestValidate(t *testing.T) {
	for name, c := range map[string]struct {
		in   Config
		want string
	}{
		"defaults":      {Config{SampleRatio: 1}, ""},
		"a collector":   {Config{OTLPEndpoint: "http://collector:4317"}, ""},
		"no scheme":     {Config{OTLPEndpoint: "collector:4317"}, "OTEL_EXPORTER_OTLP_ENDPOINT"},
		"another":       {Config{OTLPEndpoint: "grpc://collector:4317"}, "OTEL_EXPORTER_OTLP_ENDPOINT"},
		"above one":     {Config{SampleRatio: 1.5}, "TRACE_SAMPLE_RATIO"},
		"below nothing": {Config{SampleRatio: -.1}, "TRACE_SAMPLE_RATIO"},
	} {
		t.Run(name, func(t *testing.T) {
			err := c.in.Validate()
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v, want %q", name, err, c.want)
			}
		})
	}
}

// Pages are counted by kind and status; their paths, which hold secrets, appear nowhere.
func TestPagesAreCountedWithoutTheirPaths(t *testing.T) {
	p, err := New(t.Context(), Config{SampleRatio: 1}, "test")
	if err != nil {
		t.Fatal(err)
	}
	defer p.Shutdown(t.Context())
	h, err := p.Pages("hosted", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/gone" {
			w.WriteHeader(http.StatusGone)
		}
		_, _ = io.WriteString(w, "page")
	}))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/secret-of-a-link", "/secret-of-a-link", "/gone"} {
		h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, path, nil))
	}
	families, err := p.Registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]uint64{}
	for _, f := range families {
		if f.GetName() != "http_server_duration_seconds" {
			continue
		}
		for _, m := range f.GetMetric() {
			key := ""
			for _, l := range m.GetLabel() {
				key += l.GetName() + "=" + l.GetValue() + " "
			}
			counts[key] = m.GetHistogram().GetSampleCount()
		}
	}
	if len(counts) != 2 || counts["code=200 pages=hosted "] != 2 || counts["code=410 pages=hosted "] != 1 {
		t.Errorf("counted %v", counts)
	}
}

// The metrics say which build they are of.
func TestTheBuildIsAMetric(t *testing.T) {
	p, err := New(t.Context(), Config{SampleRatio: 1}, "test")
	if err != nil {
		t.Fatal(err)
	}
	defer p.Shutdown(t.Context())
	families, err := p.Registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	labels := map[string]string{}
	for _, f := range families {
		if f.GetName() == "target_info" {
			for _, l := range f.GetMetric()[0].GetLabel() {
				labels[l.GetName()] = l.GetValue()
			}
		}
	}
	for name, want := range map[string]string{
		"service_name": "test", "service_version": "dev", "vcs_ref_head_revision": "unknown",
	} {
		if labels[name] != want {
			t.Errorf("target_info has %v, want %s of %q", labels, name, want)
		}
	}
}

// Without a collector, messages keep the trace of their call, and logs go where they went.
func TestWithoutACollector(t *testing.T) {
	p, err := New(t.Context(), Config{SampleRatio: 1}, "test")
	if err != nil {
		t.Fatal(err)
	}
	defer p.Shutdown(t.Context())
	const parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
	next, end := p.Hops("test").Begin(parent, "relay", trace.SpanKindProducer)
	end()
	if next != parent || p.Exports() {
		t.Errorf("the traceparent became %q", next)
	}
	var out strings.Builder
	p.Logger(slog.New(slog.NewTextHandler(&out, nil))).Info("a line")
	if strings.Count(out.String(), "a line") != 1 {
		t.Errorf("logged %q", out.String())
	}
}

// A collector that takes connections and answers nothing delays a stop by a second, not by the timeouts of its exports.
func TestTheEndIsBounded(t *testing.T) {
	ln, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = ln.Close() }() // connections wait in its queue
	p, err := New(t.Context(), Config{SampleRatio: 1, OTLPEndpoint: "http://" + ln.Addr().String()}, "test")
	if err != nil {
		t.Fatal(err)
	}
	_, span := p.Traces.Tracer("test").Start(t.Context(), "work")
	span.End()
	p.Logger(slog.New(slog.DiscardHandler)).InfoContext(t.Context(), "work")
	start := time.Now()
	p.FlushMetrics(t.Context())
	p.Shutdown(t.Context())
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("took %v", took)
	}
}
