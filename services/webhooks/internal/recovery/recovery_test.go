package recovery

import (
	"log/slog"
	"math"
	"testing"
	"time"
)

// A turn may send so many that a second of turns keeps the rate; the slowest rate still sends.
func TestBudget(t *testing.T) {
	for rate, want := range map[int]int{0: math.MaxInt, 1: 1, 4: 1, 5: 1, 250: 50, 1000: 200} {
		if w := NewWorker(nil, nil, time.Minute, rate, slog.New(slog.DiscardHandler)); w.budget != want {
			t.Errorf("%d a second: %d a turn, want %d", rate, w.budget, want)
		}
	}
}
