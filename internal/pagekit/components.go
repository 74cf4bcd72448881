package pagekit

import (
	"net/url"
	"time"
)

// Components are examples of all parts that pages share, for a page that shows each of them.
type Components struct {
	Filters  Filters
	Badges   []Badge
	IDs      []ID
	Moments  []*Moment
	Sort     Sort
	Pager    Pager
	Values   Chart
	Shares   Chart
	Verdicts []string // what they mean
	Long     string
}

// Components are the examples in a page's language.
func (p Page) Components() Components {
	day := Timeline{First: p.Now.Truncate(time.Hour).Add(-23 * time.Hour), Step: time.Hour}
	values, shares := make([]float64, 24), make([]float64, 24)
	for i := range values {
		values[i], shares[i] = float64(i*i), float64(i%5)/4
	}
	shares[3] = -1 // nothing ended
	return Components{
		Filters: p.Filters("components", url.Values{"status": {"active"}, "reference": {"order-17"}},
			p.Choice("status", "Status", "status_", "active", "failed"), Field{Name: "partner", Label: "Partner (ptn_)"},
			Field{Name: "from", Label: "From", Type: "date"}, Field{Name: "reference", Label: "Reference", Rare: true}),
		Badges: []Badge{
			p.Badge("active", ""), p.Badge("pending", ""), p.Badge("failed", ""), p.Badge("closed", ""),
			p.Badge("in_review", "in review"),
		},
		IDs: []ID{
			p.ID("mrc_06h1erk03nw5h21a7s98wse2rm", p.Home+"components"), p.ID("ptn_demo", p.Home+"components"),
			p.ID("0b6f2a51-8d5f-4a39-9c0e-2f6d7b1e4c33", ""),
		},
		Moments: []*Moment{
			p.Moment(p.Now), p.Moment(p.Now.Add(-4 * time.Minute)), p.Moment(p.Now.Add(-72 * time.Hour)),
			p.Moment(p.Now.Add(time.Hour)), nil,
		},
		Sort:     p.Sort("components", nil, "Time", Descending),
		Pager:    p.Pager("components", "components"),
		Values:   p.Chart("Latency", "ms", day, values),
		Shares:   p.ShareChart("Success rate", day, shares),
		Verdicts: []string{"good", "waiting", "bad"},
		Long:     "the customer called on Monday and asked for it, which is a text that no column of a list has room for",
	}
}
