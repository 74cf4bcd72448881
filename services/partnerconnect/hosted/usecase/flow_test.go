package usecase_test

import (
	"context"
	"encoding/base64"
	"errors"
	"log/slog"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"go.uber.org/goleak"

	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/keyring"
	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	hostedusecase "github.com/partnerline/partnerline/services/partnerconnect/hosted/usecase"
	internalpg "github.com/partnerline/partnerline/services/partnerconnect/internal/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/wiring"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/signedlink"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/signing"
	"github.com/partnerline/partnerline/testkit/pgtest"
)

var schema = pgtest.Template{Name: "partnerconnect", Migrate: func(ctx context.Context, url string) error {
	_, err := internalpg.Schema.Migrate(ctx, url)
	return err
}}

func TestMain(m *testing.M) { goleak.VerifyTestMain(pgtest.Wrap(m)) }

var start = time.Date(2026, 11, 20, 10, 15, 30, 0, time.UTC)

// A bench is the hosted flow on a database of its own, with one onboarding of a company.
type bench struct {
	t        *testing.T
	pool     *pgxpool.Pool
	linkKeys *signedlink.LinkKeys
	store    *wiring.Modules
	sessions *hostedusecase.Sessions
	flow     *hostedusecase.Flow
	o        onboarding.Onboarding
}

func newBench(t *testing.T) *bench {
	t.Helper()
	url := envconfig.Secret(schema.New(t))
	open := func(most int32) *pgxpool.Pool {
		pool, err := pgdb.Open(t.Context(), pgdb.Config{URL: url, MaxConns: most})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(pool.Close)
		return pool
	}
	keys, err := keyring.Parse(keyring.NewKey("k1"))
	if err != nil {
		t.Fatal(err)
	}
	linkKeys, err := signedlink.ParseLinkKeys("a:" + base64.StdEncoding.EncodeToString(make([]byte, 32)))
	if err != nil {
		t.Fatal(err)
	}
	pool, reserved := open(2), open(1)
	store := wiring.New(kernel.Database{Pool: pool, Reserved: reserved, Keys: keys}, money.DefaultTariff, nil)
	sessions := hostedusecase.NewSessions(pool, store.HostedFlow, store.Onboardings, linkKeys, provider.Connected{})
	flow := hostedusecase.NewFlow(hostedusecase.FlowParts{
		Sessions: sessions, Changes: store.Changer, Withdrawals: store.Withdraw, Onboardings: store.Onboardings,
		Trail: store.Audit, Keys: linkKeys,
		Log: slog.New(slog.DiscardHandler),
	})
	b := &bench{t: t, pool: pool, linkKeys: linkKeys, store: store, sessions: sessions, flow: flow}
	b.createOnboarding()
	return b
}

func (b *bench) createOnboarding() {
	b.t.Helper()
	ctx := b.t.Context()
	owner := access.Owner{
		Partner: access.Partner{ID: "ptn_a", Name: "A", Tenant: "ten_a", CreatedAt: start},
		Channel: access.Channel{
			ID: "chn_a", Partner: "ptn_a", Name: "A", ReturnOrigins: []string{}, LinkTTL: time.Hour, CreatedAt: start,
		},
	}
	_, err1 := b.store.Partners.CreatePartner(ctx, owner.Partner, audit.Entry{At: start, Actor: audit.OperatorActor})
	_, err2 := b.store.Partners.CreateChannel(ctx, owner.Channel, audit.Entry{At: start, Actor: audit.OperatorActor})
	if err := errors.Join(err1, err2); err != nil {
		b.t.Fatal(err)
	}
	o, e, err := onboarding.NewOnboarding(owner, false, "shop-1", onboarding.Data{
		ApplicantType: onboarding.CompanyApplicant,
		Applicant: onboarding.Applicant{
			GivenNames: "Kanarina", FamilyName: "Kanarek", Email: "kanarek@example.pl", Phone: "+48600100200",
		},
		Company: onboarding.Company{
			LegalName:        "Kredowe Koło sp. z o.o.",
			BeneficialOwners: []onboarding.BeneficialOwner{{GivenNames: "Apolonia", FamilyName: "Makietowa"}},
		},
	})
	if err != nil {
		b.t.Fatal(err)
	}
	if b.o, _, err = b.store.Changer.CreateOnboarding(ctx, o, e,
		audit.Entry{At: start, Actor: audit.PartnerActor, Operation: "Test"}); err != nil {
		b.t.Fatal(err)
	}
}

