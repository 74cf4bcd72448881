package gateway

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"github.com/partnerline/partnerline/internal/grpcserver"
)

// route is one HTTP binding of a method.
type route struct {
	method        string
	segments      []string // of the path; a variable is empty
	fullMethod    string
	input, output protoreflect.MessageType
	variables     []protoreflect.FieldDescriptor // of input, that the path sets, in its order
	body          protoreflect.MessageDescriptor // nil: the method takes no body
	bodyField     protoreflect.FieldDescriptor   // the field of input that is the body; nil: the whole input
	responseField protoreflect.FieldDescriptor   // the field of output that is the response; nil: the whole output
	mask          protoreflect.FieldDescriptor   // the field of input that lists the members of the body; nil: none
	upload        bool                           // the body carries a file
	key           keyRule                        // what an idempotency key does
	secrets       []shownOnce                    // what a stored response must not hold
}

// String is the route as people read it, for example `GET /onboarding/:ref`.
func (r *route) String() string {
	path, n := r.method+" ", 0
	for _, s := range r.segments {
		if s == "" {
			s, n = ":"+string(r.variables[n].Name()), n+1
		}
		path += "/" + s
	}
	return path
}

type routeTable []*route

// routesOf reads the google.api.http options of a service.
func routesOf(service string) (routeTable, error) {
	d, err := protoregistry.GlobalFiles.FindDescriptorByName(protoreflect.FullName(service))
	if err != nil {
		return nil, fmt.Errorf("gateway: %s: %w", service, err)
	}
	methods := d.(protoreflect.ServiceDescriptor).Methods()
	var table routeTable
	for i := range methods.Len() {
		m := methods.Get(i)
		rule, _ := proto.GetExtension(m.Options(), annotations.E_Http).(*annotations.HttpRule)
		if rule == nil {
			continue
		}
		for _, b := range append([]*annotations.HttpRule{rule}, rule.GetAdditionalBindings()...) {
			rt, err := routeOf(m, b)
			if err != nil {
				return nil, fmt.Errorf("gateway: %s: %w", m.FullName(), err)
			}
			table = append(table, rt)
		}
	}
	return table, nil
}

func routeOf(m protoreflect.MethodDescriptor, rule *annotations.HttpRule) (*route, error) {
	input, err1 := protoregistry.GlobalTypes.FindMessageByName(m.Input().FullName())
	output, err2 := protoregistry.GlobalTypes.FindMessageByName(m.Output().FullName())
	secrets, err3 := shownOnceOf(m.Output())
	method, path, err4 := patternOf(rule)
	if err := errors.Join(err1, err2, err3, err4); err != nil {
		return nil, err
	}
	rt := &route{
		method: method, fullMethod: fmt.Sprintf("/%s/%s", m.Parent().FullName(), m.Name()), input: input, output: output,
		upload: grpcserver.AccessOf(m).GetUpload(), key: keyRuleOf(m, method), secrets: secrets, mask: maskField(m.Input()),
	}
	for s := range strings.SplitSeq(strings.TrimPrefix(path, "/"), "/") {
		if name, ok := strings.CutPrefix(s, "{"); ok {
			f := m.Input().Fields().ByName(protoreflect.Name(strings.TrimSuffix(name, "}")))
			if f == nil || f.Kind() != protoreflect.StringKind || f.IsList() {
				return nil, fmt.Errorf("%s: a variable must be a whole segment and a field of type string", path)
			}
			rt.variables, s = append(rt.variables, f), ""
		}
		rt.segments = append(rt.segments, s)
	}
	switch name := rule.GetBody(); name {
	case "":
	case "*":
		rt.body = m.Input()
	default:
		rt.bodyField = m.Input().Fields().ByName(protoreflect.Name(name))
		rt.body = rt.bodyField.Message()
	}
	if name := rule.GetResponseBody(); name != "" {
		rt.responseField = m.Output().Fields().ByName(protoreflect.Name(name))
	}
	return rt, nil
}

func patternOf(rule *annotations.HttpRule) (method, path string, err error) {
	switch p := rule.GetPattern().(type) {
	case *annotations.HttpRule_Get:
		return http.MethodGet, p.Get, nil
	case *annotations.HttpRule_Post:
		return http.MethodPost, p.Post, nil
	case *annotations.HttpRule_Put:
		return http.MethodPut, p.Put, nil
	case *annotations.HttpRule_Patch:
		return http.MethodPatch, p.Patch, nil
	case *annotations.HttpRule_Delete:
		return http.MethodDelete, p.Delete, nil
	}
	return "", "", errors.New("unsupported HTTP rule")
}

// sort puts routes with a fixed segment before those with a variable there, so that the first match is the most specific one. Two routes
// that match the same requests are an error.
func (t routeTable) sort() error {
	slices.SortStableFunc(t, func(a, b *route) int {
		return cmp.Or(-slices.Compare(a.segments, b.segments), cmp.Compare(a.method, b.method)) // a variable is empty, and sorts first
	})
	for i, r := range t[min(1, len(t)):] {
		if before := t[i]; r.method == before.method && slices.Equal(r.segments, before.segments) {
			return fmt.Errorf("gateway: %s and %s have the same path: %s", before.fullMethod, r.fullMethod, r)
		}
	}
	return nil
}

// match finds the route of a request and the values of its path variables; without one, the methods that the path would take.
func (t routeTable) match(method, path string) (rt *route, vars, allowed []string) {
	segments := strings.Split(strings.TrimPrefix(path, "/"), "/")
	for _, r := range t {
		if !r.matches(segments) {
			continue
		}
		if r.method == method {
			return r, r.values(segments), nil
		}
		if !slices.Contains(allowed, r.method) {
			allowed = append(allowed, r.method)
		}
	}
	slices.Sort(allowed)
	return nil, nil, allowed
}

func (r *route) matches(segments []string) bool {
	if len(segments) != len(r.segments) {
		return false
	}
	for i, s := range r.segments {
		if segments[i] == "" || s != "" && s != segments[i] {
			return false
		}
	}
	return true
}

// values are those of the variables of a path that matches.
func (r *route) values(segments []string) (values []string) {
	for i, s := range r.segments {
		if s == "" {
			values = append(values, segments[i])
		}
	}
	return values
}

// variable is the value of a path variable; empty without it.
func (x *exchange) variable(name protoreflect.Name) string {
	i := slices.IndexFunc(x.route.variables, func(f protoreflect.FieldDescriptor) bool { return f.Name() == name })
	if i < 0 {
		return ""
	}
	return x.vars[i]
}
