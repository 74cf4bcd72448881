package grpcapi_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/partnerline/partnerline/internal/apikey"
	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/internaltoken"
	"github.com/partnerline/partnerline/internal/keyring"
	"github.com/partnerline/partnerline/internal/pgdb"
	optionsv1 "github.com/partnerline/partnerline/proto/gen/options/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	internalpg "github.com/partnerline/partnerline/services/partnerconnect/internal/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/wiring"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/testkit/pgtest"
)

var schema = pgtest.Template{Name: "partnerconnect", Migrate: func(ctx context.Context, url string) error {
	_, err := internalpg.Schema.Migrate(ctx, url)
	return err
}}

func TestMain(m *testing.M) { goleak.VerifyTestMain(pgtest.Wrap(m)) }

// testKeys are those of a partner and its merchant, who may read onboardings.
type testKeys struct {
	*usecase.Keys
	t        *testing.T
	merchant pc.Ref
}

var tester = audit.Entry{At: time.Now(), Actor: audit.OperatorActor, Operation: "Test"}

func newKeys(t *testing.T) testKeys {
	t.Helper()
	pool, err := pgdb.Open(t.Context(), pgdb.Config{URL: envconfig.Secret(schema.New(t))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	sealing, err := keyring.Parse(keyring.NewKey("k1"))
	if err != nil {
		t.Fatal(err)
	}
	store := wiring.New(kernel.Database{Pool: pool, Keys: sealing}, money.DefaultTariff, nil)
	p, err1 := store.Partners.CreatePartner(t.Context(),
		access.Partner{ID: "ptn_a", Name: "A", Tenant: "ten_a", CreatedAt: time.Now()},
		audit.Entry{At: time.Now(), Actor: audit.OperatorActor})
	c, err2 := store.Partners.CreateChannel(t.Context(),
		access.Channel{ID: "chn_a", Partner: "ptn_a", Name: "A", CreatedAt: time.Now()},
		audit.Entry{At: time.Now(), Actor: audit.OperatorActor})
	o, e, err3 := onboarding.NewOnboarding(access.Owner{Partner: p, Channel: c}, false, "shop", onboarding.Data{})
	if err := errors.Join(err1, err2, err3); err != nil {
		t.Fatal(err)
	}
	if _, _, err := store.Changer.CreateOnboarding(t.Context(), o, e, tester); err != nil {
		t.Fatal(err)
	}
	return testKeys{store.Keys, t, o.Ref}
}

func (k testKeys) partnerKey(livemode bool) (access.PartnerKey, string) {
	k.t.Helper()
	record, key, err := k.CreatePartnerKey(k.t.Context(), usecase.NewPartnerKey{
		Partner: "ptn_a", Livemode: livemode, Scopes: []access.Scope{access.ScopeOnboardingRead},
		Channels: []pc.ChannelID{"chn_a"},
	}, tester, time.Now())
	if err != nil {
		k.t.Fatal(err)
	}
	return record, key
}

func (k testKeys) merchantKey() (access.MerchantKey, string) {
	k.t.Helper()
	record, key, err := k.CreateMerchantKey(k.t.Context(), k.merchant, false, nil, tester, time.Now())
	if err != nil {
		k.t.Fatal(err)
	}
	return record, key
}

// Whose key it is and that it may not call a method are two answers: the calls of a key are counted between them
// (docs/rules/api.md).
func TestAuthenticate(t *testing.T) {
	const token = "internal-token-of-the-test"
	const ofProviders = "token-of-the-providers-of-the-test"
	tokens, err := internaltoken.ParseCallers(token,
		internaltoken.Setting{Name: "PROVIDER_TOKEN", Program: optionsv1.Program_PROGRAM_PROVIDER, Value: ofProviders})
	if err != nil {
		t.Fatal(err)
	}
	keys := newKeys(t)
	testKey, partner := keys.partnerKey(false)
	liveKey, live := keys.partnerKey(true)
	merchantKey, merchant := keys.merchantKey()
	a := grpcapi.NewAuth(keys.Keys, tokens, time.Now)
	const (
		anyone   = optionsv1.Caller_CALLER_ANYONE
		internal = optionsv1.Caller_CALLER_INTERNAL
		partners = optionsv1.Caller_CALLER_PARTNER_KEY
		both     = optionsv1.Caller_CALLER_PARTNER_OR_MERCHANT_KEY
	)
	for name, c := range map[string]struct {
		access  *optionsv1.Access
		bearer  string
		want    grpcserver.Principal
		err     fault.Reason
		refusal fault.Reason
	}{
		"anyone":   {access: &optionsv1.Access{Caller: anyone}},
		"internal": {access: &optionsv1.Access{Caller: internal}, bearer: token},
		"a provider, its own": {access: &optionsv1.Access{Caller: internal,
			Programs: []optionsv1.Program{optionsv1.Program_PROGRAM_PROVIDER}}, bearer: ofProviders},
		"a provider, operators'": {access: &optionsv1.Access{Caller: internal}, bearer: ofProviders,
			err: fault.InvalidCredentials},
		"internal, wrong": {access: &optionsv1.Access{Caller: internal}, bearer: partner,
			err: fault.InvalidCredentials},
		"partner": {access: &optionsv1.Access{Caller: partners}, bearer: partner,
			want: grpcserver.Principal{KeyID: string(testKey.ID), Holder: "ptn_a"}},
		"partner, live": {access: &optionsv1.Access{Caller: both}, bearer: live,
			want: grpcserver.Principal{KeyID: string(liveKey.ID), Holder: "ptn_a", Livemode: true}},
		"partner, unknown": {access: &optionsv1.Access{Caller: partners},
			bearer: apikey.Mint(access.TestPartnerKeyPrefix), err: fault.InvalidCredentials},
		"partner, nonsense": {access: &optionsv1.Access{Caller: partners}, bearer: "nonsense",
			err: fault.InvalidCredentials},
		"a merchant's for partner": {access: &optionsv1.Access{Caller: partners}, bearer: merchant,
			err: fault.InvalidCredentials},
		"merchant": {access: &optionsv1.Access{Caller: both, Scopes: []string{"payments:write"}},
			bearer: merchant, want: grpcserver.Principal{KeyID: string(merchantKey.ID), Holder: string(merchantKey.Merchant)}},
		"without the scope": {
			access: &optionsv1.Access{Caller: partners, Scopes: []string{"onboarding:write"}}, bearer: partner,
			want: grpcserver.Principal{KeyID: string(testKey.ID), Holder: "ptn_a"}, refusal: fault.InsufficientScope,
		},
		"live where only test may": {
			access: &optionsv1.Access{Caller: partners, Scopes: []string{"onboarding:write"}, TestKeysOnly: true}, bearer: live,
			want: grpcserver.Principal{KeyID: string(liveKey.ID), Holder: "ptn_a", Livemode: true}, refusal: fault.RouteNotFound,
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, got, err := a.Authenticate(t.Context(), c.access, c.bearer)
			refusal := got.Refusal
			got.Refusal = nil
			if got != c.want || !is(err, c.err) || !is(refusal, c.refusal) {
				t.Errorf("%+v, refusal %v, error %v", got, refusal, err)
			}
		})
	}
}

// is reports whether err is a fault of the reason; none means no error.
func is(err error, reason fault.Reason) bool {
	if reason == "" {
		return err == nil
	}
	return errors.Is(err, fault.New(reason, ""))
}
