package pagekit

import (
	"time"
	_ "time/tzdata" // of zones, wherever the program runs
)

// zones are the time zones of countries, by ISO 3166-1; of those with several, that of the capital. Times on pages name
// their zone.
var zones = map[string]string{
	"AT": "Europe/Vienna", "BE": "Europe/Brussels", "BG": "Europe/Sofia", "CH": "Europe/Zurich", "CY": "Asia/Nicosia",
	"CZ": "Europe/Prague",
	"DE": "Europe/Berlin", "DK": "Europe/Copenhagen", "EE": "Europe/Tallinn", "ES": "Europe/Madrid",
	"FI": "Europe/Helsinki", "FR": "Europe/Paris",
	"GB": "Europe/London", "GR": "Europe/Athens", "HR": "Europe/Zagreb", "HU": "Europe/Budapest", "IE": "Europe/Dublin",
	"IS": "Atlantic/Reykjavik",
	"IT": "Europe/Rome", "LI": "Europe/Vaduz", "LT": "Europe/Vilnius", "LU": "Europe/Luxembourg", "LV": "Europe/Riga",
	"MC": "Europe/Monaco",
	"MD": "Europe/Chisinau", "MT": "Europe/Malta", "NL": "Europe/Amsterdam", "NO": "Europe/Oslo", "PL": "Europe/Warsaw",
	"PT": "Europe/Lisbon",
	"RO": "Europe/Bucharest", "RS": "Europe/Belgrade", "SE": "Europe/Stockholm", "SI": "Europe/Ljubljana",
	"SK": "Europe/Bratislava",
	"TR": "Europe/Istanbul", "UA": "Europe/Kyiv", "US": "America/New_York", "JP": "Asia/Tokyo", "KW": "Asia/Kuwait",
	"AE": "Asia/Dubai",
	"IL": "Asia/Jerusalem", "GE": "Asia/Tbilisi", "AM": "Asia/Yerevan", "KZ": "Asia/Almaty",
}

// Zone returns the time zone of a country; UTC for one that it does not know.
func Zone(country string) *time.Location {
	if zone, err := time.LoadLocation(zones[country]); err == nil {
		return zone
	}
	return time.UTC
}

// When returns a time as the page shows it: in its zone, which it names.
func (p Page) When(t time.Time) string { return p.local(t).Format("2006-01-02 15:04 MST") }

// day is that of a time.
func (p Page) day(t time.Time) string { return p.local(t).Format(time.DateOnly) }

func (p Page) local(t time.Time) time.Time {
	if p.Zone == nil {
		return t.UTC()
	}
	return t.In(p.Zone)
}
