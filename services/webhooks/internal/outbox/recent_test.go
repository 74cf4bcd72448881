package outbox

import (
	"testing"
	"time"
)

func TestRowsThatWereReadAreRememberedForAWhile(t *testing.T) {
	var r recent
	now := time.Now()
	if r.has(1) {
		t.Error("a row that was not read")
	}
	for _, step := range []struct {
		after time.Duration
		rows  []int64
		has   []int64
		not   []int64
	}{
		{0, []int64{1}, []int64{1}, []int64{2}},
		{remembered, []int64{2}, []int64{1, 2}, nil},
		{time.Millisecond, []int64{3}, []int64{1, 2, 3}, nil}, // a new time begins
		{remembered, []int64{4}, []int64{1, 4}, nil},
		{time.Millisecond, []int64{5}, []int64{3, 4, 5}, []int64{1, 2}},
		{10 * remembered, nil, []int64{5}, []int64{3, 4}},
	} {
		now = now.Add(step.after)
		r.add(rowsOf(step.rows...), now)
		for _, row := range step.has {
			if !r.has(row) {
				t.Errorf("after %v: row %d was forgotten", step.rows, row)
			}
		}
		for _, row := range step.not {
			if r.has(row) {
				t.Errorf("after %v: row %d is remembered", step.rows, row)
			}
		}
	}
}
