package gateway

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/grpcserver"
)

// maxDepth caps the nesting of a body.
const maxDepth = 32

// maxViolations caps how many fields one answer names.
const maxViolations = 50

// checkShape reads body as JSON and compares it with the message it is to become. An error means that it cannot be
// read (400). A fault means that fields are unknown or of the wrong type (422). The returned body holds what is left
// without them; unknown fields are dropped silently when lenient. Fields that the path sets are unknown to the body, and so is a
// field mask: the body itself tells which members are present, and the returned body says so in the mask.
func checkShape(body []byte, md protoreflect.MessageDescriptor, vars []string, lenient bool) ([]byte, *fault.Error, error) {
	if !utf8.Valid(body) {
		return nil, nil, fault.New(fault.InvalidJSON, "the body is not UTF-8")
	}
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.UseNumber()
	tree, err := readValue(dec, 0)
	if err == nil {
		if _, more := dec.Token(); !errors.Is(more, io.EOF) {
			err = errors.New("there is more after the JSON value")
		}
	}
	if err == nil && halfSurrogate(body) {
		err = errors.New("a text holds half of a surrogate pair")
	}
	if err != nil {
		return nil, nil, fault.New(fault.InvalidJSON, "the body is not valid JSON: "+jsonFault(err))
	}
	obj, ok := tree.(map[string]any)
	if !ok {
		return nil, nil, fault.New(fault.InvalidJSON, "the body must be a JSON object")
	}
	c := &shapeCheck{lenient: lenient}
	mask := maskField(md)
	for _, name := range append(vars[:len(vars):len(vars)], mask) {
		if _, sent := obj[name]; sent && name != "" {
			delete(obj, name)
			c.unknownMember("/" + name)
		}
	}
	pruned := c.message(md, obj, "")
	if mask != "" {
		pruned[mask] = maskOf(md, pruned)
	}
	out, err := json.Marshal(pruned)
	if err != nil {
		return nil, nil, err
	}
	return out, c.fault(), nil
}

// jsonFault describes a syntax error without showing what was sent.
func jsonFault(err error) string {
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return "syntax error at byte " + strconv.FormatInt(syntax.Offset, 10)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return "it ends too early"
	}
	return err.Error()
}

func readValue(dec *json.Decoder, depth int) (any, error) {
	if depth > maxDepth {
		return nil, errors.New("it is nested too deeply")
	}
	t, err := dec.Token()
	if err != nil {
		return nil, err
	}
	switch t {
	case json.Delim('{'):
		obj := map[string]any{}
		for dec.More() {
			k, err := dec.Token()
			if err != nil {
				return nil, err
			}
			key := k.(string) // the decoder admits nothing else here
			if _, twice := obj[key]; twice {
				return nil, errors.New("a member occurs twice in one object")
			}
			if obj[key], err = readValue(dec, depth+1); err != nil {
				return nil, err
			}
		}
		_, err := dec.Token()
		return obj, err
	case json.Delim('['):
		list := []any{}
		for dec.More() {
			v, err := readValue(dec, depth+1)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		_, err := dec.Token()
		return list, err
	}
	if s, ok := t.(string); ok && strings.ContainsRune(s, 0) {
		return nil, errors.New("a text holds the NUL character")
	}
	return t, nil
}

// halfSurrogate reports whether valid JSON escapes what is no character. The decoder would put U+FFFD in its place, and the client would
// read another text than it sent.
func halfSurrogate(valid []byte) bool {
	for b := valid; ; {
		i := bytes.IndexByte(b, '\\')
		if i < 0 {
			return false
		}
		c, size := escape(b[i:])
		b = b[i+size:]
		if !utf16.IsSurrogate(c) {
			continue
		}
		low, size := escape(b)
		if utf16.DecodeRune(c, low) == utf8.RuneError {
			return true
		}
		b = b[size:]
	}
}

// escape returns what the escape at the beginning of b stands for, if it is spelled in hexadecimal, and how long it is.
func escape(b []byte) (c rune, size int) {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
		return 0, min(2, len(b))
	}
	n, _ := strconv.ParseUint(string(b[2:6]), 16, 16)
	return rune(n), 6
}

type shapeCheck struct {
	lenient bool
	unknown []fault.Violation
	wrong   []fault.Violation
}

func (c *shapeCheck) fault() *fault.Error {
	if len(c.unknown) > 0 {
		e := fault.New(fault.UnknownField, "the body has fields that the API does not know; see errors")
		e.Violations = append(c.unknown, c.wrong...)
		return e
	}
	if len(c.wrong) > 0 {
		return fault.Fields(c.wrong...)
	}
	return nil
}

func (c *shapeCheck) unknownMember(at string) {
	if !c.lenient {
		c.add(&c.unknown, at, "unknown", "there is no such field")
	}
}

func (c *shapeCheck) add(list *[]fault.Violation, path, code, message string) {
	if len(*list) < maxViolations {
		*list = append(*list, fault.Violation{Field: path, Code: code, Message: message})
	}
}

func (c *shapeCheck) message(md protoreflect.MessageDescriptor, obj map[string]any, path string) map[string]any {
	out := make(map[string]any, len(obj))
	for name, v := range obj {
		at := path + "/" + grpcserver.EscapePointer(shorten(name))
		f := md.Fields().ByName(protoreflect.Name(name))
		if f == nil {
			c.unknownMember(at)
			continue
		}
		if pruned, ok := c.field(f, v, at); ok {
			out[name] = pruned
		}
	}
	return out
}

