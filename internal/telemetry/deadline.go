package telemetry

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// pageBudget is how long all callbacks of a page of metrics may take together. OpenTelemetry runs one after another,
// and a scrape that takes 10 s counts as a program that is gone. Two pages at once, of which one waits, take less.
const pageBudget = 3 * time.Second

// A deadline bounds the callbacks of a page of metrics: what depends on a database that hangs is missing, and the page
// is in time. It is the prometheus.Registerer of the exporter, which gives callbacks a context without an end.
type deadline struct {
	prometheus.Registerer
	at atomic.Pointer[time.Time] // of the page that is being made; nil: of none
}

// Register registers the collector of the exporter.
func (d *deadline) Register(c prometheus.Collector) error {
	return d.Registerer.Register(&bounded{Collector: c, deadline: d})
}

// within is the context of a callback.
func (d *deadline) within(ctx context.Context) (context.Context, context.CancelFunc) {
	if at := d.at.Load(); at != nil {
		return context.WithDeadline(ctx, *at)
	}
	return ctx, func() {}
}

// bounded makes one page at a time.
type bounded struct {
	prometheus.Collector
	deadline *deadline
	mu       sync.Mutex // held while a page is made
}

// Collect implements prometheus.Collector.
func (b *bounded) Collect(to chan<- prometheus.Metric) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.deadline.at.Store(new(time.Now().Add(pageBudget)))
	defer b.deadline.at.Store(nil)
	b.Collector.Collect(to)
}
