package pagekit

// A Bar of a picture: where it begins and how high it is, of a picture BarsHeight high in which each bar is BarWidth wide.
type Bar struct{ X, Y, Height float64 }

// Size of a picture of bars.
const (
	BarWidth   = 4
	BarsHeight = 40
)

// ShareBars are a picture of shares of 1: of each a bar, and above it another one of what it lacks, which together
// have the whole height. A negative value is one that is missing, and has neither.
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

// Bars are a picture of values: the highest has the whole height, and one that is not 0 can be seen. A negative value is one that is
// missing, and has no bar.
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
