package grpcapi

import (
	"context"
	"time"

	"github.com/partnerline/partnerline/internal/apikey"
	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/gateway"
	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/internaltoken"
	optionsv1 "github.com/partnerline/partnerline/proto/gen/options/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/access"
	"github.com/partnerline/partnerline/services/partnerconnect/access/usecase"
)

// Auth checks credentials against the access rules of methods.
type Auth struct {
	keys     *usecase.Keys
	internal internaltoken.Tokens
	now      func() time.Time
}

// NewAuth returns an Auth that knows the tokens of internal callers.
func NewAuth(keys *usecase.Keys, internal internaltoken.Tokens, now func() time.Time) *Auth {
	return &Auth{keys: keys, internal: internal, now: now}
}

type principalKey struct{}

// A principal is who calls: exactly one of its keys is set.
type principal struct {
	Partner  *access.PartnerKey
	Merchant *access.MerchantKey
	recorded bool // the call has written its audit entry
	found    pc.Ref
}

// Authenticate is grpcserver.Options.Authenticate.
func (a *Auth) Authenticate(ctx context.Context, rule *optionsv1.Access, bearer string) (context.Context, grpcserver.Principal, error) {
	var anonymous grpcserver.Principal
	switch rule.GetCaller() {
	case optionsv1.Caller_CALLER_ANYONE:
		return ctx, anonymous, nil
	case optionsv1.Caller_CALLER_INTERNAL:
		if !a.internal.Accept(bearer) {
			return ctx, anonymous, access.ErrInvalidCredentials
		}
		return ctx, anonymous, nil
	case optionsv1.Caller_CALLER_PARTNER_KEY:
		return a.partner(ctx, rule, bearer)
	case optionsv1.Caller_CALLER_PARTNER_OR_MERCHANT_KEY:
		if _, ok := apikey.WellFormed(bearer, access.LiveMerchantKeyPrefix, access.TestMerchantKeyPrefix); ok {
			return a.merchant(ctx, rule, bearer)
		}
		return a.partner(ctx, rule, bearer)
	}
	return ctx, anonymous, fault.New(fault.UnsupportedOperation, "this program does not know the credentials that the method takes")
}

func (a *Auth) partner(ctx context.Context, rule *optionsv1.Access, bearer string) (context.Context, grpcserver.Principal, error) {
	if _, ok := apikey.WellFormed(bearer, access.LivePartnerKeyPrefix, access.TestPartnerKeyPrefix); !ok {
		return ctx, grpcserver.Principal{}, access.ErrInvalidCredentials
	}
	k, err := a.keys.UsePartnerKey(ctx, bearer, a.now())
	if err != nil {
		return ctx, grpcserver.Principal{}, err
	}
	p := grpcserver.Principal{
		KeyID: string(k.ID), Holder: string(k.Partner), Livemode: k.Livemode, Refusal: admit(rule, k.Livemode),
	}
	if p.Refusal == nil && !k.Has(rule.GetScopes()) {
		p.Refusal = fault.New(fault.InsufficientScope, "the key lacks the scope of this call; see required_scopes").
			WithExtension("required_scopes", rule.GetScopes()).WithExtension("granted_scopes", k.Scopes)
	}
	if p.Refusal == nil && k.Suspended {
		p.Refusal = access.ErrPartnerSuspended
	}
	return context.WithValue(ctx, principalKey{}, &principal{Partner: &k}), p, nil
}

func (a *Auth) merchant(ctx context.Context, rule *optionsv1.Access, bearer string) (context.Context, grpcserver.Principal, error) {
	k, err := a.keys.UseMerchantKey(ctx, bearer, a.now())
	if err != nil {
		return ctx, grpcserver.Principal{}, err
	}
	p := grpcserver.Principal{
		KeyID: string(k.ID), Holder: string(k.Merchant), Livemode: k.Livemode, Refusal: admit(rule, k.Livemode),
	}
	return context.WithValue(ctx, principalKey{}, &principal{Merchant: &k}), p, nil
}

// admit hides from live keys what exists for test keys only.
func admit(rule *optionsv1.Access, livemode bool) error {
	if livemode && rule.GetTestKeysOnly() {
		return fault.New(fault.RouteNotFound, "there is no such path")
	}
	return nil
}

// Caller returns who calls, once the headers that all methods share are checked.
func Caller(ctx context.Context) (principal, error) {
	stored, ok := ctx.Value(principalKey{}).(*principal)
	if !ok {
		return principal{}, access.ErrInvalidCredentials
	}
	p := *stored
	switch v := gateway.RequestHeader(ctx, "connect-version"); len(v) {
	case 0:
		return p, nil
	case 1:
		return p, access.CheckVersion(v[0])
	default:
		return p, fault.New(fault.InvalidParameter, "a header is sent more than once; see errors").
			WithField("Connect-Version", "repeated", "send the header once")
	}
}

// PartnerKey returns the partner's key that calls.
func PartnerKey(ctx context.Context) (access.PartnerKey, error) {
	p, err := Caller(ctx)
	if err != nil {
		return access.PartnerKey{}, err
	}
	if p.Partner == nil {
		return access.PartnerKey{}, access.ErrInvalidCredentials
	}
	return *p.Partner, nil
}
