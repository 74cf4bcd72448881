package pagekit

import (
	"slices"
	"testing"
)

func TestBars(t *testing.T) {
	for name, c := range map[string]struct {
		values []float64
		want   []Bar
	}{
		"none":               {nil, nil},
		"nothing but zeros":  {[]float64{0, 0}, nil},
		"the highest":        {[]float64{5, 10}, []Bar{{0, 20, 20}, {4, 0, 40}}},
		"missing, and small": {[]float64{-1, 1000, 1}, []Bar{{4, 0, 40}, {8, 39, 1}}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := Bars(c.values); !slices.Equal(got, c.want) {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
}

// An hour in which all failed is seen, and is not the same as one in which nothing ended.
func TestShareBars(t *testing.T) {
	shares, rests := ShareBars([]float64{-1, 0, 0.25, 1})
	if want := []Bar{{8, 30, 10}, {12, 0, 40}}; !slices.Equal(shares, want) {
		t.Errorf("shares %v, want %v", shares, want)
	}
	if want := []Bar{{4, 0, 40}, {8, 0, 30}}; !slices.Equal(rests, want) {
		t.Errorf("rests %v, want %v", rests, want)
	}
}
