package grpcserver

// The order of checks
//
// A call is refused by the first of these checks that fails, over gRPC as over JSON. The order is docs/rules/api.md;
// this file makes the checks that all methods share, and says who makes the others.
//
//	1. route        404 route_not_found, 405            gateway: mux, noRoute
//	2. credential   401 invalid_credentials             Authorize
//	3. rate limits  429 rate_limited                    Authorize; also for refused credentials, by address
//	4. right        403 insufficient_scope, 403         Authorize, before any object is looked up; of an operator also
//	                partner_suspended, 404 in live      checkOperator, as the mode and the reason may be in the request
//	                mode, 403 insufficient_role
//	5. request      400, 406, 413, 415: headers,        gateway: checkHeaders, readKey, checkAccept, checkQuery, readBody.
//	                parameters and a body that cannot   Connect-Version and On-Behalf-Of have a meaning in partner connect
//	                be read                             only: its gateway checks the one, and its handlers both before they
//	                                                    look an object up
//	6. idempotency  409, 422 idempotency_key_reused,    gateway: once; a body with wrong fields and a refused file go on to
//	                or the stored response              their own check
//	7. existence    404 of an object or merchant        handler
//	8. delegation   403 delegation_required,            handler, by the access option of the method
//	                payouts_opt_in_required
//	9. state        412 of If-Match, 409                handler
//	10. body        422 validation_failed,              checkBody: before the handler, or when it calls CheckBody, for methods
//	                unknown_field                       with the option body_after_state, which have checks 7 to 9, or a
//	                                                    stream of requests of which a bad one does not end it

import (
	"context"
	"errors"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	"github.com/partnerline/partnerline/internal/fault"
)

type (
	authorizedKey struct{}
	uncheckedKey  struct{}
	bodyFaultKey  struct{}
)

// Authorize makes checks 2 to 4. The returned context has the caller, also with an error once the caller is known:
// every response has its rate limits.
//
// A context that this method returned for the same method passes unchecked, so that the gateway can authorize before it
// reads a body, and in-process calls are neither checked nor counted twice.
func (s *Server) Authorize(ctx context.Context, method, bearer string) (context.Context, error) {
	if authorizedFor(ctx) == method {
		return ctx, nil
	}
	access, ok := s.access[method]
	if !ok {
		return ctx, fault.New(fault.UnsupportedOperation, "there is no such method")
	}
	known, p, err := s.authenticate(ctx, method, access, bearer)
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

// authorizedFor is the method that a context was authorized for; empty: none.
func authorizedFor(ctx context.Context) string {
	method, _ := ctx.Value(authorizedKey{}).(string)
	return method
}

// check makes the checks before the handler, and returns the handler's context; with an error after authorization, too.
// receive reads the request once the call is authorized; nil when it has been read.
func (s *Server) check(ctx context.Context, method string, req any, receive func(any) error) (context.Context, error) {
	authorized, err := s.Authorize(ctx, method, bearer(ctx))
	if md := s.rateLimitMetadata(authorized); len(md) > 0 {
		_ = grpc.SetHeader(ctx, md)
	}
	if err != nil {
		if _, operator := OperatorOf(authorized); operator {
			return authorized, err // who was refused is recorded
		}
		return ctx, err
	}
	if receive != nil {
		if err := receive(req); err != nil {
			return authorized, unreadable(authorized, err)
		}
	}
	if authorized, err = s.checkOperator(authorized, s.access[method], req); err != nil {
		return authorized, err
	}
	if s.access[method].GetBodyAfterState() {
		return context.WithValue(authorized, uncheckedKey{}, true), nil
	}
	msg, _ := req.(proto.Message)
	return authorized, checkBody(authorized, msg)
}

// CheckBody checks the request of a method with the option body_after_state. Its handler must call it once existence
// and state are checked.
func CheckBody(ctx context.Context, req proto.Message) error {
	if ctx.Value(uncheckedKey{}) == nil {
		return errors.New("CheckBody is called by a method without body_after_state")
	}
	return checkBody(ctx, req)
}

// WithBodyFault keeps what the gateway found wrong with the fields of a JSON body until the body is checked.
func WithBodyFault(ctx context.Context, e *fault.Error) context.Context {
	return context.WithValue(ctx, bodyFaultKey{}, e)
}

// BodyFault returns what WithBodyFault kept; nil when nothing is wrong.
func BodyFault(ctx context.Context) *fault.Error {
	e, _ := ctx.Value(bodyFaultKey{}).(*fault.Error)
	return e
}
