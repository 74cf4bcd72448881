package usecase_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"

	"github.com/partnerline/partnerline/services/partnerconnect/kernel/register"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/representation"
	kernelusecase "github.com/partnerline/partnerline/services/partnerconnect/kernel/usecase"
)

// A register that gives no answer is left alone after five calls; what it answers, and callers who leave, do not count.
func TestGuard(t *testing.T) {
	reader := metric.NewManualReader()
	var log strings.Builder
	lookups, err := kernelusecase.NewLookups(metric.NewMeterProvider(metric.WithReader(reader)).Meter("test"),
		slog.New(slog.NewTextHandler(&log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	asked, answer := 0, error(nil)
	d, err := lookups.Guard("krs", register.Func(func(context.Context, string, string) (representation.Record, error) {
		asked++
		return representation.Record{LegalName: "X"}, answer
	}))
	if err != nil {
		t.Fatal(err)
	}
	look := func(ctx context.Context, times int) (err error) {
		for range times {
			_, err = d.Lookup(ctx, "PL_KRS", "9990000001")
		}
		return err
	}
	away := errors.Join(register.ErrUnavailable, errors.New("no route"))
	left, leave := context.WithCancel(t.Context())
	leave()
	for name, c := range map[string]struct {
		ctx    context.Context
		answer error
	}{
		"answered": {t.Context(), nil}, "not listed": {t.Context(), register.ErrNotListed},
		"not connected": {t.Context(), register.ErrNotConnected}, "the caller left": {left, away},
	} {
		asked, answer = 0, c.answer
		if err := look(c.ctx, 10); asked != 10 || !errors.Is(err, c.answer) {
			t.Errorf("%s: asked %d times, %v", name, asked, err)
		}
	}
	asked, answer = 0, away
	if err := look(t.Context(), 10); asked != 5 || !errors.Is(err, register.ErrUnavailable) {
		t.Errorf("away: asked %d times, %v", asked, err)
	}
	if !strings.Contains(log.String(), "no route") || !strings.Contains(log.String(), "circuit breaker changed") {
		t.Error(log.String())
	}
	var got metricdata.ResourceMetrics
	if err := reader.Collect(t.Context(), &got); err != nil {
		t.Fatal(err)
	}
	values := map[string]int64{}
	for _, m := range got.ScopeMetrics[0].Metrics {
		switch data := m.Data.(type) {
		case metricdata.Sum[int64]:
			for _, p := range data.DataPoints {
				outcome, _ := p.Attributes.Value("outcome")
				values[outcome.AsString()] = p.Value
			}
		case metricdata.Gauge[int64]:
			values[m.Name] = data.DataPoints[0].Value
		}
	}
	for name, want := range map[string]int64{
		"found": 10, "not_listed": 10, "not_connected": 10, "unavailable": 15, "partnerconnect.register.breaker.open": 1,
	} {
		if values[name] != want {
			t.Errorf("%s: %d, want %d", name, values[name], want)
		}
	}
}
