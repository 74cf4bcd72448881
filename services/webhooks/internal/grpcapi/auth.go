// Package grpcapi serves the contracts of webhooks, verifications and events: messages to the domain and back, nothing
// else. The access option of a method decides what a caller may do; Authenticator checks the credential for it.
package grpcapi

import (
	"context"

	"google.golang.org/grpc/metadata"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/internaltoken"
	optionsv1 "github.com/partnerline/partnerline/proto/gen/options/v1"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/usecase"
)

type (
	scopeKey struct{}
	keyKey   struct{}
)

// scopeOf returns the scope of the caller's key. Only methods for tenant keys may ask.
func scopeOf(ctx context.Context) webhooks.Scope {
	s, _ := ctx.Value(scopeKey{}).(webhooks.Scope)
	return s
}

// keyOf returns the id of the caller's key; of a call for a partner, that of the partner's key. Only methods for tenant
// keys may ask.
func keyOf(ctx context.Context) string {
	id, _ := ctx.Value(keyKey{}).(string)
	return id
}

// Authenticator checks credentials: API keys against the store, tokens of internal callers against the rule of the
// method.
func Authenticator(tenants *usecase.Tenants, internal internaltoken.Callers) grpcserver.Authenticate {
	return func(ctx context.Context, access *optionsv1.Access,
		bearer string) (context.Context, grpcserver.Principal, error) {
		switch access.GetCaller() {
		case optionsv1.Caller_CALLER_ANYONE:
			return ctx, grpcserver.Principal{}, nil
		case optionsv1.Caller_CALLER_INTERNAL:
			if internal.Accept(access, bearer) {
				return ctx, grpcserver.Principal{}, nil
			}
		case optionsv1.Caller_CALLER_TENANT_KEY:
			if len(access.GetPrograms()) > 0 && internal.Accept(access, bearer) {
				return partnerOf(ctx)
			}
			return tenantKey(ctx, tenants, access, bearer)
		}
		return ctx, grpcserver.Principal{}, webhooks.ErrInvalidCredentials
	}
}

// The metadata by which partner connect names the partner that it calls for, and the key that the partner called with.
const (
	tenantMetadata   = "x-tenant"
	livemodeMetadata = "x-livemode"
	keyMetadata      = "x-key"
)

// partnerOf is the scope of a call that partner connect makes for a partner. It owns the tenants that are partners, and
// no others.
func partnerOf(ctx context.Context) (context.Context, grpcserver.Principal, error) {
	md, _ := metadata.FromIncomingContext(ctx)
	tenants, modes, keys := md.Get(tenantMetadata), md.Get(livemodeMetadata), md.Get(keyMetadata)
	if len(tenants) != 1 || len(modes) != 1 || len(keys) != 1 || keys[0] == "" ||
		!webhooks.TenantID(tenants[0]).IsPartner() || modes[0] != "true" && modes[0] != "false" {
		return ctx, grpcserver.Principal{}, webhooks.ErrInvalidCredentials
	}
	sc := webhooks.Scope{Tenant: webhooks.TenantID(tenants[0]), Livemode: modes[0] == "true"}
	ctx = context.WithValue(context.WithValue(ctx, scopeKey{}, sc), keyKey{}, keys[0])
	return ctx, grpcserver.Principal{KeyID: string(sc.Tenant), Holder: string(sc.Tenant), Livemode: sc.Livemode}, nil
}

func tenantKey(
	ctx context.Context, tenants *usecase.Tenants, access *optionsv1.Access, bearer string,
) (context.Context, grpcserver.Principal, error) {
	k, err := tenants.Authenticate(ctx, bearer)
	if err != nil {
		return ctx, grpcserver.Principal{}, err
	}
	p := grpcserver.Principal{KeyID: k.ID, Holder: string(k.Tenant), Livemode: k.Livemode}
	if access.GetTestKeysOnly() && k.Livemode {
		p.Refusal = fault.New(fault.RouteNotFound,
			"there is no such path for a live key; in the sandbox a test key, which begins with "+webhooks.TestKeyPrefix+
				", may call it")
	}
	return context.WithValue(context.WithValue(ctx, scopeKey{}, k.Scope), keyKey{}, k.ID), p, nil
}
