package gateway

import (
	"encoding/base64"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/fault"
)

const timestampName = "google.protobuf.Timestamp"

// maxViolations caps how many fields one response names.
const maxViolations = 50

// A fieldCheck sets the fields of messages from the members of JSON objects, and collects the members that are unknown
// or of the wrong type (422). It removes those from the objects; unknown ones without a violation when lenient.
type fieldCheck struct {
	lenient bool
	unknown []fault.Violation
	wrong   []fault.Violation
}

func (c *fieldCheck) fault() *fault.Error {
	byField := func(a, b fault.Violation) int { return strings.Compare(a.Field, b.Field) }
	slices.SortFunc(c.unknown, byField) // members come in random order
	slices.SortFunc(c.wrong, byField)
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

// removeMember removes a member of the body that is a field of the message and not of the body.
func (c *fieldCheck) removeMember(body map[string]any, name string) {
	if _, sent := body[name]; sent {
		delete(body, name)
		c.unknownMember("/" + name)
	}
}

func (c *fieldCheck) unknownMember(at string) {
	if !c.lenient {
		c.add(&c.unknown, at, "unknown", "there is no such field")
	}
}

func (c *fieldCheck) add(list *[]fault.Violation, path, code, message string) {
	if len(*list) < maxViolations {
		*list = append(*list, fault.Violation{Field: path, Code: code, Message: message})
	}
}

func (c *fieldCheck) message(m protoreflect.Message, obj map[string]any, path string) {
	fields := m.Descriptor().Fields()
	for name, v := range obj {
		at := path + "/" + fault.PointerToken(shorten(name))
		f := fields.ByName(protoreflect.Name(name))
		if f == nil {
			c.unknownMember(at)
		}
		if f == nil || v != nil && !c.field(m, f, v, at) {
			delete(obj, name)
		}
	}
}

// field sets a field of m from v and reports whether it did.
func (c *fieldCheck) field(m protoreflect.Message, f protoreflect.FieldDescriptor, v any, at string) bool {
	switch {
	case f.IsMap():
		obj, ok := v.(map[string]any)
		if !ok {
			return c.mistyped(at, "an object")
		}
		values := m.Mutable(f).Map()
		for k, e := range obj {
			if x, ok := c.element(f.MapValue(), values.NewValue, e, at+"/"+fault.PointerToken(shorten(k))); ok {
				values.Set(protoreflect.ValueOfString(k).MapKey(), x)
			}
		}
		return true
	case f.IsList():
		list, ok := v.([]any)
		if !ok {
			return c.mistyped(at, "an array")
		}
		if n := leastIfSent(f); uint64(len(list)) < n {
			c.add(&c.wrong, at, "too_few", "must have at least "+strconv.FormatUint(n, 10)+
				" entries; null clears the field where that is allowed")
			return false
		}
		values := m.Mutable(f).List()
		for i, e := range list {
			if x, ok := c.element(f, values.NewElement, e, at+"/"+strconv.Itoa(i)); ok {
				values.Append(x)
			}
		}
		return true
	}
	x, ok := c.value(f, func() protoreflect.Value { return m.NewField(f) }, v, at)
	if ok {
		m.Set(f, x)
	}
	return ok
}

// leastIfSent is how many entries a list that may be absent must have when it is there. The message does not
// distinguish an empty list from an absent one, so its rules, which are skipped for an absent one, are skipped for
// both.
func leastIfSent(f protoreflect.FieldDescriptor) uint64 {
	rules, _ := proto.GetExtension(f.Options(), validate.E_Field).(*validate.FieldRules)
	if rules.GetIgnore() != validate.Ignore_IGNORE_IF_ZERO_VALUE {
		return 0
	}
	return rules.GetRepeated().GetMinItems()
}

// element is value for an entry of a list or a map.
func (c *fieldCheck) element(
	f protoreflect.FieldDescriptor, empty func() protoreflect.Value, v any, at string,
) (protoreflect.Value, bool) {
	if v == nil {
		return protoreflect.Value{}, c.mistyped(at, "a value, not null")
	}
	return c.value(f, empty, v, at)
}

// value turns v into a value of f. A message becomes the one that empty returns.
func (c *fieldCheck) value(
	f protoreflect.FieldDescriptor, empty func() protoreflect.Value, v any, at string,
) (protoreflect.Value, bool) {
	if f.Message() == nil {
		return c.scalar(f, v, at)
	}
	switch f.Message().FullName() {
	case timestampName:
		s, _ := v.(string)
		t, ok := parseTime(s)
		if !ok {
			return protoreflect.Value{}, c.mistyped(at, "a time like 2026-01-31T12:00:00Z (RFC 3339)")
		}
		return protoreflect.ValueOfMessage(t.ProtoReflect()), true
	case "google.protobuf.Struct":
		obj, ok := v.(map[string]any)
		if !ok {
			return protoreflect.Value{}, c.mistyped(at, "an object")
		}
		s, err := structpb.NewStruct(obj)
		if err != nil {
			return protoreflect.Value{}, c.mistyped(at, "an object whose numbers fit into 64 bits")
		}
		return protoreflect.ValueOfMessage(s.ProtoReflect()), true
	}
	obj, ok := v.(map[string]any)
	if !ok {
		return protoreflect.Value{}, c.mistyped(at, "an object")
	}
	m := empty()
	c.message(m.Message(), obj, at)
	return m, true
}

// parseTime reads a time that a message can hold: RFC 3339 of the years 1 to 9999, in nanoseconds at most.
func parseTime(s string) (*timestamppb.Timestamp, bool) {
	t := &timestamppb.Timestamp{}
	quoted, err := json.Marshal(s)
	return t, err == nil && protojson.Unmarshal(quoted, t) == nil
}

func (c *fieldCheck) scalar(f protoreflect.FieldDescriptor, v any, at string) (_ protoreflect.Value, ok bool) {
	want := ""
	switch f.Kind() {
	case protoreflect.StringKind:
		if s, ok := v.(string); ok {
			return protoreflect.ValueOfString(s), true
		}
		want = "a string"
	case protoreflect.BytesKind:
		if s, ok := v.(string); ok {
			if b, err := base64.StdEncoding.DecodeString(s); err == nil {
				return protoreflect.ValueOfBytes(b), true
			}
		}
		want = "base64 text"
	case protoreflect.BoolKind:
		if b, ok := v.(bool); ok {
			return protoreflect.ValueOfBool(b), true
		}
		want = "true or false"
	case protoreflect.Int32Kind:
		if n, ok := integer(v, math.MinInt32, math.MaxInt32); ok {
			return protoreflect.ValueOfInt32(int32(n)), true
		}
		want = "an integer"
	case protoreflect.Int64Kind:
		const exact = 1<<53 - 1 // beyond it JSON numbers are not exact everywhere
		if n, ok := integer(v, -exact, exact); ok {
			return protoreflect.ValueOfInt64(n), true
		}
		want = "an integer of at most 2^53-1"
	case protoreflect.DoubleKind:
		n, _ := v.(json.Number)
		if x, err := n.Float64(); err == nil {
			return protoreflect.ValueOfFloat64(x), true
		}
		want = "a number"
	case protoreflect.EnumKind:
		s, _ := v.(string)
		if e := f.Enum().Values().ByName(protoreflect.Name(s)); e != nil {
			return protoreflect.ValueOfEnum(e.Number()), true
		}
		want = "a value of " + string(f.Enum().Name())
	default:
		want = "absent"
	}
	return protoreflect.Value{}, c.mistyped(at, want)
}

// integer is v as an integer from low to high. As in JSON Schema, 1.0 is one.
func integer(v any, low, high int64) (int64, bool) {
	n, _ := v.(json.Number)
	whole, fraction, _ := strings.Cut(n.String(), ".")
	i, err := strconv.ParseInt(whole, 10, 64)
	return i, err == nil && strings.Trim(fraction, "0") == "" && i >= low && i <= high
}

// mistyped notes a member of the wrong type; it returns false.
func (c *fieldCheck) mistyped(at, want string) bool {
	c.add(&c.wrong, at, "type", "must be "+want)
	return false
}

// shorten caps a member name that is shown in a response.
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
