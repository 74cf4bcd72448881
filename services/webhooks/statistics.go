package webhooks

import "time"

const (
	// StatisticsSpan is the time that one entry of the statistics covers.
	StatisticsSpan = 10 * time.Minute
	// StatisticsAge is how far they go back.
	StatisticsAge = 24 * time.Hour
)

// latencyBounds are the upper bounds of the buckets that latencies are counted in; the last bucket has none.
var latencyBounds = [...]time.Duration{
	1 * time.Millisecond, 2 * time.Millisecond, 3 * time.Millisecond, 5 * time.Millisecond, 7 * time.Millisecond,
	10 * time.Millisecond, 15 * time.Millisecond, 20 * time.Millisecond, 30 * time.Millisecond, 50 * time.Millisecond,
	70 * time.Millisecond,
	100 * time.Millisecond, 150 * time.Millisecond, 200 * time.Millisecond, 300 * time.Millisecond, 500 * time.Millisecond,
	700 * time.Millisecond,
	1 * time.Second, 1500 * time.Millisecond, 2 * time.Second, 3 * time.Second, 5 * time.Second, 10 * time.Second,
	30 * time.Second, time.Minute,
}

// Latencies are how long deliveries took from the acceptance of their event to the receiver's answer: how many fell
// into each bucket.
type Latencies [len(latencyBounds) + 1]int64

// Add counts one.
func (l *Latencies) Add(d time.Duration) {
	for i, bound := range latencyBounds {
		if d <= bound {
			l[i]++
			return
		}
	}
	l[len(latencyBounds)]++
}

// Percentile returns a time within which the share p of the deliveries ended, at the precision of the buckets; false
// when there are none, or when it lies beyond the last bound.
func (l Latencies) Percentile(p float64) (time.Duration, bool) {
	var total int64
	for _, n := range l {
		total += n
	}
	seen := int64(0)
	for i, bound := range latencyBounds {
		if seen += l[i]; total > 0 && float64(seen) >= p*float64(total) {
			return bound, true
		}
	}
	return 0, false
}

// A Tally counts deliveries that ended.
type Tally struct {
	Delivered, Failed int64
	Latencies         Latencies // of those that the first attempt delivered: the others waited for their receivers
}

// Add adds another tally.
func (t *Tally) Add(o Tally) {
	t.Delivered, t.Failed = t.Delivered+o.Delivered, t.Failed+o.Failed
	for i, n := range o.Latencies {
		t.Latencies[i] += n
	}
}

// Count counts an attempt that ended its delivery as status says.
func (t *Tally) Count(a Attempt, status DeliveryStatus) {
	switch status {
	case DeliveryDelivered:
		t.Delivered++
		if a.Run == 1 && a.Number == 1 {
			t.Latencies.Add(a.EndedAt.Sub(a.EventAt))
		}
	case DeliveryFailed:
		t.Failed++
	case DeliveryPending, DeliveryCancelled:
	}
}

// Statistics are those of one span.
type Statistics struct {
	Since    time.Time // beginning of the span
	Accepted int64     // events
	Tally
}
