package grpcserver

import (
	"context"
	"strings"

	"google.golang.org/grpc/metadata"

	"github.com/partnerline/partnerline/internal/fault"
	optionsv1 "github.com/partnerline/partnerline/proto/gen/options/v1"
)

// Authenticate checks a bearer credential against a method's access rule and returns who calls, also in the context for the
// handlers. Its error is that there is no such caller: invalid_credentials. That the caller may not call this method is no error
// but the principal's Refusal.
type Authenticate func(ctx context.Context, access *optionsv1.Access, bearer string) (context.Context, Principal, error)

// A Principal is what the chain knows of a caller. The zero Principal is one whose calls are not counted: an internal system,
// or anyone.
type Principal struct {
	KeyID    string // of the credential; its calls are counted by it
	Holder   string // whom the key belongs to: a partner, merchant or tenant
	Livemode bool
	Refusal  error // why the caller may not call this method: insufficient_scope, or a not-found for what it must not see
}

type (
	principalKey  struct{}
	authorizedKey struct{}
)

// PrincipalOf returns who calls; the zero Principal before Authorize.
func PrincipalOf(ctx context.Context) Principal {
	p, _ := ctx.Value(principalKey{}).(Principal)
	return p
}

// WithPrincipal returns a context that knows who calls.
func WithPrincipal(ctx context.Context, p Principal) context.Context {
	return context.WithValue(ctx, principalKey{}, p)
}

// Authorize decides whether a call may be made, in the order of docs/rules/api.md: the credential, the rate limits, the
// right to call the method. The returned context knows the caller, with an error too if the caller is known, since its rate
// limits stand in every answer.
//
// A context that this method returned for the same method passes unchecked, so that the gateway may authorize before it looks
// at a body, and in-process calls are neither checked nor counted twice.
func (s *Server) Authorize(ctx context.Context, method, bearer string) (context.Context, error) {
	if done, _ := ctx.Value(authorizedKey{}).(string); done == method {
		return ctx, nil
	}
	access, ok := s.access[method]
	if !ok {
		return ctx, fault.New(fault.UnsupportedOperation, "there is no such method")
	}
	known, p, err := s.authenticate(ctx, access, bearer)
	if err != nil {
		return ctx, err
	}
	ctx, err = s.count(WithPrincipal(known, p), method, p)
	if err != nil {
		return ctx, err
	}
	if p.Refusal != nil {
		return ctx, p.Refusal
	}
	return context.WithValue(ctx, authorizedKey{}, method), nil
}

// Method names the method that a context was authorized for, like OnboardingService.GetOnboarding; empty before that.
func Method(ctx context.Context) string {
	method, _ := ctx.Value(authorizedKey{}).(string)
	if i := strings.LastIndexByte(method, '.'); i >= 0 {
		method = method[i+1:]
	}
	return strings.Replace(method, "/", ".", 1)
}

func bearer(ctx context.Context) string {
	md, _ := metadata.FromIncomingContext(ctx)
	if len(md.Get("authorization")) > 1 {
		return ""
	}
	return BearerToken(first(md, "authorization"))
}

// BearerToken returns the token of an Authorization header value, or "".
func BearerToken(header string) string {
	scheme, token, ok := strings.Cut(header, " ")
	if !ok || !strings.EqualFold(scheme, "bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}
