package sandbox

import (
	"errors"
	"testing"
	"time"

	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
)

func TestRail(t *testing.T) {
	now := time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)
	s := Rail{Delay: time.Second, Now: func() time.Time { return now }}
	if _, err := s.Outcome(t.Context(), money.Payout{}); !errors.Is(err, money.ErrNotSubmitted) {
		t.Error(err)
	}
	if err := s.CancelPayout(t.Context(), "pyt_x"); provider.Refused(err) == nil {
		t.Errorf("a payout is withdrawn: %v", err)
	}
	for _, c := range []struct {
		ago  time.Duration
		want money.PayoutEvent
	}{{999 * time.Millisecond, ""}, {time.Second, money.RailExecuted}} {
		t.Run(c.ago.String(), func(t *testing.T) {
			sent := now.Add(-c.ago)
			if r, err := s.Outcome(t.Context(), money.Payout{SentAt: &sent}); err != nil || r.Event != c.want {
				t.Errorf("%v: %+v, %v", c.ago, r, err)
			}
		})
	}
}
