package conformance

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"
)

// atOnce is how many calls of one key are made at the same time.
const atOnce = 8

// newID returns an id of the form that partner connect's have.
func newID(prefix string) string {
	text := strings.NewReplacer("i", "1", "l", "2", "o", "0", "u", "8").Replace(strings.ToLower(rand.Text()))
	return prefix + text[:26]
}

// final are the codes after which a call is not repeated.
var final = []codes.Code{codes.InvalidArgument, codes.FailedPrecondition, codes.OutOfRange}

// A call makes one call of a method.
type call[Q, A proto.Message] func(context.Context, Q, ...grpc.CallOption) (A, error)

// do makes a call within the time that partner connect gives it.
func do[Q, A proto.Message](ctx context.Context, c call[Q, A], req Q) (A, error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	return c(ctx, req)
}

// accepted makes a call that must succeed.
func accepted[Q, A proto.Message](ctx context.Context, c call[Q, A], req Q) (A, error) {
	a, err := do(ctx, c, req)
	if err != nil {
		return a, fmt.Errorf("%s was answered with %s: %s", req.ProtoReflect().Descriptor().Name(), status.Code(err),
			status.Convert(err).Message())
	}
	return a, nil
}

// answered makes a call that must be answered with one of the codes.
func answered[Q, A proto.Message](ctx context.Context, c call[Q, A], req Q, want ...codes.Code) error {
	_, err := do(ctx, c, req)
	if got := status.Code(err); !slices.Contains(want, got) {
		return fmt.Errorf("%s was answered with %s, want %v", req.ProtoReflect().Descriptor().Name(), got, want)
	}
	return nil
}

// sameAgain makes a call that was made before; the answer must be that of the first.
func sameAgain[Q, A proto.Message](ctx context.Context, c call[Q, A], req Q, first A) error {
	a, err := accepted(ctx, c, req)
	if err != nil {
		return fmt.Errorf("repeated: %w", err)
	}
	if !proto.Equal(a, first) {
		return fmt.Errorf("repeated, %s had another answer than the first time", req.ProtoReflect().Descriptor().Name())
	}
	return nil
}

// refused makes a call that must be refused for good.
func refused[Q, A proto.Message](ctx context.Context, c call[Q, A], req Q) error {
	return answered(ctx, c, req, final...)
}

// unchangedBy makes a call with the key of an earlier one and other content: it is refused for good, or has the answer
// of the first.
func unchangedBy[Q, A proto.Message](ctx context.Context, c call[Q, A], other Q, first A) error {
	a, err := do(ctx, c, other)
	switch code := status.Code(err); {
	case slices.Contains(final, code), code == codes.OK && proto.Equal(a, first):
		return nil
	case code == codes.OK:
		return fmt.Errorf("with other content, %s had another answer than the first time",
			other.ProtoReflect().Descriptor().Name())
	default:
		return fmt.Errorf("with other content, %s was answered with %s, want %v or the first answer",
			other.ProtoReflect().Descriptor().Name(), code, final)
	}
}

// expiry is when something ends that is to expire while a check waits.
func (s *session) expiry() *timestamppb.Timestamp {
	return timestamppb.New(time.Now().Add(s.Lifetime).Truncate(time.Millisecond))
}

// expire waits until something has expired.
func expire(ctx context.Context, at *timestamppb.Timestamp) error {
	over := time.NewTimer(time.Until(at.AsTime()))
	defer over.Stop()
	select {
	case <-over.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// sameAtOnce makes a call several times at once: all must succeed, with one answer, which is returned.
func sameAtOnce[Q, A proto.Message](ctx context.Context, c call[Q, A], req Q) (A, error) {
	answers, errs := make([]A, atOnce), make([]error, atOnce)
	var wg sync.WaitGroup
	for i := range atOnce {
		wg.Go(func() { answers[i], errs[i] = accepted(ctx, c, req) })
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		return answers[0], fmt.Errorf("of %d calls at once: %w", atOnce,
			errs[slices.IndexFunc(errs, func(e error) bool { return e != nil })])
	}
	for _, a := range answers[1:] {
		if !proto.Equal(a, answers[0]) {
			return a, fmt.Errorf("%d calls of one key at once had different answers", atOnce)
		}
	}
	return answers[0], nil
}

// checkPage returns what is wrong with the address of a page.
func checkPage(page string) error {
	u, err := url.Parse(page)
	switch {
	case err != nil || u.Host == "" || len(page) > 2048:
		return errors.New("page_url is not a URL of at most 2048 bytes")
	case u.Scheme == "https":
		return nil
	}
	if ip := net.ParseIP(u.Hostname()); u.Scheme != "http" || u.Hostname() != "localhost" &&
		(ip == nil || !ip.IsLoopback()) {
		return errors.New("page_url is not https")
	}
	return nil
}