// field returns what is left of v, and whether anything is.
func (c *shapeCheck) field(f protoreflect.FieldDescriptor, v any, at string) (any, bool) {
	if v == nil {
		return nil, true
	}
	switch {
	case f.IsMap():
		obj, ok := v.(map[string]any)
		if !ok {
			return c.mistyped(at, "an object")
		}
		out := make(map[string]any, len(obj))
		for k, e := range obj {
			in := at + "/" + grpcserver.EscapePointer(shorten(k))
			if e == nil {
				c.mistyped(in, "a value, not null")
			} else if p, ok := c.value(f.MapValue(), e, in); ok {
				out[k] = p
			}
		}
		return out, true
	case f.IsList():
		list, ok := v.([]any)
		if !ok {
			return c.mistyped(at, "an array")
		}
		if n := leastIfSent(f); uint64(len(list)) < n {
			c.add(&c.wrong, at, "too_few", "must have at least "+strconv.FormatUint(n, 10)+" entries; null clears the field where that is allowed")
			return nil, false
		}
		out := make([]any, 0, len(list))
		for i, e := range list {
			in := at + "/" + strconv.Itoa(i)
			if e == nil {
				c.mistyped(in, "a value, not null")
			} else if p, ok := c.value(f, e, in); ok {
				out = append(out, p)
			}
		}
		return out, true
	}
	return c.value(f, v, at)
}

// leastIfSent is how many entries a list that may be absent must have when it is there. The message does not tell an empty list from
// an absent one, so that its rules, which pass over what is absent, pass over both.
func leastIfSent(f protoreflect.FieldDescriptor) uint64 {
	rules, _ := proto.GetExtension(f.Options(), validate.E_Field).(*validate.FieldRules)
	if rules.GetIgnore() != validate.Ignore_IGNORE_IF_ZERO_VALUE {
		return 0
	}
	return rules.GetRepeated().GetMinItems()
}

func (c *shapeCheck) value(f protoreflect.FieldDescriptor, v any, at string) (any, bool) {
	if f.Kind() == protoreflect.MessageKind {
		return c.messageValue(f.Message(), v, at)
	}
	return c.scalar(f.Kind(), v, at)
}

func (c *shapeCheck) messageValue(md protoreflect.MessageDescriptor, v any, at string) (any, bool) {
	switch md.FullName() {
	case "google.protobuf.Timestamp":
		s, ok := v.(string)
		if !ok || !isTime(s) {
			return c.mistyped(at, "a time like 2026-01-31T12:00:00Z (RFC 3339)")
		}
		return v, true
	case "google.protobuf.StringValue", "google.protobuf.BoolValue", "google.protobuf.Int32Value",
		"google.protobuf.Int64Value", "google.protobuf.DoubleValue":
		return c.scalar(md.Fields().ByName("value").Kind(), v, at)
	case "google.protobuf.Struct":
		if _, ok := v.(map[string]any); !ok {
			return c.mistyped(at, "an object")
		}
		return v, true
	}
	obj, ok := v.(map[string]any)
	if !ok {
		return c.mistyped(at, "an object")
	}
	return c.message(md, obj, at), true
}

// isTime reports whether protojson takes s for a time: RFC 3339 of the years 1 to 9999, in nanoseconds at most.
func isTime(s string) bool {
	quoted, err := json.Marshal(s)
	return err == nil && protojson.Unmarshal(quoted, &timestamppb.Timestamp{}) == nil
}

func (c *shapeCheck) scalar(k protoreflect.Kind, v any, at string) (any, bool) {
	switch k {
	case protoreflect.StringKind, protoreflect.EnumKind:
		if _, ok := v.(string); !ok {
			return c.mistyped(at, "a string")
		}
	case protoreflect.BytesKind:
		s, ok := v.(string)
		if _, err := base64.StdEncoding.DecodeString(s); !ok || err != nil {
			return c.mistyped(at, "base64 text")
		}
	case protoreflect.BoolKind:
		if _, ok := v.(bool); !ok {
			return c.mistyped(at, "true or false")
		}
	case protoreflect.Int32Kind:
		if !isInteger(v, math.MinInt32, math.MaxInt32) {
			return c.mistyped(at, "an integer")
		}
	case protoreflect.Int64Kind:
		// 2^53-1: beyond it JSON numbers are not exact everywhere.
		if !isInteger(v, -(1<<53 - 1), 1<<53-1) {
			return c.mistyped(at, "an integer of at most 2^53-1")
		}
	case protoreflect.DoubleKind:
		n, ok := v.(json.Number)
		if x, err := n.Float64(); !ok || err != nil || math.IsInf(x, 0) {
			return c.mistyped(at, "a number")
		}
	default:
		return c.mistyped(at, "absent")
	}
	return v, true
}

func isInteger(v any, low, high int64) bool {
	n, ok := v.(json.Number)
	if !ok {
		return false
	}
	i, err := strconv.ParseInt(n.String(), 10, 64)
	return err == nil && i >= low && i <= high
}

func (c *shapeCheck) mistyped(at, want string) (any, bool) {
	c.add(&c.wrong, at, "type", "must be "+want)
	return nil, false
}

// shorten caps a member name that is shown in an answer.
func shorten(name string) string {
	const most = 64
	if len(name) <= most {
		return name
	}
	cut := most
	for !utf8.RuneStart(name[cut]) {
		cut--
	}
	return name[:cut]
}
