package webhooks

import (
	"fmt"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
)

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

// StatisticsInterval is what an entry of an endpoint's statistics covers, in UTC.
type StatisticsInterval string

// The intervals.
const (
	Hourly StatisticsInterval = "hour"
	Daily  StatisticsInterval = "day"
)

// StatisticsIntervals lists them.
var StatisticsIntervals = []StatisticsInterval{Hourly, Daily}

const (
	// HoursAge is how far back the statistics of an endpoint may begin. Two days more are kept, so that the first day
	// is whole.
	HoursAge  = 31 * 24 * time.Hour
	HoursKept = HoursAge + 48*time.Hour
)

// length is how long the interval is, and usual how many of them are shown unless a request says otherwise.
func (i StatisticsInterval) length() (length time.Duration, usual int) {
	if i == Daily {
		return 24 * time.Hour, 31
	}
	return time.Hour, 24
}

// A StatisticsRequest asks for the statistics of an endpoint. The zero value asks for the last 24 hours, by the hour.
type StatisticsRequest struct {
	Interval StatisticsInterval // empty: by the hour
	From, To *time.Time         // nil: 24 hours or 31 days before To; until now
}

// EndpointStatistics are the deliveries to an endpoint that ended, by intervals.
type EndpointStatistics struct {
	Interval  StatisticsInterval
	From, To  time.Time // beginning of the first interval and end of the last one
	Intervals []IntervalCount
}

// IntervalCount is what ended for an endpoint in an interval.
type IntervalCount struct {
	Began time.Time
	HourCount
}

// Statistics returns the statistics that a request asks for, with intervals in which nothing ended: all that overlap
// the time from From to To and have begun, oldest first. A time out of range is an error of its query parameter.
func (r StatisticsRequest) Statistics(now time.Time) (EndpointStatistics, error) {
	s := EndpointStatistics{Interval: r.Interval}
	if s.Interval == "" {
		s.Interval = Hourly
	}
	length, usual := s.Interval.length()
	last := now.UTC().Truncate(length)
	if r.To != nil && r.To.Before(now) {
		last = r.To.Add(-1).UTC().Truncate(length)
	}
	first := last.Add(-time.Duration(usual-1) * length)
	if r.From != nil {
		first = r.From.UTC().Truncate(length)
	}
	oldest := now.Add(-HoursAge)
	switch {
	case r.From != nil && r.From.Before(oldest):
		return s, badRange("from", "out_of_range", fmt.Sprintf("must be at most %d days ago", int(HoursAge.Hours()/24)))
	case r.From != nil && r.From.After(now):
		return s, badRange("from", "out_of_range", "must not be in the future")
	case r.From != nil && r.To != nil && !r.From.Before(*r.To):
		return s, badRange("to", "order", "must be later than from")
	case r.To != nil && r.To.Before(oldest):
		return s, badRange("to", "out_of_range", fmt.Sprintf("must be at most %d days ago", int(HoursAge.Hours()/24)))
	}
	if kept := oldest.UTC().Truncate(length); first.Before(kept) {
		first = kept
	}
	s.From, s.To = first, last.Add(length)
	for at := first; at.Before(s.To); at = at.Add(length) {
		s.Intervals = append(s.Intervals, IntervalCount{Began: at})
	}
	return s, nil
}

func badRange(parameter, code, message string) error {
	return fault.New(fault.InvalidParameter, "a query parameter is not acceptable; see errors").
		WithField(parameter, code, message)
}

// Add counts what ended in hours, by their beginning. Hours outside of the intervals are left out.
func (s *EndpointStatistics) Add(hours map[time.Time]HourCount) {
	length, _ := s.Interval.length()
	for at, c := range hours {
		if at.Before(s.From) || !at.Before(s.To) {
			continue
		}
		sum := &s.Intervals[at.Sub(s.From)/length].HourCount
		sum.Delivered, sum.Failed, sum.Took = sum.Delivered+c.Delivered, sum.Failed+c.Failed, sum.Took+c.Took
	}
}
