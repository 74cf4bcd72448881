package usecase_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/partnerline/partnerline/internal/fault"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/bank"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/postgres"
	financeusecase "github.com/partnerline/partnerline/services/partnerconnect/finance/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/wiring"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/review"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/signing"
	"github.com/partnerline/partnerline/services/partnerconnect/operations/approval"
	operationsusecase "github.com/partnerline/partnerline/services/partnerconnect/operations/usecase"
)

// A transfer that an operator matches to a merchant is returned to its sender, whom the operator names only where the
// bank does not.
func TestATransferMatchedByHandIsReturned(t *testing.T) {
	ada := party{"Ada Testowa", "DE89370400440532013000"}
	untitled := func(sender party) entry {
		return entry{ref: "x", amount: 100, sender: sender, title: "no title of ours"}
	}
	live := func(*onboarding.Onboarding) {}
	for name, c := range map[string]struct {
		entry  entry
		change func(*onboarding.Onboarding)
		given  party
		field  string // that is refused
		to     party
	}{
		"its sender is known":                    {untitled(ada), live, party{}, "", ada},
		"another account than the sender's":      {untitled(ada), live, party{"Jan", merchantIBAN}, "/return_iban", party{}},
		"another name than the sender's":         {untitled(ada), live, party{name: "Jan"}, "/return_iban", party{}},
		"its sender has no IBAN":                 {untitled(party{"Ada", "12345"}), live, ada, "", ada},
		"its sender has no IBAN, and none given": {untitled(party{"Ada", "12345"}), live, party{}, "/return_iban", party{}},
		"no IBAN is given": {
			entry{ref: "x", amount: 100}, live, party{"Ada", "DE00370400440532013000"}, "/return_iban", party{},
		},
		"no name is given": {
			entry{ref: "x", amount: 100}, live, party{iban: ada.iban}, "/return_iban", party{},
		},
	} {
		t.Run(name, func(t *testing.T) {
			f, _ := reviewed(t)
			f.changeMerchant(c.change)
			f.bring("1.xml", statement("1", 100_000, c.entry))
			f.step()
			e := f.explainer()
			lines, err := e.lines.ListUnmatched(t.Context(), bank.LineKey{}, 10)
			if err != nil || len(lines) != 1 || lines[0].Sender == nil || lines[0].Sender.Name != c.entry.sender.name ||
				(lines[0].Sender.Account == ada.iban) != (c.entry.sender == ada) {
				t.Fatalf("%+v, %v", lines, err)
			}
			err = e.receiveFrom("x/1", c.given)
			if c.field != "" {
				refused, ok := errors.AsType[*fault.Error](err)
				if !ok || len(refused.Violations) != 1 || refused.Violations[0].Field != c.field || len(f.unmatched()) != 1 ||
					len(f.returns()) != 0 || f.transfer() != nil {
					t.Fatalf("%v, unmatched %v, %+v", err, f.unmatched(), f.returns())
				}
				return
			}
			back := f.returns()
			if err != nil || len(back) != 1 || back[0].Amount != 100 || back[0].Holder != c.to.name ||
				back[0].IBAN != c.to.iban || len(f.unmatched()) != 0 {
				t.Fatalf("%v, %+v, unmatched %v", err, back, f.unmatched())
			}
			if got := f.transfer(); name == "its sender is known" && (got == nil || got.Outcome != signing.TransferMatched) {
				t.Errorf("%+v", got)
			}
			var kept int
			if err := f.pool.QueryRow(t.Context(),
				`SELECT count(*) FROM bank_lines WHERE sender IS NOT NULL`).Scan(&kept); err != nil || kept != 0 {
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
		if err := f.explainer().receiveFrom("x/1", party{}); !errors.Is(err, pc.ErrMerchantNotFound) ||
			len(f.unmatched()) != 1 {
			t.Errorf("%v, unmatched %v", err, f.unmatched())
		}
	})
}

// Only the transfer that a merchant was asked for, and awaits, is matched by hand. Everything else stays on the list.
func TestOnlyTheAwaitedTransferIsMatchedByHand(t *testing.T) {
	ada := party{"Ada Testowa", "DE89370400440532013000"}
	for name, c := range map[string]struct {
		amount int64
		change func(*onboarding.Onboarding)
		want   error // of either line: one with a known sender, and one to a named account
	}{
		"more":       {50_000, func(*onboarding.Onboarding) {}, bank.ErrNotAsked},
		"less":       {99, func(*onboarding.Onboarding) {}, bank.ErrNotAsked},
		"a debit":    {-100, func(*onboarding.Onboarding) {}, bank.ErrNotAsked},
		"a draft":    {100, func(o *onboarding.Onboarding) { o.Status = onboarding.Draft }, bank.ErrNotAwaited},
		"not signed": {100, func(o *onboarding.Onboarding) { o.Status = onboarding.InProgress }, bank.ErrNotAwaited},
		"rejected":   {100, func(o *onboarding.Onboarding) { o.Status = onboarding.Rejected }, bank.ErrNotAwaited},
		"received": {100, func(o *onboarding.Onboarding) {
			o.Flow.Transfer = &onboarding.Transfer{Outcome: signing.TransferMatched, ReceivedAt: &startBank}
		}, bank.ErrNotAwaited},
		"as asked": {100, func(*onboarding.Onboarding) {}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, _ := reviewed(t)
			f.changeMerchant(c.change)
			for _, sender := range []party{ada, {"Ada", "12345"}} {
				f.n++
				f.bring(
					"1.xml",
					statement(
						fmt.Sprint(f.n), 100_000,
						entry{ref: fmt.Sprint(f.n), amount: c.amount, sender: sender, title: "no title of ours"},
					),
				)
				f.step()
				given := ada
				if sender == ada {
					given = party{}
				}
				match := financeusecase.TransferMatch{
					Account: houseIBAN, Ref: fmt.Sprint(f.n) + "/1", Merchant: f.op.Merchant,
					Outcome: signing.TransferNameMismatch, Name: given.name, IBAN: given.iban,
				}
				if err := f.explainer().lines.MatchTransfer(
					t.Context(), f.explainer().by(), match, ungated,
				); (err == nil) != (c.want == nil) || err != nil && err.Error() != c.want.Error() {
					t.Errorf("%v, want %v", err, c.want)
				}
			}
			if returned := len(f.returns()); returned+len(f.unmatched()) != 2 || (returned == 0) != (c.want != nil) {
				t.Errorf("%+v, unmatched %v", f.returns(), f.unmatched())
			}
			f.intact()
		})
	}
}

// matcher matches transfers where four eyes are required.
type matcher struct {
	*bankFixture
	*operationsusecase.Approvals
	entry financeusecase.TransferMatch
}

func (f *bankFixture) matcher() matcher {
	f.t.Helper()
	policy, err := approval.ParsePolicy("live", "")
	if err != nil {
		f.t.Fatal(err)
	}
	reviews := operationsusecase.NewReviews(f.parts.Changer, f.parts.Changer, f.parts.Payments)
	return matcher{
		f,
		operationsusecase.NewApprovals(f.pool, policy, reviews, f.parts.Payments, f.explainer().lines,
			onboarding.DefaultRetention),
		financeusecase.TransferMatch{
			Account: houseIBAN, Ref: "x/1", Merchant: f.op.Merchant, Outcome: signing.TransferMatched,
		},
	}
}

func (m matcher) by(person string) operationsusecase.By {
	return operationsusecase.By{Audit: m.explainer().by(), Person: person, Roles: []string{"finance"}}
}

// Where four eyes are required, a transfer whose sender is known is returned at once, and verifies the account when
// another person confirms it.
func TestATransferMatchedByHandWaitsForAnother(t *testing.T) {
	f, _ := reviewed(t)
	m := f.matcher()
	f.bring(
		"1.xml", statement("1", 100_000, entry{ref: "x", amount: 100, sender: party{"Ada", merchantIBAN}, title: "another"}),
	)
	f.step()
	if _, err := m.MatchTransfer(t.Context(), m.entry, m.by("")); !errors.Is(err, approval.ErrPersonRequired) ||
		len(f.unmatched()) != 1 || len(f.returns()) != 0 {
		t.Fatalf("by no person: %v, unmatched %v", err, f.unmatched())
	}
	proposed, err := m.MatchTransfer(t.Context(), m.entry, m.by("anna"))
	if err != nil || proposed == nil || proposed.Kind != approval.PayoutAccount || f.transfer() != nil ||
		len(f.unmatched()) != 0 || len(f.returns()) != 1 {
		t.Fatalf("%+v, %v, %+v, unmatched %v", proposed, err, f.transfer(), f.unmatched())
	}
	if _, err := m.Confirm(t.Context(), proposed.ID, m.by("bartek")); err != nil {
		t.Fatal(err)
	}
	if got := f.transfer(); got == nil || got.Outcome != signing.TransferMatched || len(f.returns()) != 1 {
		t.Errorf("%+v, %+v", got, f.returns())
	}
	f.intact()
}

// Nothing leaves for an account that an operator names before another person confirms exactly this account.
func TestAReturnToANamedAccountWaitsForAnother(t *testing.T) {
	f, _ := reviewed(t)
	m := f.matcher()
	f.bring("1.xml", statement("1", 100_000, entry{ref: "x", amount: 100}))
	f.step()
	named, other := m.entry, m.entry
	named.Outcome = signing.TransferNameMismatch // verifies nothing, and pays out all the same
	named.Name, named.IBAN = "Ada", merchantIBAN
	other.Outcome, other.Name, other.IBAN = named.Outcome, "Jan", "DE89370400440532013000"
	if _, err := m.MatchTransfer(t.Context(), named, m.by("")); !errors.Is(err, approval.ErrPersonRequired) {
		t.Fatalf("by no person: %v", err)
	}
	proposed, err := m.MatchTransfer(t.Context(), named, m.by("anna"))
	if err != nil || proposed == nil || proposed.Kind != approval.TransferReturn || proposed.Terms.Amount != 100 ||
		proposed.Terms.Line != "x/1" {
		t.Fatalf("%+v, %v", proposed, err)
	}
	if again, err := m.MatchTransfer(t.Context(), named, m.by("bartek")); err != nil || again.ID != proposed.ID {
		t.Errorf("the same again: %+v, %v", again, err)
	}
	if _, err := m.MatchTransfer(t.Context(), other, m.by("bartek")); !errors.Is(err, fault.New(fault.InvalidState, "")) {
		t.Errorf("another account under the same approval: %v", err)
	}
	matched := other
	matched.Outcome = signing.TransferMatched
	_, err = m.MatchTransfer(t.Context(), matched, m.by("anna"))
	if !errors.Is(err, bank.ErrReturnProposed) {
		t.Errorf("another outcome, which would have an approval of its own: %v", err)
	}
	shown := func(at time.Time) *bank.ProposedReturn {
		t.Helper()
		lines, err := m.UnmatchedLines(t.Context(), at, bank.LineKey{}, 10)
		if err != nil || len(lines) != 1 || len(f.returns()) != 0 || f.transfer() != nil {
			t.Fatalf("%+v, %v, %+v", lines, err, f.returns())
		}
		found, err := m.UnmatchedLines(t.Context(), at, bank.LineKey{Account: houseIBAN, Ref: "x/1"}, 10)
		if err != nil || !reflect.DeepEqual(found, lines) {
			t.Fatalf("by its reference: %+v, %v", found, err)
		}
		return lines[0].Sender.Proposed
	}
	now := m.by("").Audit.At
	account := review.Revealed{Field: "payout_account", Value: "****" + merchantIBAN[len(merchantIBAN)-4:]}
	if a, about, err := m.Details(t.Context(), proposed.ID, m.by("bartek")); err != nil || a.ID != proposed.ID ||
		!slices.Contains(about, account) {
		t.Errorf("%+v about %q, %v", a, about, err)
	}
	gone := *proposed // of a line that is not there any more
	gone.ID, gone.Terms.Line = "apr_gone", "y/1"
	changes, err := m.Changes(t.Context(), []approval.Approval{gone, *proposed},
		map[pc.Ref]review.Label{proposed.Merchant: {}})
	if err != nil {
		t.Fatal(err)
	}
	for id, want := range map[approval.ID]string{proposed.ID: account.Value, gone.ID: ""} {
		if got := changes[id]; len(got) == 0 || got[len(got)-1].After != want {
			t.Errorf("%s changes %+v, want the account %q", id, got, want)
		}
	}
	if got := shown(now); got == nil || got.IBAN != merchantIBAN {
		t.Errorf("the line shows %+v", got)
	}
	if got := shown(now.Add(approval.Lifetime)); got != nil {
		t.Errorf("the line of a return that lapsed shows %+v", got)
	}
	if _, err := m.Confirm(t.Context(), proposed.ID, m.by("anna")); !errors.Is(err, approval.ErrSecondPersonRequired) ||
		len(f.returns()) != 0 {
		t.Fatalf("by who proposed it: %v, %+v", err, f.returns())
	}
	if _, err := m.Reject(t.Context(), proposed.ID, m.by("bartek")); err != nil {
		t.Fatal(err)
	}
	if got := shown(now); got != nil {
		t.Errorf("the line of a return that was rejected shows %+v", got)
	}
	second, err := m.MatchTransfer(t.Context(), other, m.by("anna"))
	if err != nil || second.ID == proposed.ID {
		t.Fatalf("%+v, %v", second, err)
	}
	if _, err := m.Confirm(t.Context(), proposed.ID, m.by("bartek")); err == nil || len(f.returns()) != 0 {
		t.Fatalf("the one that was rejected: %v, %+v", err, f.returns())
	}
	if _, err := m.Confirm(t.Context(), second.ID, m.by("bartek")); err != nil {
		t.Fatal(err)
	}
	if back := f.returns(); len(back) != 1 || back[0].IBAN != other.IBAN || back[0].Holder != "Jan" ||
		len(f.unmatched()) != 0 || f.transfer().Outcome != named.Outcome {
		t.Errorf("%+v, unmatched %v, %+v", back, f.unmatched(), f.transfer())
	}
	explained, err := m.UnmatchedLines(t.Context(), now, bank.LineKey{Account: houseIBAN, Ref: "x/1"}, 10)
	if err != nil || len(explained) != 0 {
		t.Errorf("the line that is explained: %+v, %v", explained, err)
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
		parts := wiring.New(kernel.Database{Pool: pool, Keys: f.keys, Live: provider.Connected{}.Connect(provider.BankRail)},
			money.Tariff{}, nil)
		lines := financeusecase.NewLines(
			pool, house, postgres.NewBankStore(f.keys), parts.Payouts,
			financeusecase.NewMerchants(parts.Changer, parts.Onboardings),
		)
		return lines.MatchTransfer(ctx, f.explainer().by(), financeusecase.TransferMatch{
			Account: houseIBAN, Ref: "x/1", Merchant: f.op.Merchant, Outcome: signing.TransferMatched, Name: "Ada",
			IBAN: merchantIBAN,
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
