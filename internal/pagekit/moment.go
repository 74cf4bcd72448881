package pagekit

import (
	"fmt"
	"time"
)

// A Moment is a time as people say it, to the minute, and exactly.
type Moment struct{ Shown, When, Exact string }

// Moment is a time at which a page is looked at; nil for none.
func (p Page) Moment(t time.Time) *Moment {
	if t.IsZero() {
		return nil
	}
	return &Moment{p.ago(t), p.When(t), t.UTC().Format(time.RFC3339Nano)}
}

// longAgo is what has a date: no one counts so many days.
const longAgo = 90 * 24 * time.Hour

// ago is how far a time is from now.
func (p Page) ago(t time.Time) string {
	far, direction := p.Now.Sub(t), "desk_ago"
	if far < 0 {
		far, direction = -far, "desk_in"
	}
	said := func(unit string, of time.Duration) string {
		return fmt.Sprintf(p.T(direction), fmt.Sprintf(p.T(unit), int(far/of)))
	}
	switch {
	case far < time.Minute:
		return p.T("desk_now")
	case far < time.Hour:
		return said("desk_minutes", time.Minute)
	case far < 48*time.Hour:
		return said("desk_hours", time.Hour)
	case far < longAgo:
		return said("desk_days", 24*time.Hour)
	}
	return p.day(t)
}
