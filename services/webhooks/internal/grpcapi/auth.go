// Package grpcapi serves the contracts of webhooks, verifications and events: messages to domain and back, nothing
// else. What a caller may do is decided in Authenticator, by the access option of the method.
package grpcapi

import (
	"context"
	"time"

	"github.com/partnerline/partnerline/internal/apikey"
	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/internaltoken"
	optionsv1 "github.com/partnerline/partnerline/proto/gen/options/v1"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
)

type scopeKey struct{}

// scopeOf returns whom the caller speaks for. Only methods for tenant keys may ask.
func scopeOf(ctx context.Context) webhooks.Scope {
	s, _ := ctx.Value(scopeKey{}).(webhooks.Scope)
	return s
}

// Authenticator checks credentials: API keys against the store, tokens of internal callers.
func Authenticator(store *postgres.Store, internal internaltoken.Tokens) grpcserver.Authenticate {
	return func(ctx context.Context, access *optionsv1.Access, bearer string) (context.Context, grpcserver.Principal, error) {
		var nobody grpcserver.Principal
		switch access.GetCaller() {
		case optionsv1.Caller_CALLER_ANYONE:
			return ctx, nobody, nil
		case optionsv1.Caller_CALLER_INTERNAL:
			if !internal.Accept(bearer) {
				return ctx, nobody, webhooks.ErrInvalidCredentials
			}
			return ctx, nobody, nil
		case optionsv1.Caller_CALLER_TENANT_KEY:
			return tenantKey(ctx, store, access, bearer)
		}
		return ctx, nobody, webhooks.ErrInvalidCredentials
	}
}

func tenantKey(ctx context.Context, store *postgres.Store, access *optionsv1.Access, bearer string) (context.Context, grpcserver.Principal, error) {
	if _, ok := apikey.WellFormed(bearer, webhooks.LiveKeyPrefix, webhooks.TestKeyPrefix); !ok {
		return ctx, grpcserver.Principal{}, webhooks.ErrInvalidCredentials
	}
	id, scope, err := store.ScopeOf(ctx, apikey.Hash(bearer), time.Now())
	if err != nil {
		return ctx, grpcserver.Principal{}, err
	}
	p := grpcserver.Principal{KeyID: id, Holder: string(scope.Tenant), Livemode: scope.Livemode}
	if access.GetTestKeysOnly() && scope.Livemode {
		p.Refusal = fault.New(fault.RouteNotFound, "there is no such path")
	}
	return context.WithValue(ctx, scopeKey{}, scope), p, nil
}
