package usecase_test

import (
	"bytes"
	"context"
	"errors"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"go.uber.org/goleak"

	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/keyring"
	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	internalpg "github.com/partnerline/partnerline/services/partnerconnect/internal/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/event"
	kernelpg "github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/postgres"
	merchantusecase "github.com/partnerline/partnerline/services/partnerconnect/merchant/usecase"
	"github.com/partnerline/partnerline/testkit/pgtest"
)

var schema = pgtest.Template{Name: "partnerconnect", Migrate: func(ctx context.Context, url string) error {
	_, err := internalpg.Schema.Migrate(ctx, url)
	return err
}}

func TestMain(m *testing.M) { goleak.VerifyTestMain(pgtest.Wrap(m)) }

// start is when tests begin; they pass times on from there.
var start = time.Date(2026, 11, 20, 10, 15, 30, 0, time.UTC)

// tester is who does what tests do.
var tester = audit.Entry{At: start, Actor: audit.PartnerActor, Operation: "Test"}

// newChanger returns a changer on a database of its own.
func newChanger(t *testing.T) (*merchantusecase.Changer, *pgxpool.Pool) {
	t.Helper()
	pool, err := pgdb.Open(t.Context(), pgdb.Config{URL: envconfig.Secret(schema.New(t))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	keys, err := keyring.Parse(keyring.NewKey("k1"))
	if err != nil {
		t.Fatal(err)
	}
	return merchantusecase.NewChanger(pool, postgres.NewOnboardingStore(pool, keys, nil),
		postgres.NewMessageStore(pool, keys),
		provider.Connected{}.Connect(provider.MessageSender, provider.IdentityProvider)), pool
}

// fixture makes a partner with the channels chn_<name>_a and chn_<name>_b and returns their owners.
func fixture(t *testing.T, pool *pgxpool.Pool, name string) (a, b access.Owner) {
	t.Helper()
	s := kernelpg.NewAccessStore(pool)
	ctx := t.Context()
	p, err := s.CreatePartner(ctx, pool,
		access.Partner{ID: pc.PartnerID("ptn_" + name), Name: name, Tenant: "ten_" + name, CreatedAt: start})
	if err != nil {
		t.Fatal(err)
	}
	channel := func(suffix string) access.Owner {
		c, err := s.CreateChannel(ctx, pool, access.Channel{
			ID: pc.ChannelID("chn_" + name + suffix), Partner: p.ID, Name: name + suffix,
			ReturnOrigins: []string{"https://" + name + ".example"},
			LinkTTL:       time.Hour, Currencies: []string{"PLN"}, CreatedAt: start,
		})
		if err != nil {
			t.Fatal(err)
		}
		return access.Owner{Partner: p, Channel: c}
	}
	return channel("_a"), channel("_b")
}

func draft(
	t *testing.T, o access.Owner, livemode bool, ref string, d onboarding.Data,
) (onboarding.Onboarding, event.Event) {
	t.Helper()
	on, e, err := onboarding.NewOnboarding(o, livemode, ref, d)
	if err != nil {
		t.Fatal(err)
	}
	return on, e
}

var person = onboarding.Data{
	ApplicantType: onboarding.NaturalPerson,
	Applicant: onboarding.Applicant{
		GivenNames: "Kanarina", FamilyName: "Kanarek", Email: "kanarek@example.pl", Phone: "+48600100200",
	},
	Business: onboarding.Business{Name: "Kanarek Rowery", Address: onboarding.Address{City: "Kanarkowo"}},
	Company: onboarding.Company{BeneficialOwners: []onboarding.BeneficialOwner{{
		GivenNames: "Kanarina", FamilyName: "Kanarek",
	}}},
	PayoutAccount: onboarding.PayoutAccount{IBAN: "PL61109010140000071219812874", HolderName: "Kanarina Kanarek"},
	ReturnURL:     "https://a.example/back",
	Metadata:      map[string]string{"order": "7"},
}

func count(t *testing.T, pool *pgxpool.Pool, sql string) (n int) {
	t.Helper()
	if err := pool.QueryRow(t.Context(), sql).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// An external ref is unique per channel and mode, not beyond; its letter case counts.
func TestExternalRefScope(t *testing.T) {
	c, pool := newChanger(t)
	a, b := fixture(t, pool, "a")
	first, e := draft(t, a, false, "shop", onboarding.Data{})
	if _, created, err := c.CreateOnboarding(t.Context(), first, e, tester); err != nil || !created {
		t.Fatal(created, err)
	}
	for name, row := range map[string]struct {
		owner    access.Owner
		livemode bool
		ref      string
		created  bool
	}{
		"same":            {a, false, "shop", false},
		"another channel": {b, false, "shop", true},
		"the other mode":  {a, true, "shop", true},
		"another case":    {a, false, "Shop", true},
	} {
		t.Run(name, func(t *testing.T) {
			o, e := draft(t, row.owner, row.livemode, row.ref, person)
			got, created, err := c.CreateOnboarding(t.Context(), o, e, tester)
			if err != nil || created != row.created {
				t.Errorf("created %t, %v", created, err)
			}
			if !created && (got.Ref != first.Ref || got.Data.ApplicantType != "") {
				t.Errorf("the existing one was changed: %+v", got)
			}
		})
	}
}

// Of calls at once one creates it, with one event.
func TestCreateOnboardingAtOnce(t *testing.T) {
	c, pool := newChanger(t)
	a, _ := fixture(t, pool, "a")
	const calls = 50
	type answer struct {
		ref     pc.Ref
		created bool
		err     error
	}
	answers := make(chan answer, calls)
	gate := make(chan struct{})
	for range calls {
		o, e := draft(t, a, false, "shop", onboarding.Data{})
		go func() {
			<-gate
			got, created, err := c.CreateOnboarding(t.Context(), o, e, tester)
			answers <- answer{got.Ref, created, err}
		}()
	}
	close(gate)
	refs, created := map[pc.Ref]bool{}, 0
	for range calls {
		x := <-answers
		if x.err != nil {
			t.Error(x.err)
		}
		refs[x.ref] = true
		if x.created {
			created++
		}
	}
	if created != 1 || len(refs) != 1 {
		t.Errorf("%d created, %d refs", created, len(refs))
	}
	if n := count(t, pool, `SELECT count(*) FROM onboardings`); n != 1 {
		t.Errorf("%d onboardings", n)
	}
	if n := count(t, pool, `SELECT count(*) FROM events WHERE type = 'onboarding.status_changed'`); n != 1 {
		t.Errorf("%d events", n)
	}
}

// State and event commit together: without the event there is no onboarding.
func TestNoOnboardingWithoutEvent(t *testing.T) {
	c, pool := newChanger(t)
	a, _ := fixture(t, pool, "a")
	o, e := draft(t, a, false, "shop", onboarding.Data{})
	e.Merchant = "mrc_00000000000000000000000000"
	if _, _, err := c.CreateOnboarding(t.Context(), o, e, tester); err == nil {
		t.Fatal("an event of another merchant was stored")
	}
	if n := count(t, pool, `SELECT count(*) FROM onboardings`); n != 0 {
		t.Errorf("%d onboardings", n)
	}
}

// What is known of a person lies encrypted, bound to its row and column.
func TestPersonalDataAtRest(t *testing.T) {
	c, pool := newChanger(t)
	a, _ := fixture(t, pool, "a")
	o, e := draft(t, a, false, "shop-1", person)
	other, e2 := draft(t, a, false, "shop-2", person)
	for _, x := range []struct {
		o onboarding.Onboarding
		e event.Event
	}{{o, e}, {other, e2}} {
		if _, _, err := c.CreateOnboarding(t.Context(), x.o, x.e, tester); err != nil {
			t.Fatal(err)
		}
	}
	var row, event []byte
	if err := pool.QueryRow(t.Context(),
		`SELECT o::text::bytea, e.body FROM onboardings o JOIN events e ON e.merchant_ref = o.ref WHERE o.ref = $1`,
		o.Ref).Scan(&row, &event); err != nil {
		t.Fatal(err)
	}
	var cipher [4][]byte
	if err := pool.QueryRow(t.Context(),
		`SELECT applicant, business, company, payout_account FROM onboardings WHERE ref = $1`, o.Ref).
		Scan(&cipher[0], &cipher[1], &cipher[2], &cipher[3]); err != nil {
		t.Fatal(err)
	}
	for _, canary := range []string{"Kanar", "kanar", "600100200", "109010140000071219812874"} {
		for name, b := range map[string][]byte{
			"row": row, "event": event, "applicant": cipher[0], "business": cipher[1], "company": cipher[2],
			"payout_account": cipher[3],
		} {
			t.Run(name, func(t *testing.T) {
				if bytes.Contains(b, []byte(canary)) {
					t.Errorf("%s holds %s in clear", name, canary)
				}
			})
		}
	}
	view := access.View{Channels: []pc.ChannelID{a.Channel.ID}}
	for _, moved := range []string{
		`UPDATE onboardings x SET applicant = y.applicant FROM onboardings y WHERE x.ref = $1 AND y.ref <> $1`,
		`UPDATE onboardings SET applicant = payout_account WHERE ref = $1`,
	} {
		if _, err := pool.Exec(t.Context(), moved, o.Ref); err != nil {
			t.Fatal(err)
		}
		if _, err := c.Get(t.Context(), view, o.Ref); !errors.Is(err, keyring.ErrOpen) {
			t.Errorf("a moved ciphertext opens: %v", err)
		}
	}
}

// A change seals only the segments that it changes again, and keeps the ciphertexts of the others.
func TestChangeSealsOnlyWhatIsDifferent(t *testing.T) {
	c, pool := newChanger(t)
	a, _ := fixture(t, pool, "a")
	o, e := draft(t, a, false, "shop", person)
	if _, _, err := c.CreateOnboarding(t.Context(), o, e, tester); err != nil {
		t.Fatal(err)
	}
	sealed := func() (out struct{ DataKey, Applicant, Business, PayoutAccount []byte }) {
		t.Helper()
		row := pool.QueryRow(t.Context(),
			`SELECT data_key, applicant, business, payout_account FROM onboardings WHERE ref = $1`, o.Ref)
		if err := row.Scan(&out.DataKey, &out.Applicant, &out.Business, &out.PayoutAccount); err != nil {
			t.Fatal(err)
		}
		return out
	}
	before := sealed()
	changed, err := c.Change(t.Context(), access.SystemView, o.Ref, start, tester, func(o *onboarding.Onboarding) error {
		o.Data.Business.Name = "Kanarek Rowery i Części"
		return nil
	})
	if err != nil || changed.Version != o.Version+1 {
		t.Fatal(changed.Version, err)
	}
	after := sealed()
	if bytes.Equal(before.Business, after.Business) {
		t.Error("what changed is sealed as before")
	}
	for name, same := range map[string]bool{
		"key": bytes.Equal(before.DataKey, after.DataKey), "applicant": bytes.Equal(before.Applicant, after.Applicant),
		"payout account": bytes.Equal(before.PayoutAccount, after.PayoutAccount),
	} {
		t.Run(name, func(t *testing.T) {
			if !same {
				t.Error("sealed again")
			}
		})
	}
	got, err := c.Get(t.Context(), access.SystemView, o.Ref)
	if err != nil || got.Data.Business.Name != "Kanarek Rowery i Części" || got.Data.Applicant != person.Applicant {
		t.Errorf("%+v, %v", got.Data, err)
	}
}
