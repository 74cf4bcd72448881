package usecase

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/money"
)

// payouts is a store of some.
type payouts map[money.PayoutID]*money.Payout

func (s payouts) TestPayouts(_ context.Context, status money.PayoutStatus, before time.Time, _ int) (out []money.Payout, _ error) {
	for _, p := range s {
		if p.Status == status && !p.UpdatedAt.After(before) {
			out = append(out, *p)
		}
	}
	return out, nil
}

func (s payouts) ChangePayout(_ context.Context, _ delegation.Operation, id money.PayoutID, f func(p *money.Payout) error) (money.Payout, error) {
	p := *s[id]
	if err := f(&p); err == nil {
		s[id] = &p
	} else if !errors.Is(err, pc.ErrUnchanged) {
		return p, err
	}
	return *s[id], nil
}

// bank is a rail that can be told what to do.
type bank struct {
	down      bool
	submitted map[money.PayoutID]int
	outcome   map[money.PayoutID]Outcome
}

var errDown = errors.New("the bank does not answer")

func (b *bank) Submit(_ context.Context, p money.Payout) error {
	if b.down {
		return errDown
	}
	b.submitted[p.ID]++
	return nil
}

func (b *bank) Outcome(_ context.Context, p money.Payout) (Outcome, error) {
	switch {
	case b.down:
		return Outcome{}, errDown
	case b.submitted[p.ID] == 0:
		return Outcome{}, ErrUnknown
	}
	return b.outcome[p.ID], nil
}

// A payout that the rail never got, because it or the program was down, gets there later, once; what the rail says of it is noted.
func TestRunner(t *testing.T) {
	now := time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)
	made := func(id money.PayoutID) *money.Payout {
		p := money.NewPayout(delegation.Merchant{}, money.PayoutOrder{}, 100, delegation.ActedBy{}, now)
		p.ID = id
		return &p
	}
	store := payouts{"paid": made("paid"), "failed": made("failed"), "slow": made("slow"), "cancelled": made("cancelled")}
	if err := store["cancelled"].Cancel(now); err != nil {
		t.Fatal(err)
	}
	b := &bank{down: true, submitted: map[money.PayoutID]int{}, outcome: map[money.PayoutID]Outcome{
		"paid": {Status: money.PayoutPaid}, "failed": {Status: money.PayoutFailed, Reason: "account_closed"}, "slow": {Status: money.PayoutProcessing},
	}}
	clock := now
	r := NewRunner(store, b, time.Minute, slog.New(slog.DiscardHandler), func() time.Time { return clock })
	step := func(after time.Duration, wantErr bool, want map[money.PayoutID]money.PayoutStatus) {
		t.Helper()
		clock = now.Add(after)
		if err := r.Step(t.Context()); (err != nil) != wantErr {
			t.Errorf("after %v: %v", after, err)
		}
		for id, status := range want {
			if store[id].Status != status {
				t.Errorf("after %v: %s is %s, want %s", after, id, store[id].Status, status)
			}
		}
	}
	requested, processing := money.PayoutRequested, money.PayoutProcessing
	step(59*time.Second, false, map[money.PayoutID]money.PayoutStatus{"paid": requested, "failed": requested, "slow": requested})
	step(time.Minute, true, map[money.PayoutID]money.PayoutStatus{"paid": processing, "failed": processing, "slow": processing})
	b.down = false
	step(2*time.Minute, false, map[money.PayoutID]money.PayoutStatus{"paid": processing, "failed": processing, "slow": processing})
	step(3*time.Minute, false, map[money.PayoutID]money.PayoutStatus{"paid": money.PayoutPaid, "failed": money.PayoutFailed, "slow": processing, "cancelled": money.PayoutCancelled})
	for id, n := range b.submitted {
		if n != 1 {
			t.Errorf("%s was submitted %d times", id, n)
		}
	}
	if len(b.submitted) != 3 || store["failed"].ReasonCode != "account_closed" {
		t.Errorf("%v, %+v", b.submitted, store["failed"])
	}
}
