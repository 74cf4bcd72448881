package consumer

import (
	"runtime"
	"time"
)

const (
	// perProcessor is how many young attempts a processor always gets: enough to keep it busy with receivers next door.
	perProcessor = 64
	busy         = 0.9  // share of the processors in use above which more attempts at once only cost more
	free         = 0.75 // share below which there may be more
)

// A throttle finds how many young attempts the processors can serve: their number shrinks while the processors are
// busy and grows at once when they are not. Waiting for receivers takes no processor and counts for nothing. Without
// it, a backlog for quick receivers runs in waves over as many connections as the lanes allow, at three quarters of
// the rate.
type throttle struct {
	least, most, limit int
	processors         float64

	at   time.Time     // of the last look
	used time.Duration // processor time of the process by then
}

func newThrottle(most int) *throttle {
	n := runtime.GOMAXPROCS(0)
	least := min(perProcessor*n, most)
	return &throttle{least: least, most: most, limit: least, processors: float64(n)}
}

// adjust takes the time and the processor time used so far and returns how many attempts may be young.
func (t *throttle) adjust(now time.Time, used time.Duration) int {
	share := float64(used-t.used) / (float64(now.Sub(t.at)) * t.processors)
	t.at, t.used = now, used
	switch {
	case share > busy:
		t.limit = max(t.limit/2, t.least)
	case share < free:
		t.limit = min(t.limit*2, t.most)
	}
	return t.limit
}
