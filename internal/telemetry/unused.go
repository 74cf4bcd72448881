package telemetry

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/metric"
)

// unused shows histograms in which nothing was recorded yet, with 0 and without labels: OpenTelemetry shows none of
// them, so that an alert or a panel could not be distinguished from one whose metric is misspelt.
type unused struct {
	mu   sync.Mutex // guards the map
	list map[string]*empty
}

// An empty is a histogram before its first value.
type empty struct {
	desc    *prometheus.Desc
	buckets map[float64]uint64
	used    atomic.Bool
}

// add adds a histogram, or returns the one of that name.
func (u *unused) add(name string, c metric.Float64HistogramConfig) *empty {
	u.mu.Lock()
	defer u.mu.Unlock()
	if e, known := u.list[name]; known {
		return e
	}
	shown := strings.ReplaceAll(name, ".", "_")
	if c.Unit() == "s" {
		shown += "_seconds"
	}
	e := &empty{desc: prometheus.NewDesc(shown, c.Description(), nil, nil), buckets: map[float64]uint64{}}
	for _, bound := range c.ExplicitBucketBoundaries() {
		e.buckets[bound] = 0
	}
	u.list[name] = e
	return e
}

// Describe describes nothing: what is collected changes.
func (u *unused) Describe(chan<- *prometheus.Desc) {}

// Collect implements prometheus.Collector.
func (u *unused) Collect(to chan<- prometheus.Metric) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for _, e := range u.list {
		if !e.used.Load() {
			to <- prometheus.MustNewConstHistogram(e.desc, 0, 0, e.buckets)
		}
	}
}

type histogram struct {
	metric.Float64Histogram
	empty *empty
}

// Record records a value.
func (h histogram) Record(ctx context.Context, value float64, opts ...metric.RecordOption) {
	if !h.empty.used.Load() {
		h.empty.used.Store(true)
	}
	h.Float64Histogram.Record(ctx, value, opts...)
}
