package pagekit

import (
	"testing"
	"time"
)

func TestWhen(t *testing.T) {
	winter, summer := time.Date(2026, 1, 31, 23, 30, 0, 0, time.UTC), time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		country string
		at      time.Time
		want    string
	}{
		"Poland, in winter": {"PL", winter, "2026-02-01 00:30 CET"},
		"Poland, in summer": {"PL", summer, "2026-07-01 14:00 CEST"},
		"Japan":             {"JP", summer, "2026-07-01 21:00 JST"}, "no country": {"", summer, "2026-07-01 12:00 UTC"},
		"a country that is not known": {"XX", summer, "2026-07-01 12:00 UTC"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := (Page{Zone: Zone(c.country)}).When(c.at); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
	if got := (Page{}).When(summer); got != "2026-07-01 12:00 UTC" {
		t.Errorf("without a zone: %s", got)
	}
	for country, zone := range zones {
		t.Run(country, func(t *testing.T) {
			if got := Zone(country).String(); got != zone {
				t.Errorf("%s, want %s", got, zone)
			}
		})
	}
}
