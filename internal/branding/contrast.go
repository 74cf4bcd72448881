package branding

import (
	"math"
)

// luminance is the relative luminance of WCAG 2.2.
func (c colour) luminance() float64 {
	var sum float64
	for i, weight := range [3]float64{.2126, .7152, .0722} {
		v := float64(c[i]) / 255
		if v <= .04045 {
			v /= 12.92
		} else {
			v = math.Pow((v+.055)/1.055, 2.4)
		}
		sum += weight * v
	}
	return sum
}

// contrast is the contrast ratio of WCAG 2.2, from 1 to 21.
func (c colour) contrast(with colour) float64 {
	a, b := c.luminance(), with.luminance()
	return (max(a, b) + .05) / (min(a, b) + .05)
}

// leastContrast is the lowest of the contrasts with the grounds.
func (c colour) leastContrast(grounds []colour) float64 {
	least := math.Inf(1)
	for _, g := range grounds {
		least = min(least, c.contrast(g))
	}
	return least
}
