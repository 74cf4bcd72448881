package gateway

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"github.com/partnerline/partnerline/internal/fault"
	optionsv1 "github.com/partnerline/partnerline/proto/gen/options/v1"
)

// route is one HTTP binding of a method.
type route struct {
	method     string
	segments   []string // a variable is its name behind a colon
	fullMethod string
	input      protoreflect.MessageDescriptor
	body       protoreflect.MessageDescriptor // nil: the method takes no body
	bodyField  string                         // the field of input that is the body; empty: the whole input
	upload     bool                           // the body carries a file
	key        keyRule                        // what becomes of an idempotency key
	secrets    []shownOnce                    // what an answer that is kept must not hold
}

// contentTypes is what the route takes.
func (r *route) contentTypes() string {
	if r.upload {
		return "application/json or multipart/form-data"
	}
	return "application/json"
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
				return nil, err
			}
			table = append(table, rt)
		}
	}
	return table, nil
}

func routeOf(m protoreflect.MethodDescriptor, rule *annotations.HttpRule) (*route, error) {
	rt := &route{fullMethod: fmt.Sprintf("/%s/%s", m.Parent().FullName(), m.Name()), input: m.Input()}
	access, _ := proto.GetExtension(m.Options(), optionsv1.E_Access).(*optionsv1.Access)
	rt.upload = access.GetUpload()
	var path string
	switch p := rule.GetPattern().(type) {
	case *annotations.HttpRule_Get:
		rt.method, path = http.MethodGet, p.Get
	case *annotations.HttpRule_Post:
		rt.method, path = http.MethodPost, p.Post
	case *annotations.HttpRule_Put:
		rt.method, path = http.MethodPut, p.Put
	case *annotations.HttpRule_Patch:
		rt.method, path = http.MethodPatch, p.Patch
	case *annotations.HttpRule_Delete:
		rt.method, path = http.MethodDelete, p.Delete
	default:
		return nil, fmt.Errorf("gateway: %s: unsupported HTTP rule", m.FullName())
	}
	rt.key = keyRuleOf(m, rt.method)
	var err error
	if rt.secrets, err = shownOnceOf(m.Output()); err != nil {
		return nil, err
	}
	for _, s := range strings.Split(strings.TrimPrefix(path, "/"), "/") {
		if name, ok := strings.CutPrefix(s, "{"); ok {
			s = ":" + strings.TrimSuffix(name, "}")
		}
		if strings.ContainsAny(s, "{}*=") {
			return nil, fmt.Errorf("gateway: %s: only whole-segment variables are supported, not %s", m.FullName(), path)
		}
		rt.segments = append(rt.segments, s)
	}
	switch body := rule.GetBody(); body {
	case "":
	case "*":
		rt.body = rt.input
	default:
		rt.bodyField = body
		rt.body = rt.input.Fields().ByName(protoreflect.Name(body)).Message()
	}
	return rt, nil
}

// pathFields are the fields of the body's message that the path sets.
func (r *route) pathFields(vars []string) []string {
	if r.bodyField != "" {
		return nil
	}
	return vars
}

// match finds the route of a request and the names of its path variables; without one, the methods that the path would
// take.
func (t routeTable) match(method, path string) (rt *route, vars, allowed []string) {
	segments := strings.Split(strings.TrimPrefix(path, "/"), "/")
	for _, r := range t {
		names, ok := r.matches(segments)
		if !ok {
			continue
		}
		if r.method == method {
			return r, names, nil
		}
		if !slices.Contains(allowed, r.method) {
			allowed = append(allowed, r.method)
		}
	}
	slices.Sort(allowed)
	return nil, nil, allowed
}

func (r *route) matches(segments []string) (vars []string, ok bool) {
	if len(segments) != len(r.segments) {
		return nil, false
	}
	for i, s := range r.segments {
		if name, isVar := strings.CutPrefix(s, ":"); isVar {
			if segments[i] == "" {
				return nil, false
			}
			vars = append(vars, name)
		} else if s != segments[i] {
			return nil, false
		}
	}
	return vars, true
}

// values are what a path that matches has in the place of the variables.
func (r *route) values(path string) []string {
	var values []string
	segments := strings.Split(strings.TrimPrefix(path, "/"), "/")
	for i, s := range r.segments {
		if strings.HasPrefix(s, ":") {
			values = append(values, segments[i])
		}
	}
	return values
}

// value is what a path that matches has in the place of one variable, which is written like `:ref`; empty without it.
func (r *route) value(path, variable string) string {
	if i := slices.Index(r.segments, variable); i >= 0 {
		return strings.Split(strings.TrimPrefix(path, "/"), "/")[i]
	}
	return ""
}

// maxQuery caps the query string.
const maxQuery = 8 << 10

// checkQuery refuses parameters that the method does not have, that repeat, or that cannot be read as their type.
func (r *route) checkQuery(u *url.URL, vars []string) error {
	if len(u.RawQuery) > maxQuery {
		return fault.New(fault.InvalidParameter, "the query string is too long")
	}
	query, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return fault.New(fault.InvalidParameter, "the query string cannot be read: check its percent-encoding")
	}
	for name, values := range query {
		var f protoreflect.FieldDescriptor
		if r.body == nil && !slices.Contains(vars, name) {
			f = r.input.Fields().ByName(protoreflect.Name(name))
		}
		if f == nil {
			return badParameter(name, "unknown", "there is no such parameter")
		}
		if len(values) > 1 && !f.IsList() {
			return badParameter(name, "repeated", "give the parameter once")
		}
		for _, v := range values {
			if code, message := badValue(f, v); code != "" {
				return badParameter(name, code, message)
			}
		}
	}
	return nil
}

func badParameter(name, code, message string) error {
	if name == "" || len(name) > 64 || !utf8.ValidString(name) {
		name = "(unknown)"
	}
	return fault.New(fault.InvalidParameter, "a query parameter cannot be read; see errors").WithField(name, code, message)
}

func badValue(f protoreflect.FieldDescriptor, v string) (code, message string) {
	switch f.Kind() {
	case protoreflect.StringKind:
		if !utf8.ValidString(v) || strings.ContainsRune(v, 0) {
			return "encoding", "must be UTF-8 text"
		}
	case protoreflect.Int32Kind:
		if _, err := strconv.ParseInt(v, 10, 32); err != nil {
			return "type", "must be an integer"
		}
	case protoreflect.Int64Kind:
		if _, err := strconv.ParseInt(v, 10, 64); err != nil {
			return "type", "must be an integer"
		}
	case protoreflect.BoolKind:
		if v != "true" && v != "false" {
			return "type", "must be true or false"
		}
	case protoreflect.MessageKind:
		if f.Message().FullName() != "google.protobuf.Timestamp" {
			return "unknown", "there is no such parameter"
		}
		if !isTime(v) {
			return "type", "must be a time like 2026-01-31T12:00:00Z (RFC 3339; write + as %2B)"
		}
	default:
		return "unknown", "there is no such parameter"
	}
	return "", ""
}
