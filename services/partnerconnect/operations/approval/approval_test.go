package approval

import (
	"errors"
	"testing"
	"time"
)

var start = time.Date(2026, 11, 20, 10, 15, 30, 0, time.UTC)

func TestPolicy(t *testing.T) {
	for _, c := range []struct {
		name, modes, above string
		livemode           bool
		currency           string
		amount             int64
		activation, refund bool
	}{
		{"live by default", "live", "", true, "PLN", 1, true, true},
		{"not in test mode by default", "live", "", false, "PLN", 1, false, false},
		{"in both", "all", "", false, "PLN", 1, true, true},
		{"off", "off", "", true, "PLN", 1, false, false},
		{"up to the amount", "live", "PLN:1000, JPY:5", true, "PLN", 1000, true, false},
		{"above it", "live", "PLN:1000, JPY:5", true, "PLN", 1001, true, true},
		{"in a currency that is not named", "live", "PLN:1000", true, "EUR", 1, true, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := ParsePolicy(c.modes, c.above)
			if err != nil || p.Requires(c.livemode) != c.activation ||
				p.Refund(c.livemode, c.currency, c.amount, Refunded{}) != c.refund {
				t.Errorf(
					"activation %t, refund %t, %v", p.Requires(c.livemode), p.Refund(c.livemode, c.currency, c.amount, Refunded{}),
					err,
				)
			}
		})
	}
	for _, c := range []struct{ name, modes, above string }{
		{"no mode", "", ""}, {"another mode", "test", ""}, {"no amount", "live", "PLN"}, {"a fraction", "live", "PLN:1.5"},
		{"less than nothing", "live", "PLN:-1"},
		{"twice", "live", "PLN:1,PLN:2"}, {"no currency", "live", "PLX:1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := ParsePolicy(c.modes, c.above); err == nil {
				t.Error("accepted")
			}
		})
	}
}

func TestDecisions(t *testing.T) {
	if _, err := Propose(Action{Kind: Activation}, "", "", start); !errors.Is(err, ErrPersonRequired) {
		t.Errorf("proposed by no person: %v", err)
	}
	confirm := func(person string, at time.Time) func(*Approval) error {
		return func(a *Approval) error { return a.Confirm(person, at) }
	}
	reject := func(person string, at time.Time) func(*Approval) error {
		return func(a *Approval) error { return a.Reject(person, "no", at) }
	}
	for _, c := range []struct {
		name  string
		steps []func(*Approval) error
		err   error
		want  Status
	}{
		{"confirmed by another", []func(*Approval) error{confirm("b", start)}, nil, Confirmed},
		{"confirmed by who proposed it", []func(*Approval) error{confirm("a", start)}, ErrSecondPersonRequired, Pending},
		{"confirmed by no person", []func(*Approval) error{confirm("", start)}, ErrPersonRequired, Pending},
		{"confirmed twice", []func(*Approval) error{confirm("b", start), confirm("c", start)}, ErrChanged, Confirmed},
		{"confirmed at the end", []func(*Approval) error{confirm("b", start.Add(Lifetime))}, ErrChanged, Pending},
		{"rejected by another", []func(*Approval) error{reject("b", start)}, nil, Rejected},
		{"withdrawn", []func(*Approval) error{reject("a", start)}, nil, Rejected},
		{"rejected by no person", []func(*Approval) error{reject("", start)}, ErrPersonRequired, Pending},
		{"confirmed after it was rejected", []func(*Approval) error{reject("b", start), confirm("c", start)},
			ErrChanged, Rejected},
	} {
		t.Run(c.name, func(t *testing.T) {
			a, err := Propose(Action{Kind: Activation}, "a", "because", start)
			if err != nil {
				t.Fatal(err)
			}
			for _, step := range c.steps {
				err = step(&a)
			}
			if !errors.Is(err, c.err) || a.Status != c.want || (a.DecidedAt != nil) != (c.want != Pending) {
				t.Errorf("%s, %v", a.Status, err)
			}
		})
	}
}

// Who may do something alone where no second person is required decides on it where one is.
func TestRolesThatDecide(t *testing.T) {
	for kind, role := range map[Kind]string{Activation: "reviewer", Refund: "finance", PayoutAccount: "finance",
		RevealNationalID: "reviewer", Erasure: "reviewer"} {
		for _, r := range []string{"viewer", "support", "reviewer", "finance", "administrator"} {
			if err := kind.Decides([]string{"viewer", r}); (err == nil) != (r == role) {
				t.Errorf("%s by %s: %v", kind, r, err)
			}
		}
	}
}
