package rail

import (
	"context"
	"time"

	"github.com/partnerline/partnerline/services/partnerconnect/money"
	moneyusecase "github.com/partnerline/partnerline/services/partnerconnect/money/usecase"
)

// Sandbox plays a bank that pays everything after a while. It keeps nothing: a payout's own times say its state.
type Sandbox struct {
	Delay time.Duration
	Now   func() time.Time
}

// Submit takes everything.
func (Sandbox) Submit(context.Context, money.Payout) error { return nil }

// Outcome is paid once the delay is over.
func (s Sandbox) Outcome(_ context.Context, p money.Payout) (moneyusecase.Outcome, error) {
	if p.SentAt == nil {
		return moneyusecase.Outcome{}, moneyusecase.ErrUnknown
	}
	if s.Now().Sub(*p.SentAt) < s.Delay {
		return moneyusecase.Outcome{Status: money.PayoutProcessing}, nil
	}
	return moneyusecase.Outcome{Status: money.PayoutPaid}, nil
}
