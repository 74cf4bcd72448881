package gateway

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/partnerline/partnerline/internal/fault"
)

// maxQuery caps the query string.
const maxQuery = 8 << 10

// readQuery sets the fields that the path and the query name. It refuses parameters that the method does not have, that repeat, or that
// cannot be read as their type.
func (x *exchange) readQuery() error {
	for i, f := range x.route.variables {
		x.message.Set(f, protoreflect.ValueOfString(x.vars[i]))
	}
	if len(x.r.URL.RawQuery) > maxQuery {
		return fault.New(fault.InvalidParameter, "the query string is too long")
	}
	query, err := url.ParseQuery(x.r.URL.RawQuery)
	if err != nil {
		return fault.New(fault.InvalidParameter, "the query string cannot be read: check its percent-encoding")
	}
	for name, values := range query {
		f := x.route.parameter(name)
		if f == nil {
			return badParameter(name, "unknown", "there is no such parameter")
		}
		if len(values) > 1 && !f.IsList() {
			return badParameter(name, "repeated", "give the parameter once")
		}
		for _, text := range values {
			v, code, message := parseParameter(f, text)
			switch {
			case code != "":
				return badParameter(name, code, message)
			case f.IsList():
				x.message.Mutable(f).List().Append(v)
			default:
				x.message.Set(f, v)
			}
		}
	}
	return nil
}

// parameter is the field that a query parameter sets; nil when there is none.
func (r *route) parameter(name string) protoreflect.FieldDescriptor {
	f := r.input.Descriptor().Fields().ByName(protoreflect.Name(name))
	if f == nil || r.body != nil || f.IsMap() || slices.Contains(r.variables, f) {
		return nil
	}
	return f
}

func badParameter(name, code, message string) error {
	if name == "" || len(name) > 64 || !utf8.ValidString(name) {
		name = "(unknown)"
	}
	return fault.New(fault.InvalidParameter, "a query parameter cannot be read; see errors").WithField(name, code, message)
}

// parseParameter reads one value of a parameter, or says why it cannot be read.
func parseParameter(f protoreflect.FieldDescriptor, text string) (v protoreflect.Value, code, message string) {
	switch f.Kind() {
	case protoreflect.StringKind:
		if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
			return v, "encoding", "must be UTF-8 text"
		}
		return protoreflect.ValueOfString(text), "", ""
	case protoreflect.Int32Kind:
		if n, err := strconv.ParseInt(text, 10, 32); err == nil {
			return protoreflect.ValueOfInt32(int32(n)), "", ""
		}
		return v, "type", "must be an integer"
	case protoreflect.Int64Kind:
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			return protoreflect.ValueOfInt64(n), "", ""
		}
		return v, "type", "must be an integer"
	case protoreflect.BoolKind:
		if text == "true" || text == "false" {
			return protoreflect.ValueOfBool(text == "true"), "", ""
		}
		return v, "type", "must be true or false"
	case protoreflect.MessageKind:
		if f.Message().FullName() != timestampName {
			break
		}
		if t, ok := parseTime(text); ok {
			return protoreflect.ValueOfMessage(t.ProtoReflect()), "", ""
		}
		return v, "type", "must be a time like 2026-01-31T12:00:00Z (RFC 3339; write + as %2B)"
	}
	return v, "unknown", "there is no such parameter"
}
