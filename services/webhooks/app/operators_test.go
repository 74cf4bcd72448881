package app

import (
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/partnerline/partnerline/internal/operators"
	"github.com/partnerline/partnerline/internal/person/persontest"
	optionsv1 "github.com/partnerline/partnerline/proto/gen/options/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
)

// startWithConsole starts a program that people call by tokens of a console. INTERNAL_TOKEN opens operator methods as
// well, as it does when a console is set up, so that a test can prepare what it needs.
func startWithConsole(t *testing.T) (*service, *persontest.Console) {
	t.Helper()
	console := persontest.New(t, Name)
	return start(t, func(c *Config) { c.Operators = operators.Config{Issuer: console.URL, Bootstrap: true} }), console
}

func TestRolesOfMethods(t *testing.T) {
	t.Parallel()
	s, console := startWithConsole(t)
	op := webhooksv1.NewOperatorServiceClient(s.grpc)
	key := func(t *testing.T, _ string, live bool) string {
		t.Helper()
		k, err := op.CreateApiKey(internal(t.Context()), &webhooksv1.CreateApiKeyRequest{TenantId: "ten_a", Livemode: live})
		if err != nil {
			t.Fatal(err)
		}
		return k.GetData().GetId()
	}
	if n := console.Matrix(t, s.grpc,
		webhooksv1.File_webhooks_v1_operator_proto.Services().ByName("OperatorService"), key); n < 15 {
		t.Errorf("only %d methods", n)
	}
}

func TestPersonTokens(t *testing.T) {
	t.Parallel()
	s, console := startWithConsole(t)
	console.Tokens(t, s.grpc, webhooksv1.OperatorService_GetBacklog_FullMethodName, optionsv1.Role_ROLE_VIEWER)
}

// Without a bootstrap the internal token opens no operator method, and without a console no one's does.
func TestTheInternalTokenIsNoOperator(t *testing.T) {
	t.Parallel()
	console := persontest.New(t, Name)
	for name, cfg := range map[string]operators.Config{"a console": {Issuer: console.URL}, "neither": {}} {
		t.Run(name, func(t *testing.T) {
			s := start(t, func(c *Config) { c.Operators = cfg })
			op := webhooksv1.NewOperatorServiceClient(s.grpc)
			if _, err := op.GetBacklog(internal(t.Context()), &webhooksv1.GetBacklogRequest{},
				grpc.WaitForReady(true)); status.Code(err) != codes.Unauthenticated {
				t.Errorf("the internal token: %v", err)
			}
			who := persontest.Person("one", optionsv1.Role_ROLE_VIEWER)
			_, err := op.GetBacklog(console.As(t.Context(), who, webhooksv1.OperatorService_GetBacklog_FullMethodName),
				&webhooksv1.GetBacklogRequest{})
			if want := map[bool]codes.Code{true: codes.OK,
				false: codes.Unauthenticated}[cfg.Issuer != ""]; status.Code(err) != want {
				t.Errorf("a person: %v", err)
			}
			s.call("POST", s.admin+"/internal/v1/events", internalToken, map[string]any{}).wantProblem(t, 422,
				"validation_failed")
		})
	}
}
