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
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/objects"
	internalpg "github.com/partnerline/partnerline/services/partnerconnect/internal/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/wiring"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/register"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/review"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/signing"
	merchantusecase "github.com/partnerline/partnerline/services/partnerconnect/merchant/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/operations/approval"
	operationsusecase "github.com/partnerline/partnerline/services/partnerconnect/operations/usecase"
	"github.com/partnerline/partnerline/testkit/pgtest"
)

var schema = pgtest.Template{Name: "partnerconnect", Migrate: func(ctx context.Context, url string) error {
	_, err := internalpg.Schema.Migrate(ctx, url)
	return err
}}

func TestMain(m *testing.M) { goleak.VerifyTestMain(pgtest.Wrap(m)) }

var start = time.Date(2026, 11, 20, 10, 15, 30, 0, time.UTC)

// by is a person who makes a call.
func by(person string) operationsusecase.By {
	return operationsusecase.By{Audit: audit.Entry{
		At: start, Actor: audit.OperatorActor, Operation: "Test",
		Operator: audit.Operator{Subject: person, Name: "Name of " + person},
	}, Person: person, Roles: []string{"reviewer", "finance"}, Reason: "because"}
}

type fixture struct {
	*operationsusecase.Approvals
	pool    *pgxpool.Pool
	parts   *wiring.Modules
	owner   access.Owner
	sandbox *operationsusecase.Onboardings
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
	parts := wiring.New(kernel.Database{Pool: pool, Keys: keys}, money.DefaultTariff, nil)
	p, err := parts.Access.CreatePartner(t.Context(), pool,
		access.Partner{ID: "ptn_a", Name: "a", Tenant: "ten_a", CreatedAt: start})
	if err != nil {
		t.Fatal(err)
	}
	c, err := parts.Access.CreateChannel(t.Context(), pool,
		access.Channel{
			ID: "chn_a", Partner: p.ID, Name: "a", ReturnOrigins: []string{}, LinkTTL: time.Hour, Currencies: []string{"PLN"},
			CreatedAt: start,
		})
	if err != nil {
		t.Fatal(err)
	}
	uploader := merchantusecase.NewUploader(files, parts.Onboardings, nil, slog.New(slog.DiscardHandler),
		func() time.Time { return start })
	return &fixture{
		Approvals: operationsusecase.NewApprovals(pool, policy,
			operationsusecase.NewReviews(parts.Changer, parts.Changer, parts.Payments), parts.Payments, nil,
			onboarding.DefaultRetention),
		pool: pool, parts: parts, owner: access.Owner{Partner: p, Channel: c},
		sandbox: operationsusecase.NewOnboardings(parts.Changer, uploader, nil, register.Fictitious()[0]),
	}
}

// merchant is one that was advanced to a status.
func (f *fixture) merchant(t *testing.T, status onboarding.Status) onboarding.Onboarding {
	t.Helper()
	f.n++
	o, e, err := onboarding.NewOnboarding(f.owner, false, fmt.Sprint("shop-", f.n),
		onboarding.Data{ApplicantType: onboarding.NaturalPerson})
	if err != nil {
		t.Fatal(err)
	}
	if o, _, err = f.parts.Changer.CreateOnboarding(t.Context(), o, e, by("").Audit); err != nil {
		t.Fatal(err)
	}
	view := access.View{Channels: []pc.ChannelID{f.owner.Channel.ID}}
	if o, err = f.sandbox.AdvanceOnboarding(t.Context(), view, o, string(status), by("").Audit); err != nil {
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
		Amount: amount, Currency: "PLN", ExternalRef: fmt.Sprint("o", f.n), Description: "Kanarek",
		Customer: money.Customer{Email: "klient@example.pl"}, ReturnURL: "https://shop.example/back",
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
	if _, _, err := f.Approve(t.Context(), o.Ref, "", by("")); !is(err, pc.PersonRequired) ||
		f.count(t, `SELECT count(*) FROM approvals`) != 0 {
		t.Fatalf("by no person: %v", err)
	}
	const recorded = `SELECT count(*) FROM audit_entries WHERE actor = 'operator' AND operation = 'Test' AND outcome = ` +
		`'ok'`
	before := f.count(t, recorded)
	after, proposed, err := f.Approve(t.Context(), o.Ref, "", by("anna"))
	if n := f.count(t, recorded); n != before+1 {
		t.Errorf("%d entries of the proposal", n-before)
	}
	if err != nil || proposed == nil || after.Status != onboarding.InReview || after.Version != o.Version {
		t.Fatalf("%+v, %+v, %v", after.Status, proposed, err)
	}
	if _, again, err := f.Approve(t.Context(), o.Ref, "", by("bartek")); err != nil || again.ID != proposed.ID ||
		again.ProposedBy != "anna" {
		t.Errorf("proposed again: %+v, %v", again, err)
	}
	if _, err := f.Confirm(t.Context(), proposed.ID, by("anna")); !is(err, pc.SecondPersonRequired) {
		t.Errorf("by who proposed it: %v", err)
	}
	if _, err := f.Confirm(t.Context(), "apr_x", by("bartek")); !is(err, pc.ApprovalNotFound) {
		t.Errorf("another id: %v", err)
	}
	a, err := f.Confirm(t.Context(), proposed.ID, by("bartek"))
	if err != nil || a.Status != approval.Confirmed || a.DecidedBy != "bartek" || a.ProposedByName != "Name of anna" ||
		a.DecidedByName != "Name of bartek" {
		t.Fatalf("%+v, %v", a, err)
	}
	if o, err = f.parts.Changer.Get(t.Context(), access.SystemView, o.Ref); err != nil || o.Status != onboarding.Active ||
		o.Merchant != delegation.ActiveMerchant {
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
	if _, err := f.parts.Changer.Change(t.Context(), access.SystemView, o.Ref, start, by("").Audit,
		func(o *onboarding.Onboarding) error {
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
	if list, err := f.List(t.Context(), approval.Query{Status: approval.Expired, Limit: 10, Now: end}); err != nil ||
		len(list) != 1 || list[0].Status != approval.Expired {
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
