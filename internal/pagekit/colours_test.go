package pagekit

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// The contrast is at least 4.5 to 1 for text and 3 to 1 for edges (WCAG 2.2, 1.4.3 and 1.4.11).
func TestContrast(t *testing.T) {
	rest := string(look) + string(desk)
	blocks := regexp.MustCompile(`:root \{([^}]*)\}`).FindAllStringSubmatch(rest, -1)
	if len(blocks) != 4 {
		t.Fatalf("%d colour schemes, want a light and a dark one in each file", len(blocks))
	}
	for i := range 2 {
		colour := map[string]float64{}
		for _, block := range [][]string{blocks[i], blocks[i+2]} {
			for _, m := range regexp.MustCompile(`--([a-z-]+): (#[0-9a-f]{6})\b`).FindAllStringSubmatch(block[1], -1) {
				colour[m[1]] = luminance(t, m[2])
			}
			rest = strings.Replace(rest, block[0], "", 1)
		}
		for _, pair := range []struct {
			on, ground string
			least      float64
		}{
			{"ink", "paper", 4.5}, {"ink", "ground", 4.5}, {"soft", "paper", 4.5}, {"soft", "ground", 4.5},
			{"act", "paper", 4.5}, {"act", "ground", 4.5},
			{"on-act", "act", 4.5}, {"bad", "paper", 4.5}, {"bad-ink", "bad-ground", 4.5}, {"note-ink", "note-ground", 4.5},
			{"good-ink", "good-ground", 4.5}, {"bad", "ground", 4.5}, {"soft", "paper", 3},
			{"good", "paper", 3}, {"act", "line", 3},
		} {
			t.Run(pair.on+" on "+pair.ground, func(t *testing.T) {
				on, ok := colour[pair.on]
				ground, also := colour[pair.ground]
				if !ok || !also {
					t.Fatalf("scheme %d has no --%s or --%s", i, pair.on, pair.ground)
				}
				if got := (max(on, ground) + .05) / (min(on, ground) + .05); got < pair.least {
					t.Errorf("scheme %d: %s on %s has %.2f, want %.1f", i, pair.on, pair.ground, got, pair.least)
				}
			})
		}
	}
	if found := regexp.MustCompile(`#[0-9a-f]{3,8}\b|rgb|hsl`).FindString(rest); found != "" {
		t.Errorf("%s has no name, so its contrast is not checked", found)
	}
}

// luminance is that of WCAG 2.2.
func luminance(t *testing.T, hex string) float64 {
	t.Helper()
	var sum float64
	for i, weight := range []float64{.2126, .7152, .0722} {
		n, err := strconv.ParseUint(hex[1+2*i:3+2*i], 16, 8)
		if err != nil {
			t.Fatal(err)
		}
		v := float64(n) / 255
		if v <= .04045 {
			v /= 12.92
		} else {
			v = math.Pow((v+.055)/1.055, 2.4)
		}
		sum += weight * v
	}
	return sum
}
