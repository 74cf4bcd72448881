package usecase_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"go.uber.org/goleak"

	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/keyring"
	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/access"
	"github.com/partnerline/partnerline/services/partnerconnect/approval"
	"github.com/partnerline/partnerline/services/partnerconnect/approval/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/objects"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/upload"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/wiring"
	"github.com/partnerline/partnerline/services/partnerconnect/money"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/provider"
	"github.com/partnerline/partnerline/services/partnerconnect/register"
	"github.com/partnerline/partnerline/services/partnerconnect/review"
	reviewusecase "github.com/partnerline/partnerline/services/partnerconnect/review/usecase"
	sandboxusecase "github.com/partnerline/partnerline/services/partnerconnect/sandbox/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/signing"
	"github.com/partnerline/partnerline/testkit/pgtest"
)

var schema = pgtest.Template{Name: "partnerconnect", Migrate: func(ctx context.Context, url string) error {
	_, err := postgres.Schema.Migrate(ctx, url)
	return err
}}

func TestMain(m *testing.M) { goleak.VerifyTestMain(pgtest.Wrap(m)) }

var start = time.Date(2026, 11, 20, 10, 15, 30, 0, time.UTC)

// by is a person who makes a call.
func by(person string) usecase.By {
	return usecase.By{Audit: audit.Entry{At: start, Actor: audit.OperatorActor, Operation: "Test", Operator: audit.Operator{Subject: person, Name: "Name of " + person}}, Person: person, Roles: []string{"reviewer", "finance"}, Reason: "because"}
}

type fixture struct {
	*usecase.Approvals
	pool    *pgxpool.Pool
	parts   *wiring.Parts
	owner   access.Owner
	sandbox *sandboxusecase.Onboardings
	n       int
}

// newFixture requires four eyes in test mode, for refunds above 10.00 PLN.
func newFixture(t *testing.T) *fixture {
	t.Helper()
	pool, err := pgdb.Open(t.Context(), pgdb.Config{URL: envconfig.Secret(schema.New(t))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	keys, err1 := keyring.Parse(keyring.NewKey("k1"))
	policy, err2 := approval.ParsePolicy("all", "PLN:1000")
	files, err3 := objects.OpenFiles(t.TempDir())
	if err := errors.Join(err1, err2, err3); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = files.Close() })
	parts := wiring.New(pool, keys, money.DefaultTariff, provider.Connected{}, nil)
	p, err := parts.Access.CreatePartner(t.Context(), pool, access.Partner{ID: "ptn_a", Name: "a", Tenant: "ten_a", CreatedAt: start})
	if err != nil {
		t.Fatal(err)
	}
	c, err := parts.Access.CreateChannel(t.Context(), pool, access.Channel{ID: "chn_a", Partner: p.ID, Name: "a", ReturnOrigins: []string{}, LinkTTL: time.Hour, Currencies: []string{"PLN"}, CreatedAt: start})
	if err != nil {
		t.Fatal(err)
	}
	uploader := upload.New(files, parts.Onboardings, nil, slog.New(slog.DiscardHandler), func() time.Time { return start })
	return &fixture{
		Approvals: usecase.New(pool, policy, reviewusecase.New(parts.Changer, parts.Changer, parts.Payments), parts.Payments, nil, onboarding.DefaultRetention),
		pool:      pool, parts: parts, owner: access.Owner{Partner: p, Channel: c},
		sandbox: sandboxusecase.NewOnboardings(parts.Changer, uploader, nil, register.Fictitious()[0]),
	}
}

// merchant is one that was advanced to a status.
func (f *fixture) merchant(t *testing.T, status onboarding.Status) onboarding.Onboarding {
	t.Helper()
	f.n++
	o, e, err := onboarding.NewOnboarding(f.owner, false, fmt.Sprint("shop-", f.n), onboarding.Data{ApplicantType: onboarding.NaturalPerson})
	if err != nil {
		t.Fatal(err)
	}
	if o, _, err = f.parts.Changer.CreateOnboarding(t.Context(), o, e, by("").Audit); err != nil {
		t.Fatal(err)
	}
	if o, err = f.sandbox.AdvanceOnboarding(t.Context(), access.View{Channels: []pc.ChannelID{f.owner.Channel.ID}}, o.Ref, string(status), nil, by("").Audit); err != nil {
		t.Fatal(err)
	}
	return o
}

