package grpcserver

import (
	"context"
	"log/slog"
	"strings"
	"testing"

	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/person"
	"github.com/partnerline/partnerline/internal/telemetry"
	optionsv1 "github.com/partnerline/partnerline/proto/gen/options/v1"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
)

// people knows persons by the names of their roles, joined by "+", and keys of live mode by their beginning.
type people struct{}

func (p people) operators() Operators { return Operators{Recognize: p.Recognize, Livemode: p.Livemode} }

func (people) Recognize(_ context.Context, _, bearer string) (Operator, error) {
	switch bearer {
	case "":
		return Operator{}, fault.New(fault.InvalidCredentials, "there is no token in this call")
	case "bootstrap":
		return Operator{Bootstrap: true}, nil
	}
	return Operator{Person: person.Person{Subject: bearer, Roles: person.ParseRoles(strings.Split(bearer, "+"))}}, nil
}

func (people) Livemode(_ context.Context, key string) (bool, error) {
	return strings.HasPrefix(key, "key_live"), nil
}

// recorder is an operator plane that keeps who called last.
type recorder struct {
	operator
	last Operator
}

func (r *recorder) CreateApiKey(ctx context.Context,
	_ *webhooksv1.CreateApiKeyRequest) (*webhooksv1.CreateApiKeyResponse, error) {
	r.last, _ = OperatorOf(ctx)
	return &webhooksv1.CreateApiKeyResponse{}, nil
}

func (r *recorder) RevokeApiKey(ctx context.Context,
	_ *webhooksv1.RevokeApiKeyRequest) (*webhooksv1.RevokeApiKeyResponse, error) {
	r.last, _ = OperatorOf(ctx)
	return &webhooksv1.RevokeApiKeyResponse{}, nil
}

func (r *recorder) ResumeEndpoint(ctx context.Context,
	_ *webhooksv1.ResumeEndpointRequest) (*webhooksv1.ResumeEndpointResponse, error) {
	r.last, _ = OperatorOf(ctx)
	return &webhooksv1.ResumeEndpointResponse{}, nil
}

func TestRolesModesAndReasons(t *testing.T) {
	tel, err := telemetry.New(t.Context(), telemetry.Config{}, "test")
	if err != nil {
		t.Fatal(err)
	}
	var ended []Operator
	s, err := New(Options{Log: slog.New(slog.DiscardHandler), Telemetry: tel, Operators: people{}.operators(),
		Ended: func(ctx context.Context, _ any, _ error) error {
			o, _ := OperatorOf(ctx)
			ended = append(ended, o)
			return nil
		}})
	if err != nil {
		t.Fatal(err)
	}
	r := &recorder{}
	webhooksv1.RegisterOperatorServiceServer(s, r)
	c := webhooksv1.NewOperatorServiceClient(s.Conn())
	create := func(live bool) func(context.Context) error {
		return func(ctx context.Context) error {
			_, err := c.CreateApiKey(ctx, &webhooksv1.CreateApiKeyRequest{TenantId: "ten_a", Livemode: live})
			return err
		}
	}
	revoke := func(id string) func(context.Context) error {
		return func(ctx context.Context) error {
			_, err := c.RevokeApiKey(ctx, &webhooksv1.RevokeApiKeyRequest{Id: id})
			return err
		}
	}
	resume := func(reason string) func(context.Context) error {
		return func(ctx context.Context) error {
			_, err := c.ResumeEndpoint(ctx, &webhooksv1.ResumeEndpointRequest{Id: "x", Reason: reason})
			return err
		}
	}
	long := strings.Repeat("ż", maxReason+1)
	for _, x := range []struct {
		name, who, header string
		call              func(context.Context) error
		want              fault.Reason // empty: it reaches the handler
		reason            string       // that the handler sees
	}{
		{"test key by support", "support", "", create(false), "", ""},
		{"live key by support", "support", "", create(true), fault.InsufficientRole, ""},
		{"live key by an administrator", "administrator", "", create(true), "", ""},
		{"one role of two", "viewer+administrator", "", create(true), "", ""},
		{"none of the roles", "viewer+finance", "", create(false), fault.InsufficientRole, ""},
		{"no role at all", "nothing", "", create(false), fault.InsufficientRole, ""},
		{"no credential", "", "", create(false), fault.InvalidCredentials, ""},
		{"bootstrap", "bootstrap", "", create(true), "", ""},
		{"key of test mode by its id", "support", "lost", revoke("key_test1"), "", "lost"},
		{"key of live mode by its id", "support", "", revoke("key_live1"), fault.InsufficientRole, ""},
		{"key of live mode by an administrator", "administrator", "lost", revoke("key_live1"), "", "lost"},
		{"no reason", "support", "", resume(""), fault.ReasonRequired, ""},
		{"blank reason", "support", "  ", resume(""), fault.ReasonRequired, ""},
		{"reason in the metadata", "support", " zgłosił klient ", resume(""), "", "zgłosił klient"},
		{"reason in the request", "support", "", resume("asked by phone"), "", "asked by phone"},
		{"the request has precedence", "support", "other", resume("asked by phone"), "", "asked by phone"},
		{"reason that is optional", "support", "rolled out", create(false), "", "rolled out"},
		{"bootstrap without a reason", "bootstrap", "", resume(""), "", ""},
		{"reason that is too long", "support", long, resume(""), fault.ValidationFailed, ""},
		{"longest reason", "support", long[:2*maxReason], resume(""), "", long[:2*maxReason]},
		{"reason with a line break", "support", "a\nb", resume(""), fault.ValidationFailed, ""},
		{"reason that is no text", "support", "\xff", resume(""), fault.ValidationFailed, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			r.last, ended = Operator{}, nil
			ctx := metadata.AppendToOutgoingContext(t.Context(), "authorization", "Bearer "+x.who)
			if x.header != "" {
				ctx = metadata.AppendToOutgoingContext(ctx, ReasonHeader, x.header)
			}
			err := x.call(ctx)
			if x.want != "" {
				e, ok := FromStatus(status.Convert(err))
				if !ok || e.Reason != x.want || r.last.Subject != "" {
					t.Fatalf("%v, handled for %+v; want %s", err, r.last, x.want)
				}
				if _, named := e.Extensions["required_roles"]; named != (x.want == fault.InsufficientRole) {
					t.Errorf("extensions %v", e.Extensions)
				}
			} else if err != nil || r.last.Reason != x.reason || r.last.Method == "" ||
				r.last.Bootstrap != (x.who == "bootstrap") {
				t.Fatalf("%v, handled for %+v", err, r.last)
			}
			if len(ended) != 1 || x.who != "" && x.who != "bootstrap" && ended[0].Subject != x.who {
				t.Errorf("at the end the caller is %+v", ended)
			}
		})
	}
}

