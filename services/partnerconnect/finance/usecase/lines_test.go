package usecase_test

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/services/partnerconnect/finance/bank"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/postgres"
	financeusecase "github.com/partnerline/partnerline/services/partnerconnect/finance/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/signing"
)

// An explainer is an operator who explains lines.
type explainer struct {
	*bankFixture
	lines *financeusecase.Lines
}

func (f *bankFixture) explainer() explainer {
	return explainer{
		f,
		financeusecase.NewLines(
			f.pool, house, postgres.NewBankStore(f.keys), f.parts.Payouts,
			financeusecase.NewMerchants(f.parts.Changer, f.parts.Onboardings),
		),
	}
}

func (e explainer) by() audit.Entry {
	return audit.Entry{At: e.now, Actor: audit.OperatorActor, Operation: "Explain", Outcome: "ok"}
}

func (e explainer) match(ref string, id money.PayoutID) error {
	op := delegation.SystemOperation(audit.OperatorActor, "", e.now)
	op.Audit = e.by()
	return e.lines.MatchPayout(e.t.Context(), op, houseIBAN, ref, id)
}

// receive matches a line whose sender the bank does not say.
func (e explainer) receive(ref string) error {
	return e.receiveFrom(ref, party{"Żaneta Kanarek", merchantIBAN})
}

func (e explainer) receiveFrom(ref string, sender party) error {
	return e.lines.MatchTransfer(e.t.Context(), e.by(), financeusecase.TransferMatch{
		Account: houseIBAN, Ref: ref, Merchant: e.op.Merchant, Outcome: signing.TransferMatched, Name: sender.name,
		IBAN: sender.iban,
	}, ungated)
}

// ungated is where no four eyes are required.
var ungated = financeusecase.TransferGates{
	Return:  func(pgx.Tx, onboarding.Onboarding, bank.Line) (string, error) { return "", nil },
	Receive: func(pgx.Tx, onboarding.Onboarding) error { return nil },
}

func (e explainer) close(ref string) error {
	return e.lines.Close(e.t.Context(), e.by(), houseIBAN, ref, bank.Resolution{Text: "fee of the bank"})
}

func (e explainer) reconciled() bank.Reconciliation {
	e.t.Helper()
	all, err := postgres.BankStore{}.Reconciliations(e.t.Context(), e.pool)
	if err != nil || len(all) != 1 {
		e.t.Fatal(all, err)
	}
	return all[0]
}

// A line that names nothing of ours is a payout, a verification transfer, or neither, as an operator says; then the
// last statement and the ledger agree, and the next one does.
func TestOperatorsExplainLines(t *testing.T) {
	f, payouts, _ := sent(t, 10_000, 20_000)
	e := f.explainer()
	f.bring("1.xml", statement("1", 100_000, entry{ref: "lost", amount: -10_000}, entry{ref: "fee", amount: -500},
		entry{ref: "in", amount: 100}))
	f.step()
	if r := e.reconciled(); len(f.unmatched()) != 3 || r.Difference() != -10_400 || r.Unmatched != -10_400 {
		t.Fatalf("%v, %+v", f.unmatched(), r)
	}
	for name, err := range map[string]error{
		"a payout of another amount":   e.match("lost/1", payouts[1]),
		"a payout that does not exist": e.match("lost/1", "pyt_00000000000000000000000000"),
		"what left as a transfer":      e.receive("lost/1"), "a line that does not exist": e.close("another/1"),
		"a debit that came in": e.match("in/1", payouts[0]),
	} {
		if err == nil {
			t.Errorf("%s explains a line", name)
		}
	}
	if err := errors.Join(e.match("lost/1", payouts[0]), e.close("fee/1"), e.receive("in/1")); err != nil {
		t.Fatal(err)
	}
	for name, err := range map[string]error{"match": e.match("lost/1", payouts[0]), "close": e.close("fee/1"),
		"transfer": e.receive("in/1")} {
		if !errors.Is(err, bank.ErrNoLine) {
			t.Errorf("%s again: %v", name, err)
		}
	}
	if r := e.reconciled(); len(f.unmatched()) != 0 || r.Difference() != 0 || r.Unmatched != 0 || r.Explained != -500 {
		t.Errorf("%v, %+v", f.unmatched(), r)
	}
	if got := f.transfer(); f.status(payouts[0]).Status != money.PayoutPaid || got == nil || got.ReceivedAt == nil {
		t.Errorf("%s, %+v", f.status(payouts[0]).Status, got)
	}
	f.now = f.now.Add(24 * time.Hour)
	f.bring("2.xml", statement("2", 89_600, entry{ref: "named", id: bank.EndToEndID(payouts[1]), amount: -20_000},
		entry{ref: "back", amount: 10_000}))
	f.step()
	if err := e.match("back/1", payouts[0]); err != nil {
		t.Fatal(err)
	}
	if r := e.reconciled(); r.Statement != "2" || r.Difference() != 0 ||
		f.status(payouts[0]).Status != money.PayoutFailed || f.available() != 80_000 {
		t.Errorf("%+v, %s, %d", r, f.status(payouts[0]).Status, f.available())
	}
	var n int
	if err := f.pool.QueryRow(t.Context(),
		`SELECT count(*) FROM audit_entries WHERE operation = 'Explain' AND actor = 'operator'`).Scan(&n); err != nil ||
		n != 4 {
		t.Errorf("%d audit entries of 4 resolutions, %v", n, err)
	}
	f.intact()
}

