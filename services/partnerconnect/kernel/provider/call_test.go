package provider

import (
	"errors"
	"fmt"
	"testing"
	"time"
)

func TestRetryAfter(t *testing.T) {
	for kind, wants := range map[Kind]map[int]time.Duration{
		CreatePayment: {1: time.Second, 2: 2 * time.Second, 10: 512 * time.Second, 11: 10 * time.Minute,
			1000: 10 * time.Minute},
		OpenIdentity: {1: time.Second, 4: 8 * time.Second, 5: 15 * time.Second, 1000: 15 * time.Second}, // a person waits
	} {
		for attempt, want := range wants {
			t.Run(fmt.Sprint(kind, " attempt ", attempt), func(t *testing.T) {
				if least, most := kind.RetryAfter(attempt, 0), kind.RetryAfter(attempt, 0.999); least != want*3/4 || most <= want ||
					most > want*5/4 {
					t.Errorf("%v to %v, want about %v", least, most, want)
				}
			})
		}
	}
}

func TestRefused(t *testing.T) {
	refusal := &Failure{Code: "out_of_range", Final: true, Reason: "too_much", Cause: errors.New("x")}
	passing := &Failure{Code: "unavailable", Cause: errors.New("x")}
	for name, c := range map[string]struct {
		err     error
		refused bool
		code    string
	}{
		"for good": {fmt.Errorf("call: %w", refusal), true, "out_of_range"},
		"for now":  {fmt.Errorf("call: %w", passing), false, "unavailable"},
		"ours":     {errors.New("no database"), false, "internal"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := Refused(c.err); (got != nil) != c.refused || FailureCode(c.err) != c.code {
				t.Errorf("%v, %s", got, FailureCode(c.err))
			}
		})
	}
}

// The state of a part is that of all its kinds together; a part is listed whether it is connected or not.
func TestStates(t *testing.T) {
	early := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	got := Connected{}.Connect(PaymentEngine).States([]OpenKind{
		{CreatePayment, 2, early.Add(time.Hour), "unavailable"}, {CancelPayment, 1, early, ""},
	})
	if len(got) != len(Parts) {
		t.Fatalf("%v", got)
	}
	for _, p := range got {
		want := PartState{Part: p.Part}
		if p.Part == PaymentEngine {
			want = PartState{PaymentEngine, true, 3, early, "unavailable"}
		}
		if p != want {
			t.Errorf("%+v, want %+v", p, want)
		}
	}
}
