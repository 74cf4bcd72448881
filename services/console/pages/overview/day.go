package overview

import (
	"time"

	"github.com/partnerline/partnerline/internal/pagekit"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
)

// A day is what happened within the last 24 hours, as charts and as numbers.
type day struct {
	Spans    []*webhooksv1.Statistics
	Accepted []float64        // events, by the spans of the whole day
	Latency  []float64        // the 99th percentile, likewise
	Over     pagekit.Timeline // of both
	Rate     float64          // events accepted per second, in the last span that has ended
	P99      *int32           // milliseconds, likewise
	Failed   int64            // deliveries, of the whole day
	Ended    int64
}

// dayOf arranges the spans by time: one in which no program ran stays empty.
func dayOf(r *webhooksv1.GetStatisticsResponse) day {
	d := day{Spans: r.GetData()}
	if len(d.Spans) == 0 || r.GetSpanS() <= 0 {
		return d
	}
	span := time.Duration(r.GetSpanS()) * time.Second
	n := max(int(24*time.Hour/span), 1)
	last := d.Spans[len(d.Spans)-1].GetSince().AsTime()
	d.Over = pagekit.Timeline{First: last.Add(-time.Duration(n-1) * span), Step: span}
	d.Accepted, d.Latency = make([]float64, n), make([]float64, n)
	for i, s := range d.Spans {
		if at := int(s.GetSince().AsTime().Sub(d.Over.First) / span); at >= 0 && at < n {
			d.Accepted[at], d.Latency[at] = float64(s.GetAccepted()), float64(s.GetLatencyP99Ms())
		}
		d.Failed, d.Ended = d.Failed+s.GetFailed(), d.Ended+s.GetFailed()+s.GetDelivered()
		if i < len(d.Spans)-1 || i == 0 {
			d.Rate, d.P99 = float64(s.GetAccepted())/span.Seconds(), s.LatencyP99Ms
		}
	}
	return d
}
