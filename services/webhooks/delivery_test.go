package webhooks

import (
	"errors"
	"slices"
	"testing"
	"time"
)

// A delivery is sent now by a new run when it has ended, and by its next attempt when it waits for that.
func TestCheckResend(t *testing.T) {
	t.Parallel()
	now := time.Now()
	in := func(d time.Duration) *time.Time { return new(now.Add(d)) }
	pending, underWay := DeliveryPending, ErrDeliveryPending
	for name, c := range map[string]struct {
		status     DeliveryStatus
		next       *time.Time
		activation int
		inactive   bool
		move       bool
		want       error
	}{
		"delivered":                        {status: DeliveryDelivered},
		"failed":                           {status: DeliveryFailed},
		"cancelled":                        {status: DeliveryCancelled},
		"failed, of an earlier activation": {status: DeliveryFailed, activation: -1},
		"waits for a retry":                {status: pending, next: in(MoveAhead + 1), move: true},
		"waits for half an hour":           {status: pending, next: in(30 * time.Minute), move: true},
		"is due in a moment":               {status: pending, next: in(MoveAhead), want: underWay},
		"is due":                           {status: pending, next: in(-time.Hour), want: underWay},
		"is due at a time that is unknown": {status: pending, want: underWay},
		"waits, of an earlier activation":  {status: pending, next: in(time.Hour), activation: -1, want: underWay},
		"failed, to an inactive endpoint":  {status: DeliveryFailed, inactive: true, want: ErrEndpointInactive},
		"waits, and becomes cancelled":     {status: pending, next: in(time.Hour), inactive: true, want: ErrEndpointInactive},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := DeliveryRecord{Delivery: Delivery{Activation: 3 + c.activation}, Status: c.status, NextAttemptAt: c.next}
			move, err := d.CheckResend(Endpoint{IsActive: !c.inactive, Activation: 3}, now)
			if move != c.move || !errors.Is(err, c.want) {
				t.Errorf("%t, %v; want %t, %v", move, err, c.move, c.want)
			}
		})
	}
}

// Of several messages of attempts that were moved to now, those that were sent last are needed.
func TestIsOver(t *testing.T) {
	t.Parallel()
	d := DeliveryRecord{Delivery: Delivery{Run: 2, Moved: 3}, Status: DeliveryPending, AttemptCount: 2}
	waits := d
	d.AttemptCount, d.Status = 3, DeliveryPending
	made := d
	d.Status = DeliveryDelivered
	ended := d
	for name, c := range map[string]struct {
		record DeliveryRecord
		a      PlannedAttempt
		want   bool
	}{
		"the message that waited":                     {waits, PlannedAttempt{Run: 2, Number: 3}, true},
		"one that waited and was moved before":        {waits, PlannedAttempt{Run: 2, Number: 3, Moved: 2}, true},
		"the message that was moved":                  {waits, PlannedAttempt{Run: 2, Number: 3, Moved: 3}, false},
		"the one that waited, once it is made":        {made, PlannedAttempt{Run: 2, Number: 3}, true},
		"the moved one, redelivered":                  {made, PlannedAttempt{Run: 2, Number: 3, Moved: 3}, false},
		"the next one":                                {made, PlannedAttempt{Run: 2, Number: 4, Moved: 3}, false},
		"the next one, of the message that waited":    {made, PlannedAttempt{Run: 2, Number: 4}, false},
		"one before it":                               {waits, PlannedAttempt{Run: 2, Number: 1}, true},
		"of a run that is not recorded":               {waits, PlannedAttempt{Run: 3, Number: 1}, false},
		"of an earlier run":                           {waits, PlannedAttempt{Run: 1, Number: 5, Moved: 5}, true},
		"the moved one, of a delivery that has ended": {ended, PlannedAttempt{Run: 2, Number: 3, Moved: 3}, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := c.record.IsOver(c.a); got != c.want {
				t.Errorf("%t, want %t", got, c.want)
			}
		})
	}
}

// A retry that waits needs no room for a run, and nothing overtakes a delivery that has none.
func TestPaced(t *testing.T) {
	t.Parallel()
	run, move := Delivery{}, Delivery{Moved: 2}
	list := []Delivery{move, run, move, move, run, move}
	for room, want := range []int{1, 4, 6, 6} {
		if got := Paced(slices.Clone(list), room); len(got) != want {
			t.Errorf("with room for %d, %d are sent, want %d", room, len(got), want)
		}
	}
}
