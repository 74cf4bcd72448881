package grpcserver

import (
	"context"
	"slices"
	"strings"
	"time"

	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/partnerline/partnerline/internal/clientaddr"
	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/ratelimit"
	optionsv1 "github.com/partnerline/partnerline/proto/gen/options/v1"
)

// countedBy names the rate limits that a call of m counts towards, over gRPC as over JSON: a read towards that of the
// key only, uploads and writes also towards their own. A method without an HTTP rule is a write.
func countedBy(m protoreflect.MethodDescriptor, access *optionsv1.Access) []string {
	rule, _ := proto.GetExtension(m.Options(), annotations.E_Http).(*annotations.HttpRule)
	switch {
	case access.GetUpload():
		return []string{ratelimit.Key, ratelimit.Uploads}
	case rule.GetGet() != "":
		return []string{ratelimit.Key}
	}
	return []string{ratelimit.Key, ratelimit.Writes}
}

// authenticate identifies the caller. An address with too many refused credentials is refused before any look-up;
// others are not affected. Internal callers and operators are never refused for that: their credentials are checked
// without a look-up, and a client at the same address must not cut them off.
func (s *Server) authenticate(
	ctx context.Context, method string, access *optionsv1.Access, bearer string,
) (context.Context, Principal, error) {
	switch access.GetCaller() {
	case optionsv1.Caller_CALLER_OPERATOR:
		return s.operator(ctx, method, access, bearer)
	case optionsv1.Caller_CALLER_ANYONE, optionsv1.Caller_CALLER_INTERNAL:
		return s.opts.Authenticate(ctx, access, bearer)
	}
	from := clientaddr.Network(clientaddr.From(ctx)).String()
	if err := tooManyFailures(s.failures.Peek(from, time.Now(), ratelimit.Failures)); err != nil {
		return ctx, Principal{}, err
	}
	known, p, err := s.opts.Authenticate(ctx, access, bearer)
	if err == nil || fault.As(err).Reason != fault.InvalidCredentials {
		return known, p, err
	}
	// Concurrent calls are counted here: no more of them than the quota learn that their guess was wrong.
	if limited := tooManyFailures(s.failures.Take(from, time.Now(), ratelimit.Failures)); limited != nil {
		return ctx, Principal{}, limited
	}
	if bearer == "" {
		err = errNoCredentials
	}
	return ctx, Principal{}, err
}

// LimitersOf are those that count the calls of keys and refused credentials, by name.
func LimitersOf(s *Server) ratelimit.Limiters {
	return ratelimit.Limiters{"keys": s.keys, "failures": s.failures}
}

// errNoCredentials is the refusal of a call that has no bearer credential at all.
var errNoCredentials = fault.New(fault.InvalidCredentials,
	"there is no key in this request; send one as Authorization: Bearer <key>")

func tooManyFailures(quotas []ratelimit.Quota) error {
	return ratelimit.Refusal(quotas,
		"too many calls with refused credentials came from this address; wait, then call with a valid key")
}

// Caused bounds what the calls of a holder of keys cause besides themselves, such as deliveries to all of its
// endpoints.
type Caused struct {
	Limiter *ratelimit.Limiter                                    // by the holder; all of its policies count
	Of      func(ctx context.Context, method string) (int, error) // how much a call may cause; most cause nothing
	Refused func(ctx context.Context)                             // is called for each call that is refused
}

// take counts what a call causes. It returns what is left to the holder; nothing for a call that causes nothing.
func (c Caused) take(ctx context.Context, method string, p Principal) ([]ratelimit.Quota, error) {
	if c.Of == nil || len(c.Limiter.Policies()) == 0 {
		return nil, nil
	}
	n, err := c.Of(ctx, method)
	if err != nil || n == 0 {
		return nil, err
	}
	return c.Limiter.TakeAll(p.Holder, time.Now(), n, ratelimit.Deliveries), nil
}

type quotasKey struct{}

// quotas are what is left to a caller, and the policies that say so.
type quotas struct {
	policies []ratelimit.Policy
	left     []ratelimit.Quota
}

// count counts a call by its key, and what it causes by the key's holder. The returned context has the quotas of both.
func (s *Server) count(ctx context.Context, method string, p Principal) (context.Context, error) {
	if p.KeyID == "" {
		return ctx, nil
	}
	q := quotas{s.keys.Policies(), s.keys.Take(p.KeyID, time.Now(), s.counted[method]...)}
	err := ratelimit.Refusal(q.left, "the key has used up its calls for now; wait, and spread calls over time")
	if err == nil && p.Refusal == nil {
		var caused []ratelimit.Quota
		if caused, err = s.opts.Caused.take(ctx, method, p); err == nil {
			err = ratelimit.Refusal(caused, "the call would cause too many deliveries for now; wait, or use fewer endpoints")
			if err != nil {
				s.opts.Caused.Refused(ctx)
			}
		}
		for _, c := range caused {
			q.policies, q.left = append(slices.Clone(q.policies), c.Policy), append(q.left, c)
		}
	}
	return context.WithValue(ctx, quotasKey{}, q), err
}

// RateLimitFields are the response header fields with the quotas of the caller of ctx; empty when its calls are not
// counted.
func (s *Server) RateLimitFields(ctx context.Context) map[string]string {
	q, _ := ctx.Value(quotasKey{}).(quotas)
	if len(q.policies) == 0 {
		return nil
	}
	return map[string]string{
		ratelimit.PolicyHeader: ratelimit.PolicyField(q.policies),
		ratelimit.QuotaHeader:  ratelimit.QuotaField(q.left),
	}
}

// rateLimitMetadata is RateLimitFields for gRPC.
func (s *Server) rateLimitMetadata(ctx context.Context) metadata.MD {
	md := metadata.MD{}
	for name, value := range s.RateLimitFields(ctx) {
		md.Set(strings.ToLower(name), value)
	}
	return md
}
