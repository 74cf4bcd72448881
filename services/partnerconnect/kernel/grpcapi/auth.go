package grpcapi

import (
	"context"
	"slices"
	"time"

	"github.com/partnerline/partnerline/internal/apikey"
	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/gateway"
	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/internaltoken"
	optionsv1 "github.com/partnerline/partnerline/proto/gen/options/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/usecase"
)

// Auth checks credentials against the access rules of methods.
type Auth struct {
	keys     *usecase.Keys
	internal internaltoken.Callers
	now      func() time.Time
}

// NewAuth returns an Auth that knows the tokens of internal callers.
func NewAuth(keys *usecase.Keys, internal internaltoken.Callers, now func() time.Time) *Auth {
	return &Auth{keys: keys, internal: internal, now: now}
}

type principalKey struct{}

// A principal is who calls: exactly one of its keys is set.
type principal struct {
	Partner  *access.PartnerKey
	Merchant *access.MerchantKey
	written  func() bool // whether the call has written its audit entry
	found    pc.Ref
}

// Authenticate is grpcserver.Options.Authenticate.
func (a *Auth) Authenticate(
	ctx context.Context, rule *optionsv1.Access, bearer string,
) (context.Context, grpcserver.Principal, error) {
	var anonymous grpcserver.Principal
	switch rule.GetCaller() {
	case optionsv1.Caller_CALLER_ANYONE:
		return ctx, anonymous, nil
	case optionsv1.Caller_CALLER_INTERNAL:
		if !a.internal.Accept(rule, bearer) {
			return ctx, anonymous, access.ErrInvalidCredentials
		}
		return ctx, anonymous, nil
	case optionsv1.Caller_CALLER_PARTNER_KEY:
		return a.partner(ctx, rule, bearer, partnerKeys...)
	case optionsv1.Caller_CALLER_PARTNER_OR_MERCHANT_KEY:
		if _, ok := apikey.WellFormed(bearer, merchantKeys...); ok {
			return a.merchant(ctx, rule, bearer)
		}
		return a.partner(ctx, rule, bearer, slices.Concat(partnerKeys, merchantKeys)...)
	}
	return ctx, anonymous,
		fault.New(fault.UnsupportedOperation, "this program does not know the credentials that the method takes")
}

// Prefixes of each kind of key.
var (
	partnerKeys  = []string{access.LivePartnerKeyPrefix, access.TestPartnerKeyPrefix}
	merchantKeys = []string{access.LiveMerchantKeyPrefix, access.TestMerchantKeyPrefix}
)

// partner identifies a partner by its key; taken are the prefixes of all keys that the method takes.
func (a *Auth) partner(
	ctx context.Context, rule *optionsv1.Access, bearer string, taken ...string,
) (context.Context, grpcserver.Principal, error) {
	if _, ok := apikey.WellFormed(bearer, partnerKeys...); !ok {
		return ctx, grpcserver.Principal{}, apikey.Refuse(bearer, taken...)
	}
	k, err := a.keys.UsePartnerKey(ctx, bearer, a.now())
	if err != nil {
		return ctx, grpcserver.Principal{}, err
	}
	p := grpcserver.Principal{
		KeyID: string(k.ID), Holder: string(k.Partner), Livemode: k.Livemode, Refusal: admit(rule, k.Livemode),
	}
	if p.Refusal == nil && !k.Has(rule.GetScopes()) {
		p.Refusal = InsufficientScope(k, rule.GetScopes()...)
	}
	if p.Refusal == nil && k.Suspended {
		p.Refusal = access.ErrPartnerSuspended
	}
	ctx, written := audit.Watch(ctx)
	return context.WithValue(ctx, principalKey{}, &principal{Partner: &k, written: written}), p, nil
}

// InsufficientScope refuses a call that needs one of the scopes.
func InsufficientScope(k access.PartnerKey, required ...string) error {
	return fault.New(fault.InsufficientScope, "the key lacks the scope of this call; see required_scopes").
		WithExtension("required_scopes", required).WithExtension("granted_scopes", k.Scopes)
}

func (a *Auth) merchant(
	ctx context.Context, rule *optionsv1.Access, bearer string,
) (context.Context, grpcserver.Principal, error) {
	k, err := a.keys.UseMerchantKey(ctx, bearer, a.now())
	if err != nil {
		return ctx, grpcserver.Principal{}, err
	}
	p := grpcserver.Principal{
		KeyID: string(k.ID), Holder: string(k.Merchant), Livemode: k.Livemode, Refusal: admit(rule, k.Livemode),
	}
	ctx, written := audit.Watch(ctx)
	return context.WithValue(ctx, principalKey{}, &principal{Merchant: &k, written: written}), p, nil
}

// admit hides from live keys what exists for test keys only.
func admit(rule *optionsv1.Access, livemode bool) error {
	if livemode && rule.GetTestKeysOnly() {
		return fault.New(fault.RouteNotFound,
			"there is no such path for a live key; in the sandbox a test key, which begins with "+access.TestPartnerKeyPrefix+
				", may call it")
	}
	return nil
}

// Caller returns who calls, once the headers that all methods share are checked.
func Caller(ctx context.Context) (principal, error) {
	stored, ok := ctx.Value(principalKey{}).(*principal)
	if !ok {
		return principal{}, access.ErrInvalidCredentials
	}
	return *stored, access.CheckVersion(gateway.RequestHeader(ctx, "connect-version"))
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
