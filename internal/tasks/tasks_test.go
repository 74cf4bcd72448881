package tasks

import (
	"maps"
	"testing"
	"testing/synctest"
	"time"

	"go.opentelemetry.io/otel/metric/noop"
)

// A task is overdue from twice its pause after its last success, or after it was added.
func TestOverdue(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, err := New(noop.Meter{}, time.Now)
		if err != nil {
			t.Fatal(err)
		}
		s.Add("fails", time.Minute)
		s.Add("succeeds", time.Hour)
		for _, c := range []struct {
			after           time.Duration
			fails, succeeds time.Duration
		}{
			{2 * time.Minute, 0, 0},
			{time.Minute, time.Minute, 0},
			{117 * time.Minute, 118 * time.Minute, 0},
			{time.Minute, 119 * time.Minute, time.Minute},
		} {
			time.Sleep(c.after)
			if want := map[string]time.Duration{"fails": c.fails, "succeeds": c.succeeds}; !maps.Equal(s.Overdue(), want) {
				t.Errorf("overdue: %v, want %v", s.Overdue(), want)
			}
		}
		s.Succeeded("succeeds")
		if want := map[string]time.Duration{"fails": 119 * time.Minute, "succeeds": 0}; !maps.Equal(s.Overdue(), want) {
			t.Errorf("after a success: %v, want %v", s.Overdue(), want)
		}
	})
}
