// Package collector is an OpenTelemetry collector for tests: it takes traces, metrics and logs over OTLP gRPC, and
// keeps what tests ask about.
package collector

import (
	"context"
	"encoding/hex"
	"net"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	logspb "go.opentelemetry.io/proto/otlp/collector/logs/v1"
	metricspb "go.opentelemetry.io/proto/otlp/collector/metrics/v1"
	tracepb "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	commonpb "go.opentelemetry.io/proto/otlp/common/v1"
	resourcepb "go.opentelemetry.io/proto/otlp/resource/v1"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protopath"
	"google.golang.org/protobuf/reflect/protorange"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// A Span is one that a program exported.
type Span struct {
	Service, Name     string
	TraceID, SpanID   string // hex
	ParentID          string
	StatusDescription string
}

// A Log is a line that a program exported.
type Log struct {
	Service, Body, TraceID string
}

// A Collector is a running one.
type Collector struct {
	url string

	mu      sync.Mutex // guards all below
	changed chan struct{}
	spans   []Span
	logs    []Log
	metrics map[string][]string // names by service
	exports []export
}

// An export is all that came of a resource at once.
type export struct {
	service, part string
	of            proto.Message
}

// A Text is one of the texts that a service exported.
type Text struct {
	Service, Part string // a Part is span, metric or log
	Value         string
}

// New starts a collector, which ends with t.
func New(t testing.TB) *Collector {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := &Collector{url: "http://" + ln.Addr().String(), changed: make(chan struct{}), metrics: map[string][]string{}}
	s := grpc.NewServer()
	tracepb.RegisterTraceServiceServer(s, traces{c: c})
	metricspb.RegisterMetricsServiceServer(s, metrics{c: c})
	logspb.RegisterLogsServiceServer(s, logs{c: c})
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = s.Serve(ln)
	}()
	t.Cleanup(func() {
		s.Stop()
		<-done
	})
	return c
}

// URL is what OTEL_EXPORTER_OTLP_ENDPOINT takes.
func (c *Collector) URL() string { return c.url }

// Spans returns what has been exported so far.
func (c *Collector) Spans() []Span {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.spans)
}

// Logs returns what has been exported so far.
func (c *Collector) Logs() []Log {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.logs)
}

// Metrics returns the names of the metrics of a service.
func (c *Collector) Metrics(service string) []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.metrics[service])
}

// Texts returns every text of all that has been exported: names, attributes and their keys, events, links, bodies,
// resources and scopes.
func (c *Collector) Texts() (all []Text) {
	c.mu.Lock()
	exports := slices.Clone(c.exports)
	c.mu.Unlock()
	for _, e := range exports {
		_ = protorange.Range(e.of.ProtoReflect(), func(at protopath.Values) error { // fails only where the function does
			switch step := at.Index(-1); v := step.Value.Interface().(type) {
			case string:
				all = append(all, Text{e.service, e.part, v})
			case []byte:
				all = append(all, Text{e.service, e.part, string(v)})
			case int64:
				// not a time or a count
				if step.Step.Kind() == protopath.FieldAccessStep && step.Step.FieldDescriptor().FullName() == intValue {
					all = append(all, Text{e.service, e.part, strconv.FormatInt(v, 10)})
				}
			}
			return nil
		})
	}
	return all
}

// intValue is a number as the value of an attribute.
const intValue protoreflect.FullName = "opentelemetry.proto.common.v1.AnyValue.int_value"

// Until waits until what was exported satisfies ok, which is asked after each export.
func (c *Collector) Until(t testing.TB, what string, ok func() bool) {
	t.Helper()
	deadline := time.After(time.Minute)
	for {
		c.mu.Lock()
		changed := c.changed
		c.mu.Unlock()
		if ok() {
			return
		}
		select {
		case <-changed:
		case <-deadline:
			t.Fatalf("not exported: %s", what)
		}
	}
}

func (c *Collector) take(f func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	f()
	close(c.changed)
	c.changed = make(chan struct{})
}

func service(r *resourcepb.Resource) string {
	i := slices.IndexFunc(r.GetAttributes(), func(kv *commonpb.KeyValue) bool { return kv.GetKey() == "service.name" })
	if i < 0 {
		return ""
	}
	return r.GetAttributes()[i].GetValue().GetStringValue()
}

type traces struct {
	tracepb.UnimplementedTraceServiceServer
	c *Collector
}

func (s traces) Export(_ context.Context,
	req *tracepb.ExportTraceServiceRequest) (*tracepb.ExportTraceServiceResponse, error) {
	s.c.take(func() {
		for _, r := range req.GetResourceSpans() {
			s.c.exports = append(s.c.exports, export{service(r.GetResource()), "span", r})
			for _, scope := range r.GetScopeSpans() {
				for _, x := range scope.GetSpans() {
					s.c.spans = append(s.c.spans, Span{
						Service: service(r.GetResource()), Name: x.GetName(), TraceID: hex.EncodeToString(x.GetTraceId()),
						SpanID: hex.EncodeToString(x.GetSpanId()), ParentID: hex.EncodeToString(x.GetParentSpanId()),
						StatusDescription: x.GetStatus().GetMessage(),
					})
				}
			}
		}
	})
	return &tracepb.ExportTraceServiceResponse{}, nil
}

type metrics struct {
	metricspb.UnimplementedMetricsServiceServer
	c *Collector
}

func (s metrics) Export(_ context.Context,
	req *metricspb.ExportMetricsServiceRequest) (*metricspb.ExportMetricsServiceResponse, error) {
	s.c.take(func() {
		for _, r := range req.GetResourceMetrics() {
			name := service(r.GetResource())
			s.c.exports = append(s.c.exports, export{name, "metric", r})
			for _, scope := range r.GetScopeMetrics() {
				for _, m := range scope.GetMetrics() {
					if !slices.Contains(s.c.metrics[name], m.GetName()) {
						s.c.metrics[name] = append(s.c.metrics[name], m.GetName())
					}
				}
			}
		}
	})
	return &metricspb.ExportMetricsServiceResponse{}, nil
}

type logs struct {
	logspb.UnimplementedLogsServiceServer
	c *Collector
}

func (s logs) Export(_ context.Context,
	req *logspb.ExportLogsServiceRequest) (*logspb.ExportLogsServiceResponse, error) {
	s.c.take(func() {
		for _, r := range req.GetResourceLogs() {
			s.c.exports = append(s.c.exports, export{service(r.GetResource()), "log", r})
			for _, scope := range r.GetScopeLogs() {
				for _, x := range scope.GetLogRecords() {
					s.c.logs = append(s.c.logs,
						Log{service(r.GetResource()), x.GetBody().GetStringValue(), hex.EncodeToString(x.GetTraceId())})
				}
			}
		}
	})
	return &logspb.ExportLogsServiceResponse{}, nil
}
