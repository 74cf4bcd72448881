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

// checkQuery refuses parameters that the method does not have, that repeat, or that cannot be read as their type.
func (x *exchange) checkQuery() error {
	if x.r.URL.RawQuery == "" {
		return nil
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
			if code, message := checkParameter(f, text); code != "" {
				return badParameter(name, code, message)
			}
		}
	}
	return nil
}

// parameter is the field that a query parameter sets; nil when there is none.
func (r *route) parameter(name string) protoreflect.FieldDescriptor {
	f := r.input.Fields().ByName(protoreflect.Name(name))
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

// checkParameter says why one value of a parameter cannot be read; empty when it can.
func checkParameter(f protoreflect.FieldDescriptor, text string) (code, message string) {
	ok := false
	switch f.Kind() {
	case protoreflect.StringKind:
		ok, code, message = utf8.ValidString(text) && !strings.ContainsRune(text, 0), "encoding", "must be UTF-8 text"
	case protoreflect.Int32Kind:
		_, err := strconv.ParseInt(text, 10, 32)
		ok, code, message = err == nil, "type", "must be an integer"
	case protoreflect.Int64Kind:
		_, err := strconv.ParseInt(text, 10, 64)
		ok, code, message = err == nil, "type", "must be an integer"
	case protoreflect.BoolKind:
		ok, code, message = text == "true" || text == "false", "type", "must be true or false"
	case protoreflect.MessageKind:
		if f.Message().FullName() == timestampName {
			_, ok = parseTime(text)
			code, message = "type", "must be a time like 2026-01-31T12:00:00Z (RFC 3339; write + as %2B)"
			break
		}
		fallthrough
	default:
		code, message = "unknown", "there is no such parameter"
	}
	if ok {
		return "", ""
	}
	return code, message
}