// change writes to the onboarding as its partner might.
func (b *bench) change(f func(*onboarding.Onboarding)) {
	b.t.Helper()
	o, err := b.store.Changer.Change(b.t.Context(), access.SystemView, b.o.Ref, start,
		audit.Entry{At: start, Actor: audit.SystemActor, Operation: "Test"}, func(o *onboarding.Onboarding) error {
			f(o)
			return nil
		})
	if err != nil {
		b.t.Fatal(err)
	}
	b.o = o
}

// visit opens a session by a link and returns a request of it.
func (b *bench) visit(link signedlink.Link, now time.Time) *hostedflow.Visit {
	b.t.Helper()
	secret, err := b.sessions.OpenSession(b.t.Context(), link, "192.0.2.1", now)
	if err != nil {
		b.t.Fatal(err)
	}
	v := &hostedflow.Visit{Secret: secret, Now: now, Language: "en", Network: "192.0.2.1"}
	if err := b.sessions.ResumeSession(b.t.Context(), v); err != nil {
		b.t.Fatal(err)
	}
	return v
}

// The declarations are of the owners whom the page shows: others who were written in between are shown first, and
// others who come later must be declared again.
func TestDeclarationsAreOfWhatWasShown(t *testing.T) {
	b := newBench(t)
	v := b.visit(hostedflow.NewLink(b.o, start), start)
	facts := hostedflow.DeclaredFacts(&v.Onboarding, hostedflow.Untranslated)
	if !slices.ContainsFunc(facts,
		func(f hostedflow.Fact) bool { return f.Key == "fact_owner" && f.Value == "Apolonia Makietowa" }) {
		t.Errorf("the owners are not shown: %v", facts)
	}
	shown, no := hostedflow.Show(b.linkKeys, b.o.Ref, facts), false
	declaration := hostedusecase.Declaration{Exposed: &no, OwnBehalf: true, BeneficialOwners: true}
	owners := func(family string) []onboarding.BeneficialOwner {
		return []onboarding.BeneficialOwner{{GivenNames: "Obcy", FamilyName: family}}
	}
	b.change(func(o *onboarding.Onboarding) { o.Data.Company.BeneficialOwners = owners("Pierwszy") })
	var changed hostedflow.FactsChanged
	if err := b.flow.Declare(t.Context(), v, shown, declaration); !errors.As(err, &changed) ||
		!slices.Equal(changed, []string{"fact_owner"}) {
		t.Errorf("declared what was not shown: %v", err)
	}
	if err := b.flow.Declare(t.Context(), v, "", declaration); !errors.Is(err, hostedflow.FormOld) {
		t.Errorf("a form that shows nothing: %v", err)
	}
	shown = hostedflow.Show(b.linkKeys, b.o.Ref, hostedflow.DeclaredFacts(&b.o, hostedflow.Untranslated))
	if err := b.flow.Declare(t.Context(), v, shown, hostedusecase.Declaration{OwnBehalf: true}); !errors.Is(err,
		hostedflow.Mistake{Reason: "declarations_exposed", Input: "exposed"}) {
		t.Errorf("without an answer: %v", err)
	}
	if err := b.flow.Declare(t.Context(), v, shown, declaration); err != nil || !signing.Declared(&v.Onboarding) {
		t.Fatalf("as shown: %v", err)
	}
	b.change(func(o *onboarding.Onboarding) { o.Data.Company.BeneficialOwners = owners("Drugi") })
	if signing.Declared(&b.o) {
		t.Error("a declaration holds for owners who were not declared")
	}
}

