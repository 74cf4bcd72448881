package usecase

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/statistics"
)

// Several programs count into the same spans; what could not be stored is stored later, and what was accepted counts
// where it was.
func TestStatistics(t *testing.T) {
	s := newService(t)
	at := time.Date(2026, 5, 1, 12, 3, 0, 0, time.UTC)
	program := func() *statistics.Statistics {
		return statistics.New(s.store.Pool(), slog.New(slog.DiscardHandler), func() time.Time { return at })
	}
	one, other := program(), program()
	one.Store(t.Context()) // the span before: it has the number of the last event
	at = at.Add(webhooks.StatisticsSpan)
	s.publish(3)
	fast := webhooks.Tally{Delivered: 2}
	fast.Latencies.Add(2 * time.Millisecond)
	fast.Latencies.Add(2 * time.Millisecond)
	slow := webhooks.Tally{Delivered: 1, Failed: 4}
	slow.Latencies.Add(3 * time.Second)
	one.Add(fast)
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	one.Store(cancelled)
	one.Store(t.Context())
	other.Add(slow)
	other.Store(t.Context())
	at = at.Add(webhooks.StatisticsSpan)
	s.publish(1)
	other.Store(t.Context())

	list, err := one.List(t.Context())
	if err != nil || len(list) != 3 {
		t.Fatalf("%v, %v", list, err)
	}
	sum := fast
	sum.Add(slow)
	if got := list[1]; got.Accepted != 3 || got.Tally != sum ||
		!got.Since.Equal(time.Date(2026, 5, 1, 12, 10, 0, 0, time.UTC)) {
		t.Errorf("%+v", got)
	}
	if got := list[2]; got.Accepted != 1 || got.Tally != (webhooks.Tally{}) {
		t.Errorf("%+v", got)
	}
	at = at.Add(webhooks.StatisticsAge)
	if list, err = one.List(t.Context()); err != nil || len(list) != 1 {
		t.Errorf("a day later: %v, %v", list, err)
	}
}
