package webhooks

import (
	"testing"
	"time"
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

// Latency is that of deliveries which the first attempt delivered; a cancelled delivery is neither delivered nor failed.
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
	}{{retried, DeliveryDelivered}, {again, DeliveryDelivered}, {a, DeliveryFailed}, {a, DeliveryCancelled}, {a, DeliveryPending}} {
		sum.Count(c.a, c.status)
	}
	var want Latencies
	want.Add(time.Second)
	if sum != (Tally{Delivered: 3, Failed: 1, Latencies: want}) {
		t.Errorf("%+v", sum)
	}
}
