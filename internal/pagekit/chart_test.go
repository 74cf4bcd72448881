package pagekit

import (
	"slices"
	"testing"
	"time"
)

var morning = Timeline{time.Date(2026, 5, 1, 7, 30, 0, 0, time.UTC), time.Hour}

func TestChart(t *testing.T) {
	p := page(Polish)
	for name, c := range map[string]struct {
		values []float64
		bars   []Bar
		top    string
	}{
		"none":              {nil, nil, "1 s"},
		"nothing but zeros": {[]float64{0, 0}, nil, "1 s"},
		"the highest": {
			[]float64{4, 10}, []Bar{{0, 60, 40, 40, "07:30: 4 s"}, {50, 0, 40, 100, "08:30: 10 s"}}, "10 s",
		},
		"missing, and small": {[]float64{-1, .0125}, []Bar{{50, 37.5, 40, 62.5, "08:30: 0,01 s"}}, "0,02 s"},
		"a round scale": {
			[]float64{1, 210}, []Bar{{0, 98.5, 40, 1.5, "07:30: 1 s"}, {50, 58, 40, 42, "08:30: 210 s"}}, "500 s",
		},
	} {
		t.Run(name, func(t *testing.T) {
			got := p.Chart("of", "s", morning, c.values)
			if !slices.Equal(got.Bars, c.bars) || got.Scale[0] != (Tick{0, c.top}) || got.Scale[2] != (Tick{100, "0 s"}) {
				t.Errorf("%+v", got)
			}
		})
	}
	want := []Tick{{5, "08:00"}, {45, "12:00"}, {85, "16:00"}}
	if got := p.Chart("of", "s", morning, make([]float64, 10)).Hours; !slices.Equal(got, want) {
		t.Errorf("hours %v", got)
	}
}

// An hour in which all failed is seen, and is not the same as one in which nothing ended.
func TestShareChart(t *testing.T) {
	got := page(English).ShareChart("of", morning, []float64{-1, 0, .25, 1})
	shares := []Bar{{50, 75, 20, 25, "09:30: 25 %"}, {75, 0, 20, 100, "10:30: 100 %"}}
	rests := []Bar{{25, 0, 20, 100, "08:30: 0 %"}, {50, 0, 20, 75, "09:30: 25 %"}}
	if !slices.Equal(got.Bars, shares) || !slices.Equal(got.Failed, rests) {
		t.Errorf("%+v", got)
	}
}
