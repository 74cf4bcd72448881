package grpcserver

import (
	"context"
	"strings"

	"google.golang.org/grpc/metadata"

	optionsv1 "github.com/partnerline/partnerline/proto/gen/options/v1"
)

// Authenticate checks a bearer credential against a method's access option and returns who calls, also in the context
// for the handlers. Its error is invalid_credentials: there is no such caller. The principal's Refusal says that the
// caller may not call this method.
type Authenticate func(ctx context.Context, access *optionsv1.Access, bearer string) (context.Context, Principal, error)

// A Principal is what the server knows of a caller. The calls of the zero Principal are not counted: an internal
// system, or anyone.
type Principal struct {
	KeyID    string // of the credential; calls are counted by it
	Holder   string // whom the key belongs to: a partner, merchant or tenant
	Livemode bool
	Refusal  error // why the caller may not call this method: insufficient_scope, or a not-found for what it must not see
}

type principalKey struct{}

// PrincipalOf returns who calls; the zero Principal before Authorize.
func PrincipalOf(ctx context.Context) Principal {
	p, _ := ctx.Value(principalKey{}).(Principal)
	return p
}

// WithPrincipal returns a context that knows who calls.
func WithPrincipal(ctx context.Context, p Principal) context.Context {
	return context.WithValue(ctx, principalKey{}, p)
}

// Method names the method that a context was authorized for, like OnboardingService.GetOnboarding; empty before that.
func Method(ctx context.Context) string {
	return short(authorizedFor(ctx))
}

func short(method string) string {
	if i := strings.LastIndexByte(method, '.'); i >= 0 {
		method = method[i+1:]
	}
	return strings.Replace(method, "/", ".", 1)
}

func bearer(ctx context.Context) string {
	sent := metadata.ValueFromIncomingContext(ctx, "authorization")
	if len(sent) != 1 {
		return ""
	}
	return BearerToken(sent[0])
}

// BearerToken returns the token of an Authorization header value, or "".
func BearerToken(header string) string {
	scheme, token, ok := strings.Cut(header, " ")
	if !ok || !strings.EqualFold(scheme, "bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}
