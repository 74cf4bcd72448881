package money

import (
	"errors"
	"time"

	"github.com/partnerline/partnerline/internal/fingerprint"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
)

// A PayoutEvent is what the bank rail reports of a payout.
type PayoutEvent string

// The events.
const (
	RailAccepted PayoutEvent = "accepted"
	RailExecuted PayoutEvent = "executed"
	RailRejected PayoutEvent = "rejected" // it is never executed
	RailReturned PayoutEvent = "returned" // it was executed, and the money came back
)

// ErrNotSubmitted means that the rail of test mode never got the payout.
var ErrNotSubmitted = errors.New("rail: the payout was never submitted")

// Kind is the kind of a report of the event.
func (e PayoutEvent) Kind() string { return "payout_" + string(e) }

// A PayoutReport is a report of the bank rail.
type PayoutReport struct {
	EventID    string
	Payout     PayoutID
	Event      PayoutEvent
	Amount     int64
	Currency   string
	OccurredAt time.Time
	Reason     string // of a rejection or return
}

// Report is how the report about a merchant's payout is kept.
func (r PayoutReport) Report(merchant pc.Ref) provider.Report {
	r.OccurredAt = r.OccurredAt.UTC()
	sum := fingerprint.Of("payout_report/1", r)
	return provider.Report{
		Part: provider.BankRail, EventID: r.EventID, Kind: r.Event.Kind(), Subject: string(r.Payout), Merchant: merchant,
		Amount: r.Amount, Currency: r.Currency, OccurredAt: r.OccurredAt, Fingerprint: sum[:],
	}
}

// Reported applies a report to a payout; returned says that one of its return was applied before. Reports come late,
// repeatedly and in any order: an execution that is reported after the return changes nothing. One that contradicts the
// payout is a difference, and changes nothing either.
func (p *Payout) Reported(r PayoutReport, returned bool, now time.Time) (provider.Result, error) {
	differs := func(what string) (provider.Result, error) {
		return provider.Result{Outcome: provider.Differs, Difference: what}, nil
	}
	applied, unchanged := provider.Result{Outcome: provider.Applied}, provider.Result{Outcome: provider.Unchanged}
	ended := p.Status == PayoutFailed
	switch {
	case r.Currency != p.Currency:
		return differs("currency_differs")
	case r.Amount != p.Amount:
		return differs("amount_differs")
	case p.SentAt == nil: // the rail was never asked
		return differs(string(r.Event) + "_after_" + string(p.Status))
	case r.Event == RailAccepted,
		r.Event == RailExecuted && (p.Status == PayoutPaid || returned),
		r.Event == RailRejected && ended && !returned,
		r.Event == RailReturned && returned:
		return unchanged, nil
	case ended && returned:
		return differs(string(r.Event) + "_after_returned")
	case ended, r.Event == RailRejected && p.Status == PayoutPaid:
		return differs(string(r.Event) + "_after_" + string(p.Status))
	case r.Event == RailExecuted:
		return applied, p.Arrive(now)
	}
	reason := r.Reason
	if reason == "" {
		reason = string(r.Event)
	}
	return applied, p.Fail(reason, now)
}
