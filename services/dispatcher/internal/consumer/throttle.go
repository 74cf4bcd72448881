package consumer

import (
	"runtime"
	"time"
)

const (
	// perProcessor is how many short-running attempts are always allowed: enough to keep a processor busy with near
	// receivers.
	perProcessor = 64
	busy         = 0.9  // share of processor time above which the limit falls
	free         = 0.75 // share below which it rises
)

// A throttle limits short-running attempts to what the processors can serve: the limit is halved while the processors
// are busy and doubled while they are not. Attempts that wait for their receivers take no processor time and do not
// count. Without it, a backlog for quick receivers runs in waves over as many connections as the lanes allow, at three
// quarters of the rate.
type throttle struct {
	least, most, limit int
	processors         float64

	at   time.Time     // of the last adjustment
	used time.Duration // processor time of the process by then
}

func newThrottle(most int) *throttle {
	n := runtime.GOMAXPROCS(0)
	least := min(perProcessor*n, most)
	return &throttle{least: least, most: most, limit: least, processors: float64(n)}
}

// adjust takes the time and the processor time used so far and returns the limit.
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
