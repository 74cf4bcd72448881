package rail

import (
	"errors"
	"testing"
	"time"

	"github.com/partnerline/partnerline/services/partnerconnect/money"
	moneyusecase "github.com/partnerline/partnerline/services/partnerconnect/money/usecase"
)

func TestSandbox(t *testing.T) {
	now := time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)
	s := Sandbox{Delay: time.Second, Now: func() time.Time { return now }}
	if _, err := s.Outcome(t.Context(), money.Payout{}); !errors.Is(err, moneyusecase.ErrUnknown) {
		t.Error(err)
	}
	for _, c := range []struct {
		ago  time.Duration
		want money.PayoutStatus
	}{{999 * time.Millisecond, money.PayoutProcessing}, {time.Second, money.PayoutPaid}} {
		sent := now.Add(-c.ago)
		if o, err := s.Outcome(t.Context(), money.Payout{SentAt: &sent}); err != nil || o.Status != c.want {
			t.Errorf("%v: %+v, %v", c.ago, o, err)
		}
	}
}
