package usecase_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/partnerline/partnerline/internal/fault"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/approval"
	approvalusecase "github.com/partnerline/partnerline/services/partnerconnect/approval/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/bank"
	"github.com/partnerline/partnerline/services/partnerconnect/bank/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/bank/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/wiring"
	"github.com/partnerline/partnerline/services/partnerconnect/money"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/provider"
	reviewusecase "github.com/partnerline/partnerline/services/partnerconnect/review/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/signing"
)

// A transfer that an operator matches to a merchant is returned to its sender, whom the operator names only where the bank does not.
func TestATransferMatchedByHandIsReturned(t *testing.T) {
	ada := party{"Ada Testowa", "DE89370400440532013000"}
	untitled := func(sender party) entry {
		return entry{ref: "x", amount: 100, sender: sender, title: "no title of ours"}
	}
	live, rejected := func(*onboarding.Onboarding) {}, func(o *onboarding.Onboarding) { o.Status = onboarding.Rejected }
	for name, c := range map[string]struct {
		entry  entry
		change func(*onboarding.Onboarding)
		given  party
		field  string // that is refused
		to     party
	}{
		"its sender is known":                    {untitled(ada), live, party{}, "", ada},
		"of a merchant that is rejected":         {untitled(ada), rejected, party{}, "", ada},
		"another account than the sender's":      {untitled(ada), live, party{"Jan", merchantIBAN}, "/return_iban", party{}},
		"another name than the sender's":         {untitled(ada), live, party{name: "Jan"}, "/return_iban", party{}},
		"its sender has no IBAN":                 {untitled(party{"Ada", "12345"}), live, ada, "", ada},
		"its sender has no IBAN, and none given": {untitled(party{"Ada", "12345"}), live, party{}, "/return_iban", party{}},
		"no IBAN is given":                       {entry{ref: "x", amount: 100}, live, party{"Ada", "DE00370400440532013000"}, "/return_iban", party{}},
		"no name is given":                       {entry{ref: "x", amount: 100}, live, party{iban: ada.iban}, "/return_iban", party{}},
	} {
		t.Run(name, func(t *testing.T) {
			f, _ := reviewed(t)
			f.changeMerchant(c.change)
			f.bring("1.xml", statement("1", 100_000, c.entry))
			f.step()
			e := f.explainer()
			lines, err := e.lines.ListUnmatched(t.Context(), 10)
			if err != nil || len(lines) != 1 || lines[0].Sender == nil || lines[0].Sender.Name != c.entry.sender.name || (lines[0].Sender.Account == ada.iban) != (c.entry.sender == ada) {
				t.Fatalf("%+v, %v", lines, err)
			}
			err = e.receiveFrom("x/1", c.given)
			if c.field != "" {
				refused, ok := errors.AsType[*fault.Error](err)
				if !ok || len(refused.Violations) != 1 || refused.Violations[0].Field != c.field || len(f.unmatched()) != 1 || len(f.returns()) != 0 || f.transfer() != nil {
					t.Fatalf("%v, unmatched %v, %+v", err, f.unmatched(), f.returns())
				}
				return
			}
			back := f.returns()
			if err != nil || len(back) != 1 || back[0].Amount != 100 || back[0].Holder != c.to.name || back[0].IBAN != c.to.iban || len(f.unmatched()) != 0 {
				t.Fatalf("%v, %+v, unmatched %v", err, back, f.unmatched())
			}
			if got := f.transfer(); name == "its sender is known" && (got == nil || got.Outcome != signing.TransferMatched) {
				t.Errorf("%+v", got)
			}
			var kept int
			if err := f.pool.QueryRow(t.Context(), `SELECT count(*) FROM bank_lines WHERE sender IS NOT NULL`).Scan(&kept); err != nil || kept != 0 {
				t.Errorf("%d senders of explained lines are kept, %v", kept, err)
			}
			if r := e.reconciled(); r.Difference() != 0 || f.available() != 100_000 {
				t.Errorf("%+v, %d available", r, f.available())
			}
			f.intact()
			f.isReturned(back[0])
		})
	}
	t.Run("to a merchant of test mode", func(t *testing.T) {
		f, _ := reviewed(t)
		f.bring("1.xml", statement("1", 100_000, untitled(ada)))
		f.step()
		if _, err := f.pool.Exec(t.Context(), `UPDATE onboardings SET livemode = false`); err != nil {
			t.Fatal(err)
		}
		if err := f.explainer().receiveFrom("x/1", party{}); !errors.Is(err, pc.ErrMerchantNotFound) || len(f.unmatched()) != 1 {
			t.Errorf("%v, unmatched %v", err, f.unmatched())
		}
	})
}

