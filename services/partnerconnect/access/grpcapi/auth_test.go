package grpcapi

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/partnerline/partnerline/internal/apikey"
	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/internaltoken"
	optionsv1 "github.com/partnerline/partnerline/proto/gen/options/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/access"
)

// keys knows some, by their hashes.
type keys struct {
	partner  map[string]access.PartnerKey
	merchant map[string]access.MerchantKey
}

func (k keys) UsePartnerKey(_ context.Context, hash []byte, _ time.Time) (access.PartnerKey, error) {
	if found, ok := k.partner[string(hash)]; ok {
		return found, nil
	}
	return access.PartnerKey{}, access.ErrInvalidCredentials
}

func (k keys) UseMerchantKey(_ context.Context, hash []byte, _ time.Time) (access.MerchantKey, error) {
	if found, ok := k.merchant[string(hash)]; ok {
		return found, nil
	}
	return access.MerchantKey{}, access.ErrInvalidCredentials
}

// Whose key it is and that it may not call a method are two answers: the calls of a key are counted between them
// (docs/rules/api.md).
func TestAuthenticate(t *testing.T) {
	const token = "internal-token-of-the-test"
	partner, live, merchant := apikey.Mint(access.TestPartnerKeyPrefix), apikey.Mint(access.LivePartnerKeyPrefix), apikey.Mint(access.TestMerchantKeyPrefix)
	hash := func(key string) string { return string(apikey.Hash(key)) }
	read := []access.Scope{access.ScopeOnboardingRead}
	tokens, err := internaltoken.Parse(token)
	if err != nil {
		t.Fatal(err)
	}
	a := NewAuth(keys{
		partner: map[string]access.PartnerKey{
			hash(partner): {ID: "key_p", Partner: "ptn_a", Scopes: read}, hash(live): {ID: "key_l", Partner: "ptn_a", Livemode: true, Scopes: read},
		},
		merchant: map[string]access.MerchantKey{hash(merchant): {ID: "key_m", Merchant: "mrc_a"}},
	}, tokens, time.Now)
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
		"anyone":                   {access: &optionsv1.Access{Caller: anyone}},
		"internal":                 {access: &optionsv1.Access{Caller: internal}, bearer: token},
		"internal, wrong":          {access: &optionsv1.Access{Caller: internal}, bearer: partner, err: fault.InvalidCredentials},
		"partner":                  {access: &optionsv1.Access{Caller: partners}, bearer: partner, want: grpcserver.Principal{KeyID: "key_p", Holder: "ptn_a"}},
		"partner, live":            {access: &optionsv1.Access{Caller: both}, bearer: live, want: grpcserver.Principal{KeyID: "key_l", Holder: "ptn_a", Livemode: true}},
		"partner, unknown":         {access: &optionsv1.Access{Caller: partners}, bearer: apikey.Mint(access.TestPartnerKeyPrefix), err: fault.InvalidCredentials},
		"partner, nonsense":        {access: &optionsv1.Access{Caller: partners}, bearer: "nonsense", err: fault.InvalidCredentials},
		"a merchant's for partner": {access: &optionsv1.Access{Caller: partners}, bearer: merchant, err: fault.InvalidCredentials},
		"merchant":                 {access: &optionsv1.Access{Caller: both, Scopes: []string{"payments:write"}}, bearer: merchant, want: grpcserver.Principal{KeyID: "key_m", Holder: "mrc_a"}},
		"without the scope": {
			access: &optionsv1.Access{Caller: partners, Scopes: []string{"onboarding:write"}}, bearer: partner,
			want: grpcserver.Principal{KeyID: "key_p", Holder: "ptn_a"}, refusal: fault.InsufficientScope,
		},
		"live where only test may": {
			access: &optionsv1.Access{Caller: partners, Scopes: []string{"onboarding:write"}, TestKeysOnly: true}, bearer: live,
			want: grpcserver.Principal{KeyID: "key_l", Holder: "ptn_a", Livemode: true}, refusal: fault.RouteNotFound,
		},
	} {
		_, got, err := a.Authenticate(t.Context(), c.access, c.bearer)
		refusal := got.Refusal
		got.Refusal = nil
		if got != c.want || !is(err, c.err) || !is(refusal, c.refusal) {
			t.Errorf("%s: %+v, refusal %v, error %v", name, got, refusal, err)
		}
	}
}

// is reports whether err is a fault of the reason; none means no error.
func is(err error, reason fault.Reason) bool {
	if reason == "" {
		return err == nil
	}
	return errors.Is(err, fault.New(reason, ""))
}
