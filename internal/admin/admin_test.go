package admin

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

type unfit struct{}

func (unfit) Error() string { return "left behind" }
func (unfit) Unfit() bool   { return true }

// A program becomes ready when all that it depends on has been there once; what fails later is reported and does not
// make it unready, but a stop does.
func TestReadiness(t *testing.T) {
	h := NewHealth()
	var postgres error
	h.Add("postgres", func(context.Context) error { return postgres })
	mux := Handler(h, prometheus.NewRegistry())
	look := func() (int, map[string]map[string]string) {
		t.Helper()
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/readyz", nil))
		var body struct {
			Ready            bool
			Faults, Degraded map[string]string
		}
		if err := json.NewDecoder(w.Body).Decode(&body); err != nil || body.Ready != (w.Code == http.StatusOK) {
			t.Fatalf("%d %+v, %v", w.Code, body, err)
		}
		return w.Code, map[string]map[string]string{"faults": body.Faults, "degraded": body.Degraded}
	}
	for _, step := range []struct {
		what             string
		ready            bool
		postgres         error
		code             int
		faults, degraded int
	}{
		{"starting, before its database", false, errors.New("no route"), 503, 2, 0},
		{"started, before its database", true, errors.New("no route"), 503, 1, 0},
		{"all there", true, nil, 200, 0, 0},
		{"the database went away", true, errors.New("no route"), 200, 0, 1},
		{"this program alone is at fault", true, unfit{}, 503, 1, 0},
		{"stopping meanwhile", false, errors.New("no route"), 503, 1, 1},
	} {
		postgres = step.postgres
		h.SetReady(step.ready)
		code, report := look()
		if code != step.code || len(report["faults"]) != step.faults || len(report["degraded"]) != step.degraded {
			t.Errorf("%s: %d %v", step.what, code, report)
		}
	}
}

// What a program serves without never makes it unready, even if it was never there.
func TestOptionalCheck(t *testing.T) {
	h := NewHealth()
	away := errors.New("NATS cannot be reached")
	h.AddOptional("nats", func(context.Context) error { return away })
	h.SetReady(true)
	if faults, degraded := h.Report(t.Context()); len(faults) != 0 || degraded["nats"] != away.Error() {
		t.Errorf("never there: faults %v, degraded %v", faults, degraded)
	}
	away = nil
	if faults, degraded := h.Report(t.Context()); len(faults) != 0 || len(degraded) != 0 {
		t.Errorf("there: faults %v, degraded %v", faults, degraded)
	}
}

// A check that hangs hides no other: all have an answer within the time of a probe, and it is named as often as it is
// asked for.
func TestChecksDoNotWaitForOneAnother(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, release := NewHealth(), make(chan struct{})
		var runs atomic.Int64
		h.SetReady(true)
		h.Add("hangs", func(context.Context) error {
			runs.Add(1)
			<-release
			return nil
		})
		h.Add("is slow", func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() })
		h.Add("is broken", func(context.Context) error { return errors.New("no route") })
		for _, name := range []string{"a", "b", "c", "d"} {
			h.Add(name, func(ctx context.Context) error {
				select {
				case <-time.After(400 * time.Millisecond):
				case <-ctx.Done():
				}
				return ctx.Err()
			})
		}
		for range 2 {
			began := time.Now()
			faults, degraded := h.Report(t.Context())
			if took := time.Since(began); took >= time.Second || len(faults) != 3 || len(degraded) != 0 || runs.Load() != 1 ||
				faults["hangs"] == "" || faults["is slow"] == "" || faults["is broken"] != "no route" {
				t.Errorf("after %s: faults %v, degraded %v; the one that hangs runs %d times", took, faults, degraded, runs.Load())
			}
		}
		close(release)
		synctest.Wait()
		if faults, _ := h.Report(t.Context()); len(faults) != 2 || faults["hangs"] != "" {
			t.Errorf("once it has an answer: %v", faults)
		}
	})
}

// A check that panics is one that fails.
func TestCheckPanics(t *testing.T) {
	t.Parallel()
	h := NewHealth()
	h.SetReady(true)
	h.Add("panics", func(context.Context) error { panic("no map") })
	if faults, _ := h.Report(t.Context()); len(faults) != 1 || faults["panics"] != "the check panicked: no map" {
		t.Errorf("%v", faults)
	}
}