// Where four eyes are required, a transfer that an operator matches is returned at once, and verifies the account when another person confirms it.
func TestATransferMatchedByHandWaitsForAnother(t *testing.T) {
	f, _ := reviewed(t)
	policy, err := approval.ParsePolicy("live", "")
	if err != nil {
		t.Fatal(err)
	}
	e := f.explainer()
	approvals := approvalusecase.New(f.pool, policy, reviewusecase.New(f.parts.Changer, f.parts.Changer, f.parts.Payments), f.parts.Payments, e.lines, onboarding.DefaultRetention)
	f.bring("1.xml", statement("1", 100_000, entry{ref: "x", amount: 100}))
	f.step()
	by := func(person string) approvalusecase.By {
		return approvalusecase.By{Audit: e.by(), Person: person, Roles: []string{"finance"}}
	}
	match := usecase.TransferMatch{Account: houseIBAN, Ref: "x/1", Merchant: f.op.Merchant, Outcome: signing.TransferMatched, Name: "Ada", IBAN: merchantIBAN}
	if _, err := approvals.MatchTransfer(t.Context(), match, by("")); !errors.Is(err, approval.ErrPersonRequired) || len(f.unmatched()) != 1 || len(f.returns()) != 0 {
		t.Fatalf("by no person: %v, unmatched %v", err, f.unmatched())
	}
	proposed, err := approvals.MatchTransfer(t.Context(), match, by("anna"))
	if err != nil || proposed == nil || f.transfer() != nil || len(f.unmatched()) != 0 || len(f.returns()) != 1 {
		t.Fatalf("%+v, %v, %+v, unmatched %v", proposed, err, f.transfer(), f.unmatched())
	}
	if _, err := approvals.Confirm(t.Context(), proposed.ID, by("bartek")); err != nil {
		t.Fatal(err)
	}
	if got := f.transfer(); got == nil || got.Outcome != signing.TransferMatched || len(f.returns()) != 1 {
		t.Errorf("%+v, %+v", got, f.returns())
	}
	f.intact()
}

// Of operators who match a transfer at once one does, and it is returned once.
func TestATransferIsMatchedByHandOnce(t *testing.T) {
	f, _ := reviewed(t)
	f.bring("1.xml", statement("1", 100_000, entry{ref: "x", amount: 100}))
	f.step()
	var all sync.WaitGroup
	var matched atomic.Int64
	e := f.explainer()
	for range 8 {
		all.Go(func() {
			err := e.receive("x/1")
			if err == nil {
				matched.Add(1)
			} else if !errors.Is(err, bank.ErrNoLine) {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if back := f.returns(); matched.Load() != 1 || len(back) != 1 {
		t.Errorf("%d matched it, %+v", matched.Load(), back)
	}
	f.intact()
}

// Wherever the program dies, a transfer that is matched by hand is received and returned once, or not yet.
func TestCrashesWithATransferMatchedByHand(t *testing.T) {
	f, _ := reviewed(t)
	f.bring("1.xml", statement("1", 100_000, entry{ref: "x", amount: 100}))
	f.step()
	match := func(ctx context.Context, pool *pgxpool.Pool) error {
		parts := wiring.New(pool, f.keys, money.Tariff{}, provider.Connected{}.Connect(provider.BankRail), nil)
		lines := usecase.NewLines(pool, postgres.NewStore(f.keys), parts.Payouts, usecase.NewMerchants(parts.Changer, parts.Onboardings))
		return lines.MatchTransfer(ctx, f.explainer().by(), usecase.TransferMatch{
			Account: houseIBAN, Ref: "x/1", Merchant: f.op.Merchant, Outcome: signing.TransferMatched, Name: "Ada", IBAN: merchantIBAN,
		}, ungated)
	}
	for n := 0; f.diesIn(n, match); n++ {
		if len(f.returns()) != 0 || f.transfer() != nil || len(f.unmatched()) != 1 {
			t.Fatalf("after a crash at statement %d: %+v, %+v, unmatched %v", n, f.returns(), f.transfer(), f.unmatched())
		}
		f.intact()
	}
	if back := f.returns(); len(back) != 1 || f.transfer() == nil || len(f.unmatched()) != 0 {
		t.Errorf("%+v, %+v, unmatched %v", back, f.transfer(), f.unmatched())
	}
	f.intact()
}
