package overview

import (
	"slices"
	"testing"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
)

// Spans are where their time is, the last that has ended gives the numbers of now, and failures are those of the day.
func TestDay(t *testing.T) {
	begin := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	fast, slow := int32(10), int32(40)
	at := func(span int, accepted, failed int64, p99 *int32) *webhooksv1.Statistics {
		return &webhooksv1.Statistics{Since: timestamppb.New(begin.Add(time.Duration(span) * 10 * time.Minute)),
			Accepted: accepted, Delivered: accepted, Failed: failed, LatencyP99Ms: p99}
	}
	d := dayOf(&webhooksv1.GetStatisticsResponse{SpanS: 600,
		Data: []*webhooksv1.Statistics{at(0, 600, 1, &fast), at(3, 1200, 0, &slow), at(4, 5, 2, nil)}})
	if d.Rate != 2 || d.P99 != &slow || d.Failed != 3 || d.Ended != 1808 || len(d.Accepted) != 144 {
		t.Errorf("%+v", d)
	}
	if got := d.Accepted[139:]; !slices.Equal(got, []float64{600, 0, 0, 1200, 5}) || d.Latency[142] != 40 ||
		!d.Over.First.Equal(begin.Add(-139*10*time.Minute)) {
		t.Errorf("charts %v, %v from %s", got, d.Latency[139:], d.Over.First)
	}
	for name, r := range map[string]*webhooksv1.GetStatisticsResponse{"none": nil, "no spans": {SpanS: 600},
		"no length": {Data: []*webhooksv1.Statistics{at(0, 1, 0, nil)}}} {
		if d := dayOf(r); d.Accepted != nil || d.Rate != 0 {
			t.Errorf("%s: %+v", name, d)
		}
	}
	far := dayOf(&webhooksv1.GetStatisticsResponse{SpanS: 600,
		Data: []*webhooksv1.Statistics{at(0, 1, 0, nil), at(1_000_000, 1, 0, nil)}})
	if len(far.Accepted) != 144 || far.Accepted[143] != 1 {
		t.Errorf("a chart of %d spans", len(far.Accepted))
	}
}
