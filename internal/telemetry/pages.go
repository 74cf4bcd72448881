package telemetry

import (
	"fmt"
	"net/http"
	"strconv"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/trace"
)

// Pages counts, times and traces the requests to h; name is that of metrics and spans. Paths of pages contain secrets,
// so they are in neither.
func (p *Providers) Pages(name string, h http.Handler) (http.Handler, error) {
	const scope = "github.com/partnerline/partnerline/internal/telemetry"
	duration, err := p.Meters.Meter(scope).Float64Histogram("http.server.duration",
		metric.WithUnit("s"), metric.WithDescription("Time from request to answer, by kind of page and status."),
		metric.WithExplicitBucketBoundaries(.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10))
	if err != nil {
		return nil, fmt.Errorf("metrics: %w", err)
	}
	tracer := p.Traces.Tracer(scope)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		ctx := p.FromOutside(r.Context(), r.Header.Get("Traceparent"))
		ctx, span := tracer.Start(ctx, name+" page", trace.WithSpanKind(trace.SpanKindServer))
		defer span.End()
		answer := &statusWriter{ResponseWriter: w, status: http.StatusOK}
		defer func() {
			span.SetAttributes(attribute.Int("http.response.status_code", answer.status))
			duration.Record(ctx, time.Since(start).Seconds(), metric.WithAttributes(
				attribute.String("pages", name), attribute.String("code", strconv.Itoa(answer.status))))
		}()
		h.ServeHTTP(answer, r.WithContext(ctx))
	}), nil
}

// statusWriter remembers the status of an answer.
type statusWriter struct {
	http.ResponseWriter
	status int
}

func (w *statusWriter) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

// Unwrap lets http.ResponseController reach the connection.
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
