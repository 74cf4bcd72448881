package money

import (
	"slices"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/steps"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

// A PayoutStatus is the state of a payout.
type PayoutStatus string

// The statuses.
const (
	PayoutRequested  PayoutStatus = "requested"  // the money is reserved
	PayoutProcessing PayoutStatus = "processing" // it was handed to the rail
	PayoutPaid       PayoutStatus = "paid"
	PayoutFailed     PayoutStatus = "failed"    // the money is back
	PayoutCancelled  PayoutStatus = "cancelled" // the money is back
)

// PayoutStatuses lists all statuses, in the order of a life.
var PayoutStatuses = []PayoutStatus{PayoutRequested, PayoutProcessing, PayoutPaid, PayoutFailed, PayoutCancelled}

// payoutSteps holds every step there is.
var payoutSteps = steps.Table[PayoutStatus]{
	PayoutRequested:  {PayoutProcessing, PayoutCancelled},
	PayoutProcessing: {PayoutPaid, PayoutFailed},
	PayoutPaid:       {PayoutFailed}, // the receiver's bank returned it
}

// Known reports whether s is a status.
func (s PayoutStatus) Known() bool { return slices.Contains(PayoutStatuses, s) }

// CanBecome reports whether a payout goes from s to next in one step.
func (s PayoutStatus) CanBecome(next PayoutStatus) bool { return payoutSteps.Allows(s, next) }

// A PayoutChange is one step of a payout. From is empty for the first one.
type PayoutChange struct {
	From, To PayoutStatus
	At       time.Time
}

func (p *Payout) step(to PayoutStatus, now time.Time) error {
	if !p.Status.CanBecome(to) {
		return fault.New(fault.InvalidState, "a payout in this status cannot become "+
			string(to)).WithExtension("payout_status", p.Status)
	}
	p.Changes = append(p.Changes, PayoutChange{From: p.Status, To: to, At: now})
	p.Status, p.UpdatedAt = to, now
	return nil
}

// Cancel withdraws a payout that the rail does not have yet. ErrUnchanged when it is cancelled already, invalid_state
// when it is too late, or when it returns a verification transfer: that money is its sender's.
func (p *Payout) Cancel(now time.Time) error {
	if p.OfTransfer {
		return fault.New(fault.InvalidState,
			"a payout that returns a verification transfer cannot be cancelled").WithExtension("payout_status", p.Status)
	}
	if p.Status == PayoutCancelled {
		return pc.ErrUnchanged
	}
	return p.step(PayoutCancelled, now)
}

// Send notes that the payout is handed to the rail.
func (p *Payout) Send(now time.Time) error {
	if err := p.step(PayoutProcessing, now); err != nil {
		return err
	}
	p.SentAt = &now
	return nil
}

// Arrive notes that the money is where it was to go.
func (p *Payout) Arrive(now time.Time) error {
	if err := p.step(PayoutPaid, now); err != nil {
		return err
	}
	p.PaidAt = &now
	return nil
}

// Fail notes that the rail brought the money back, and why.
func (p *Payout) Fail(reason string, now time.Time) error {
	if err := p.step(PayoutFailed, now); err != nil {
		return err
	}
	p.ReasonCode, p.PaidAt = reason, nil
	return nil
}

// Advance takes a payout to a status by the shortest legal way. ErrUnchanged when it is there already, invalid_state
// when no way leads there.
func (p *Payout) Advance(to PayoutStatus, now time.Time) error {
	if !to.Known() {
		return fault.Field("/to", "unknown_value", fault.OneOf(PayoutStatuses))
	}
	way, ok := payoutSteps.Path(p.Status, to)
	if !ok {
		return fault.New(fault.InvalidState, "a payout in this status cannot become "+
			string(to)).WithExtension("payout_status", p.Status)
	}
	if len(way) == 0 {
		return pc.ErrUnchanged
	}
	for _, next := range way {
		var err error
		switch next {
		case PayoutProcessing:
			err = p.Send(now)
		case PayoutPaid:
			err = p.Arrive(now)
		case PayoutFailed:
			err = p.Fail("sandbox", now)
		default:
			err = p.step(next, now)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
