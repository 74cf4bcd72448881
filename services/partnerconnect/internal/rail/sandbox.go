package rail

import (
	"context"
	"time"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

// Sandbox plays a bank that pays everything after a while. It keeps nothing: a payout's own times say where it stands.
type Sandbox struct {
	Delay time.Duration
	Now   func() time.Time
}

// Submit takes everything.
func (Sandbox) Submit(context.Context, pc.Payout) error { return nil }

// Outcome is paid once the delay is over.
func (s Sandbox) Outcome(_ context.Context, p pc.Payout) (Outcome, error) {
	if p.SentAt == nil {
		return Outcome{}, ErrUnknown
	}
	if s.Now().Sub(*p.SentAt) < s.Delay {
		return Outcome{Status: pc.PayoutProcessing}, nil
	}
	return Outcome{Status: pc.PayoutPaid}, nil
}
