package pages

import (
	"fmt"
	"time"

	"github.com/partnerline/partnerline/internal/pagekit"
	"github.com/partnerline/partnerline/services/webhooks"
)

// An hourRow is an hour of an endpoint, as the table says it.
type hourRow struct {
	Began             *pagekit.Moment
	Delivered, Failed int
	Rate, Latency     string
}

// pictures are those of the success rate and of the latency, and the table of both, newest first.
func (p *page) pictures(hours []webhooks.IntervalCount) (rates, latencies pagekit.Chart, rows []hourRow) {
	rate, latency := make([]float64, len(hours)), make([]float64, len(hours))
	for i := range rate {
		rate[i] = -1 // nothing ended
	}
	var longest time.Duration
	delivered, failed := 0, 0
	for i, h := range hours {
		row := hourRow{Began: p.At(h.Began), Delivered: h.Delivered, Failed: h.Failed, Rate: "–", Latency: "–"}
		if share, ok := h.SuccessRate(); ok {
			rate[i], row.Rate = share, p.Percent(share)
		}
		if took, ok := h.Latency(); ok {
			latency[i], row.Latency, longest = float64(took)/float64(time.Millisecond), p.Milliseconds(took), max(longest, took)
		}
		delivered, failed = delivered+h.Delivered, failed+h.Failed
		if h.Delivered+h.Failed > 0 {
			rows = append([]hourRow{row}, rows...)
		}
	}
	share := "–"
	if delivered+failed > 0 {
		share = p.Percent(float64(delivered) / float64(delivered+failed))
	}
	var over pagekit.Timeline
	if len(hours) > 0 {
		over = pagekit.Timeline{First: hours[0].Began, Step: time.Hour}
	}
	return p.ShareChart(fmt.Sprintf(p.T("rates_picture"), share), over, rate),
		p.Chart(fmt.Sprintf(p.T("latencies_picture"), p.Milliseconds(longest)), "ms", over, latency), rows
}
