package pagekit

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// A Chart is a picture of bars over time. Places and sizes are percent of it, so that it fits any width.
type Chart struct {
	Label  string // for a screen reader
	Bars   []Bar
	Failed []Bar  // the rest of each share
	Scale  []Tick // lines across, from the top
	Hours  []Tick
}

// A Bar is what one span of time has. Its title names the time and the value.
type Bar struct {
	X, Y, Width, Height float64
	Title               string
}

// A Tick is a place on an axis, and what it says.
type Tick struct {
	At   float64
	Text string
}

// A Timeline is when the bars of a chart begin.
type Timeline struct {
	First time.Time
	Step  time.Duration
}

// lowest is how high a bar is at least, to be seen.
const lowest = 1.5

// Chart shows values with a unit, which may be empty. The scale ends at a round number. A negative value is missing.
func (p Page) Chart(label, unit string, over Timeline, values []float64) Chart {
	most := 0.0
	for _, v := range values {
		most = max(most, v)
	}
	top := roundUp(most)
	c := p.axes(label, unit, top, over, len(values))
	for i, v := range values {
		if v > 0 {
			h := max(100*v/top, lowest)
			c.Bars = append(c.Bars, p.bar(over, i, len(values), 100-h, h, p.figure(v, unit)))
		}
	}
	return c
}

// ShareChart shows shares of 1: each bar, and above it the rest. A negative value is missing, and has neither.
func (p Page) ShareChart(label string, over Timeline, values []float64) Chart {
	c := p.axes(label, "%", 100, over, len(values))
	for i, v := range values {
		h, said := 100*v, p.figure(100*v, "%")
		if h > 0 {
			c.Bars = append(c.Bars, p.bar(over, i, len(values), 100-h, h, said))
		}
		if v >= 0 && h < 100 {
			c.Failed = append(c.Failed, p.bar(over, i, len(values), 0, 100-h, said))
		}
	}
	return c
}

func (p Page) bar(over Timeline, i, n int, y, height float64, said string) Bar {
	slot := 100 / float64(n)
	at := p.local(over.First.Add(time.Duration(i) * over.Step)).Format("15:04")
	return Bar{float64(i) * slot, y, slot * .8, height, at + ": " + said}
}

// hoursApart are those that the axis of a day names.
const hoursApart = 4

// axes are a scale up to top and the full hours.
func (p Page) axes(label, unit string, top float64, over Timeline, n int) Chart {
	c := Chart{Label: label}
	for _, share := range []float64{1, .5, 0} {
		c.Scale = append(c.Scale, Tick{100 * (1 - share), p.figure(top*share, unit)})
	}
	length := time.Duration(n) * over.Step
	for t := p.local(over.First).Truncate(time.Hour); t.Before(over.First.Add(length)); t = t.Add(time.Hour) {
		at := 100 * float64(t.Sub(over.First)) / float64(length)
		if t.Hour()%hoursApart == 0 && at >= 0 && at < 98 {
			c.Hours = append(c.Hours, Tick{at, t.Format("15:04")})
		}
	}
	return c
}

// roundUp is the least of 1, 2 and 5 by a power of ten that is not less than v.
func roundUp(v float64) float64 {
	if v <= 0 {
		return 1
	}
	power := math.Pow(10, math.Floor(math.Log10(v)))
	for _, times := range []float64{1, 2, 5} {
		if times*power >= v {
			return times * power
		}
	}
	return 10 * power
}

// figure is a number in the page's language, with at most two digits after the separator, and its unit.
func (p Page) figure(v float64, unit string) string {
	text := strconv.FormatFloat(math.Round(v*100)/100, 'f', -1, 64)
	if p.Lang == Polish {
		text = strings.Replace(text, ".", ",", 1)
	}
	return strings.TrimSpace(text + " " + unit)
}
