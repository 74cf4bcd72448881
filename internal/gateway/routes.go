package gateway

import (
	"errors"
	"fmt"
	"net/http"
	"path"
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
	method     string
	segments   []string // of the path; a variable is empty
	fullMethod string
	pattern    string // of grpc-gateway, as in the contract
	request    protoreflect.MessageType
	input      protoreflect.MessageDescriptor // of request
	variables  []protoreflect.FieldDescriptor // of input, that the path sets, in its order
	body       protoreflect.MessageType       // nil: the method takes no body
	bodyField  protoreflect.FieldDescriptor   // the field of input that is the body; nil: the whole input
	mask       protoreflect.FieldDescriptor   // the field of input that lists the members of the body; nil: none
	upload     bool                           // the body carries a file
	stream     bool                           // responses are sent as they come
	key        keyRule                        // what an idempotency key does
	content    protoreflect.FieldDescriptor   // the field of the response that is sent; nil: the whole response
	secrets    []shownOnce                    // what a stored response must not hold
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

// A routeTable has routes in the order of the contract.
type routeTable []*route

// add reads the google.api.http options of a service. Two routes that match the same request are an error, unless one
// has fixed segments where an earlier one of the same service has variables: the mux tries later ones first.
func (t *routeTable) add(service string) error {
	d, err := protoregistry.GlobalFiles.FindDescriptorByName(protoreflect.FullName(service))
	if err != nil {
		return fmt.Errorf("gateway: %s: %w", service, err)
	}
	methods := d.(protoreflect.ServiceDescriptor).Methods()
	for i := range methods.Len() {
		m := methods.Get(i)
		rule, _ := proto.GetExtension(m.Options(), annotations.E_Http).(*annotations.HttpRule)
		if rule == nil {
			continue
		}
		for _, b := range append([]*annotations.HttpRule{rule}, rule.GetAdditionalBindings()...) {
			rt, err := routeOf(m, b)
			if err != nil {
				return fmt.Errorf("gateway: %s: %w", m.FullName(), err)
			}
			for _, other := range *t {
				if other.method == rt.method && other.overlaps(rt) && !rt.refines(other) {
					return fmt.Errorf("gateway: %s and %s match the same requests: %s", other.fullMethod, rt.fullMethod, rt)
				}
			}
			*t = append(*t, rt)
		}
	}
	return nil
}

func routeOf(m protoreflect.MethodDescriptor, rule *annotations.HttpRule) (*route, error) {
	secrets, err1 := shownOnceOf(m.Output())
	method, path, err2 := patternOf(rule)
	stream, err3 := streams(m)
	request, err4 := protoregistry.GlobalTypes.FindMessageByName(m.Input().FullName())
	if err := errors.Join(err1, err2, err3, err4); err != nil {
		return nil, err
	}
	rt := &route{
		method: method, pattern: path, fullMethod: fmt.Sprintf("/%s/%s", m.Parent().FullName(), m.Name()), request: request,
		input:   m.Input(),
		content: m.Output().Fields().ByName(protoreflect.Name(rule.GetResponseBody())),
		upload:  grpcserver.AccessOf(m).GetUpload(), stream: stream, key: keyRuleOf(m, method),
		secrets: secrets, mask: maskField(m.Input()),
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
	body := m.Input()
	switch name := rule.GetBody(); name {
	case "":
		return rt, nil
	case "*":
	default:
		rt.bodyField = m.Input().Fields().ByName(protoreflect.Name(name))
		body = rt.bodyField.Message()
	}
	var err error
	rt.body, err = protoregistry.GlobalTypes.FindMessageByName(body.FullName())
	return rt, err
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

// overlaps reports whether a path matches both routes.
func (r *route) overlaps(other *route) bool {
	return slices.EqualFunc(r.segments, other.segments, func(a, b string) bool { return a == "" || b == "" || a == b })
}

// refines reports whether a route has fixed segments where an earlier one of the same service has variables.
func (r *route) refines(earlier *route) bool {
	return slices.EqualFunc(r.segments, earlier.segments, func(a, b string) bool { return a == b || b == "" }) &&
		!slices.Equal(r.segments, earlier.segments) && path.Dir(r.fullMethod) == path.Dir(earlier.fullMethod)
}

// methods are those that a path takes.
func (t routeTable) methods(path string) (allowed []string) {
	asked := &route{segments: strings.Split(strings.TrimPrefix(path, "/"), "/")}
	if slices.Contains(asked.segments, "") {
		return nil
	}
	for _, r := range t {
		if r.overlaps(asked) && !slices.Contains(allowed, r.method) {
			allowed = append(allowed, r.method)
		}
	}
	slices.Sort(allowed)
	return allowed
}
