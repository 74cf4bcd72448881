package postgres_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"go.uber.org/goleak"

	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/internal/keyring"
	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	internalpg "github.com/partnerline/partnerline/services/partnerconnect/internal/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/wiring"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/event"
	kernelusecase "github.com/partnerline/partnerline/services/partnerconnect/kernel/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/testkit/pgtest"
)

var schema = pgtest.Template{Name: "partnerconnect", Migrate: migrate}

func migrate(ctx context.Context, url string) error {
	_, err := internalpg.Schema.Migrate(ctx, url)
	return err
}

func TestMain(m *testing.M) { goleak.VerifyTestMain(pgtest.Wrap(m)) }

// tester is who does what tests do.
var tester = audit.Entry{At: start, Actor: audit.PartnerActor, Operation: "Test"}

// start is when tests begin; they pass times on from there.
var start = time.Date(2026, 11, 20, 10, 15, 30, 0, time.UTC)

func newStore(t *testing.T) (*wiring.Modules, *pgxpool.Pool) {
	t.Helper()
	pool, err := pgdb.Open(t.Context(), pgdb.Config{URL: envconfig.Secret(schema.New(t))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return wiring.New(kernel.Database{Pool: pool, Keys: newKeys(t)}, money.DefaultTariff, nil), pool
}

func newKeys(t *testing.T) *keyring.Keyring {
	t.Helper()
	keys, err := keyring.Parse(keyring.NewKey("k1"))
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

// fixture makes a partner with the channels chn_<name>_a and chn_<name>_b and returns their owners.
func fixture(t *testing.T, s *wiring.Modules, name string) (a, b access.Owner) {
	t.Helper()
	ctx := t.Context()
	p, err := s.Partners.CreatePartner(ctx,
		access.Partner{ID: pc.PartnerID("ptn_" + name), Name: name, Tenant: "ten_" + name, CreatedAt: start}, tester)
	if err != nil {
		t.Fatal(err)
	}
	channel := func(suffix string) access.Owner {
		c, err := s.Partners.CreateChannel(ctx, access.Channel{
			ID: pc.ChannelID("chn_" + name + suffix), Partner: p.ID, Name: name + suffix,
			ReturnOrigins: []string{"https://" + name + ".example"},
			LinkTTL:       time.Hour, Currencies: []string{"PLN"}, CreatedAt: start,
		}, tester)
		if err != nil {
			t.Fatal(err)
		}
		return access.Owner{Partner: p, Channel: c}
	}
	return channel("_a"), channel("_b")
}

func draft(t *testing.T, o access.Owner, livemode bool, ref string,
	d onboarding.Data) (onboarding.Onboarding, event.Event) {
	t.Helper()
	on, e, err := onboarding.NewOnboarding(o, livemode, ref, d)
	if err != nil {
		t.Fatal(err)
	}
	return on, e
}

var person = onboarding.Data{
	ApplicantType: onboarding.NaturalPerson,
	Applicant: onboarding.Applicant{GivenNames: "Kanarina", FamilyName: "Kanarek", Email: "kanarek@example.pl",
		Phone: "+48600100200"},
	Business: onboarding.Business{Name: "Kanarek Rowery", Address: onboarding.Address{City: "Kanarkowo"}},
	Company: onboarding.Company{BeneficialOwners: []onboarding.BeneficialOwner{{GivenNames: "Kanarina",
		FamilyName: "Kanarek"}}},
	PayoutAccount: onboarding.PayoutAccount{IBAN: "PL61109010140000071219812874", HolderName: "Kanarina Kanarek"},
	ReturnURL:     "https://a.example/back",
	Metadata:      map[string]string{"order": "7"},
}

func TestOnboardingRoundTrip(t *testing.T) {
	s, pool := newStore(t)
	a, b := fixture(t, s, "a")
	o, e := draft(t, a, false, "shop-1", person)
	if _, created, err := s.Changer.CreateOnboarding(t.Context(), o, e, tester); err != nil || !created {
		t.Fatal(created, err)
	}
	got, err := s.Onboardings.Onboarding(t.Context(),
		access.View{Channels: []pc.ChannelID{b.Channel.ID, a.Channel.ID}}, o.Ref)
	if err != nil {
		t.Fatal(err)
	}
	o.Locked, o.Corrections, o.Documents, o.Invitations = []onboarding.Segment{}, []string{}, []onboarding.Document{},
		[]onboarding.Invitation{}
	if want, have := asJSON(t, o), asJSON(t, got); want != have {
		t.Errorf("got  %s\nwant %s", have, want)
	}
	o.Documents, o.Invitations = nil, nil
	again, err := s.Onboardings.OnboardingByExternalRef(t.Context(), pool, a.Channel.ID, false, "shop-1")
	if err != nil || again.Ref != o.Ref {
		t.Errorf("by external ref: %s, %v", again.Ref, err)
	}
	for name, v := range map[string]access.View{
		"another channel": {Channels: []pc.ChannelID{b.Channel.ID}},
		"the other mode":  {Channels: []pc.ChannelID{a.Channel.ID}, Livemode: true},
		"no channel":      {},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := s.Onboardings.Onboarding(t.Context(), v, o.Ref); !errors.Is(err, pc.ErrOnboardingNotFound) {
				t.Error(err)
			}
		})
	}
	for _, ref := range []pc.Ref{"", "mrc_x", pc.Ref(ids.New(pc.RefPrefix)), "x' OR true --"} {
		if _, err := s.Onboardings.Onboarding(t.Context(), access.View{Channels: []pc.ChannelID{a.Channel.ID}},
			ref); !errors.Is(err, pc.ErrOnboardingNotFound) {
			t.Errorf("%q: %v", ref, err)
		}
	}
	l, err := s.HostedFlow.Landing(t.Context(), o.Ref)
	if err != nil || l != (hostedflow.Landing{Status: onboarding.Draft, LinkEpoch: 1, Channel: a.Channel.ID,
		PartnerName: "a", ChannelName: "a_a"}) {
		t.Errorf("landing: %+v, %v", l, err)
	}
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func count(t *testing.T, pool *pgxpool.Pool, sql string) (n int) {
	t.Helper()
	if err := pool.QueryRow(t.Context(), sql).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func newKeyOf(o access.Owner, livemode bool, channels ...pc.ChannelID) kernelusecase.NewPartnerKey {
	return kernelusecase.NewPartnerKey{
		Partner: o.Partner.ID, Livemode: livemode, Channels: channels,
		Scopes: []access.Scope{access.ScopeOnboardingRead, access.ScopeOnboardingWrite},
	}
}

func TestPartnerKeys(t *testing.T) {
	s, _ := newStore(t)
	ctx := t.Context()
	a, b := fixture(t, s, "a")
	x, _ := fixture(t, s, "x")
	k, key, err := s.Keys.CreatePartnerKey(ctx, newKeyOf(a, false, b.Channel.ID, a.Channel.ID), tester, start)
	if err != nil {
		t.Fatal(err)
	}
	got, err := s.Keys.UsePartnerKey(ctx, key, start)
	if err != nil {
		t.Fatal(err)
	}
	k.Channels = []pc.ChannelID{a.Channel.ID, b.Channel.ID} // in order of their ids
	if asJSON(t, got) != asJSON(t, k) {
		t.Errorf("got  %s\nwant %s", asJSON(t, got), asJSON(t, k))
	}
	for name, c := range map[string]struct {
		key  kernelusecase.NewPartnerKey
		want error
	}{
		"a second key of the mode": {newKeyOf(a, false, a.Channel.ID), access.ErrKeyExists},
		"a foreign channel":        {newKeyOf(a, true, x.Channel.ID), access.ErrChannelNotOwned},
		"no such channel":          {newKeyOf(a, true, "chn_none"), access.ErrChannelNotOwned},
		"no such partner": {newKeyOf(access.Owner{Partner: access.Partner{ID: "ptn_none"}}, true),
			access.ErrPartnerNotFound},
	} {
		t.Run(name, func(t *testing.T) {
			if _, _, err := s.Keys.CreatePartnerKey(ctx, c.key, tester, start); !errors.Is(err, c.want) {
				t.Error(err)
			}
		})
	}
	// Refused whole: the live mode has still no key.
	_, liveKey, err := s.Keys.CreatePartnerKey(ctx, newKeyOf(a, true, a.Channel.ID), tester, start)
	if err != nil {
		t.Errorf("the other mode: %v", err)
	}

	replacing, overlap := newKeyOf(a, false, a.Channel.ID), time.Hour
	replacing.Overlap = &overlap
	until := start.Add(overlap)
	next, nextKey, err := s.Keys.CreatePartnerKey(ctx, replacing, tester, start)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		key  string
		at   time.Time
		want error
	}{
		"replaced, within the overlap": {key, until.Add(-time.Millisecond), nil},
		"replaced, after the overlap":  {key, until, access.ErrInvalidCredentials},
		"the new one":                  {nextKey, until, nil},
		"the other mode's":             {liveKey, until, nil},
		"unknown":                      {"pk_test_unknown", start, access.ErrInvalidCredentials},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := s.Keys.UsePartnerKey(ctx, c.key, c.at); !errors.Is(err, c.want) && (err != nil || c.want != nil) {
				t.Error(err)
			}
		})
	}
	revoked, err := s.Keys.RevokePartnerKey(ctx, next.ID, tester, start)
	if err != nil || revoked.RevokedAt == nil {
		t.Fatal(revoked, err)
	}
	if _, err := s.Keys.UsePartnerKey(ctx, nextKey, start); !errors.Is(err, access.ErrInvalidCredentials) {
		t.Errorf("revoked: %v", err)
	}
	if again, err := s.Keys.RevokePartnerKey(ctx, next.ID, tester, start.Add(time.Hour)); err != nil ||
		!again.RevokedAt.Equal(*revoked.RevokedAt) {
		t.Errorf("revoked twice: %v, %v", again.RevokedAt, err)
	}
	if _, err := s.Keys.RevokePartnerKey(ctx, "key_none", tester, start); !errors.Is(err, access.ErrKeyNotFound) {
		t.Errorf("no such key: %v", err)
	}
	if _, _, err := s.Keys.CreatePartnerKey(ctx, newKeyOf(a, false, a.Channel.ID), tester, start); err != nil {
		t.Errorf("after the revocation: %v", err)
	}
}