// A sign-in link proves the address once; a code proves it, too, and every wrong one counts.
func TestSessionsProveContacts(t *testing.T) {
	b := newBench(t)
	link := hostedflow.NewSignInLink(b.o, "msg_1", start)
	if v := b.visit(link, start); v.Session.EmailAt == nil || v.WantedCode() != hostedflow.CodeForPhone {
		t.Errorf("the first session of a sign-in link: %+v", v.Session)
	}
	v := b.visit(link, start)
	if v.Session.EmailAt != nil || v.WantedCode() != hostedflow.CodeForEmail {
		t.Fatalf("the second one: %+v", v.Session)
	}
	if err := b.sessions.SendCode(t.Context(), v, hostedflow.CodeForEmail); err != nil {
		t.Fatal(err)
	}
	soon := hostedflow.CodeTooSoon{Wait: hostedflow.CodeResend}
	if err := b.sessions.SendCode(t.Context(), v, hostedflow.CodeForEmail); !errors.Is(err, soon) {
		t.Errorf("another code at once: %v", err)
	}
	sent, code, err := b.sessions.SentCode(t.Context(), v, hostedflow.CodeForEmail)
	if !sent || code == "" || err != nil {
		t.Fatalf("the code of test mode: %t %q %v", sent, code, err)
	}
	for try := 1; try < hostedflow.CodeTries; try++ {
		err := b.flow.VerifyContact(t.Context(), v, "x")
		refused, _ := errors.AsType[hostedflow.CodeRefused](err)
		if !errors.Is(err, hostedflow.ErrCodeWrong) || refused.Left != hostedflow.CodeTries-try {
			t.Errorf("try %d: %v, %d left", try, err, refused.Left)
		}
	}
	if err := b.flow.VerifyContact(t.Context(), v, code[:3]+" "+code[3:]); err != nil || v.Session.EmailAt == nil ||
		v.Onboarding.Flow.EmailVerifiedAt == nil {
		t.Errorf("the right code at the last try: %v, %+v", err, v.Session)
	}
	if err := b.flow.VerifyContact(t.Context(), v, code); !errors.Is(err, hostedflow.ErrCodeSpent) {
		t.Errorf("a code that is spent: %v", err)
	}
}

// A session ends with the contact that it proved, and with the onboarding.
func TestSessionsEnd(t *testing.T) {
	for name, end := range map[string]func(*onboarding.Onboarding){
		"a new contact": func(o *onboarding.Onboarding) {
			later := start.Add(time.Minute)
			o.Flow.ContactChanged = &later
		},
		"cancelled": func(o *onboarding.Onboarding) { o.Status = onboarding.Cancelled },
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			v := b.visit(hostedflow.NewLink(b.o, start), start)
			b.change(end)
			if err := b.sessions.ResumeSession(t.Context(), v); !errors.Is(err, hostedflow.ErrNoSession) {
				t.Errorf("%v", err)
			}
		})
	}
}

// What takes access away does not queue behind what uses it: it has connections of its own.
func TestAccessIsTakenAwayUnderLoad(t *testing.T) {
	b := newBench(t)
	b.change(func(o *onboarding.Onboarding) {
		o.Delegation = &delegation.Delegation{ID: "dlg_1", Status: delegation.ActiveDelegation, GrantedAt: start}
		o.OptIn.Status, o.OptIn.GrantedAt = delegation.OptInGranted, &start
	})
	v := b.visit(hostedflow.NewLink(b.o, start), start)
	for range b.pool.Config().MaxConns {
		c, err := b.pool.Acquire(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Release()
	}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	if err := hostedusecase.NewAccount(b.flow, b.store.Accounts, b.store.Payouts).RevokePayouts(ctx, v); err != nil ||
		v.Onboarding.OptIn.Status != delegation.OptInRevoked {
		t.Errorf("payouts: %s, %v", v.Onboarding.OptIn.Status, err)
	}
	if err := b.flow.RevokeDelegation(ctx, v); err != nil ||
		v.Onboarding.DelegationStatus() != delegation.RevokedDelegation {
		t.Errorf("delegation: %s, %v", v.Onboarding.DelegationStatus(), err)
	}
}
