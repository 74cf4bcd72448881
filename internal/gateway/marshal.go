package gateway

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"
)

// AppendJSON appends the JSON of the API for m to b: names as in the contract, every field present, null for an unset
// message or optional field, 64-bit integers as numbers (the contracts keep them within 2^53-1), maps in order of their
// keys. protojson would write int64 as strings and leave optional fields out.
func AppendJSON(b []byte, m proto.Message) ([]byte, error) {
	return appendMessage(b, m.ProtoReflect())
}

// timeFormat is RFC 3339 in UTC, in milliseconds.
const timeFormat = `"2006-01-02T15:04:05.000Z"`

func appendMessage(b []byte, m protoreflect.Message) ([]byte, error) {
	switch m.Descriptor().FullName() {
	case "google.protobuf.Struct":
		s, _ := m.Interface().(*structpb.Struct)
		j, err := json.Marshal(s.AsMap())
		return append(b, j...), err
	case "google.protobuf.Timestamp":
		t, _ := m.Interface().(*timestamppb.Timestamp)
		return t.AsTime().AppendFormat(b, timeFormat), t.CheckValid()
	case "google.protobuf.Duration", "google.protobuf.FieldMask":
		j, err := protojson.Marshal(m.Interface())
		return append(b, j...), err
	}
	b = append(b, '{')
	fields := m.Descriptor().Fields()
	var err error
	for i, n := 0, 0; i < fields.Len(); i++ {
		f := fields.Get(i)
		if o := f.ContainingOneof(); o != nil && !o.IsSynthetic() && !m.Has(f) {
			continue
		}
		if n++; n > 1 {
			b = append(b, ',')
		}
		b = append(b, '"')
		b = append(b, f.Name()...)
		b = append(b, '"', ':')
		if b, err = appendField(b, m, f); err != nil {
			return nil, err
		}
	}
	return append(b, '}'), nil
}

func appendField(b []byte, m protoreflect.Message, f protoreflect.FieldDescriptor) ([]byte, error) {
	var err error
	switch {
	case f.IsList():
		b = append(b, '[')
		list := m.Get(f).List()
		for i := range list.Len() {
			if i > 0 {
				b = append(b, ',')
			}
			if b, err = appendValue(b, f, list.Get(i)); err != nil {
				return nil, err
			}
		}
		return append(b, ']'), nil
	case f.IsMap():
		values := m.Get(f).Map()
		keys := make([]protoreflect.MapKey, 0, values.Len())
		values.Range(func(k protoreflect.MapKey, _ protoreflect.Value) bool { keys = append(keys, k); return true })
		slices.SortFunc(keys, func(a, c protoreflect.MapKey) int { return cmp.Compare(a.String(), c.String()) })
		b = append(b, '{')
		for i, k := range keys {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendString(b, k.String())
			b = append(b, ':')
			if b, err = appendValue(b, f.MapValue(), values.Get(k)); err != nil {
				return nil, err
			}
		}
		return append(b, '}'), nil
	case f.HasPresence() && !m.Has(f):
		return append(b, "null"...), nil
	}
	return appendValue(b, f, m.Get(f))
}

func appendValue(b []byte, f protoreflect.FieldDescriptor, v protoreflect.Value) ([]byte, error) {
	if f.Kind() == protoreflect.MessageKind {
		return appendMessage(b, v.Message())
	}
	return appendScalar(b, f, v)
}

func appendScalar(b []byte, f protoreflect.FieldDescriptor, v protoreflect.Value) ([]byte, error) {
	switch f.Kind() {
	case protoreflect.StringKind:
		return appendString(b, v.String()), nil
	case protoreflect.BoolKind:
		return strconv.AppendBool(b, v.Bool()), nil
	case protoreflect.Int32Kind, protoreflect.Int64Kind:
		return strconv.AppendInt(b, v.Int(), 10), nil
	case protoreflect.DoubleKind:
		x := v.Float()
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return append(b, "null"...), nil
		}
		j, err := json.Marshal(x)
		return append(b, j...), err
	case protoreflect.BytesKind:
		b = append(b, '"')
		b = base64.StdEncoding.AppendEncode(b, v.Bytes())
		return append(b, '"'), nil
	}
	return nil, fmt.Errorf("gateway: field %s has a kind that the API does not use", f.FullName())
}

const hex = "0123456789abcdef"

// appendString appends s as a JSON string (RFC 8259 section 7); nothing beyond what must be is escaped.
func appendString(b []byte, s string) []byte {
	b = append(b, '"')
	from := 0
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c == '"' || c == '\\':
			b = append(append(b, s[from:i]...), '\\', c)
		case c < ' ':
			b = append(append(b, s[from:i]...), '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		case c < utf8.RuneSelf:
			i++
			continue
		default:
			r, size := utf8.DecodeRuneInString(s[i:])
			if r != utf8.RuneError || size > 1 {
				i += size
				continue
			}
			b = append(append(b, s[from:i]...), "\ufffd"...)
		}
		i++
		from = i
	}
	return append(append(b, s[from:]...), '"')
}
