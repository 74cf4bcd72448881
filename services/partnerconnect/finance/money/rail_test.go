package money

import (
	"testing"
	"time"

	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
)

func TestPayoutReported(t *testing.T) {
	now := time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)
	differs := func(what string) provider.Result { return provider.Result{Outcome: provider.Differs, Difference: what} }
	applied, unchanged := provider.Result{Outcome: provider.Applied}, provider.Result{Outcome: provider.Unchanged}
	for _, c := range []struct {
		name     string
		status   PayoutStatus
		returned bool
		event    PayoutEvent
		want     provider.Result
		becomes  PayoutStatus
	}{
		{"accepted", PayoutProcessing, false, RailAccepted, unchanged, PayoutProcessing},
		{"accepted, late", PayoutFailed, true, RailAccepted, unchanged, PayoutFailed},
		{"executed", PayoutProcessing, false, RailExecuted, applied, PayoutPaid},
		{"executed again", PayoutPaid, false, RailExecuted, unchanged, PayoutPaid},
		{"executed, reported after the return", PayoutFailed, true, RailExecuted, unchanged, PayoutFailed},
		{"executed although it was rejected", PayoutFailed, false, RailExecuted,
			differs("executed_after_failed"), PayoutFailed},
		{"rejected", PayoutProcessing, false, RailRejected, applied, PayoutFailed},
		{"rejected again", PayoutFailed, false, RailRejected, unchanged, PayoutFailed},
		{"rejected although it was executed", PayoutPaid, false, RailRejected, differs("rejected_after_paid"), PayoutPaid},
		{"rejected although it came back", PayoutFailed, true, RailRejected,
			differs("rejected_after_returned"), PayoutFailed},
		{"returned", PayoutPaid, false, RailReturned, applied, PayoutFailed},
		{"returned, reported before the execution", PayoutProcessing, false, RailReturned, applied, PayoutFailed},
		{"returned again", PayoutFailed, true, RailReturned, unchanged, PayoutFailed},
		{"returned although it was rejected", PayoutFailed, false, RailReturned,
			differs("returned_after_failed"), PayoutFailed},
		{"executed without an order", PayoutRequested, false, RailExecuted, differs("executed_after_requested"),
			PayoutRequested},
		{"returned after it was cancelled", PayoutCancelled, false, RailReturned, differs("returned_after_cancelled"),
			PayoutCancelled},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := Payout{Amount: 100, Currency: "PLN", Status: c.status}
			if c.status != PayoutRequested && c.status != PayoutCancelled {
				p.SentAt = &now
			}
			for _, wrong := range []struct {
				report PayoutReport
				want   string
			}{
				{PayoutReport{Event: c.event, Amount: 99, Currency: "PLN"}, "amount_differs"},
				{PayoutReport{Event: c.event, Amount: 100, Currency: "EUR"}, "currency_differs"},
			} {
				if got, err := p.Reported(wrong.report, c.returned, now); err != nil || got != differs(wrong.want) ||
					len(p.Changes) != 0 {
					t.Errorf("%v, %v, want %s", got, err, wrong.want)
				}
			}
			got, err := p.Reported(PayoutReport{Event: c.event, Amount: 100, Currency: "PLN"}, c.returned, now)
			if err != nil || got != c.want || p.Status != c.becomes || len(p.Changes) > 0 != (c.want == applied) {
				t.Errorf("%v, %v, %s by %v", got, err, p.Status, p.Changes)
			}
			if failed := c.want == applied && c.becomes == PayoutFailed; failed && p.ReasonCode != string(c.event) {
				t.Errorf("because of %q", p.ReasonCode)
			}
		})
	}
}
