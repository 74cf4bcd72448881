// Package admin serves the port that is never public: liveness, readiness, metrics, profiles, and what a program adds.
package admin

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/http/pprof"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	"golang.org/x/sync/singleflight"

	"github.com/partnerline/partnerline/internal/lifecycle"
)

// Check reports why a dependency cannot serve, or nil.
type Check func(context.Context) error

// Health is the readiness of a program: its own state and the checks of its dependencies. A program is ready once each
// check has passed once. A check that fails after that is reported as degraded and does not make it unready: all
// replicas share the dependency, and a load balancer that removed all of them would answer clients without a problem
// document and a Retry-After. An error with a method Unfit that returns true concerns only this program, and always
// makes it unready.
type Health struct {
	running singleflight.Group // a check that hangs is not started again

	mu     sync.Mutex // guards all below
	ready  bool
	checks map[string]Check
	passed map[string]bool
}

// NewHealth starts not ready.
func NewHealth() *Health { return &Health{checks: map[string]Check{}, passed: map[string]bool{}} }

// Add registers a check under a name.
func (h *Health) Add(name string, c Check) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.checks[name] = c
}

// AddOptional registers a check of a dependency that the program can serve without: its failure is reported as
// degraded.
func (h *Health) AddOptional(name string, c Check) {
	h.Add(name, c)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.passed[name] = true
}

// SetReady sets whether the program takes requests. A stopping program sets false first.
func (h *Health) SetReady(ready bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.ready = ready
}

// checkTimeout bounds each check, and so one readiness call: probes time out after a second by default.
const checkTimeout = 900 * time.Millisecond

// Report runs all checks concurrently and returns, by name, what makes the program unready, and what is degraded. A
// check without an answer in time is one that fails.
func (h *Health) Report(ctx context.Context) (faults, degraded map[string]string) {
	h.mu.Lock()
	checks := make(map[string]Check, len(h.checks))
	maps.Copy(checks, h.checks)
	faults, degraded = map[string]string{}, map[string]string{}
	if !h.ready {
		faults["program"] = "starting or stopping"
	}
	h.mu.Unlock()
	var all sync.WaitGroup
	for n, c := range checks {
		all.Go(func() {
			err := h.run(ctx, n, c)
			h.mu.Lock()
			defer h.mu.Unlock()
			switch {
			case err == nil:
				h.passed[n] = true
			case h.passed[n] && !isUnfit(err):
				degraded[n] = err.Error()
			default:
				faults[n] = err.Error()
			}
		})
	}
	all.Wait()
	return faults, degraded
}

// Observe reports in the metrics which checks fail, whether that makes the program unready or only degrades it.
func (h *Health) Observe(meters metric.MeterProvider) error {
	const scope = "github.com/partnerline/partnerline/internal/admin"
	_, err := meters.Meter(scope).Int64ObservableGauge("readiness.failing",
		metric.WithDescription("1 while a check of readiness fails, else 0: what /readyz lists as a fault or as degraded."),
		metric.WithInt64Callback(func(ctx context.Context, o metric.Int64Observer) error {
			faults, degraded := h.Report(ctx)
			h.mu.Lock()
			defer h.mu.Unlock()
			for name := range h.checks {
				var failing int64
				if faults[name] != "" || degraded[name] != "" {
					failing = 1
				}
				o.Observe(failing, metric.WithAttributes(attribute.String("check", name)))
			}
			return nil
		}))
	return err
}

// run returns the outcome of a check. Calls at the same time share one run of it.
func (h *Health) run(ctx context.Context, name string, c Check) error {
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	outcome := h.running.DoChan(name, func() (_ any, err error) {
		defer func() { // a panic in this goroutine would end the program
			if p := recover(); p != nil {
				err = fmt.Errorf("the check panicked: %v", p)
			}
		}()
		// A little less, so that its own error, which says more, comes first.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), checkTimeout-50*time.Millisecond)
		defer cancel()
		return nil, c(ctx)
	})
	select {
	case o := <-outcome:
		return o.Err
	case <-ctx.Done():
		return fmt.Errorf("the check gave no answer: %w", context.Cause(ctx))
	}
}

// isUnfit reports whether the error of a check concerns only this program: a load balancer may remove it, as other
// replicas serve.
func isUnfit(err error) bool {
	var unfit interface{ Unfit() bool }
	return errors.As(err, &unfit) && unfit.Unfit()
}

// Handler serves /livez, /readyz, /metrics and /debug/pprof/. The caller may add routes to the returned mux.
func Handler(h *Health, reg prometheus.Gatherer) *http.ServeMux {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /livez", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("ok\n")) })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		faults, degraded := h.Report(r.Context())
		w.Header().Set("Content-Type", "application/json")
		if len(faults) > 0 {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
		_ = json.NewEncoder(w).Encode(map[string]any{"ready": len(faults) == 0, "faults": faults, "degraded": degraded})
	})
	mux.Handle("GET /metrics", promhttp.HandlerFor(reg, promhttp.HandlerOpts{}))
	mux.HandleFunc("/debug/pprof/", pprof.Index)
	mux.HandleFunc("/debug/pprof/cmdline", pprof.Cmdline)
	mux.HandleFunc("/debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("/debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("/debug/pprof/trace", pprof.Trace)
	return mux
}

// Server is an http.Server for the admin port: timeouts for headers and idle connections, none for long profiles.
func Server(h http.Handler) *http.Server {
	return &http.Server{
		Handler:           lifecycle.ReadOn(h),
		ReadHeaderTimeout: 5 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 32 << 10,
	}
}