// The use of a key is noted once an hour, not at each call.
func TestLastUse(t *testing.T) {
	s, _ := newStore(t)
	a, _ := fixture(t, s, "a")
	_, key, err := s.Keys.CreatePartnerKey(t.Context(), newKeyOf(a, false, a.Channel.ID), tester, start)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		after time.Duration
		want  *time.Duration // what the call before left
	}{
		{0, nil}, {time.Minute, ptr(time.Duration(0))}, {time.Hour, ptr(time.Duration(0))},
		{time.Hour + time.Minute, ptr(time.Hour)},
	} {
		got, err := s.Keys.UsePartnerKey(t.Context(), key, start.Add(c.after))
		if err != nil {
			t.Fatal(err)
		}
		if (got.LastUsedAt == nil) != (c.want == nil) || c.want != nil && !got.LastUsedAt.Equal(start.Add(*c.want)) {
			t.Errorf("after %s: %v", c.after, got.LastUsedAt)
		}
	}
}

func ptr[T any](v T) *T { return &v }

func TestMerchantKeys(t *testing.T) {
	s, _ := newStore(t)
	ctx := t.Context()
	a, _ := fixture(t, s, "a")
	o, e := draft(t, a, false, "shop", onboarding.Data{})
	if _, _, err := s.Changer.CreateOnboarding(ctx, o, e, tester); err != nil {
		t.Fatal(err)
	}
	k, key, err := s.Keys.CreateMerchantKey(ctx, o.Ref, false, nil, tester, start)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := s.Keys.UseMerchantKey(ctx, key, start); err != nil || got.Merchant != o.Ref || got.Livemode {
		t.Errorf("%+v, %v", got, err)
	}
	if _, _, err := s.Keys.CreateMerchantKey(ctx, o.Ref, true, nil, tester, start); !errors.Is(err,
		pc.ErrMerchantNotFound) {
		t.Errorf("the other mode: %v", err)
	}
	if _, _, err := s.Keys.CreateMerchantKey(ctx, "mrc_none", false, nil, tester, start); !errors.Is(err,
		pc.ErrMerchantNotFound) {
		t.Errorf("no such merchant: %v", err)
	}
	end := start.Add(time.Hour)
	if k, err := s.Keys.ExpireMerchantKey(ctx, k.ID, end, tester, start); err != nil || !k.ExpiresAt.Equal(end) {
		t.Errorf("expire: %+v, %v", k, err)
	}
	if _, err := s.Keys.UseMerchantKey(ctx, key, end.Add(-time.Millisecond)); err != nil {
		t.Errorf("before its end: %v", err)
	}
	if _, err := s.Keys.UseMerchantKey(ctx, key, end); !errors.Is(err, access.ErrInvalidCredentials) {
		t.Errorf("expired: %v", err)
	}
	if _, err := s.Keys.ExpireMerchantKey(ctx, "key_none", end, tester, start); !errors.Is(err,
		access.ErrMerchantKeyNotFound) {
		t.Errorf("no such key: %v", err)
	}
}

