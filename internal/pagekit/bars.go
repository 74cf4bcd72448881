package pagekit

// A Bar is one bar of a picture: where it begins, and its height. The picture is BarsHeight high, and each bar
// BarWidth wide.
type Bar struct{ X, Y, Height float64 }

// Size of a picture of bars.
const (
	BarWidth   = 4
	BarsHeight = 40
)

// ShareBars returns two bars for each share of 1: the share, and above it the rest up to the whole height. A negative
// value is missing, and has neither.
func ShareBars(values []float64) (shares, rests []Bar) {
	for i, v := range values {
		x, h := float64(i*BarWidth), v*BarsHeight
		if h > 0 {
			shares = append(shares, Bar{x, BarsHeight - h, h})
		}
		if v >= 0 && h < BarsHeight {
			rests = append(rests, Bar{x, 0, BarsHeight - h})
		}
	}
	return shares, rests
}

// Bars returns a bar for each value: the highest has the whole height, and one that is not 0 can be seen. A negative
// value is missing, and has no bar.
func Bars(values []float64) []Bar {
	most := 0.0
	for _, v := range values {
		most = max(most, v)
	}
	out := make([]Bar, 0, len(values))
	for i, v := range values {
		if v <= 0 {
			continue
		}
		h := max(v/most*BarsHeight, 1)
		out = append(out, Bar{float64(i * BarWidth), BarsHeight - h, h})
	}
	return out
}
