package collector

import (
	"slices"
	"testing"

	logsv1 "go.opentelemetry.io/proto/otlp/collector/logs/v1"
	metricsv1 "go.opentelemetry.io/proto/otlp/collector/metrics/v1"
	tracev1 "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"github.com/partnerline/partnerline/e2e/leaks"
)

const planted = "482915"

// A secret is found wherever a span, a metric or a log record can have a text.
func TestPlantedSecretsAreFound(t *testing.T) {
	attribute := func(v string) string { return `{"attributes":[{"key":"k","value":` + v + `}]}` }
	span := func(s string) (string, string) {
		return "span", `{"resourceSpans":[{"scopeSpans":[{"spans":[` + s + `]}]}]}`
	}
	metric := func(s string) (string, string) {
		return "metric", `{"resourceMetrics":[{"scopeMetrics":[{"metrics":[` + s + `]}]}]}`
	}
	log := func(s string) (string, string) {
		return "log", `{"resourceLogs":[{"scopeLogs":[{"logRecords":[` + s + `]}]}]}`
	}
	for name, c := range map[string]struct {
		in   func(string) (string, string)
		text string
	}{
		"name of a span":   {span, `{"name":"GET /?code=482915"}`},
		"status of a span": {span, `{"status":{"message":"wrong code: 482915"}}`},
		"state of a trace": {span, `{"traceState":"code=482915"}`},
		"text":             {span, attribute(`{"stringValue":"code 482915"}`)},
		"number":           {span, attribute(`{"intValue":"482915"}`)},
		"bytes":            {span, attribute(`{"bytesValue":"NDgyOTE1"}`)},
		"list": {span,
			attribute(`{"arrayValue":{"values":[{"stringValue":"a"},{"stringValue":"482915"}]}}`)},
		"map": {span,
			attribute(`{"kvlistValue":{"values":[{"key":"code","value":{"stringValue":"482915"}}]}}`)},
		"key":                   {span, `{"attributes":[{"key":"482915"}]}`},
		"name of an event":      {span, `{"events":[{"name":"code 482915"}]}`},
		"attribute of an event": {span, `{"events":[` + attribute(`{"stringValue":"482915"}`) + `]}`},
		"attribute of a link":   {span, `{"links":[` + attribute(`{"stringValue":"482915"}`) + `]}`},
		"state of a link":       {span, `{"links":[{"traceState":"code=482915"}]}`},
		"resource": {func(s string) (string, string) {
			return "span",
				`{"resourceSpans":[{"resource":` + s + `}]}`
		}, attribute(`{"stringValue":"482915"}`)},
		"scope": {func(s string) (string, string) {
			return "span", `{"resourceSpans":[{"scopeSpans":[{"scope":` + s + `}]}]}`
		}, attribute(`{"stringValue":"482915"}`)},
		"name of a metric": {metric, `{"name":"482915"}`},
		"label of a sum":   {metric, `{"sum":{"dataPoints":[` + attribute(`{"stringValue":"482915"}`) + `]}}`},
		"label of a gauge": {metric, `{"gauge":{"dataPoints":[` + attribute(`{"stringValue":"482915"}`) + `]}}`},
		"label of a histogram": {metric,
			`{"histogram":{"dataPoints":[` + attribute(`{"stringValue":"482915"}`) + `]}}`},
		"label of an example": {metric,
			`{"histogram":{"dataPoints":[{"exemplars":[{"filteredAttributes":[{"key":"k",` +
				`"value":{"stringValue":"482915"}}]}]}]}}`},
		"body of a log record":      {log, `{"body":{"stringValue":"code 482915 was wrong"}}`},
		"attribute of a log record": {log, attribute(`{"stringValue":"482915"}`)},
		"group in a log record's body": {log,
			`{"body":{"kvlistValue":{"values":[{"key":"code","value":{"stringValue":"482915"}}]}}}`},
	} {
		t.Run(name, func(t *testing.T) {
			c2 := New(t)
			part, body := c.in(c.text)
			send(t, c2, part, body)
			if !slices.ContainsFunc(c2.Texts(), func(x Text) bool {
				return x.Part == part && len((leaks.Known{planted: "a code"}).In(x.Value)) > 0
			}) {
				t.Errorf("not found among %q", c2.Texts())
			}
		})
	}
}

// Times, counts and durations are no texts: a code of six digits is in many of them.
func TestMeasuredNumbersAreNotSearched(t *testing.T) {
	c := New(t)
	send(t, c, "span", `{"resourceSpans":[{"scopeSpans":[{"spans":[{"startTimeUnixNano":"482915","flags":482915}]}]}]}`)
	send(t, c, "metric", `{"resourceMetrics":[{"scopeMetrics":[{"metrics":[{"sum":{"dataPoints":[{"asInt":"482915",`+
		`"timeUnixNano":"482915"}]}}]}]}]}`)
	if got := c.Texts(); len(got) != 0 {
		t.Errorf("searched: %q", got)
	}
}

// send exports a request, as JSON, over gRPC.
func send(t *testing.T, c *Collector, part, body string) {
	t.Helper()
	conn, err := grpc.NewClient(c.URL()[len("http://"):], grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	read := func(into proto.Message) {
		if err := protojson.Unmarshal([]byte(body), into); err != nil {
			t.Fatal(err)
		}
	}
	switch part {
	case "span":
		var req tracev1.ExportTraceServiceRequest
		read(&req)
		_, err = tracev1.NewTraceServiceClient(conn).Export(t.Context(), &req)
	case "metric":
		var req metricsv1.ExportMetricsServiceRequest
		read(&req)
		_, err = metricsv1.NewMetricsServiceClient(conn).Export(t.Context(), &req)
	case "log":
		var req logsv1.ExportLogsServiceRequest
		read(&req)
		_, err = logsv1.NewLogsServiceClient(conn).Export(t.Context(), &req)
	}
	if err != nil {
		t.Fatal(err)
	}
}