func TestMethodsThatMustNotBeServed(t *testing.T) {
	const caller = optionsv1.Caller_CALLER_OPERATOR
	roles := []optionsv1.Role{optionsv1.Role_ROLE_SUPPORT}
	methods := webhooksv1.File_webhooks_v1_operator_proto.Services().ByName("OperatorService").Methods()
	for _, c := range []struct {
		name, method string
		access       *optionsv1.Access
		operators    bool
		want         string // in the error; empty: none
	}{
		{"no rule", "GetBacklog", nil, true, "access option"},
		{"roles", "GetBacklog", &optionsv1.Access{Caller: caller, Roles: roles}, true, ""},
		{"no role", "GetBacklog", &optionsv1.Access{Caller: caller}, true, "role"},
		{"live roles alone", "CreateApiKey", &optionsv1.Access{Caller: caller, LiveRoles: roles}, true, "role"},
		{"operators are not known", "GetBacklog", &optionsv1.Access{Caller: caller, Roles: roles}, false, "does not know"},
		{"mode in the request", "CreateApiKey", &optionsv1.Access{Caller: caller, Roles: roles, LiveRoles: roles}, true, ""},
		{"mode of a key", "RevokeApiKey", &optionsv1.Access{Caller: caller, Roles: roles, LiveRoles: roles}, true, ""},
		{"no mode", "GetBacklog", &optionsv1.Access{Caller: caller, Roles: roles, LiveRoles: roles}, true, "live_roles"},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := served(methods.ByName(protoreflect.Name(c.method)), proto.CloneOf(c.access), c.operators)
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}

// The audit trail gets the id of what a call is about, and nothing else that a caller wrote.
func TestObjectOfACall(t *testing.T) {
	for want, req := range map[string]any{
		"key_1": &webhooksv1.RevokeApiKeyRequest{Id: "key_1"},
		"0192f0c4-7b1a-7c3d-9e5f-0a1b2c3d4e5f": &webhooksv1.ResumeEndpointRequest{Id: "0192f0c4-7b1a-7c3d-9e5f-0a1b2c3d4e5f",
			Reason: "x"},
		"pay_1": &pcv1.RefundPaymentRequest{PaymentId: "pay_1"},
		"doc_1": &pcv1.GetDocumentContentRequest{Ref: "mrc_1", DocumentId: "doc_1"},
		"ptn_1": &pcv1.CreatePartnerRequest{Id: "ptn_1", TenantId: "ten_1"},
	} {
		t.Run(want, func(t *testing.T) {
			if got := objectOf(req); got != want {
				t.Errorf("got %q", got)
			}
		})
	}
	for name, req := range map[string]any{
		"no message": 7, "no id": &webhooksv1.ResumeEndpointRequest{},
		"an owner's alone":    &pcv1.CreatePartnerKeyRequest{PartnerId: "ptn_1"},
		"a name in its place": &webhooksv1.RevokeApiKeyRequest{Id: "Jan Kowalski"},
		"too long":            &webhooksv1.RevokeApiKeyRequest{Id: strings.Repeat("a", 65)},
	} {
		t.Run(name, func(t *testing.T) {
			if got := objectOf(req); got != "" {
				t.Errorf("got %q", got)
			}
		})
	}
}
