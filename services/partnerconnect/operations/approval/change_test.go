package approval

import (
	"slices"
	"testing"
)

// A confirmation says what it changes, of every kind; one that is decided changes nothing.
func TestChanges(t *testing.T) {
	t.Parallel()
	now := Current{
		Status: "in_review", Account: "****2874", GivenBack: 100, Amount: 5000, ReturnedTo: "****3000",
	}
	change := now
	change.Replaced, change.Account = "****2874", "****3000"
	for name, c := range map[string]struct {
		kind Kind
		now  Current
		want []Change
	}{
		"activation": {Activation, now, []Change{{"onboarding_status", "in_review", "active", 0}}},
		"refund":     {Refund, now, []Change{{"refunded_amount", "100", "350", 5000}}},
		"account":    {PayoutAccount, now, []Change{{"payout_account_check", "not_verified", "verified", 0}}},
		"another":    {PayoutAccount, change, []Change{{"payout_account", "****2874", "****3000", 0}}},
		"return": {TransferReturn, now, []Change{
			{"bank_line", "unmatched", "matched", 0}, {"return_account", "", "****3000", 0},
		}},
		"national id": {RevealNationalID, now, []Change{{"national_id", "masked", "revealed", 0}}},
		"erasure":     {Erasure, now, []Change{{"personal_data", "kept", "erased", 0}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := Approval{Action: Action{Kind: c.kind, Terms: Terms{Amount: 250}}, Status: Pending}
			if got := a.Changes(c.now); !slices.Equal(got, c.want) {
				t.Errorf("%v, want %v", got, c.want)
			}
			a.Status = Confirmed
			if got := a.Changes(c.now); got != nil {
				t.Errorf("of one that is decided: %v", got)
			}
		})
	}
	for kind := range confirmers {
		if (Approval{Action: Action{Kind: kind}, Status: Pending}).Changes(now) == nil {
			t.Errorf("%s changes nothing", kind)
		}
	}
}
