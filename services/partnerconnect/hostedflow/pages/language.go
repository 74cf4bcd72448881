package pages

import (
	"strconv"
	"strings"
)

// language picks "pl" or "en" by the Accept-Language of a browser; English when it wants neither.
func language(accept string) string {
	best, bestQ := "en", 0.0
	for _, part := range strings.Split(accept, ",") {
		tag, params, _ := strings.Cut(part, ";")
		primary, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(tag)), "-")
		if primary != "pl" && primary != "en" {
			continue
		}
		q := 1.0
		if v, ok := strings.CutPrefix(strings.ReplaceAll(params, " ", ""), "q="); ok {
			var err error
			if q, err = strconv.ParseFloat(v, 64); err != nil {
				continue
			}
		}
		if q > bestQ {
			best, bestQ = primary, q
		}
	}
	return best
}
