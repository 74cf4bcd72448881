package app_test

import (
	"context"
	"log/slog"
	"reflect"
	"strings"
	"testing"
	"time"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	financeusecase "github.com/partnerline/partnerline/services/partnerconnect/finance/usecase"
	"github.com/partnerline/partnerline/testkit/wait"
)

// With a delay the sandbox's bank moves payouts of test mode by itself, and leaves those of live mode alone.
func TestSandboxRailByTimer(t *testing.T) {
	t.Parallel()
	b := startBank(t, func(_ *testing.T, cfg *configuration) { cfg.SandboxRailDelay = 300 * time.Millisecond })
	key := b.simple("a")
	ref := b.funded(key, 10_000)
	id := b.payout(key, ref, `{"amount":100,"currency":"PLN","external_ref":"x"}`).text(t, "payout_id")
	live := b.payout(key, ref, `{"amount":100,"currency":"PLN","external_ref":"live"}`).text(t, "payout_id")
	b.exec(`UPDATE payouts SET livemode = true WHERE id = $1`, live)
	status := func(id string) string {
		return b.call("GET", "/merchants/"+ref+"/payouts/"+id, key, "").text(t, "status")
	}
	wait.Until(t, "the payout is paid", func() bool { return status(id) == "paid" })
	if status(live) != "requested" {
		t.Errorf("the live one is %s", status(live))
	}
	b.intact()
}

// What is due is settled by the program itself; what is not stays pending.
func TestSettlementIsDue(t *testing.T) {
	t.Parallel()
	b := startBank(t)
	key := b.simple("a")
	ref := b.merchant(key, allowed)
	b.paid(key, ref, 10_000)
	b.exec(`UPDATE transactions SET available_on = to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD')`)
	r, err := b.operator.RunSettlement(b.internal(), &pcv1.RunSettlementRequest{})
	if err != nil || r.GetSettlements() != 1 {
		t.Fatalf("%v, %v", r, err)
	}
	if a := b.call("GET", "/merchants/"+ref+"/balance", key, ""); !strings.Contains(a.body,
		`"available":9910,"pending":0`) {
		t.Error(a.body)
	}
	// A merchant of live mode is settled when it is due, force or not.
	b.paid(key, ref, 10_000)
	b.exec(`UPDATE onboardings SET livemode = true`)
	if r, err = b.operator.RunSettlement(b.internal(),
		&pcv1.RunSettlementRequest{MerchantRef: ref, Force: true}); err != nil || r.GetSettlements() != 0 {
		t.Errorf("%v, %v", r, err)
	}
	b.exec(`UPDATE onboardings SET livemode = false`)
	b.intact()
}

// SETTLE_SAME_DAY settles a payment on its day, and states that day as the period.
func TestSettlementOfTheSameDay(t *testing.T) {
	t.Parallel()
	b := startBank(t, func(_ *testing.T, cfg *configuration) { cfg.SettleSameDay = true })
	key := b.simple("a")
	ref := b.merchant(key, allowed)
	b.paid(key, ref, 10_000)
	if r, err := b.operator.RunSettlement(b.internal(), &pcv1.RunSettlementRequest{}); err != nil ||
		r.GetSettlements() != 1 {
		t.Fatalf("%v, %v", r, err)
	}
	s := b.rowsOf(key, "/merchants/"+ref+"/settlements", "", 10)[0]
	paid := b.rowsOf(key, "/merchants/"+ref+"/transactions", "", 10)[0]
	from, to, at := timeOf(t, s, "period_from"), timeOf(t, s, "period_to"), timeOf(t, paid, "occurred_at")
	if at.Before(from) || !at.Before(to) || to.Sub(from) != 24*time.Hour ||
		paid["available_on"] != from.Format(time.DateOnly) {
		t.Errorf("%v of %v", s, paid)
	}
	b.intact()
}

// bankRail keeps what was submitted to it. With crash, the program dies before anything is.
type bankRail struct {
	crash     bool
	submitted []money.Payout
}

type crashed struct{}

func (b *bankRail) SubmitPayout(_ context.Context, p money.Payout) error {
	if b.crash {
		panic(crashed{})
	}
	b.submitted = append(b.submitted, p)
	return nil
}

func (*bankRail) CancelPayout(context.Context, money.PayoutID) error { return nil }

func (b *bankRail) Outcome(_ context.Context, p money.Payout) (money.PayoutReport, error) {
	for _, s := range b.submitted {
		if s.ID == p.ID {
			return money.PayoutReport{}, nil
		}
	}
	return money.PayoutReport{}, money.ErrNotSubmitted
}

// A program that dies after a payout is noted as handed over, and before the rail has it, leaves a payout that the next
// program hands over whole: with its bank account, as it would have been without the crash.
func TestPayoutAfterACrash(t *testing.T) {
	t.Parallel()
	b := startBank(t)
	key := b.simple("a")
	ref := b.funded(key, 10_000)
	later := func() time.Time { return time.Now().Add(time.Hour) }
	step := func(r *bankRail) (died bool) {
		defer func() {
			if p := recover(); p != nil {
				if _, died = p.(crashed); !died {
					panic(p)
				}
			}
		}()
		if err := financeusecase.NewPayoutRunner(b.store.Payouts, r, time.Second, slog.New(slog.DiscardHandler),
			later).Step(t.Context()); err != nil {
			t.Fatal(err)
		}
		return false
	}
	smooth := b.payout(key, ref, `{"amount":100,"currency":"PLN","external_ref":"smooth","description":"Tydzień"}`).text(t,
		"payout_id")
	without := &bankRail{}
	if step(without) || len(without.submitted) != 1 || string(without.submitted[0].ID) != smooth {
		t.Fatalf("without a crash: %+v", without.submitted)
	}
	id := b.payout(key, ref, `{"amount":100,"currency":"PLN","external_ref":"crash","description":"Tydzień"}`).text(t,
		"payout_id")
	if !step(&bankRail{crash: true, submitted: without.submitted}) {
		t.Fatal("the rail was not reached")
	}
	if status := b.call("GET", "/merchants/"+ref+"/payouts/"+id, key, "").text(t, "status"); status != "processing" {
		t.Fatalf("after the crash: %s", status)
	}
	after := &bankRail{submitted: without.submitted}
	if step(after) || len(after.submitted) != 2 {
		t.Fatalf("after the crash: %+v", after.submitted)
	}
	got, want := after.submitted[1], without.submitted[0]
	if string(got.ID) != id || got.IBAN == "" {
		t.Fatalf("submitted after the crash: %+v", got)
	}
	want.ID, want.ExternalRef, want.Fingerprint, want.CreatedAt, want.UpdatedAt, want.SentAt =
		got.ID, got.ExternalRef, got.Fingerprint, got.CreatedAt, got.UpdatedAt, got.SentAt
	if !reflect.DeepEqual(got, want) {
		t.Errorf("after the crash the rail gets\n%+v, without one\n%+v", got, want)
	}
	b.intact()
}
