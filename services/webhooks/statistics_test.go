package webhooks

import (
	"testing"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
)

func TestLatencies(t *testing.T) {
	var l Latencies
	if d, ok := l.Percentile(0.99); ok {
		t.Errorf("of none: %v", d)
	}
	for range 98 {
		l.Add(4 * time.Millisecond)
	}
	l.Add(40 * time.Millisecond)
	for _, c := range []struct {
		add  time.Duration
		p    float64
		want time.Duration
		ok   bool
	}{
		{80 * time.Millisecond, 0.5, 5 * time.Millisecond, true},
		{0, 0.98, 5 * time.Millisecond, true},
		{0, 0.999, 100 * time.Millisecond, true},
		{time.Hour, 1, 0, false},
	} {
		l.Add(c.add)
		if got, ok := l.Percentile(c.p); got != c.want || ok != c.ok {
			t.Errorf("p%g = %v, %t; want %v, %t", 100*c.p, got, ok, c.want, c.ok)
		}
	}
}

// Latency is that of deliveries which the first attempt delivered; a cancelled delivery is neither delivered nor
// failed.
func TestTally(t *testing.T) {
	now := time.Now()
	a := Attempt{Run: 1, Number: 1, EventAt: now.Add(-time.Second), EndedAt: now}
	retried, again := a, a
	retried.Number, again.Run = 2, 2
	var sum, one Tally
	one.Count(a, DeliveryDelivered)
	sum.Add(one)
	for _, c := range []struct {
		a      Attempt
		status DeliveryStatus
	}{{retried, DeliveryDelivered}, {again, DeliveryDelivered}, {a, DeliveryFailed}, {a, DeliveryCancelled},
		{a, DeliveryPending}} {
		sum.Count(c.a, c.status)
	}
	var want Latencies
	want.Add(time.Second)
	if sum != (Tally{Delivered: 3, Failed: 1, Latencies: want}) {
		t.Errorf("%+v", sum)
	}
}

// Which intervals a request gets, and which it does not.
func TestStatisticsRequest(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 5, 20, 12, 34, 56, 0, time.UTC)
	at := func(text string) *time.Time {
		v, err := time.Parse(time.RFC3339, text)
		if err != nil {
			t.Fatal(err)
		}
		return &v
	}
	for name, c := range map[string]struct {
		request  StatisticsRequest
		from, to string // of the intervals; none: refused
		n        int
		field    string
	}{
		"the last day, by the hour": {StatisticsRequest{}, "2026-05-19T13:00:00Z", "2026-05-20T13:00:00Z", 24, ""},
		"all that is kept, by the day": {
			StatisticsRequest{Interval: Daily}, "2026-04-20T00:00:00Z", "2026-05-21T00:00:00Z", 31, "",
		},
		"parts of intervals": {
			StatisticsRequest{From: at("2026-05-20T09:59:59Z"), To: at("2026-05-20T11:00:01Z")}, "2026-05-20T09:00:00Z",
			"2026-05-20T12:00:00Z", 3, "",
		},
		"an end that is exclusive": {
			StatisticsRequest{From: at("2026-05-20T09:00:00Z"), To: at("2026-05-20T11:00:00Z")}, "2026-05-20T09:00:00Z",
			"2026-05-20T11:00:00Z", 2, "",
		},
		"another zone": {
			StatisticsRequest{Interval: Daily, From: at("2026-05-19T01:00:00+02:00")}, "2026-05-18T00:00:00Z",
			"2026-05-21T00:00:00Z", 3, "",
		},
		"an end in the future": {
			StatisticsRequest{From: at("2026-05-20T12:00:00Z"), To: at("2036-05-20T12:00:00Z")}, "2026-05-20T12:00:00Z",
			"2026-05-20T13:00:00Z", 1, "",
		},
		"an end only": {
			StatisticsRequest{To: at("2026-05-10T00:00:00Z")}, "2026-05-09T00:00:00Z", "2026-05-10T00:00:00Z", 24, "",
		},
		"an end near the oldest": {
			StatisticsRequest{To: at("2026-04-19T14:00:00Z")}, "2026-04-19T12:00:00Z", "2026-04-19T14:00:00Z", 2, "",
		},
		"the oldest": {
			StatisticsRequest{From: at("2026-04-19T12:34:56Z")}, "2026-04-19T12:00:00Z", "2026-05-20T13:00:00Z", 745, "",
		},
		"older than that":           {StatisticsRequest{From: at("2026-04-19T12:34:55Z")}, "", "", 0, "from"},
		"a beginning in the future": {StatisticsRequest{From: at("2026-05-20T12:34:57Z")}, "", "", 0, "from"},
		"an end before the beginning": {
			StatisticsRequest{From: at("2026-05-20T11:00:00Z"), To: at("2026-05-20T10:00:00Z")}, "", "", 0, "to",
		},
		"an end that is the beginning": {
			StatisticsRequest{From: at("2026-05-20T11:00:00Z"), To: at("2026-05-20T11:00:00Z")}, "", "", 0, "to",
		},
		"an end older than what is kept": {StatisticsRequest{To: at("0001-01-01T00:00:00Z")}, "", "", 0, "to"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := c.request.Statistics(now)
			if c.field != "" {
				if e := fault.As(err); e.Reason != fault.InvalidParameter || len(e.Violations) != 1 ||
					e.Violations[0].Field != c.field {
					t.Fatalf("%+v, %v", got, err)
				}
				return
			}
			if err != nil || !got.From.Equal(*at(c.from)) || !got.To.Equal(*at(c.to)) || len(got.Intervals) != c.n {
				t.Fatalf("%v to %v, %d intervals, %v", got.From, got.To, len(got.Intervals), err)
			}
			if first, last := got.Intervals[0].Began, got.Intervals[c.n-1].Began; !first.Equal(got.From) ||
				!last.Before(got.To) {
				t.Errorf("they begin at %v to %v", first, last)
			}
		})
	}
}

// A day is the sum of its hours; hours of other days are not in it.
func TestStatisticsOfHours(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 5, 20, 12, 0, 0, 0, time.UTC)
	from := now.AddDate(0, 0, -1)
	s, err := StatisticsRequest{Interval: Daily, From: &from}.Statistics(now)
	if err != nil {
		t.Fatal(err)
	}
	s.Add(map[time.Time]HourCount{
		time.Date(2026, 5, 18, 23, 0, 0, 0, time.UTC): {Delivered: 100},
		time.Date(2026, 5, 19, 0, 0, 0, 0, time.UTC):  {Delivered: 1, Failed: 2, Took: time.Second},
		time.Date(2026, 5, 19, 23, 0, 0, 0, time.UTC): {Delivered: 3, Took: 3 * time.Second},
		time.Date(2026, 5, 20, 0, 0, 0, 0, time.UTC):  {Failed: 7},
	})
	want := []HourCount{{Delivered: 4, Failed: 2, Took: 4 * time.Second}, {Failed: 7}}
	for i, w := range want {
		if s.Intervals[i].HourCount != w {
			t.Errorf("%v: %+v, want %+v", s.Intervals[i].Began, s.Intervals[i].HourCount, w)
		}
	}
	if mean, ok := s.Intervals[0].Latency(); !ok || mean != time.Second {
		t.Errorf("%v, %v", mean, ok)
	}
}
