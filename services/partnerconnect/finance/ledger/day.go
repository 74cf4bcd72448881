package ledger

import (
	"time"
)

// A Day is a calendar day in UTC, `YYYY-MM-DD`: days sort as their texts do.
type Day string

// DayOf returns the day of a time.
func DayOf(t time.Time) Day { return Day(t.UTC().Format(time.DateOnly)) }

// Start is the first moment of the day.
func (d Day) Start() time.Time {
	t, _ := time.Parse(time.DateOnly, string(d))
	return t
}

// Next is the day after.
func (d Day) Next() Day { return DayOf(d.Start().AddDate(0, 0, 1)) }
