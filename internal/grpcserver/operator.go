package grpcserver

import (
	"context"
	"errors"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/person"
	optionsv1 "github.com/partnerline/partnerline/proto/gen/options/v1"
)

// Operators recognize who calls the methods of CALLER_OPERATOR.
type Operators struct {
	// Recognize returns who calls a method, like /webhooks.v1.OperatorService/CreateTenant, with a bearer credential,
	// which is used up.
	Recognize func(ctx context.Context, method, bearer string) (Operator, error)
	// Livemode returns the mode of the key with an id, for methods whose roles depend on it and whose request names
	// only the key. An unknown id is of test mode: there is nothing to do with it.
	Livemode func(ctx context.Context, key string) (bool, error)
}

// An Operator makes a call for the payments company.
type Operator struct {
	person.Person
	Bootstrap bool   // the holder of the internal token, of whom nothing is known
	Method    string // that is called, like OperatorService.CreateTenant
	Reason    string // why
	Object    string // id that the request names, besides those of a partner and a merchant; empty: none
}

type operatorKey struct{}

// OperatorOf returns who makes a call of CALLER_OPERATOR, also one that was refused for the person's roles.
func OperatorOf(ctx context.Context) (Operator, bool) {
	o, ok := ctx.Value(operatorKey{}).(Operator)
	return o, ok
}

const (
	// ReasonHeader is the metadata with the reason for a call, in UTF-8.
	ReasonHeader = "x-reason-bin"
	maxReason    = 500 // characters
)

// operable reports why a method of operators must not be served.
func operable(m protoreflect.MethodDescriptor, a *optionsv1.Access, known bool) error {
	mode := m.Input().Fields().ByName("livemode")
	switch {
	case !known:
		return errors.New("is for operators, whom the program does not know")
	case len(a.GetRoles()) == 0:
		return errors.New("names no role")
	case len(a.GetLiveRoles()) == 0:
		return nil
	case mode != nil && mode.Kind() == protoreflect.BoolKind:
		return nil
	case m.Input().Fields().ByName("id") == nil:
		return errors.New("has live_roles, but neither a field livemode nor the id of a key")
	}
	return nil
}

// operator recognizes a person, and refuses one who has a role of the method in neither mode.
func (s *Server) operator(
	ctx context.Context, method string, access *optionsv1.Access, bearer string,
) (context.Context, Principal, error) {
	o, err := s.opts.Operators.Recognize(ctx, method, bearer)
	if err != nil {
		return ctx, Principal{}, err
	}
	o.Method = short(method)
	ctx = context.WithValue(ctx, operatorKey{}, o)
	if o.Bootstrap || o.HasAny(access.GetRoles()) || o.HasAny(access.GetLiveRoles()) {
		return ctx, Principal{}, nil
	}
	return ctx, Principal{Refusal: insufficientRole(o, access.GetRoles())}, nil
}

// checkOperator makes the checks of an operator's call that need its request: the roles of its mode, and the reason.
func (s *Server) checkOperator(ctx context.Context, access *optionsv1.Access, req any) (context.Context, error) {
	o, ok := OperatorOf(ctx)
	if !ok {
		return ctx, nil
	}
	reason, err := reasonOf(ctx, req)
	if err != nil {
		return ctx, err
	}
	o.Reason, o.Object = reason, objectOf(req)
	ctx = context.WithValue(ctx, operatorKey{}, o)
	if o.Bootstrap {
		return ctx, nil
	}
	if err := s.opts.Operators.checkMode(ctx, o, access, req); err != nil {
		return ctx, err
	}
	if access.GetReasonRequired() && reason == "" {
		return ctx, fault.New(fault.ReasonRequired, "say why, in the metadata "+ReasonHeader+" or in the field reason")
	}
	return ctx, nil
}

func (k Operators) checkMode(ctx context.Context, o Operator, access *optionsv1.Access, req any) error {
	if len(access.GetLiveRoles()) == 0 {
		return nil
	}
	var live bool
	var err error
	switch r := req.(type) {
	case interface{ GetLivemode() bool }:
		live = r.GetLivemode()
	case interface{ GetId() string }:
		live, err = k.Livemode(ctx, r.GetId())
	}
	if err != nil {
		return err
	}
	if roles := RolesIn(access, live); !o.HasAny(roles) {
		return insufficientRole(o, roles)
	}
	return nil
}

// RolesIn are the roles of a method of operators in a mode.
func RolesIn(access *optionsv1.Access, live bool) []optionsv1.Role {
	if live && len(access.GetLiveRoles()) > 0 {
		return access.GetLiveRoles()
	}
	return access.GetRoles()
}

func insufficientRole(o Operator, roles []optionsv1.Role) error {
	return fault.New(fault.InsufficientRole, "you have none of the roles for this call; see required_roles").
		WithExtension("required_roles", person.RoleNames(roles)).WithExtension("granted_roles", person.RoleNames(o.Roles))
}

// objectID is the form of ids. The audit trail holds no other text of a caller as the id of an object.
var objectID = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// objectOf returns the id of what a call is about: the field `id`, else the first with a value whose name ends in
// `_id` and is not that of an owner.
func objectOf(req any) string {
	msg, ok := req.(proto.Message)
	if !ok {
		return ""
	}
	var found string
	fields := msg.ProtoReflect().Descriptor().Fields()
	for i := range fields.Len() {
		f, name := fields.Get(i), string(fields.Get(i).Name())
		if f.Kind() != protoreflect.StringKind || f.IsList() || name != "id" &&
			(found != "" || !strings.HasSuffix(name, "_id") || owners[name]) {
			continue
		}
		if value := msg.ProtoReflect().Get(f).String(); objectID.MatchString(value) {
			found = value
		}
		if name == "id" {
			break
		}
	}
	return found
}

// owners are the fields that name whose something is; the audit trail has these by themselves.
var owners = map[string]bool{"partner_id": true, "tenant_id": true}

// reasonOf returns why a call is made: what its request says, else its metadata.
func reasonOf(ctx context.Context, req any) (string, error) {
	if r, ok := req.(interface{ GetReason() string }); ok && r.GetReason() != "" {
		text := []rune(r.GetReason()) // its length is checked with the request, and a longer one is recorded as refused
		return string(text[:min(len(text), maxReason)]), nil
	}
	text := strings.TrimSpace(first(ctx, ReasonHeader))
	if utf8.RuneCountInString(text) > maxReason || !utf8.ValidString(text) ||
		strings.ContainsFunc(text, unicode.IsControl) {
		return "",
			fault.Fields(fault.Violation{
				Field: ReasonHeader, Code: "reason", Message: "want UTF-8 text without control characters, at most 500 characters",
			})
	}
	return text, nil
}
