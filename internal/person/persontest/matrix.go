package persontest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/person"
	optionsv1 "github.com/partnerline/partnerline/proto/gen/options/v1"
)

// roles are all, and none.
var roles = []optionsv1.Role{
	optionsv1.Role_ROLE_UNSPECIFIED, optionsv1.Role_ROLE_VIEWER, optionsv1.Role_ROLE_SUPPORT, optionsv1.Role_ROLE_REVIEWER,
	optionsv1.Role_ROLE_FINANCE,
	optionsv1.Role_ROLE_ADMINISTRATOR,
}

// Reason is what a call with an answer that is a problem has as its code; empty when it is none.
func Reason(err error) fault.Reason {
	e, ok := grpcserver.FromStatus(status.Convert(err))
	if !ok {
		return ""
	}
	return e.Reason
}

// Matrix calls each method of a service as each role in each mode, with a request that says no more than the mode: the
// contract's roles pass the check, others do not. key returns the id of a new key that the method may be called with,
// for methods whose mode is that of a key. It returns how many methods there are.
func (c *Console) Matrix(
	t *testing.T, conn grpc.ClientConnInterface, service protoreflect.ServiceDescriptor,
	key func(t *testing.T, method string, live bool) string,
) int {
	t.Helper()
	for i := range service.Methods().Len() {
		m := service.Methods().Get(i)
		access, _ := proto.GetExtension(m.Options(), optionsv1.E_Access).(*optionsv1.Access)
		t.Run(string(m.Name()), func(t *testing.T) {
			if access.GetCaller() != optionsv1.Caller_CALLER_OPERATOR {
				t.Fatalf("is for %s", access.GetCaller())
			}
			for _, live := range []bool{false, true} {
				allowed := grpcserver.RolesIn(access, live)
				for _, role := range roles {
					req := dynamicpb.NewMessage(m.Input())
					if f := m.Input().Fields().ByName("livemode"); f != nil {
						req.Set(f, protoreflect.ValueOfBool(live))
					} else if len(access.GetLiveRoles()) > 0 {
						req.Set(m.Input().Fields().ByName("id"), protoreflect.ValueOfString(key(t, string(m.Name()), live)))
					}
					want := slices.Contains(allowed, role)
					who := Person("one", role)
					got := c.call(t.Context(), conn, m, who, req, "a test")
					if refused := Reason(got) == fault.InsufficientRole; refused == want || status.Code(got) == codes.Unauthenticated {
						t.Errorf("%s, live %t: %v; allowed %t", person.RoleName(role), live, got, want)
					}
					if !want {
						continue
					}
					if missing := Reason(c.call(t.Context(), conn, m, who, req,
						"")) == fault.ReasonRequired; missing != access.GetReasonRequired() {
						t.Errorf("%s, live %t: a reason is required: %t, want %t", person.RoleName(role), live, missing,
							access.GetReasonRequired())
					}
				}
			}
		})
	}
	return service.Methods().Len()
}

func (c *Console) call(
	ctx context.Context, conn grpc.ClientConnInterface, m protoreflect.MethodDescriptor, p person.Person,
	req proto.Message, reason string,
) error {
	path := fmt.Sprintf("/%s/%s", m.Parent().FullName(), m.Name())
	ctx = c.As(ctx, p, path)
	if reason != "" {
		ctx = metadata.AppendToOutgoingContext(ctx, grpcserver.ReasonHeader, reason)
	}
	if !m.IsStreamingServer() {
		return conn.Invoke(ctx, path, req, dynamicpb.NewMessage(m.Output()))
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stream, err := conn.NewStream(ctx, &grpc.StreamDesc{ServerStreams: true}, path)
	if err != nil {
		return err
	}
	if err := errors.Join(stream.SendMsg(req), stream.CloseSend()); err != nil {
		return err
	}
	if err := stream.RecvMsg(dynamicpb.NewMessage(m.Output())); !errors.Is(err, io.EOF) {
		return err
	}
	return nil
}

// Tokens makes calls with tokens that are refused, and with one that is used by many at the same time: exactly one of
// them passes.
func (c *Console) Tokens(t *testing.T, conn grpc.ClientConnInterface, method string, role optionsv1.Role) {
	t.Helper()
	name := protoreflect.FullName(strings.ReplaceAll(strings.TrimPrefix(method, "/"), "/", "."))
	who := Person("one", role)
	invoke := func(token string) error {
		req, resp := messages(t, name)
		return conn.Invoke(With(t.Context(), token), method, req, resp)
	}
	for what, token := range c.Bad(who, method) {
		t.Run(what, func(t *testing.T) {
			if err := invoke(token); status.Code(err) != codes.Unauthenticated || Reason(err) != fault.InvalidCredentials {
				t.Errorf("got %v", err)
			}
		})
	}
	t.Run("replayed", func(t *testing.T) {
		token := c.Token(who, method)
		if err := invoke(token); err != nil {
			t.Fatal(err)
		}
		if err := invoke(token); status.Code(err) != codes.Unauthenticated || Reason(err) != fault.TokenUsed {
			t.Errorf("got %v", err)
		}
	})
	t.Run("replayed at once", func(t *testing.T) {
		const calls = 1000
		token := c.Token(who, method)
		var all sync.WaitGroup
		errs := make([]error, calls)
		for i := range calls {
			all.Go(func() { errs[i] = invoke(token) })
		}
		all.Wait()
		passed := 0
		for _, err := range errs {
			switch {
			case err == nil:
				passed++
			case Reason(err) != fault.TokenUsed:
				t.Errorf("got %v", err)
			}
		}
		if passed != 1 {
			t.Errorf("%d of %d calls passed", passed, calls)
		}
	})
}

func messages(t *testing.T, method protoreflect.FullName) (req, resp proto.Message) {
	t.Helper()
	m := grpcserver.MethodByName(string(method))
	if m == nil {
		t.Fatalf("no method %s", method)
	}
	return dynamicpb.NewMessage(m.Input()), dynamicpb.NewMessage(m.Output())
}