// Of operators who explain a line at once, one does.
func TestOperatorsExplainALineAtOnce(t *testing.T) {
	f, payouts, _ := sent(t, 10_000)
	e := f.explainer()
	f.bring("1.xml", statement("1", 100_000, entry{ref: "lost", amount: -10_000}))
	f.step()
	var all sync.WaitGroup
	var explained atomic.Int64
	for i := range 8 {
		all.Go(func() {
			explain := func() error { return e.close("lost/1") }
			if i%2 == 0 {
				explain = func() error { return e.match("lost/1", payouts[0]) }
			}
			err := explain()
			if err == nil {
				explained.Add(1)
			} else if !errors.Is(err, bank.ErrNoLine) {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if r := e.reconciled(); explained.Load() != 1 || len(f.unmatched()) != 0 || r.Difference() != 0 {
		t.Errorf("%d explained it; %v, %+v", explained.Load(), f.unmatched(), r)
	}
	f.intact()
}

// What the payment engine has collected is not at the bank before it transfers it. It is recognised by its account, or
// an operator says so.
func TestTransfersOfThePaymentEngine(t *testing.T) {
	f := newBankFixture(t)
	if _, err := f.pool.Exec(t.Context(), `UPDATE payments SET livemode = true`); err != nil {
		t.Fatal(err)
	}
	e := f.explainer()
	check := func(when string, atEngine, difference int64, unmatched int) {
		t.Helper()
		if r := e.reconciled(); r.Ledger != 100_000 || r.AtEngine != atEngine || r.Difference() != difference ||
			len(f.unmatched()) != unmatched {
			t.Errorf("%s: %+v, unmatched %v", when, r, f.unmatched())
		}
	}
	day := func(id string, opening int64, entries ...entry) {
		t.Helper()
		f.now = f.now.Add(24 * time.Hour)
		f.bring(id+".xml", statement(id, opening, entries...))
		f.step()
	}
	day("1", 0)
	check("collected", 100_000, 0, 0)
	day("2", 0, entry{ref: "a", amount: 60_000, sender: party{"Engine", engineIBAN}, title: "collected"})
	check("a part is transferred", 40_000, 0, 0)
	day("3", 60_000, entry{ref: "b", amount: 40_000, sender: party{"Engine", merchantIBAN}, title: "collected"})
	check("the rest comes from another account", 40_000, 40_000, 1)
	if err := e.lines.Close(
		t.Context(), e.by(), houseIBAN, "b/1", bank.Resolution{Text: "engine", Collected: true},
	); err != nil {
		t.Fatal(err)
	}
	check("as an operator says", 0, 0, 0)
	day("4", 100_000, entry{ref: "c", amount: -500})
	check("the engine gets something back", 0, -500, 1)
	if err := e.lines.Close(
		t.Context(), e.by(), houseIBAN, "c/1", bank.Resolution{Text: "for refunds", Collected: true},
	); err != nil {
		t.Fatal(err)
	}
	check("as an operator says", 500, 0, 0)
	day("5", 99_500)
	check("the day after", 500, 0, 0)
	f.intact()
}