func operation(merchant pc.Ref) delegation.Operation {
	op := delegation.SystemOperation(audit.OperatorActor, "Test", start)
	op.Merchant = merchant
	return op
}

// paid is a payment of a merchant that was paid.
func (f *fixture) paid(t *testing.T, merchant pc.Ref, amount int64) money.PaymentID {
	t.Helper()
	f.n++
	_, p, _, err := f.parts.Payments.RegisterPayment(t.Context(), operation(merchant), money.PaymentOrder{
		Amount: amount, Currency: "PLN", ExternalRef: fmt.Sprint("o", f.n), Description: "Kanarek", Customer: money.Customer{Email: "klient@example.pl"}, ReturnURL: "https://shop.example/back",
	}, nil)
	if err == nil {
		err = f.parts.Payments.PayPayment(t.Context(), operation(merchant), p.ID, money.ByBLIK)
	}
	if err != nil {
		t.Fatal(err)
	}
	return p.ID
}

func (f *fixture) count(t *testing.T, sql string, args ...any) (n int) {
	t.Helper()
	if err := f.pool.QueryRow(t.Context(), sql, args...).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func is(err error, reason fault.Reason) bool { return errors.Is(err, fault.New(reason, "")) }

func TestActivationNeedsAnother(t *testing.T) {
	f := newFixture(t)
	o := f.merchant(t, onboarding.InReview)
	if _, _, err := f.Approve(t.Context(), o.Ref, "", by("")); !is(err, pc.PersonRequired) || f.count(t, `SELECT count(*) FROM approvals`) != 0 {
		t.Fatalf("by no person: %v", err)
	}
	const recorded = `SELECT count(*) FROM audit_entries WHERE actor = 'operator' AND operation = 'Test' AND outcome = 'ok'`
	before := f.count(t, recorded)
	after, proposed, err := f.Approve(t.Context(), o.Ref, "", by("anna"))
	if n := f.count(t, recorded); n != before+1 {
		t.Errorf("%d entries of the proposal", n-before)
	}
	if err != nil || proposed == nil || after.Status != onboarding.InReview || after.Version != o.Version {
		t.Fatalf("%+v, %+v, %v", after.Status, proposed, err)
	}
	if _, again, err := f.Approve(t.Context(), o.Ref, "", by("bartek")); err != nil || again.ID != proposed.ID || again.ProposedBy != "anna" {
		t.Errorf("proposed again: %+v, %v", again, err)
	}
	if _, err := f.Confirm(t.Context(), proposed.ID, by("anna")); !is(err, pc.SecondPersonRequired) {
		t.Errorf("by who proposed it: %v", err)
	}
	if _, err := f.Confirm(t.Context(), "apr_x", by("bartek")); !is(err, pc.ApprovalNotFound) {
		t.Errorf("another id: %v", err)
	}
	a, err := f.Confirm(t.Context(), proposed.ID, by("bartek"))
	if err != nil || a.Status != approval.Confirmed || a.DecidedBy != "bartek" || a.ProposedByName != "Name of anna" || a.DecidedByName != "Name of bartek" {
		t.Fatalf("%+v, %v", a, err)
	}
	if o, err = f.parts.Changer.Get(t.Context(), access.SystemView, o.Ref); err != nil || o.Status != onboarding.Active || o.Merchant != delegation.ActiveMerchant {
		t.Errorf("%s, %v", o.Status, err)
	}
	if _, err := f.Confirm(t.Context(), proposed.ID, by("celina")); !is(err, fault.InvalidState) {
		t.Errorf("confirmed again: %v", err)
	}
	if _, proposed, err := f.Approve(t.Context(), o.Ref, "", by("anna")); err != nil || proposed != nil {
		t.Errorf("of an active merchant: %+v, %v", proposed, err)
	}
}

// What was proposed is of the onboarding as it was then.
func TestChangedOnboardingIsNotActivated(t *testing.T) {
	f := newFixture(t)
	o := f.merchant(t, onboarding.InReview)
	_, proposed, err := f.Approve(t.Context(), o.Ref, "", by("anna"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.parts.Changer.Change(t.Context(), access.SystemView, o.Ref, start, by("").Audit, func(o *onboarding.Onboarding) error {
		o.Data.Business.Name = "Another"
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Confirm(t.Context(), proposed.ID, by("bartek")); !is(err, fault.InvalidState) {
		t.Errorf("confirmed: %v", err)
	}
	if o, err = f.parts.Changer.Get(t.Context(), access.SystemView, o.Ref); err != nil || o.Status != onboarding.InReview {
		t.Errorf("%s, %v", o.Status, err)
	}
	if _, second, err := f.Approve(t.Context(), o.Ref, "", by("anna")); err != nil || second.ID == proposed.ID {
		t.Errorf("proposed again: %+v, %v", second, err)
	}
}

func TestRefundsAboveAnAmountNeedAnother(t *testing.T) {
	f := newFixture(t)
	m := f.merchant(t, onboarding.Active)
	id := f.paid(t, m.Ref, 5000)
	refund := func(amount int64, person string) (money.Payment, *approval.Approval, error) {
		_, p, a, err := f.RefundPayment(t.Context(), operation(""), id, amount, by(person))
		return p, a, err
	}
	if p, a, err := refund(500, ""); err != nil || a != nil || p.Refunded != 500 {
		t.Fatalf("up to the amount: %d, %+v, %v", p.Refunded, a, err)
	}
	if _, _, err := refund(1001, ""); !is(err, pc.PersonRequired) {
		t.Errorf("by no person: %v", err)
	}
	if _, _, err := refund(4501, "anna"); !is(err, pc.AmountOutOfRange) {
		t.Errorf("more than is left: %v", err)
	}
	p, rest, err := refund(0, "anna") // 45.00
	if err != nil || rest == nil || p.Refunded != 500 || rest.Terms.Amount != 4500 {
		t.Fatalf("%d, %+v, %v", p.Refunded, rest, err)
	}
	if p, _, err = refund(500, ""); err != nil || p.Refunded != 1000 {
		t.Fatal(err)
	}
	// Exactly what was proposed is done, or nothing.
	if _, err := f.Confirm(t.Context(), rest.ID, by("bartek")); !is(err, pc.AmountOutOfRange) {
		t.Errorf("more than is left by now: %v", err)
	}
	if a, err := f.Reject(t.Context(), rest.ID, by("anna")); err != nil || a.Status != approval.Rejected || a.DecisionReason != "because" {
		t.Errorf("%+v, %v", a, err)
	}
	recorded := func() int {
		return f.count(t, `SELECT count(*) FROM audit_entries WHERE actor = 'operator' AND merchant_ref = $1 AND operation = 'Test' AND outcome = 'ok'`, m.Ref)
	}
	before := recorded()
	_, some, err := refund(2000, "anna")
	if err != nil {
		t.Fatal(err)
	}
	if n := recorded(); n != before+1 {
		t.Errorf("%d entries of the proposal", n-before)
	}
	reviewer := by("celina")
	reviewer.Roles = []string{"reviewer"}
	if _, err := f.Confirm(t.Context(), some.ID, reviewer); !is(err, fault.InsufficientRole) {
		t.Errorf("confirmed by a reviewer: %v", err)
	}
	if _, err := f.Reject(t.Context(), some.ID, reviewer); !is(err, fault.InsufficientRole) {
		t.Errorf("rejected by a reviewer: %v", err)
	}
	if _, err := f.Confirm(t.Context(), some.ID, by("bartek")); err != nil {
		t.Fatal(err)
	}
	if n := recorded(); n != before+2 {
		t.Errorf("%d entries of the proposal and its confirmation", n-before)
	}
	if n := f.count(t, `SELECT sum(amount) FROM refunds WHERE payment_id = $1`, id); n != 3000 {
		t.Errorf("%d refunded", n)
	}
	for status, want := range map[approval.Status]int{"": 2, approval.Pending: 0, approval.Confirmed: 1, approval.Rejected: 1, approval.Expired: 0} {
		for _, merchant := range []pc.Ref{"", m.Ref} {
			if list, err := f.List(t.Context(), approval.Query{Status: status, Merchant: merchant, Limit: 10, Now: start}); err != nil || len(list) != want {
				t.Errorf("%q: %d, %v", status, len(list), err)
			}
		}
	}
	if n := recorded(); n < 6 {
		t.Errorf("%d entries of the audit trail", n)
	}
}

// The limit counts what a payment, and what a person within a day, was given back without a second person: not how it
// is cut.
func TestRefundsInSlicesNeedAnother(t *testing.T) {
	f := newFixture(t)
	m := f.merchant(t, onboarding.Active)
	first, second, third := f.paid(t, m.Ref, 5000), f.paid(t, m.Ref, 5000), f.paid(t, m.Ref, 5000)
	refund := func(id money.PaymentID, amount int64, person string, at time.Time) *approval.Approval {
		t.Helper()
		op, who := operation(""), by(person)
		op.Now, who.Audit.At = at, at
		_, _, a, err := f.RefundPayment(t.Context(), op, id, amount, who)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	if refund(first, 600, "anna", start) != nil || refund(first, 400, "bartek", start) != nil {
		t.Error("what is within the limit waits")
	}
	proposed := refund(first, 1, "celina", start)
	if proposed == nil {
		t.Fatal("a payment was given back beyond the limit by several people")
	}
	if _, err := f.Confirm(t.Context(), proposed.ID, by("anna")); err != nil {
		t.Fatal(err)
	}
	if refund(second, 400, "anna", start.Add(time.Hour)) != nil {
		t.Error("what another person confirmed, or others gave back, counts against who did not")
	}
	midnight := start.Add(15 * time.Hour)
	if refund(third, 1, "anna", midnight) == nil {
		t.Error("a person gave back more than the limit within a day, of several payments")
	}
	if refund(third, 600, "anna", start.Add(approval.RefundWindow)) != nil {
		t.Error("what was given back a day ago counts")
	}
	if refund(third, 1, "anna", start.Add(approval.RefundWindow)) == nil {
		t.Error("a person gave back more than the limit")
	}
}

// Of refunds of one person at once, as many pass as the limit has room for.
func TestRefundsAtOnceNeedAnother(t *testing.T) {
	f := newFixture(t)
	m := f.merchant(t, onboarding.Active)
	var payments []money.PaymentID
	for range 6 {
		payments = append(payments, f.paid(t, m.Ref, 5000))
	}
	var all sync.WaitGroup
	var passed atomic.Int64
	for _, id := range payments {
		all.Go(func() {
			_, _, a, err := f.RefundPayment(t.Context(), operation(""), id, 300, by("anna"))
			if err != nil {
				t.Error(err)
			}
			if a == nil {
				passed.Add(300)
			}
		})
	}
	all.Wait()
	if passed.Load() != 900 {
		t.Errorf("%d passed", passed.Load())
	}
}

// An approval that was not decided in time makes room for the same one.
func TestApprovalsLapse(t *testing.T) {
	f := newFixture(t)
	m := f.merchant(t, onboarding.Active)
	id := f.paid(t, m.Ref, 5000)
	propose := func(at time.Time) *approval.Approval {
		op := operation("")
		op.Now = at
		who := by("anna")
		who.Audit.At = at
		_, _, a, err := f.RefundPayment(t.Context(), op, id, 2000, who)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	first, end := propose(start), start.Add(approval.Lifetime)
	if again := propose(end.Add(-time.Millisecond)); again.ID != first.ID {
		t.Error("it is proposed twice")
	}
	if list, err := f.List(t.Context(), approval.Query{Status: approval.Expired, Limit: 10, Now: end}); err != nil || len(list) != 1 || list[0].Status != approval.Expired {
		t.Errorf("%+v, %v", list, err)
	}
	who := by("bartek")
	who.Audit.At = end
	if _, err := f.Confirm(t.Context(), first.ID, who); !is(err, fault.InvalidState) {
		t.Errorf("confirmed late: %v", err)
	}
	if second := propose(end); second.ID == first.ID {
		t.Error("the first is pending for ever")
	}
	if n := f.count(t, `SELECT count(*) FROM approvals WHERE status = 'pending'`); n != 1 {
		t.Errorf("%d pending", n)
	}
}

// race has who proposed and several others confirm at once, time and again. Each time one of the others does.
func (f *fixture) race(t *testing.T, races int, propose func(n int) approval.ID) {
	t.Helper()
	var own, another, late atomic.Int64
	for n := range races {
		id := propose(n)
		var wg sync.WaitGroup
		for _, person := range []string{"anna", "bartek", "celina"} {
			wg.Go(func() {
				switch done, err := f.Confirm(t.Context(), id, by(person)); {
				case err == nil && person == "anna":
					t.Errorf("%s was confirmed by who proposed it", done.ID)
				case err == nil:
					another.Add(1)
				case is(err, pc.SecondPersonRequired):
					own.Add(1)
				case is(err, fault.InvalidState) && person != "anna":
					late.Add(1)
				default:
					t.Errorf("%s: %v", person, err)
				}
			})
		}
		wg.Wait()
	}
	if want := int64(races); own.Load() != want || another.Load() != want || late.Load() != want {
		t.Errorf("%d refused to who proposed, %d confirmed, %d late", own.Load(), another.Load(), late.Load())
	}
}

// races is how often persons race to confirm the same proposal.
func races() int {
	if testing.Short() {
		return 200
	}
	return 1000
}

// The money of a refund moves once.
func TestProposerNeverConfirms(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id := f.paid(t, f.merchant(t, onboarding.Active).Ref, int64(races())*2000)
	f.race(t, races(), func(int) approval.ID {
		_, _, a, err := f.RefundPayment(t.Context(), operation(""), id, 2000, by("anna"))
		if err != nil || a == nil {
			t.Fatal(a, err)
		}
		return a.ID
	})
	if n := f.count(t, `SELECT count(*) FROM refunds WHERE amount = 2000`); n != races() {
		t.Errorf("%d refunds", n)
	}
	if _, err := f.pool.Exec(t.Context(), `UPDATE approvals SET decided_by = proposed_by WHERE status = 'confirmed'`); err == nil {
		t.Error("the database takes a confirmation by who proposed")
	}
}

// newAccount replaces the open change of a merchant's payout account by another one, which no transfer has verified.
func (f *fixture) newAccount(t *testing.T, ref pc.Ref, id string) {
	t.Helper()
	_, err := f.parts.Changer.Change(t.Context(), access.SystemView, ref, start, by("").Audit, func(o *onboarding.Onboarding) error {
		o.AccountChange = nil
		return signing.RequestAccountChange(o, id, onboarding.PayoutAccount{IBAN: "DE89370400440532013000", HolderName: "Ada"}, onboarding.Evidence{At: start}, start)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func (f *fixture) book(t *testing.T, ref pc.Ref, outcome, person string) *approval.Approval {
	t.Helper()
	_, proposed, err := f.BookTransfer(t.Context(), ref, outcome, by(person))
	if err != nil {
		t.Fatal(err)
	}
	return proposed
}

// verified reports whether the new account of a merchant is.
func (f *fixture) verified(t *testing.T, ref pc.Ref) bool {
	t.Helper()
	o, err := f.parts.Changer.Get(t.Context(), access.SystemView, ref)
	if err != nil {
		t.Fatal(err)
	}
	return o.AccountChange.Verified()
}

// That a transfer came from a new payout account, so that payouts go there, takes two people.
func TestPayoutAccountNeedsAnother(t *testing.T) {
	f := newFixture(t)
	m := f.merchant(t, onboarding.Active)
	f.newAccount(t, m.Ref, "first")
	if proposed := f.book(t, m.Ref, signing.TransferNameMismatch, "anna"); proposed != nil {
		t.Errorf("a transfer that verifies nothing: %+v", proposed)
	}
	if _, _, err := f.BookTransfer(t.Context(), m.Ref, signing.TransferMatched, by("")); !is(err, pc.PersonRequired) {
		t.Errorf("by no person: %v", err)
	}
	proposed := f.book(t, m.Ref, signing.TransferMatched, "anna")
	if proposed == nil || proposed.Kind != approval.PayoutAccount || f.verified(t, m.Ref) {
		t.Fatalf("%+v, verified %t", proposed, f.verified(t, m.Ref))
	}
	reviewer := by("celina")
	reviewer.Roles = []string{"reviewer"}
	for _, c := range []struct {
		name   string
		by     usecase.By
		reason fault.Reason
	}{{"who proposed it", by("anna"), pc.SecondPersonRequired}, {"a reviewer", reviewer, fault.InsufficientRole}} {
		if _, err := f.Confirm(t.Context(), proposed.ID, c.by); !is(err, c.reason) || f.verified(t, m.Ref) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	f.newAccount(t, m.Ref, "second")
	if _, err := f.Confirm(t.Context(), proposed.ID, by("bartek")); !is(err, fault.InvalidState) || f.verified(t, m.Ref) {
		t.Errorf("of another account than was proposed: %v", err)
	}
	again := f.book(t, m.Ref, signing.TransferMatched, "anna")
	if _, err := f.Confirm(t.Context(), again.ID, by("bartek")); err != nil || !f.verified(t, m.Ref) {
		t.Errorf("%v", err)
	}
	if proposed := f.book(t, m.Ref, signing.TransferMatched, "anna"); proposed != nil {
		t.Errorf("of a verified account: %+v", proposed)
	}
}

// A second person sees whom and what each kind is about, masked: also the account that is to replace another.
func TestApprovalsShowTheirSubject(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	waiting, active := f.merchant(t, onboarding.InReview), f.merchant(t, onboarding.Active)
	f.newAccount(t, active.Ref, "first")
	payment := f.paid(t, active.Ref, 1001)
	draft := f.merchant(t, onboarding.Draft)
	_, err := f.parts.Changer.Change(t.Context(), access.SystemView, draft.Ref, start, by("").Audit,
		func(o *onboarding.Onboarding) error {
			o.Data.Applicant.GivenNames, o.Data.Applicant.FamilyName = "Ada", "Testowa"
			return nil
		})
	if err != nil {
		t.Fatal(err)
	}
	approved := func(_ onboarding.Onboarding, proposed *approval.Approval, err error) (*approval.Approval, error) {
		return proposed, err
	}
	shown := map[approval.Kind]bool{approval.TransferReturn: true} // by TestAReturnToANamedAccountWaitsForAnother
	for kind, propose := range map[approval.Kind]func() (*approval.Approval, error){
		approval.Activation: func() (*approval.Approval, error) {
			return approved(f.Approve(t.Context(), waiting.Ref, "", by("anna")))
		},
		approval.Refund: func() (*approval.Approval, error) {
			_, _, proposed, err := f.RefundPayment(t.Context(), operation(active.Ref), payment, 0, by("anna"))
			return proposed, err
		},
		approval.PayoutAccount: func() (*approval.Approval, error) {
			return approved(f.BookTransfer(t.Context(), active.Ref, signing.TransferMatched, by("anna")))
		},
		approval.RevealNationalID: func() (*approval.Approval, error) {
			_, proposed, err := f.Reveal(t.Context(), active.Ref, "", []string{review.NationalID}, by("anna"))
			return proposed, err
		},
		approval.Erasure: func() (*approval.Approval, error) {
			return approved(f.Erase(t.Context(), draft.Ref, by("anna")))
		},
	} {
		proposed, err := propose()
		if err != nil || proposed == nil || proposed.Kind != kind {
			t.Fatalf("%s: %+v, %v", kind, proposed, err)
		}
		f.showsSubject(t, *proposed)
		shown[kind] = true
	}
	for _, kind := range approval.DecidedBy(by("").Roles) {
		if !shown[kind] {
			t.Errorf("what a second person sees of %s is not checked", kind)
		}
	}
}

// showsSubject checks what a second person sees of an approval.
func (f *fixture) showsSubject(t *testing.T, a approval.Approval) {
	t.Helper()
	o, err1 := f.parts.Changer.Get(t.Context(), access.SystemView, a.Merchant)
	got, about, err2 := f.Details(t.Context(), a.ID, by("finn"))
	if err := errors.Join(err1, err2); err != nil || got.Action != a.Action || got.Status != approval.Pending ||
		!slices.Equal(about, review.Subject(o)) {
		t.Errorf("%s: %+v about %q, %v", a.Kind, got, about, err)
	}
	stranger := by("support")
	stranger.Roles = []string{"support"}
	if got, about, err := f.Details(t.Context(), a.ID, stranger); err != nil || got.ID != a.ID || len(about) > 0 {
		t.Errorf("%s: who does not decide on it sees %q, %v", a.Kind, about, err)
	}
	shown := map[string]string{}
	for _, field := range about {
		shown[field.Field] = field.Value
	}
	if shown["name"] == "" || shown["name"] == o.Data.Applicant.GivenNames+" "+o.Data.Applicant.FamilyName ||
		strings.Contains(shown["payout_account"], o.Data.PayoutAccount.IBAN) != (o.Data.PayoutAccount.IBAN == "") ||
		(shown["new_payout_account"] != "") != (o.AccountChange != nil) {
		t.Errorf("%s shows %q", a.Kind, shown)
	}
}

// An account is verified by another person than the one who said that it is.
func TestProposerNeverVerifiesAnAccount(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	m := f.merchant(t, onboarding.Active)
	f.race(t, races(), func(n int) approval.ID {
		f.newAccount(t, m.Ref, fmt.Sprint("change-", n))
		return f.book(t, m.Ref, signing.TransferMatched, "anna").ID
	})
	if !f.verified(t, m.Ref) {
		t.Error("the last account is not verified")
	}
}

// A national id is shown to who proposed it, once another person has confirmed it and for a short time; all else at once. The audit trail has
// each time with its fields.
func TestNationalIDsAreRevealedByFourEyes(t *testing.T) {
	f := newFixture(t)
	ref := f.merchant(t, onboarding.Active).Ref
	now := start
	asks := func(person string) ([]string, *approval.Approval, error) {
		who := by(person)
		who.Audit.At = now
		shown, proposed, err := f.Reveal(t.Context(), ref, "", []string{"name", review.NationalID}, who)
		fields := make([]string, len(shown))
		for i, s := range shown {
			fields[i] = s.Field
		}
		return fields, proposed, err
	}
	sees := func(person string, want ...string) *approval.Approval {
		t.Helper()
		fields, proposed, err := asks(person)
		if err != nil || !slices.Equal(fields, want) || (proposed == nil) != (len(want) == 2) {
			t.Fatalf("%s sees %v, proposed %v, %v", person, fields, proposed, err)
		}
		return proposed
	}
	a := sees("anna", "name")
	if again := sees("anna", "name"); again.ID != a.ID || a.ProposedBy != "anna" || a.Reason != "because" {
		t.Errorf("%+v, then %+v", a, again)
	}
	if b := sees("bartek", "name"); b.ID == a.ID {
		t.Error("what one person proposed is another's proposal, too")
	}
	if _, err := f.Confirm(t.Context(), a.ID, by("anna")); !is(err, pc.SecondPersonRequired) {
		t.Errorf("confirmed by who proposed it: %v", err)
	}
	if done, err := f.Confirm(t.Context(), a.ID, by("bartek")); err != nil || done.Status != approval.Confirmed {
		t.Fatalf("%+v, %v", done, err)
	}
	sees("anna", "name", review.NationalID)
	sees("bartek", "name")
	now = start.Add(approval.RevealedFor)
	if again := sees("anna", "name"); again.ID == a.ID {
		t.Error("the confirmation is good for ever")
	}
	if _, _, err := asks(""); !is(err, pc.PersonRequired) {
		t.Errorf("without a person: %v", err)
	}
	if n := f.count(t, `SELECT count(*) FROM audit_entries WHERE key_id = 'name,national_id' AND merchant_ref = '`+string(ref)+`'`); n != 6 {
		t.Errorf("%d entries of the audit trail, want one for each answer", n)
	}
}

// Personal data is erased once another person confirms it, and not if anything has changed since.
func TestErasureNeedsAnother(t *testing.T) {
	f := newFixture(t)
	ref := f.merchant(t, onboarding.Draft).Ref
	erased := func(ref pc.Ref) bool {
		o, err := f.parts.Changer.Get(t.Context(), access.SystemView, ref)
		if err != nil {
			t.Fatal(err)
		}
		return o.Erased && o.Status == onboarding.Cancelled && f.count(t, `SELECT num_nonnulls(data_key, applicant, business, company, payout_account, identity, flow) FROM onboardings WHERE ref = $1`, ref) == 0
	}
	if _, _, err := f.Erase(t.Context(), ref, by("")); !is(err, pc.PersonRequired) {
		t.Errorf("by no person: %v", err)
	}
	if _, proposed, err := f.Erase(t.Context(), f.merchant(t, onboarding.Active).Ref, by("anna")); !is(err, fault.InvalidState) || proposed != nil {
		t.Errorf("of an active merchant: %v, %v", proposed, err)
	}
	propose := func() approval.Approval {
		t.Helper()
		o, proposed, err := f.Erase(t.Context(), ref, by("anna"))
		if err != nil || proposed == nil || proposed.Kind != approval.Erasure || o.Status != onboarding.Draft || erased(ref) {
			t.Fatalf("%+v, %v", proposed, err)
		}
		return *proposed
	}
	first := propose()
	if again := propose(); again.ID != first.ID {
		t.Errorf("%+v, then %+v", first, again)
	}
	finance := by("celina")
	finance.Roles = []string{"finance"}
	for _, c := range []struct {
		name   string
		by     usecase.By
		reason fault.Reason
	}{{"who proposed it", by("anna"), pc.SecondPersonRequired}, {"finance", finance, fault.InsufficientRole}} {
		if _, err := f.Confirm(t.Context(), first.ID, c.by); !is(err, c.reason) || erased(ref) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	if _, err := f.parts.Changer.Change(t.Context(), access.SystemView, ref, start, by("").Audit, func(o *onboarding.Onboarding) error {
		o.Data.Applicant.Email = "k@example.com"
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Confirm(t.Context(), first.ID, by("bartek")); !is(err, fault.InvalidState) || erased(ref) {
		t.Errorf("of another version than was proposed: %v", err)
	}
	if _, err := f.Reject(t.Context(), first.ID, by("bartek")); err != nil {
		t.Fatal(err)
	}
	second := propose()
	if _, err := f.Confirm(t.Context(), second.ID, by("bartek")); err != nil || !erased(ref) {
		t.Errorf("confirmed: %v, erased %t", err, erased(ref))
	}
	if _, _, err := f.Erase(t.Context(), ref, by("anna")); !is(err, fault.InvalidState) {
		t.Errorf("erased again: %v", err)
	}
	if n := f.count(t, `SELECT count(*) FROM events WHERE merchant_ref = $1 AND type = 'onboarding.status_changed'`, ref); n != 2 {
		t.Errorf("%d events, want that of the draft and that of its end", n)
	}
}

// Nothing is erased by one person alone.
func TestProposerNeverErases(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.race(t, races()/10, func(int) approval.ID {
		_, proposed, err := f.Erase(t.Context(), f.merchant(t, onboarding.Draft).Ref, by("anna"))
		if err != nil || proposed == nil {
			t.Fatal(proposed, err)
		}
		return proposed.ID
	})
	if n := f.count(t, `SELECT count(*) FROM onboardings WHERE shredded_at IS NOT NULL`); n != races()/10 {
		t.Errorf("%d were erased", n)
	}
}