func TestPartnersAndChannels(t *testing.T) {
	s, _ := newStore(t)
	ctx := t.Context()
	a, _ := fixture(t, s, "a")
	again, err := s.Partners.CreatePartner(ctx,
		access.Partner{ID: a.Partner.ID, Name: "other", Tenant: "ten_other", CreatedAt: start.Add(time.Hour)}, tester)
	if err != nil || again != a.Partner {
		t.Errorf("a partner twice: %+v, %v", again, err)
	}
	same, err := s.Partners.CreateChannel(ctx,
		access.Channel{ID: a.Channel.ID, Partner: a.Partner.ID, Name: "other", ReturnOrigins: []string{}, LinkTTL: time.Hour},
		tester)
	if err != nil || asJSON(t, same) != asJSON(t, a.Channel) {
		t.Errorf("a channel twice: %+v, %v", same, err)
	}
	x, _ := fixture(t, s, "x")
	if _, err := s.Partners.CreateChannel(ctx,
		access.Channel{ID: a.Channel.ID, Partner: x.Partner.ID, ReturnOrigins: []string{}, LinkTTL: time.Hour},
		tester); !errors.Is(err, access.ErrChannelTaken) {
		t.Errorf("another's channel: %v", err)
	}
	if _, err := s.Partners.CreateChannel(ctx,
		access.Channel{ID: "chn_new", Partner: "ptn_none", ReturnOrigins: []string{}, LinkTTL: time.Hour},
		tester); !errors.Is(err, access.ErrPartnerNotFound) {
		t.Errorf("no such partner: %v", err)
	}
	if _, err := s.Partners.Partner(ctx, "ptn_none"); !errors.Is(err, access.ErrPartnerNotFound) {
		t.Errorf("no such partner: %v", err)
	}
	if o, err := s.Access.Owner(ctx, a.Channel.ID); err != nil || asJSON(t, o) != asJSON(t, a) {
		t.Errorf("owner: %+v, %v", o, err)
	}
}

// The statuses that the table admits are those of the domain.
func TestStatusesOfSchema(t *testing.T) {
	s, pool := newStore(t)
	a, _ := fixture(t, s, "a")
	o, e := draft(t, a, false, "shop", onboarding.Data{})
	if _, _, err := s.Changer.CreateOnboarding(t.Context(), o, e, tester); err != nil {
		t.Fatal(err)
	}
	for _, status := range append(onboarding.Statuses[:len(onboarding.Statuses):len(onboarding.Statuses)], "unknown") {
		_, err := pool.Exec(t.Context(), `UPDATE onboardings SET status = $1`, status)
		if (err == nil) != status.Known() {
			t.Errorf("%s: %v", status, err)
		}
	}
}

// Many programs may start at once.
func TestMigrateTwice(t *testing.T) {
	url := pgtest.New(t)
	done := make(chan error, 3)
	for range cap(done) {
		go func() { done <- migrate(context.WithoutCancel(t.Context()), url) }()
	}
	for range cap(done) {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(t.Context())) }()
	var tables int
	if err := conn.QueryRow(t.Context(),
		`SELECT count(*) FROM pg_tables WHERE tablename = 'onboardings'`).Scan(&tables); err != nil || tables != 1 {
		t.Error(tables, err)
	}
}
